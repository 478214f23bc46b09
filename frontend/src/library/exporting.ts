// All games as one text: records with an empty line after each, which any copy of Turncoat reads.
import { api, ApiError } from "../wire/api";
import type { SavedGame } from "./savedGame";

const AT_ONCE = 4;
const TRIES = 5;

async function recordOf(game: SavedGame): Promise<string | null> {
  if (game.record !== undefined) return game.record;
  for (let left = TRIES; ; left -= 1) {
    try {
      return await api.record(game.id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.offline) throw error;
      if (error.status !== 429 || left === 0) return null;
      await new Promise((resume) => setTimeout(resume, Number(error.data["wait"]) * 1000));
    }
  }
}

/** The text, and how many of the games are in it: some may be gone from the server. */
export async function exportText(games: readonly SavedGame[], progress: (done: number) => void): Promise<{ text: string; count: number }> {
  const records: (string | null)[] = [];
  for (let at = 0; at < games.length; at += AT_ONCE) {
    const some = games.slice(at, at + AT_ONCE).map((each) => (each.gone || each.at === 0 ? null : recordOf(each)));
    records.push(...(await Promise.all(some)));
    progress(Math.min(games.length, at + AT_ONCE));
  }
  const found = records.filter((each) => each !== null);
  return { text: found.map((each) => `${each.trimEnd()}\n`).join("\n"), count: found.length };
}

/** Hands a text to the reader as a file. */
export function download(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
