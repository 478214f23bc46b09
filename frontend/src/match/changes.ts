// How the board shown became the board that came: found among what the views tell, so that it can be played before the eyes.

import { leadsTo } from "../board/animation";
import type { Change, View } from "../wire/types";

/** The changes from the shown board to the next view's, null where none that are known fit. */
export function changesBetween(shown: string, before: View, next: View): readonly Change[] | null {
  const board = { ...next.board, cells: shown };
  if (shown === next.board.cells) return [];
  const made = next.history[before.at]?.move;
  const known = before.moves.find((move) => move.move === made)?.changes ?? [];
  const turn = next.last?.changes ?? [];
  const heads = shown === before.board.cells && known.length ? [known, []] : [[]];
  for (let from = turn.length; from >= 0; from -= 1) {
    for (const head of heads) {
      const changes = [...head, ...turn.slice(from)];
      if (leadsTo(board, changes, next.board.cells)) return changes;
    }
  }
  return null;
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
