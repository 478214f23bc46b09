// A server in miniature: one match of a game as simple as can be, over the same requests and messages as the real one.
// The game: a stone on any empty cell, in turn. What else a test needs is set by `change`.

import { vi } from "vitest";
import type { Attempt, ClientMessage, Game, PlayedMove, LiveMessage, Move, MatchAnswer, ReviewLine, Side, Update, View, Words } from "../../src/wire/types";

export const both = (text: string): Words => ({ en: text, ja: `${text} (ja)` });
export const SEAT_TOKEN = "the-seat-token";
export const INVITATION = "the-invitation";
const CELLS = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"];
const MARK = { first: "x", second: "o" } as const;

export const game: Game = {
  name: "simple", title: both("Simple"), summary: both("Put stones."), credit: both(""), ruleset: "simple",
  sides: { first: both("Dark"), second: both("Light") }, wins: { first: both("Dark wins"), second: both("Light wins") }, options: [], fields: [],
  looks: [{ name: "one", label: both(""), surface: "wood", stones: "discs", faces: { first: "dark", second: "light" }, zones: {} }],
  zones: {}, explain: {}, refusals: {}, sample: { board: { width: 4, height: 2, cells: "........" }, zones: [] },
};

export function placement(cell: string, side: Side): Move {
  return { move: cell, cells: [cell], events: [{ kind: "placed", side, cell }], ends_turn: true };
}

const LEVELS = ["1", "2", "3"].map((name) => ({ name, label: both(`Level ${name}`), seconds: 1 }));

export const PASS: Move = { move: "pass", cells: [], events: [{ kind: "passed", side: "first" }], ends_turn: true };

export interface Request {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

interface Refusal {
  status: number;
  body: unknown;
}

class FakeSocket {
  static readonly OPEN = 1;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: string[] = [];
  /** What has been told over this line: updates say what has changed since. */
  told: MatchAnswer | null = null;

  constructor(readonly url: string) {
    FakeServer.current.accept(this);
  }

  send(text: string): void {
    this.sent.push(text);
    queueMicrotask(() => FakeServer.current.receive(this, JSON.parse(text) as ClientMessage | { type: "pong" }));
  }

  close(code = 1000): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    queueMicrotask(() => this.onclose?.({ code }));
  }
}

/** What somebody who was told of one state must hear of the next. */
function updateOf(told: MatchAnswer, now: MatchAnswer): Update {
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const [old, view] = [told.match, now.match];
  const keys = (Object.keys(view) as (keyof View)[]).filter((key) => !["version", "history", "chat"].includes(key) && !same(old[key], view[key]));
  const differing = view.history.findIndex((move, number) => !same(move, old.history[number]));
  const kept = differing < 0 ? view.history.length : differing;
  return {
    type: "update", since: old.version, version: view.version, changed: Object.fromEntries(keys.map((key) => [key, view[key]])),
    ...(same(old.history, view.history) ? {} : { history: { kept, played: view.history.slice(kept) } }),
    ...(view.chat.length > old.chat.length ? { chat: view.chat.slice(old.chat.length) } : {}),
    ...(same(told.you, now.you) ? {} : { you: now.you }),
  };
}

export class FakeServer {
  static current: FakeServer;
  view: View;
  readonly requests: Request[] = [];
  readonly sockets: FakeSocket[] = [];
  /** Nobody answers: requests fail and sockets close at once. */
  down = false;
  /** Every move that came, by whichever way, as often as it came. */
  readonly moves: { move: string; at: number }[] = [];
  /** Changes are told over the line, as by the real server; with false, only in answers to requests. */
  tells = true;
  /** Lines cannot be opened, as behind some proxies; requests are answered. */
  noLine = false;
  /** Lines take for ever to open. */
  slowLine = false;
  /** Lines are dead without anybody having noticed: nothing comes and nothing goes. */
  deadLine = false;
  hint: { move: string; cells: string[]; text: Words } = { move: "b1", cells: ["b1"], text: both("Try b1.") };
  /** What a line to the review is told at once. */
  review: ReviewLine | null = null;
  /** What the engine says of a turn that is tried, by its moves. */
  attempts: Record<string, Partial<Attempt>> = {};
  /** Requests of this kind fail, whatever they ask. */
  failing: string | null = null;
  #held: (() => void)[] | null = null;
  #heldLine: (() => void)[] | null = null;
  #refusals: Refusal[] = [];
  #lost = 0;
  #breaking: "before" | "after" | null = null;
  #joinedBy: string | null = null;
  readonly #boards: string[] = [];

