// What the browser's tab says: how the match ended, or whose move is asked for.

import { outcome } from "../game/names";
import type { Game } from "../wire/types";
import { say, t } from "../words";
import type { LiveMatch } from "./match.svelte";

/** The tab's title, as far as the match has been shown. */
export function pageTitle({ shown, viewer, asked, you }: LiveMatch, game: Game | null): string {
  if (!shown || !game) return t.turncoat;
  if (shown.result && viewer.settled) return `${outcome(shown, you, game)} · ${say(game.title)} · ${t.turncoat}`;
  return `${asked && you.length === 1 ? "● " : ""}${say(game.title)} · ${t.turncoat}`;
}
