// Clicks against legal moves. A move is chosen by its path, cell after cell; nothing here knows a rule.

import { EMPTY, markAt, type Cells } from "./grid";
import type { Legal } from "./types";

/** What a cell offers next: `ring` a stone to pick, `dot` a cell to go to, `take` a stone to be turned or taken,
 * `stay` the chosen cell itself, where choosing it again is a move of its own. */
export type Mark = "ring" | "dot" | "take" | "stay";

export interface Choice {
  mark: Mark;
  /** Whether it turns or takes something while others of the same mark do not: worth a stronger sign. */
  strong: boolean;
  moves: readonly Legal[];
}

export type Answer =
  | { kind: "play"; move: Legal }
  | { kind: "select"; prefix: readonly string[] }
  | { kind: "nothing" };

const begins = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((cell, place) => path[place] === cell);

export function matching(moves: readonly Legal[], prefix: readonly string[]): Legal[] {
  return moves.filter((move) => move.cells.length > 0 && begins(move.cells, prefix));
}

/** Moves without cells: pass, swap. They are buttons. */
export function buttons(moves: readonly Legal[]): Legal[] {
  return moves.filter((move) => move.cells.length === 0);
}

const turnsOrTakes = (move: Legal): boolean =>
  move.events.some((event) => event.kind === "captured" || (event.kind === "turned" && event.cell !== lands(move)));

const lands = (move: Legal): string | undefined => move.events.find((event) => event.kind === "moved")?.to ?? undefined;

/** Every cell that can be chosen next, after those of the prefix. */
export function choices(moves: readonly Legal[], prefix: readonly string[], board: Cells): Map<string, Choice> {
  const found = new Map<string, Choice & { moves: Legal[] }>();
  for (const move of matching(moves, prefix)) {
    const cell = move.cells[prefix.length] ?? move.cells.at(-1)!;
    const mark = markFor(cell, move, prefix, board);
    const known = found.get(cell);
    if (known) known.moves.push(move);
    else found.set(cell, { mark, strong: false, moves: [move] });
  }
  const all = [...found.values()];
  const some = all.some((choice) => choice.moves.some(turnsOrTakes)) && !all.every((choice) => choice.moves.some(turnsOrTakes));
  for (const choice of all) choice.strong = some && choice.moves.some(turnsOrTakes);
  return found;
}

function markFor(cell: string, move: Legal, prefix: readonly string[], board: Cells): Mark {
  if (move.cells.length === prefix.length) return "stay";
  if (markAt(board, cell) === EMPTY) return "dot";
  return prefix.length ? "take" : "ring";
}

/** What choosing a cell means after those chosen before. */
export function choose(
  moves: readonly Legal[],
  prefix: readonly string[],
  cell: string,
  board: Cells,
  eager = false,
): Answer {
  const next = [...prefix, cell];
  const found = matching(moves, next);
  const only = found.length === 1 ? found[0]! : null;
  if (only && (only.cells.length === next.length || eager || markAt(board, only.cells[0]!) === EMPTY)) {
    return { kind: "play", move: only };
  }
  if (found.length) return { kind: "select", prefix: next };
  if (!prefix.length) return { kind: "nothing" };
  if (prefix.at(-1) === cell) {
    const whole = matching(moves, prefix).find((move) => move.cells.length === prefix.length);
    return whole ? { kind: "play", move: whole } : { kind: "select", prefix: prefix.slice(0, -1) };
  }
  const again = choose(moves, [], cell, board, eager);
  return again.kind === "nothing" ? { kind: "select", prefix: [] } : again;
}

/** The cell that every move begins with, where there is but one and more to choose after it. */
export function onlyBeginning(moves: readonly Legal[]): readonly string[] {
  const cell = moves[0]?.cells[0];
  const only = cell !== undefined && moves.length > 1 && moves.every((move) => move.cells[0] === cell && move.cells.length > 1);
  return only ? [cell] : [];
}

/** The move a hand that carries a stone from one cell to another means, if any. */
export function moveBetween(moves: readonly Legal[], from: string, to: string): Legal | null {
  const found = moves.filter((move) => move.cells.length === 2 && move.cells[0] === from && move.cells[1] === to);
  return found.length === 1 ? found[0]! : null;
}

/** What is going to happen for certain once these cells are chosen: the events all remaining moves share. */
export function preview(moves: readonly Legal[], prefix: readonly string[]): readonly Legal["events"][number][] {
  const found = matching(moves, prefix);
  const first = found[0];
  if (!first || !prefix.length) return [];
  if (found.length === 1) return first.events;
  const whole = found.find((move) => move.cells.length === prefix.length);
  if (whole) return whole.events;
  const text = (event: Legal["events"][number]): string => `${event.kind} ${event.cell} ${event.to}`;
  return first.events.filter((event) => found.every((move) => move.events.some((other) => text(other) === text(event))));
}

/** A typed move, whatever way it was written; null where no legal move is meant. */
export function parseMove(moves: readonly Legal[], text: string): Legal | null {
  const tidy = (each: string): string => each.toLowerCase().replace(/[\s×]/g, (sign) => (sign === "×" ? "x" : ""));
  const wanted = tidy(text);
  if (!wanted) return null;
  const exact = moves.find((move) => tidy(move.move) === wanted);
  if (exact) return exact;
  const bare = (each: string): string => tidy(each).replace(/[-x]/g, "");
  const near = moves.filter((move) => move.cells.length > 1 && bare(move.cells.join("")) === bare(text));
  return near.length === 1 ? near[0]! : null;
}
