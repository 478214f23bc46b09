// What travels between the page and the server.  The server's schema is the truth.

export type Language = "en" | "ja";
export type Words = { en: string; ja: string };
export type Side = "first" | "second";
export type BySide<T> = { first: T; second: T };

export interface Look {
  name: string;
  label: Words;
  surface: string;
  stones: string;
  faces: BySide<string>;
  /** The role each zone plays on the board, by the first word of the zone's name. */
  zones: Record<string, string>;
}

export interface OptionValue {
  value: string;
  label: Words;
}

export interface Option {
  name: string;
  label: Words;
  explain: Words;
  default: string;
  free: boolean;
  values: OptionValue[];
}

export interface Game {
  name: string;
  title: Words;
  summary: Words;
  credit: Words;
  sides: BySide<Words>;
  ruleset: string;
  options: Option[];
  looks: Look[];
}

export interface Level {
  name: string;
  label: Words;
  seconds: number;
}

export type Clock =
  | { kind: "none" }
  | { kind: "fischer"; minutes: number; increment: number }
  | { kind: "byoyomi"; minutes: number; seconds: number; periods: number }
  | { kind: "days"; days: number };

export interface ClockChoice {
  clock: Clock;
  label: Words;
}

export interface Games {
  games: Game[];
  levels: Level[];
  clocks: ClockChoice[];
}

export interface Rules {
  title: string;
  html: string;
}

export interface Board {
  width: number;
  height: number;
  /** In reading order: x first, o second, . empty, # no cell. */
  cells: string;
}

export type Zones = Record<string, string[]>;

export interface Preview {
  ruleset: string;
  game: string;
  board: Board;
  zones: Zones;
}

export type ChangeKind = "placed" | "turned" | "moved" | "captured" | "given" | "passed" | "swapped";

export interface Change {
  kind: ChangeKind;
  side: Side;
  cell?: string | null;
  to?: string | null;
}

export interface Move {
  move: string;
  /** The cells to click, in order; none for a move that is a button. */
  path: string[];
  changes: Change[];
  ends_turn: boolean;
}

export interface Turn {
  side: Side;
  moves: string[];
  changes: Change[];
}

export interface Seat {
  kind: "person" | "computer" | "open";
  name: string | null;
  level: string | null;
}

export interface Times {
  first: number;
  second: number;
  running: Side | null;
  as_of: number;
  periods?: BySide<number> | null;
}

export interface Result {
  winner: Side | null;
  reason: string;
  rule: string | null;
  ended: string | null;
  text: Words;
  cells: string[];
}

export interface ChatLine {
  side: Side | null;
  name: string | null;
  text: string;
  at: number;
}

export interface HistoryMove {
  move: string;
  side: Side;
  turn: number;
  at_ms: number;
}

export type OfferKind = "draw" | "takeback" | "rematch";
export type Status = "open" | "playing" | "over";

export interface View {
  id: string;
  version: number;
  ruleset: string;
  game: string;
  status: Status;
  created: number;
  clock: Clock;
  at: number;
  turn: number;
  side: Side;
  mid_turn: boolean;
  position: string;
  board: Board;
  score: BySide<number>;
  stones: BySide<number>;
  reserves: BySide<number> | null;
  targets: BySide<number> | null;
  zones: Zones;
  holders: Record<string, Side | null>;
  moves: Move[];
  trail: [string, string][];
  last: Turn | null;
  prompt: Words;
  note: Words | null;
  history: HistoryMove[];
  seats: BySide<Seat>;
  offers: Record<OfferKind, Side | null>;
  times: Times | null;
  result: Result | null;
  options_text: Words[];
  rematch: string | null;
  chat: ChatLine[];
  can: Record<string, boolean>;
}

export interface Personal {
  match: View;
  you: Side[];
}

export interface Seated extends Personal {
  tokens: Partial<BySide<string>>;
  invitation?: string | null;
}

export type MatchKind = "local" | "computer" | "friend" | "lobby";

export interface NewMatch {
  ruleset: string;
  kind: MatchKind;
  side: Side | "random";
  level?: string;
  clock: Clock;
  name?: string;
}

export interface Waiting {
  id: string;
  ruleset: string;
  game: string;
  name: string | null;
  /** The side that is free. */
  side: Side;
  clock: Clock;
  since: number;
}

export interface Lobby {
  waiting: Waiting[];
}

export interface Hint {
  move: string;
  line: string[];
  changes: Change[];
  text: Words;
}

export type LiveMessage =
  | { type: "view"; match: View; you: Side[] }
  | { type: "presence"; here: { first: boolean; second: boolean; watching: number } }
  | ({ type: "chat" } & ChatLine)
  | { type: "thinking"; side: Side }
  | { type: "refused"; error: string; text?: Words; match?: View }
  | { type: "ping" };
