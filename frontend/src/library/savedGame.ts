// A game as this device remembers it: enough to list, find and draw it without asking anybody.
import type { Board, BySide, ImportedGame, MatchKind, Seat, Side, View, Zones } from "../wire/types";

export const VERSION = 1;

/** How it ended; not `decided`, it was broken off. */
export interface Ending {
  winner: Side | null;
  decided: boolean;
  how: string;
}

export interface SavedGame {
  v: typeof VERSION;
  id: string;
  kind: MatchKind | "import";
  game: string;
  ruleset: string;
  /** The sides played here: one, both on one screen, none of a game that was imported. */
  you: Side[];
  seats: BySide<Seat>;
  status: "open" | "playing" | "over";
  side: Side;
  result: Ending | null;
  at: number;
  /** Milliseconds: when it began, and when it was last played or, imported, taken in. */
  created: number;
  changed: number;
  board: Board;
  zones: Zones;
  /** What an imported game says of its date. */
  date?: string;
  /** The record of an imported game; that of a match is the server's. */
  record?: string;
  /** The server no longer has it. */
  gone?: true;
}

/** A match as it stands. */
export function savedMatch(view: View, you: readonly Side[]): SavedGame {
  const { id, kind, game, ruleset, seats, status, side, at, created, board, zones, result } = view;
  return {
    v: VERSION, id, kind, game, ruleset, you: [...you], seats, status, side, at, created, board, zones,
    changed: view.history.at(-1)?.at_ms || created,
    result: result && { winner: result.winner, decided: result.reason !== "withdrawn", how: result.reason },
  };
}

/** A game that was read from a text. */
export function savedImport(found: ImportedGame, id: string, now: number): SavedGame {
  const seat = (name: string | null): Seat => ({ kind: "person", name, level: null });
  const { game, ruleset, board, zones, record, at, names, date, result } = found;
  return {
    v: VERSION, id, kind: "import", game, ruleset, you: [], at, created: now, changed: now, board, zones, record,
    seats: { first: seat(names.first), second: seat(names.second) },
    status: "over",
    side: "first",
    result: result && { winner: result.winner, decided: result.decided, how: result.how },
    ...(date ? { date } : {}),
  };
}

type Data = Record<string, unknown>;
const isData = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isSide = (value: unknown): value is Side => value === "first" || value === "second";
const isNamed = (value: unknown): boolean => value === null || isText(value);

function isSeat(value: unknown): value is Seat {
  return isData(value) && ["person", "computer", "open"].includes(value["kind"] as string) && isNamed(value["name"]) && isNamed(value["level"]);
}

function isBoard(value: unknown): value is Board {
  if (!isData(value) || !isText(value["cells"])) return false;
  const { width, height, cells } = value as unknown as Board;
  return isNumber(width) && isNumber(height) && width > 0 && cells.length === width * height && /^[xo.#]*$/.test(cells);
}

function isZones(value: unknown): value is Zones {
  const isZone = (zone: unknown): boolean =>
    isData(zone) && isText(zone["kind"]) && (zone["name"] === undefined || isText(zone["name"])) &&
    Array.isArray(zone["cells"]) && zone["cells"].every(isText);
  return Array.isArray(value) && value.every(isZone);
}

function isEnding(value: unknown): value is Ending {
  return isData(value) && (value["winner"] === null || isSide(value["winner"])) && typeof value["decided"] === "boolean" && isText(value["how"]);
}

/** The game that was kept, or null where it is damaged or of a form not known here. */
export function readSaved(value: unknown): SavedGame | null {
  if (!isData(value) || value["v"] !== VERSION) return null;
  const { id, kind, game, ruleset, you, seats, status, side, result, at, created, changed, board, zones, date, record } = value;
  const fits =
    [id, game, ruleset].every((each) => isText(each) && each !== "") &&
    ["computer", "local", "friend", "lobby", "import"].includes(kind as string) &&
    ["open", "playing", "over"].includes(status as string) &&
    Array.isArray(you) && you.every(isSide) && isSide(side) &&
    isData(seats) && isSeat(seats["first"]) && isSeat(seats["second"]) &&
    (result === null || isEnding(result)) &&
    [at, created, changed].every(isNumber) &&
    isBoard(board) && isZones(zones) &&
    [date, record].every((each) => each === undefined || isText(each)) &&
    (kind !== "import" || isText(record));
  return fits ? (value as unknown as SavedGame) : null;
}
