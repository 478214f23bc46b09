// The ladder of each game: the strongest level beaten on this device, and the one to try next.
import type { Level } from "../wire/types";
import type { SavedGame } from "./savedGame";

const KEY = "turncoat.beaten";
const VERSION = 1;
const MOST_GAMES = 100;

/** The strongest level beaten, by game; what cannot be read is as if never beaten. */
export function readBeaten(text: string | null): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (typeof kept !== "object" || kept === null || (kept as { v?: unknown }).v !== VERSION) return {};
    const games = (kept as { games?: unknown }).games;
    if (typeof games !== "object" || games === null) return {};
    const known = Object.entries(games).filter((each): each is [string, string] => typeof each[1] === "string");
    return Object.fromEntries(known.slice(0, MOST_GAMES));
  } catch {
    return {};
  }
}

export function beaten(): Record<string, string> {
  try {
    return readBeaten(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

export function keepBeaten(games: Record<string, string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ v: VERSION, games }));
  } catch {
    // Then the ladder is climbed anew.
  }
}

/** The level that was beaten in a game, if it is one that the computer lost to somebody here. */
export function levelBeaten({ kind, you, result, seats }: Pick<SavedGame, "kind" | "you" | "result" | "seats">): string | null {
  const [mine] = you;
  if (kind !== "computer" || you.length !== 1 || !mine || result?.winner !== mine) return null;
  return seats[mine === "first" ? "second" : "first"].level;
}

/** Notes a win, unless a stronger level was beaten before. */
export function noteWin(game: string, level: string, levels: readonly Pick<Level, "name">[]): void {
  const known = beaten();
  const place = (name: string | undefined): number => levels.findIndex((each) => each.name === name);
  if (place(level) > place(known[game])) keepBeaten({ ...known, [game]: level });
}

/** The level after one; null after the last, and where there is no such level. */
export function nextLevel<L extends Pick<Level, "name">>(levels: readonly L[], name: string): L | null {
  const at = levels.findIndex((each) => each.name === name);
  return at < 0 ? null : (levels[at + 1] ?? null);
}

/** The strongest level beaten in each game of a list. */
export function beatenIn(games: readonly SavedGame[], levels: readonly Pick<Level, "name">[]): Record<string, string> {
  const found: Record<string, string> = {};
  const place = (name: string | undefined): number => levels.findIndex((each) => each.name === name);
  for (const each of games) {
    const level = levelBeaten(each);
    if (level !== null && place(level) > place(found[each.game])) found[each.game] = level;
  }
  return found;
}
