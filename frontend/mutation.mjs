// Plants small faults in the page one at a time and tells which of them no test noticed: node mutation.mjs [FILE …]
//   --sample 15 --seed 1   so many of every hundred lines, the same ones for the same seed; 100 takes an hour
//   --fresh                try again what was tried before
//   --record NAME          keep the scores under that name in bench/results/mutation-page.json
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";

const RECORD = "../bench/results/mutation-page.json";
const KNOWN = "../build/mutation/page.json";
/** What is scored together: the modules of these folders. */
const TARGETS = { "match state": ["match", "game"], "hand and animation": ["board"], connection: ["wire"] };
/** What only draws, sounds or declares. */
const LEFT_OUT = new Set(["geometry.ts", "schema.ts", "shapes.ts", "sound.ts", "synth.ts", "types.ts"]);
const BLOCK = 6;

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "15" }, seed: { type: "string", default: "1" },
    fresh: { type: "boolean", default: false }, record: { type: "string" },
  },
});

/** Numbers that look thrown, the same for the same seed. */
function* chances(seed) {
  for (let state = seed >>> 0; ; ) {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** The files, or the blocks of their lines that were drawn. */
function drawn(files, share, seed) {
  if (share >= 100) return files;
  const chance = chances(seed);
  return files.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n").length;
    const starts = Array.from({ length: Math.ceil(lines / BLOCK) }, (_, block) => block * BLOCK + 1);
    return starts.filter(() => chance.next().value * 100 < share).map((start) => `${file}:${start}-${start + BLOCK - 1}`);
  });
}

const modules = (folder) =>
  readdirSync(`src/${folder}`).filter((name) => name.endsWith(".ts") && !LEFT_OUT.has(name)).map((name) => `src/${folder}/${name}`);
const targets = Object.entries(TARGETS).map(([name, folders]) => [name, folders.flatMap(modules)]);
const files = targets.flatMap(([, names]) => names).filter((file) => !positionals.length || positionals.some((each) => file.includes(each)));
mkdirSync("../build/mutation", { recursive: true });
if (asked.fresh) rmSync(KNOWN, { force: true });
const results = await new Stryker({
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  coverageAnalysis: "perTest",
  ignoreStatic: true, // a constant read once when the page starts would need every test again
  mutate: drawn(files, Number(asked.sample), Number(asked.seed)),
  incremental: true,
  incrementalFile: KNOWN,
  tempDirName: "../build/mutation/page",
  reporters: ["progress"],
  concurrency: 2,
  timeoutMS: 20_000,
}).runMutationTest();

const place = (mutant) => `${mutant.fileName.slice(mutant.fileName.indexOf("src/"))}:${mutant.location.start.line + 1}`;
const told = {};
for (const [name, names] of targets) {
  const own = results.filter((each) => names.some((file) => each.fileName.endsWith(file)) && each.status !== "Ignored" && each.status !== "CompileError");
  if (!own.length) continue;
  const survivors = own.filter((each) => each.status === "Survived" || each.status === "NoCoverage");
  for (const each of survivors) console.log(`${place(each)} ${each.mutatorName} → ${each.replacement.replace(/\s+/g, " ").slice(0, 120)} (${each.status})`);
  const killed = own.length - survivors.length;
  told[name] = { tried: own.length, killed, timeouts: own.filter((each) => each.status === "Timeout").length, score: Math.round((1000 * killed) / own.length) / 10 };
  console.log(`${name}: ${killed} of ${own.length} noticed, ${told[name].score} %\n`);
  told[name].survivors = survivors.map((each) => `${place(each)} ${each.replacement.replace(/\s+/g, " ").slice(0, 80)}`);
}
if (asked.record) {
  const record = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : {};
  const drawn = { when: new Date().toISOString().slice(0, 10), sample: Number(asked.sample), seed: Number(asked.seed) };
  record[asked.record] ??= {};
  for (const [name, score] of Object.entries(told)) record[asked.record][name] = { ...drawn, ...score };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 1)}\n`);
}