  constructor(public you: Side[] = ["first"], changes: Partial<View> = {}) {
    const board = { width: 4, height: 2, cells: "........" };
    this.view = {
      id: "m", game: "simple", ruleset: "simple", kind: "friend", status: "playing", version: 1, at: 0, turn: 1, side: "first", mid_turn: false,
      board, position: "", moves: [], history: [], start: { cells: board.cells, score: { first: 0, second: 0 } }, lines: {}, zones: [], holders: {}, reserves: null, goals: null,
      score: { first: 0, second: 0 }, stones: { first: 0, second: 0 }, prompt: both("Choose a cell."), note: null, result: null, created: 0,
      seats: { first: { kind: "person", name: null, level: null }, second: { kind: "person", name: "Robin", level: null } },
      clock: { kind: "none" }, times: null, chat: [], offers: { draw: null, takeback: null, rematch: null }, rematch: null, previous: null,
      options_text: [], can: { chat: true, claim: false, draw: true, hint: true, rematch: true, takeback: true, undo: true },
    } as unknown as View;
    this.view = { ...this.view, moves: this.#legal(), ...changes };
    this.view.start = { ...this.view.start, cells: this.view.board.cells };
    this.#boards[0] = this.view.board.cells;
    FakeServer.current = this;
    vi.stubGlobal("fetch", (path: string, init?: RequestInit) => this.#fetch(path, init));
    vi.stubGlobal("WebSocket", FakeSocket);
  }

  /** A move of whoever is to move, told to everyone here. */
  play(...moves: string[]): void {
    for (const move of moves) this.#play(move);
    this.tell();
  }

  /** Back to the position after so many moves. */
  takeback(to: number): void {
    this.#takeback(to);
    this.tell();
  }

  /** A new view with these differences. */
  change(changes: Partial<View>): void {
    this.#set(changes);
    this.tell();
  }

  /** What has changed, to every open line. */
  tell(): void {
    for (const socket of this.sockets) {
      const { told } = socket;
      if (socket.readyState !== 1 || !told) continue;
      socket.told = { match: this.view, you: this.you };
      if (this.view.version > told.match.version) this.#deliver(socket, updateOf(told, socket.told));
    }
  }

  message(message: LiveMessage): void {
    for (const socket of this.sockets) this.#deliver(socket, message);
  }

  /** What is judged, to every line to the review. */
  tellReview(message: ReviewLine): void {
    for (const socket of this.sockets) {
      if (socket.readyState === 1 && socket.url.endsWith("/review")) socket.onmessage?.({ data: JSON.stringify(message) });
    }
  }

  /** The whole match, to every open line. */
  setUp(changes: Partial<View> = {}, you = this.you): void {
    this.message({ type: "setup", match: { ...this.view, ...changes }, you });
  }

  presence(here: Partial<Record<Side, boolean>>, claimable: Partial<Record<Side, number>> = {}, as_of = Date.now()): void {
    const gone = { first: claimable.first ?? null, second: claimable.second ?? null };
    this.message({ type: "presence", as_of, here: { first: true, second: true, watching: 0, ...here }, gone } as LiveMessage);
  }

  /** The next request is refused. */
  refuse(status: number, error: string, text: string, more: Record<string, unknown> = {}): void {
    this.#refusals.push({ status, body: { error, text: both(text), ...more } });
  }

  /** The next answers are lost on their way, though the requests have had their effect. */
  loseAnswers(count: number): void {
    this.#lost = count;
  }

  /** Keeps answers back until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  /** Lets answers go: those with these numbers, in this order; without numbers all. */
  release(...numbers: number[]): void {
    const held = this.#held ?? [];
    for (const number of numbers.length ? numbers : held.keys()) held[number]?.();
    if (!numbers.length) this.#held = null;
  }

  /** Keeps back what is said over lines until `releaseLine`. */
  holdLine(): void {
    this.#heldLine ??= [];
  }

  releaseLine(): void {
    const held = this.#heldLine ?? [];
    this.#heldLine = null;
    for (const deliver of held) deliver();
  }

  /** Every line breaks now. */
  closeLines(): void {
    for (const socket of this.sockets) socket.close(1006);
  }

  /** The line breaks when the next message comes: before that has been read, or after it has had its effect. */
  breakLine(when: "before" | "after"): void {
    this.#breaking = when;
  }

  goDown(): void {
    this.down = true;
    this.closeLines();
  }

  comeBack(): void {
    this.down = false;
  }

  sent(path: string): Request[] {
    return this.requests.filter((request) => request.path.endsWith(path));
  }

  accept(socket: FakeSocket): void {
    this.sockets.push(socket);
    if (this.slowLine) return;
    queueMicrotask(() => {
      if (this.down || this.noLine) return socket.close(1006);
      if (socket.readyState === 3) return;
      socket.readyState = 1;
      socket.onopen?.();
      if (!socket.url.endsWith("/review")) this.#setUp(socket);
      else if (this.review) this.tellReview(this.review);
    });
  }

  receive(socket: FakeSocket, message: ClientMessage | { type: "pong" }): void {
    if (this.down || this.deadLine || socket.readyState !== 1 || message.type === "pong") return;
    const breaking = this.#breaking;
    this.#breaking = null;
    if (breaking === "before") return this.closeLines();
    if (message.type === "sync") return this.#setUp(socket);
    if (breaking === "after") this.tells = false;
    const { move, at } = message;
    const version = this.view.version;
    const wanted = this.#refusals.shift();
    if (wanted) this.moves.push({ move, at });
    const refusal = wanted ?? this.#act("moves", { move, at });
    if (refusal) {
      const problem = refusal.body as { error: string; text: Words };
      this.#deliver(socket, { type: "refused", error: problem.error, text: problem.text, move, at } as LiveMessage);
      if (problem.error === "stale") this.#setUp(socket);
    } else if (this.view.version === version) this.#setUp(socket);
    else if (this.tells) this.tell();
    if (breaking === "after") {
      this.tells = true;
      this.closeLines();
    }
  }

  #setUp(socket: FakeSocket): void {
    socket.told = { match: this.view, you: this.you };
    this.#deliver(socket, { type: "setup", ...socket.told });
  }

  #deliver(socket: FakeSocket, message: LiveMessage): void {
    const data = JSON.stringify(message);
    const deliver = (): void => {
      if (socket.readyState === 1 && !this.deadLine) socket.onmessage?.({ data });
    };
    if (this.#heldLine) this.#heldLine.push(deliver);
    else deliver();
  }

  async #fetch(path: string, init?: RequestInit): Promise<Response> {
    const body = init?.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : {};
    const request = { method: init?.method ?? "GET", path, body };
    this.requests.push(request);
    if (this.down) throw new TypeError("nobody there");
    if (this.failing && path.endsWith(`/${this.failing}`)) return new Response("<html>Oh dear</html>", { status: 500 });
    const refusal = path.includes("/api/matches/") ? this.#refusals.shift() : undefined;
    if (refusal && path.endsWith("/moves")) this.moves.push(body as { move: string; at: number });
    const { status, body: answer } = refusal ?? this.#answer(request);
    if (this.#held) await new Promise<void>((resolve) => this.#held!.push(resolve));
    if (this.#lost > 0 && request.method === "POST") {
      this.#lost -= 1;
      throw new TypeError("the answer was lost");
    }
    return new Response(JSON.stringify(answer), { status });
  }

  #answer({ path, body }: Request): Refusal {
    if (path === "/api/games") return { status: 200, body: { games: [game], levels: LEVELS, clocks: [] } };
    if (path === "/api/matches") return { status: 201, body: { match: { ...this.view, id: "new" }, you: this.you, tokens: {} } };
    if (path.endsWith("/attempt")) return { status: 200, body: this.#attempt(body as { at: number; moves: string[] }) };
    const what = path.split("/").slice(4).join("/");
    const version = this.view.version;
    const refusal = this.#act(what, body);
    if (refusal) return refusal;
    const answer: unknown = what === "hint" ? { ...this.hint, at: this.view.at } : this.#personal(what);
    if (this.tells && this.view.version > version) this.tell();
    return { status: 200, body: answer };
  }

  /** A turn of one stone, or of as many as the moves that are known of it go on. */
  #attempt({ at, moves }: { at: number; moves: string[] }): Attempt {
    const { view } = this;
    const side = view.history[at]!.side;
    const played = moves.map((move): PlayedMove => ({ move, side, turn: view.history[at]!.turn, at_ms: 0, events: placement(move, side).events }));
    const cells = [...this.#boards[at]!];
    for (const move of moves) cells[CELLS.indexOf(move)] = MARK[side];
    const board = { ...view.board, cells: cells.join("") };
    return {
      ...view, at, side, mid_turn: false, played, board, judged: null, lines: {},
      moves: CELLS.filter((_, cell) => cells[cell] === ".").map((cell) => placement(cell, side)), ...this.attempts[moves.join(" ")],
    };
  }

  #personal(what: string): MatchAnswer {
    return what === "join" || what === "rematch"
      ? ({ match: this.view, you: this.you, tokens: { first: SEAT_TOKEN } } as unknown as MatchAnswer)
      : { match: this.view, you: this.you };
  }

