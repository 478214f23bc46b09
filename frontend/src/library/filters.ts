// Finding games among many, and counting how they ended.
import type { Side } from "../wire/types";
import type { SavedGame } from "./savedGame";

export type ResultName = "won" | "lost" | "drawn" | "ended" | "unfinished";

/** How it ended for whoever played here; `ended` where nobody here played one side alone, and where nobody won. */
export function resultOf({ status, result, you }: Pick<SavedGame, "status" | "result" | "you">): ResultName {
  if (status !== "over") return "unfinished";
  if (!result || !result.decided || you.length !== 1) return "ended";
  if (result.winner === null) return "drawn";
  return result.winner === you[0] ? "won" : "lost";
}

/** The side of the other one; null where there is none. */
export function otherSide({ you }: Pick<SavedGame, "you">): Side | null {
  return you.length === 1 ? (you[0] === "first" ? "second" : "first") : null;
}

/** The computer's level; null where none played. */
export function levelOf(game: SavedGame): string | null {
  return game.seats.first.level ?? game.seats.second.level;
}

export interface Filters {
  /** Empty values let everything through. */
  game: string;
  result: ResultName | "";
  /** A kind of opponent, or `level:` with a level. */
  opponent: string;
  status: "finished" | "unfinished" | "";
  text: string;
}

export const EVERYTHING: Filters = { game: "", result: "", opponent: "", status: "", text: "" };

function opponentFits(game: SavedGame, wanted: string): boolean {
  if (wanted === "people") return game.kind === "friend" || game.kind === "lobby";
  if (wanted.startsWith("level:")) return game.kind === "computer" && levelOf(game) === wanted.slice("level:".length);
  return game.kind === wanted;
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase();

/** The games that fit; `describe` gives all the words by which a game may be found. */
export function choose(games: readonly SavedGame[], wanted: Filters, describe: (game: SavedGame) => string): SavedGame[] {
  const words = plain(wanted.text).split(/\s+/).filter(Boolean);
  return games.filter((each) => {
    if (wanted.game && each.game !== wanted.game) return false;
    if (wanted.result && resultOf(each) !== wanted.result) return false;
    if (wanted.opponent && !opponentFits(each, wanted.opponent)) return false;
    if (wanted.status && (each.status === "over") !== (wanted.status === "finished")) return false;
    if (!words.length) return true;
    const said = plain(describe(each));
    return words.every((word) => said.includes(word));
  });
}

export interface Tally {
  won: number;
  lost: number;
  drawn: number;
}

/** Won, lost and drawn by game and level; games against people under an empty level. */
export function tallies(games: readonly SavedGame[]): Map<string, Map<string, Tally>> {
  const found = new Map<string, Map<string, Tally>>();
  for (const each of games) {
    const result = resultOf(each);
    if (result === "unfinished" || result === "ended") continue;
    const levels = found.get(each.game) ?? new Map<string, Tally>();
    const level = levelOf(each) ?? "";
    const tally = levels.get(level) ?? { won: 0, lost: 0, drawn: 0 };
    tally[result] += 1;
    levels.set(level, tally);
    found.set(each.game, levels);
  }
  return found;
}

/** The days of a game as people may write them: 2026-11-19, 2026-11, 11/19. */
export function dayWords(ms: number): string {
  const day = new Date(ms);
  const [year, month, date] = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${year}-${two(month)}-${two(date)} ${year}/${month}/${date} ${year}年${month}月${date}日`;
}
