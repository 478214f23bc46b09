// Notes every match played here on this device, as it goes on.
import { api, ApiError } from "../wire/api";
import { known } from "../wire/games.svelte";
import type { Side, View } from "../wire/types";
import { keepGame, oneGame } from "./deviceStore";
import { levelBeaten, noteWin } from "./ladder";
import { savedMatch, type SavedGame } from "./savedGame";

export async function remember(view: View, you: readonly Side[]): Promise<SavedGame | null> {
  if (!you.length) return null;
  const game = savedMatch(view, you);
  const level = levelBeaten(game);
  if (level !== null && known.games) noteWin(game.game, level, known.games.levels);
  await keepGame(game);
  return game;
}

/** Asks the server how a match stands and notes it; the game as it is known now, null where nothing is known of it. */
export async function refresh(id: string): Promise<SavedGame | null> {
  try {
    const { match, you } = await api.match(id);
    return await remember(match, you);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const before = await oneGame(id);
    if (error.code !== "no_such_match" || !before) return before;
    const gone: SavedGame = { ...before, gone: true };
    await keepGame(gone);
    return gone;
  }
}
