// Why a click on the board does nothing now.

import type { Refusal, RefusedCell } from "../board/refusals";
import { playerName } from "../game/names";
import { refusalOf } from "../game/refusals";
import type { Game } from "../wire/types";
import { t } from "../words";
import type { LiveMatch } from "./match.svelte";

/** The reason to tell, with its rule where the game has one; null where there is nothing to say. */
export function refusal({ view, viewer, you, myTurn, pending }: LiveMatch, game: Game | null, cell: RefusedCell): Refusal | null {
  if (!view || !game || cell.lies === "nothing") return null;
  if (viewer.past) return { text: t.refused_past, rule: null };
  if (view.status !== "playing" || !you.length || pending) return null;
  if (!myTurn) return { text: t.refused_turn({ name: playerName(view, you, view.side) }), rule: null };
  return view.moves.some((move) => move.cells.length) ? refusalOf(game, view.mid_turn, cell) : null;
}
