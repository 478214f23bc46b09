// What a value of the engine stands for, as turncoat/engine/line.py has it.

import type { FoundLine } from "./instance.js";

const PROVED_WIN = 29_000;
const LEAD = 20_000;
const STEEPEST = 40; // beyond this a chance is as good as certain, and its exponential too large

export interface Worth {
  /** How likely the first side is to win, a draw counted half; 0, ½ or 1 where it is proved. */
  win: number;
  proved: boolean;
  /** By how many stones the first side is ahead in the end, where that is proved and stones are counted. */
  lead?: number;
}

/** What a line is worth to the first side; `scale` is the value that makes the odds e to 1. */
export function worthOf({ value, proved, turns }: FoundLine, scale: number): Worth {
  const own = turns[0]?.side !== "second";
  const win = proved ? (Math.sign(value) + 1) / 2 : 1 / (1 + Math.exp(-Math.max(-STEEPEST, Math.min(STEEPEST, value / scale))));
  const lead = proved ? leadOf(value) : undefined;
  return { win: own ? win : 1 - win, proved, ...(lead === undefined ? {} : { lead: own || !lead ? lead : -lead }) };
}

/** The final lead in stones behind a proved value; undefined where the game counts none. */
function leadOf(value: number): number | undefined {
  const size = Math.abs(value);
  if (size >= PROVED_WIN) return undefined;
  return Math.sign(value) * (size >= LEAD ? Math.floor((size - LEAD) / 50) : Math.round(size / 100)) || 0;
}
