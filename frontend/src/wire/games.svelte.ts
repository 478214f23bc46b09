// The games, levels and clocks there are: asked once, shared by every page.
import { api, ApiError } from "./api";
import type { Game, Games } from "./types";

export const known: { games: Games | null; error: ApiError | null } = $state({ games: null, error: null });
let asked: Promise<void> | null = null;

/** Asks unless someone already did; an error is forgotten with the next try. */
export function loadGames(): Promise<void> {
  if (known.games) return Promise.resolve();
  asked ??= api
    .games()
    .then((games) => {
      known.games = games;
      known.error = null;
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      known.error = error;
    })
    .finally(() => {
      asked = null;
    });
  return asked;
}

export function gameNamed(name: string): Game | null {
  return known.games?.games.find((each) => each.name === name) ?? null;
}
