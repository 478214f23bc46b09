// Lines that trap stones, as the server tells them: from a cell to the cells at their far ends. What lies between is on the line.

import { EMPTY, indexOf, markAt, nameOf, type Cells } from "./grid";

/** From a cell to the far ends of its lines. */
export type Lines = Readonly<Record<string, readonly string[]>>;

export interface TrappingLine {
  from: string;
  to: string;
  /** The stones between them. */
  between: readonly string[];
}

/** The lines that matter while these cells are chosen and this one is pointed at: those of a stone that lies there
 * already, or of the cell a new one would go to; with a trapped stone among the cells, only the lines through it. */
export function linesFor(board: Cells, lines: Lines, chosen: readonly string[], hovered: string | null): TrappingLine[] {
  const standing = Object.keys(lines).filter((cell) => markAt(board, cell) !== EMPTY);
  const from = standing[0] ?? [...chosen, hovered ?? ""].find((cell) => cell in lines);
  if (!from) return [];
  const found = (lines[from] ?? []).map((to) => ({ from, to, between: cellsBetween(board, from, to) }));
  const stone = [...chosen, hovered ?? ""].find((cell) => found.some((line) => line.between.includes(cell)));
  return stone ? found.filter((line) => line.between.includes(stone)) : found;
}

/** The cells between two that stand in a line. */
export function cellsBetween(board: Cells, from: string, to: string): string[] {
  const [a, b] = [indexOf(board, from), indexOf(board, to)];
  const across = (b % board.width) - (a % board.width);
  const down = Math.floor(b / board.width) - Math.floor(a / board.width);
  const far = Math.max(Math.abs(across), Math.abs(down));
  const step = (across + down * board.width) / far;
  return Array.from({ length: Math.max(0, far - 1) }, (_, number) => nameOf(board.width, a + step * (number + 1)));
}
