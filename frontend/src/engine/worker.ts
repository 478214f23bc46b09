// The engine's own thread. It does one thing after the other; told to stop, it can go on with what was asked since.

import { Instance, type FoundLine } from "./instance.js";
import type { FromWorker, ToWorker } from "./messages";

let instance: Promise<Instance> | null = null;
/** The analysis that runs or waits for its turn. */
let wanted = 0;
let last: Promise<void> = Promise.resolve();

const tell = (message: FromWorker): void => postMessage(message);

function fail(problem: unknown): void {
  tell({ type: "failed", why: problem instanceof Error ? problem.message : String(problem) });
}

async function analyse({ id, position, moves, limits }: ToWorker & { type: "analyse" }): Promise<void> {
  const engine = await instance;
  if (!engine) throw new Error("the engine was not opened");
  const found = (lines: FoundLine[]): void => tell({ type: "lines", id, lines, scale: engine.scale });
  const ended = id === wanted ? await engine.analyse(position, limits, found, moves) : null;
  tell({ type: "done", id, ended });
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "open") {
    instance = Instance.open(data.module, data.ruleset, data.memory, data.weights);
    instance.catch(fail);
    return;
  }
  const before = wanted;
  wanted = data.type === "analyse" ? data.id : data.id === wanted ? 0 : wanted;
  if (wanted !== before) void instance?.then((engine) => engine.stop()).catch(() => undefined); // told already
  if (data.type === "analyse") last = last.then(() => analyse(data)).catch(fail);
});
