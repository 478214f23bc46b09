// From a wish to the board: makes the match, remembers it, and goes there.
import { go } from "../app/route.svelte";
import { settings } from "../app/settings.svelte";
import { api } from "../wire/api";
import { joinMatch } from "../wire/join";
import { saveMatch } from "../wire/seatTokens";
import type { NewMatch } from "../wire/types";

/** The level a newcomer meets first. */
export const FIRST_LEVEL = "2";

/** Makes a match and shows it. */
export async function start(wish: NewMatch): Promise<void> {
  const name = settings.name.trim();
  const seated = await api.create(name ? { ...wish, name } : wish);
  saveMatch(seated);
  go(`/m/${seated.match.id}`);
}

/** Sits down at a waiting match and shows it. */
export async function join(id: string): Promise<void> {
  const name = settings.name.trim();
  await joinMatch(id, name ? { name } : {});
  go(`/m/${id}`);
}
