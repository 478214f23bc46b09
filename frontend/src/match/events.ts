// How the board shown became the board that came: found among what the views tell, so that it can be played before the eyes.

import { leadsTo } from "../board/animation";
import type { MoveEvent, View } from "../wire/types";

/** The events from the shown board to the next view's, null where none that are known fit. */
export function eventsBetween(shown: string, before: View, next: View): readonly MoveEvent[] | null {
  const board = { ...next.board, cells: shown };
  if (shown === next.board.cells) return [];
  const made = next.history[before.at]?.move;
  const known = before.moves.find((move) => move.move === made)?.events ?? [];
  const turn = next.last?.events ?? [];
  const heads = shown === before.board.cells && known.length ? [known, []] : [[]];
  for (let from = turn.length; from >= 0; from -= 1) {
    for (const head of heads) {
      const events = [...head, ...turn.slice(from)];
      if (leadsTo(board, events, next.board.cells)) return events;
    }
  }
  return null;
}
