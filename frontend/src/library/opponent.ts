// Who played whom, in words.
import { sideName } from "../game/names";
import { known } from "../wire/games.svelte";
import type { Game } from "../wire/types";
import { say, t } from "../words";
import { otherSide } from "./filters";
import type { SavedGame } from "./savedGame";

export function levelName(level: string): string {
  const found = known.games?.levels.find((each) => each.name === level);
  return found ? say(found.label) : level;
}

/** The opponent of whoever played here; of an imported game both players. */
export function opponentText(saved: SavedGame, game: Game | null): string {
  if (saved.kind === "import") {
    const [first, second] = (["first", "second"] as const).map((side) => saved.seats[side].name ?? sideName(game, side));
    return t.list_names({ first: first!, second: second! });
  }
  const other = otherSide(saved);
  if (!other) return t.on_one_screen;
  const seat = saved.seats[other];
  if (seat.kind === "open") return t.not_begun;
  if (seat.kind === "person") return t.with_person({ name: seat.name ?? t.list_somebody });
  return t.with_computer({ level: levelName(seat.level ?? "") });
}