  #act(what: string, body: Record<string, unknown>): Refusal | null {
    const { view } = this;
    if (what === "moves") {
      const [at, move] = [body["at"] as number, body["move"] as string];
      this.moves.push({ move, at });
      if (at === view.at - 1 && view.history[at]?.move === move) return null; // a repeat of the move just made
      if (at !== view.at) return { status: 409, body: { error: "stale", text: both("The game has moved on."), match: view, you: this.you } };
      this.#play(move);
    } else if (what === "back") this.#takeback(body["to"] as number);
    else if (what === "seat") {
      if (body["token"] !== SEAT_TOKEN) return { status: 403, body: { error: "no_seat", text: both("This is no seat.") } };
      this.you = ["first"];
    } else if (what === "join") {
      const key = body["key"] as string;
      if (this.#joinedBy !== null && this.#joinedBy !== key) return { status: 409, body: { error: "seat_taken", text: both("The seat is taken."), match: view, you: this.you } };
      if (body["invitation"] !== INVITATION) return { status: 403, body: { error: "no_invitation", text: both("No such invitation.") } };
      if (this.#joinedBy === key) return null; // a repeat
      this.#joinedBy = key;
      this.you = ["second"];
      this.#set({ status: "playing" });
    } else if (what === "chat") this.#set({ chat: [...view.chat, { side: this.you[0], name: null, text: body["text"] }] as unknown as View["chat"] });
    else if (what === "offers") {
      const by = body["answer"] ? null : this.you[0];
      this.#set({ offers: { ...view.offers, [body["kind"] as string]: by } });
    } else if (what === "resign" || what === "claim") {
      this.#set({ status: "over", result: { winner: what === "claim" ? "first" : "second", reason: what, rule: null, ended: what, text: both(`By ${what}.`), cells: [] } });
    }
    return null;
  }

  #play(move: string): void {
    const { view } = this;
    const found = view.moves.find((each) => each.move === move);
    if (!found) throw new Error(`${move} is not legal here`);
    const cells = [...view.board.cells];
    for (const event of found.events) if (event.kind === "placed") cells[CELLS.indexOf(event.cell ?? "")] = MARK[event.side];
    const side = found.ends_turn ? (view.side === "first" ? "second" : "first") : view.side;
    const made: PlayedMove = { move, side: view.side, turn: view.turn, at_ms: 0, events: found.events };
    if (found.events.some((event) => event.kind === "swapped") && this.you.length === 1) this.you = this.you[0] === "first" ? ["second"] : ["first"];
    this.#boards[view.at + 1] = cells.join("");
    this.#set({
      at: view.at + 1, side, turn: found.ends_turn ? view.turn + 1 : view.turn, history: [...view.history, made],
      board: { ...view.board, cells: cells.join("") },
    });
    this.view = { ...this.view, moves: this.#legal() };
  }

  #takeback(to: number): void {
    const { view } = this;
    const side = view.history[to]?.side ?? view.side;
    this.#set({ at: to, side, turn: view.history[to]?.turn ?? 1, history: view.history.slice(0, to), board: { ...view.board, cells: this.#boards[to]! } });
    this.view = { ...this.view, moves: this.#legal() };
  }

  #set(changes: Partial<View>): void {
    this.view = { ...this.view, ...changes, version: this.view.version + 1 };
  }

  #legal(): Move[] {
    return CELLS.filter((_, index) => this.view.board.cells[index] === ".").map((cell) => placement(cell, this.view.side));
  }
}
