// The list of moves: turns by twos, each with its steps.

import type { PlayedMove, Side, View } from "../wire/types";

export interface ListedTurn {
  turn: number;
  side: Side;
  moves: string[];
  /** How many moves had been made once this turn was over, or stands now. */
  after: number;
}

/** What is thought of a turn: a sign behind it, with its meaning in words. */
export interface TurnSign {
  text: string;
  label: string;
  kind: "inaccuracy" | "mistake" | "blunder";
}

export interface Row {
  number: number;
  first: ListedTurn | null;
  second: ListedTurn | null;
}

export function turnsOf(history: readonly Pick<PlayedMove, "move" | "side" | "turn">[]): ListedTurn[] {
  const turns: ListedTurn[] = [];
  for (const [index, { move, side, turn }] of history.entries()) {
    const last = turns.at(-1);
    if (last && last.turn === turn && last.side === side) {
      last.moves.push(move);
      last.after = index + 1;
    } else turns.push({ turn, side, moves: [move], after: index + 1 });
  }
  return turns;
}

/** Two columns; a side that plays twice running (after an exchange of sides, say) begins a new row. */
export function rowsOf(turns: readonly ListedTurn[]): Row[] {
  const rows: Row[] = [];
  for (const turn of turns) {
    const last = rows.at(-1);
    if (turn.side === "second" && last && !last.second) last.second = turn;
    else rows.push({ number: rows.length + 1, first: null, second: null, [turn.side]: turn });
  }
  return rows;
}

/** A turn on paper: the first move, then what followed from it. */
export function turnText(moves: readonly string[], word: (move: string) => string): string {
  const [head = "", ...rest] = moves.map(word);
  return rest.length ? `${head} · ${rest.join(", ")}` : head;
}

/** How many moves are left when a player takes back a step, or a whole turn of their own where that is possible. */
export function takebackTarget(view: Pick<View, "at" | "mid_turn" | "history" | "side">, you: readonly string[]): number {
  if (!view.at) return 0;
  const last = view.history[view.at - 1]!;
  if (view.mid_turn && you.includes(view.side)) return view.at - 1;
  // Back to the beginning of one's own latest turn; with both seats, of the latest turn of all.
  let to = view.at - 1;
  if (!you.includes(last.side)) {
    while (to > 0 && !you.includes(view.history[to]!.side)) to -= 1;
    if (!you.includes(view.history[to]!.side)) return 0;
  }
  const { turn } = view.history[to]!;
  while (to > 0 && view.history[to - 1]!.turn === turn) to -= 1;
  return to;
}
