// Why a cell cannot be chosen, in the words of the game.

import type { Refusal, RefusedCell } from "../board/refusals";
import type { Game } from "../wire/types";
import { say, t } from "../words";

/** The game's own reason for the situation, from the most particular to the most general; else that it is so. */
export function refusalOf(game: Pick<Game, "refusals">, midTurn: boolean, { cell, picked, lies }: RefusedCell): Refusal {
  const asked = picked ? "to" : midTurn ? "chain" : "turn";
  const there = lies === "trapped" ? ["trapped", "other", "stone"] : lies === "empty" ? ["empty"] : [lies, "stone"];
  const key = [...there.map((what) => `${asked}_${what}`), asked].find((each) => each in game.refusals);
  const found = key ? game.refusals[key] : undefined;
  return found ? { text: say(found.text), rule: found.rule } : { text: t.cell_refused({ cell }), rule: null };
}
