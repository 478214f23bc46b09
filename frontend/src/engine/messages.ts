// What the page and the worker of the engine tell each other.

import type { Ending, FoundLine, Limits, RulesetNumbers } from "./instance.js";

/** What a worker begins with: it serves one ruleset. */
export interface Opening {
  type: "open";
  module: WebAssembly.Module;
  ruleset: RulesetNumbers;
  /** MiB. */
  memory: number;
  weights: ArrayBuffer | null;
}

export type ToWorker = Opening | { type: "analyse"; id: number; position: string; moves: readonly string[]; limits: Limits } | { type: "stop"; id: number };

export type FromWorker =
  | { type: "lines"; id: number; lines: FoundLine[]; scale: number }
  | { type: "done"; id: number; ended: Ending | null }
  | { type: "failed"; why: string };
