// The text of a position, `RULESET BOARD SIDE name=value …`, taken apart for a form and put together again. What it means the rules know.

import type { Side } from "../wire/types";

export interface PositionParts {
  ruleset: string;
  width: number;
  height: number;
  /** The marks of all cells in reading order. */
  cells: string;
  side: Side;
  fields: Readonly<Record<string, string>>;
}

export function partsOf(text: string): PositionParts | null {
  const [ruleset, board, mark, ...named] = text.trim().split(/\s+/);
  if (!ruleset || !board || (mark !== "x" && mark !== "o")) return null;
  const rows = board.split("/");
  const width = rows[0]!.length;
  if (!width || rows.some((row) => row.length !== width || /[^xo.#]/.test(row))) return null;
  const fields = Object.fromEntries(named.map((each) => each.split(/=(.*)/s, 2) as [string, string]).filter(([name, value]) => name && value));
  return { ruleset, width, height: rows.length, cells: rows.join(""), side: mark === "x" ? "first" : "second", fields };
}

export function textOf({ ruleset, width, cells, side, fields }: PositionParts): string {
  const rows = cells.match(new RegExp(`.{${width}}`, "g")) ?? [];
  const named = Object.entries(fields).flatMap(([name, value]) => (value.trim() ? [`${name}=${value.trim()}`] : []));
  return [ruleset, rows.join("/"), side === "first" ? "x" : "o", ...named].join(" ");
}

/** The cells with that mark on one of them, or with nothing on it where the mark was there already. */
export function put(cells: string, at: number, mark: string): string {
  const now = cells[at] === mark ? "." : mark;
  return cells[at] === "#" ? cells : cells.slice(0, at) + now + cells.slice(at + 1);
}
