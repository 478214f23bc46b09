// Drives the engine in Node.js, for tests and benchmarks: node native/wasm/drive.mjs ENGINE.wasm, with jobs as JSON on its input.
//
// A job is a ruleset's numbers, the file of its weights or null, positions, moves made from each, limits; the answer has what was found last
// of each position, how the game ended there, the seconds that took on the clock and of the processor, and what went wrong.
import { readFileSync } from "node:fs";
import { Instance } from "../../frontend/src/engine/instance.js";

const module = new WebAssembly.Module(readFileSync(process.argv[2] ?? ""));

async function analysed(engine, position, limits, moves) {
  const begun = performance.now();
  const used = process.cpuUsage();
  let lines = [];
  let ended = null;
  try {
    engine.forget();
    ended = await engine.analyse(position, limits, (found) => (lines = found), moves);
  } catch (problem) {
    return { lines: [], ended, seconds: 0, processor: 0, error: String(problem) };
  }
  const { user, system } = process.cpuUsage(used);
  return { lines, ended, seconds: (performance.now() - begun) / 1000, processor: (user + system) / 1e6, error: null };
}

async function done({ game, numbers, memory, weights, positions, limits, moves = [] }) {
  const begun = performance.now();
  const opened = () => Instance.open(module, { game, numbers }, memory, weights && readFileSync(weights));
  let engine;
  try {
    engine = await opened();
  } catch (problem) {
    return { opened: 0, scale: 0, error: String(problem), results: [] };
  }
  const found = { opened: (performance.now() - begun) / 1000, scale: engine.scale, error: null, results: [] };
  for (const position of positions) {
    const result = await analysed(engine, position, limits, moves);
    found.results.push(result);
    if (result.error !== null) engine = await opened();
  }
  return found;
}

const answers = [];
for (const job of JSON.parse(readFileSync(0, "utf8"))) answers.push(await done(job));
process.stdout.write(JSON.stringify(answers));
