// Cells that cannot be chosen: what lies there and what was asked, for whoever knows why.

import { EMPTY, HOLE, markAt, type Cells } from "./grid";
import { linesFor, type Lines } from "./lines";
import { MARK, type Side } from "./types";

export interface RefusedCell {
  cell: string;
  /** Whether the first cell of a move was chosen already. */
  picked: boolean;
  /** `trapped` is a stone in a line from a stone that lies there. */
  lies: "empty" | "own" | "other" | "trapped" | "nothing";
}

/** What is said about it, and the rule it follows from, if it is one. */
export interface Refusal {
  text: string;
  rule: string | null;
}

export function refusedCell(board: Cells, lines: Lines, side: Side, cell: string, picked: boolean): RefusedCell {
  const mark = markAt(board, cell);
  const trapped = linesFor(board, lines, [], null).some((line) => line.between.includes(cell));
  const lies = mark === HOLE ? "nothing" : mark === EMPTY ? "empty" : trapped ? "trapped" : mark === MARK[side] ? "own" : "other";
  return { cell, picked, lies };
}
