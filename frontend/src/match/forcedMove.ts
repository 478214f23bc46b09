// Forced moves: what is played automatically for those who like it, and after which pause.

import type { Move, View } from "../wire/types";

/** A step of a turn under way; a forced pass, whose notice wants to be read. */
export const FORCED_MOVE_DELAY_MS = { step: 650, pass: 2400 } as const;

export interface ForcedMove {
  kind: keyof typeof FORCED_MOVE_DELAY_MS;
  move: Move;
}

/** The only thing that can be done, if it is a further step of the turn or a pass. */
export function forcedMove(view: Pick<View, "moves" | "mid_turn">): ForcedMove | null {
  const [move, ...others] = view.moves;
  if (!move || others.length) return null;
  if (move.events.some((event) => event.kind === "passed")) return { kind: "pass", move };
  return view.mid_turn && move.cells.length ? { kind: "step", move } : null;
}
