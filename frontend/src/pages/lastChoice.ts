// What was chosen last for a new game, by game, kept in this browser; whatever cannot be read is as if never kept.
import type { Clock, MatchKind, Side } from "../wire/types";

export interface Choices {
  kind: MatchKind;
  level: string;
  side: Side | "random";
  clock: Clock;
  options: Record<string, string>;
}

const KEY = "turncoat.last-choices";
const VERSION = 1;
const MOST_GAMES = 40;
export const KINDS = ["computer", "local", "friend", "lobby"] as const;
const SIDES = ["first", "second", "random"];
const NUMBERS: Record<string, readonly string[]> = {
  none: [],
  fischer: ["minutes", "increment"],
  byoyomi: ["minutes", "seconds", "periods"],
  days: ["days"],
};

type Data = Record<string, unknown>;

function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isClock(value: unknown): value is Clock {
  if (!isData(value) || typeof value["kind"] !== "string") return false;
  const names = Object.hasOwn(NUMBERS, value["kind"]) ? NUMBERS[value["kind"]] : undefined;
  return names?.every((name) => Number.isFinite(value[name])) ?? false;
}

function isOptions(value: unknown): value is Record<string, string> {
  return isData(value) && Object.values(value).every((each) => typeof each === "string");
}

function isChoices(value: unknown): value is Choices {
  return (
    isData(value) &&
    KINDS.some((kind) => kind === value["kind"]) &&
    typeof value["level"] === "string" &&
    SIDES.includes(value["side"] as string) &&
    isClock(value["clock"]) &&
    isOptions(value["options"])
  );
}

/** The choices that a kept text holds, by game, the latest first. */
export function read(text: string | null): [string, Choices][] {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (!isData(kept) || kept["v"] !== VERSION || !Array.isArray(kept["games"])) return [];
    return kept["games"].filter(
      (each): each is [string, Choices] => Array.isArray(each) && typeof each[0] === "string" && isChoices(each[1]),
    );
  } catch {
    return [];
  }
}

function all(): [string, Choices][] {
  try {
    return read(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

/** What was chosen last for the game. */
export function lastChoices(game: string): Choices | null {
  return all().find(([name]) => name === game)?.[1] ?? null;
}

export function keepChoices(game: string, choices: Choices): void {
  const games = [[game, choices], ...all().filter(([name]) => name !== game)].slice(0, MOST_GAMES);
  try {
    localStorage.setItem(KEY, JSON.stringify({ v: VERSION, games }));
  } catch {
    // Then it is chosen anew the next time.
  }
}
