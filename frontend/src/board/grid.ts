// Names and places of cells. a1 is the top-left cell, cells are numbered in reading order.

export const EMPTY = ".";
export const HOLE = "#";

/** A board as views send it: x first side, o second side, . empty, # no cell. */
export interface Cells {
  width: number;
  height: number;
  cells: string;
}

export function letters(column: number): string {
  const last = String.fromCharCode(97 + (column % 26));
  return column >= 26 ? letters(Math.floor(column / 26) - 1) + last : last;
}

export function nameOf(width: number, index: number): string {
  return `${letters(index % width)}${Math.floor(index / width) + 1}`;
}

/** The number of the cell of that name, -1 where the board has none. */
export function indexOf(board: Cells, name: string): number {
  const found = /^([a-z]+)([1-9][0-9]*)$/.exec(name);
  if (!found) return -1;
  let column = 0;
  for (const letter of found[1]!) column = column * 26 + letter.charCodeAt(0) - 96;
  const row = Number(found[2]) - 1;
  return column <= board.width && row < board.height ? row * board.width + column - 1 : -1;
}

export function markAt(board: Cells, name: string): string {
  return board.cells[indexOf(board, name)] ?? HOLE;
}

/** Where a cell is seen: column and row from the top left of the picture, the board perhaps turned round. */
export function placeOf(board: Cells, index: number, flipped: boolean): [number, number] {
  const column = index % board.width;
  const row = Math.floor(index / board.width);
  return flipped ? [board.width - 1 - column, board.height - 1 - row] : [column, row];
}

/** The cell seen at a place of the picture, -1 outside. */
export function cellAt(board: Cells, column: number, row: number, flipped: boolean): number {
  if (column < 0 || row < 0 || column >= board.width || row >= board.height) return -1;
  const index = row * board.width + column;
  return flipped ? board.width * board.height - 1 - index : index;
}

/** How many king's steps lie between two cells. */
export function steps(width: number, a: number, b: number): number {
  const across = Math.abs((a % width) - (b % width));
  const down = Math.abs(Math.floor(a / width) - Math.floor(b / width));
  return Math.max(across, down);
}
