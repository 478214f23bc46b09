// A server in miniature: one match of a game as simple as can be, over the same requests and messages as the real one.
// The game: a stone on any empty cell, in turn. What else a test needs is set by `change`.

import { vi } from "vitest";
import type { Game, HistoryMove, LiveMessage, Move, Personal, Side, View, Words } from "../../src/wire/types";

export const both = (text: string): Words => ({ en: text, ja: `${text} (ja)` });
export const SEAT_TOKEN = "the-seat-token";
export const INVITATION = "the-invitation";
const CELLS = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"];
const MARK = { first: "x", second: "o" } as const;

export const game: Game = {
  name: "simple", title: both("Simple"), summary: both("Put stones."), credit: both(""), ruleset: "simple",
  sides: { first: both("Dark"), second: both("Light") }, wins: { first: both("Dark wins"), second: both("Light wins") }, options: [],
  looks: [{ name: "one", label: both(""), surface: "wood", stones: "discs", faces: { first: "dark", second: "light" }, zones: {} }],
  zones: {}, explain: {}, sample: { board: { width: 4, height: 2, cells: "........" }, zones: {} },
};

export function placement(cell: string, side: Side): Move {
  return { move: cell, path: [cell], changes: [{ kind: "placed", side, cell }], ends_turn: true };
}

export const PASS: Move = { move: "pass", path: [], changes: [{ kind: "passed", side: "first" }], ends_turn: true };

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

  constructor(readonly url: string) {
    FakeServer.current.accept(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(code = 1000): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    queueMicrotask(() => this.onclose?.({ code }));
  }
}

export class FakeServer {
  static current: FakeServer;
  view: View;
  readonly requests: Request[] = [];
  readonly sockets: FakeSocket[] = [];
  /** Nobody answers: requests fail and sockets close at once. */
  down = false;
  /** Moves are told by the socket before their request is answered, as the real server does; with false, only by the answer. */
  tells = true;
  hint: { move: string; path: string[]; text: Words } = { move: "b1", path: ["b1"], text: both("Try b1.") };
  /** Requests of this kind fail, whatever they ask. */
  failing: string | null = null;
  #held: (() => void)[] | null = null;
  #refusals: Refusal[] = [];
  #lost = 0;
  readonly #boards: string[] = [];

  constructor(public you: Side[] = ["first"], changes: Partial<View> = {}) {
    const board = { width: 4, height: 2, cells: "........" };
    this.view = {
      id: "m", game: "simple", ruleset: "simple", kind: "friend", status: "playing", version: 1, at: 0, turn: 1, side: "first", mid_turn: false,
      board, position: "", moves: [], history: [], last: null, trail: [], zones: {}, holders: {}, reserves: null, targets: null,
      score: { first: 0, second: 0 }, stones: { first: 0, second: 0 }, prompt: both("Choose a cell."), note: null, result: null, created: 0,
      seats: { first: { kind: "person", name: null, level: null }, second: { kind: "person", name: "Robin", level: null } },
      clock: { kind: "none" }, times: null, chat: [], offers: { draw: null, takeback: null, rematch: null }, rematch: null, previous: null,
      options_text: [], can: { chat: true, claim: false, draw: true, hint: true, rematch: true, takeback: true, undo: true },
    } as unknown as View;
    this.view = { ...this.view, moves: this.#legal(), ...changes };
    this.#boards[0] = board.cells;
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

  /** The view as it is, to every open socket. */
  tell(): void {
    this.message({ type: "view", match: this.view, you: this.you });
  }

  message(message: LiveMessage): void {
    const text = JSON.stringify(message);
    for (const socket of this.sockets) if (socket.readyState === 1) socket.onmessage?.({ data: text });
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

  goDown(): void {
    this.down = true;
    for (const socket of this.sockets) socket.close(1006);
  }

  comeBack(): void {
    this.down = false;
  }

  sent(path: string): Request[] {
    return this.requests.filter((request) => request.path.endsWith(path));
  }

  accept(socket: FakeSocket): void {
    this.sockets.push(socket);
    queueMicrotask(() => {
      if (this.down) return socket.close(1006);
      if (socket.readyState === 3) return;
      socket.readyState = 1;
      socket.onopen?.();
      socket.onmessage?.({ data: JSON.stringify({ type: "view", match: this.view, you: this.you }) });
    });
  }

  async #fetch(path: string, init?: RequestInit): Promise<Response> {
    const body = init?.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : {};
    const request = { method: init?.method ?? "GET", path, body };
    this.requests.push(request);
    if (this.down) throw new TypeError("nobody there");
    if (this.failing && path.endsWith(`/${this.failing}`)) return new Response("<html>Oh dear</html>", { status: 500 });
    const refusal = path.includes("/api/matches/") ? this.#refusals.shift() : undefined;
    const { status, body: answer } = refusal ?? this.#answer(request);
    if (this.#held) await new Promise<void>((resolve) => this.#held!.push(resolve));
    if (this.#lost > 0 && request.method === "POST") {
      this.#lost -= 1;
      throw new TypeError("the answer was lost");
    }
    return new Response(JSON.stringify(answer), { status });
  }

  #answer({ path, body }: Request): Refusal {
    if (path === "/api/games") return { status: 200, body: { games: [game], levels: [], clocks: [] } };
    const what = path.split("/").slice(4).join("/");
    const version = this.view.version;
    const refusal = this.#act(what, body);
    if (refusal) return refusal;
    const answer: unknown = what === "boards" ? { boards: this.#boards.slice(0, this.view.at + 1) } : what === "hint" ? { ...this.hint, at: this.view.at } : this.#personal(what);
    if (this.tells && this.view.version > version) this.tell();
    return { status: 200, body: answer };
  }

  #personal(what: string): Personal {
    return what === "join" || what === "rematch"
      ? ({ match: this.view, you: this.you, tokens: { first: SEAT_TOKEN } } as unknown as Personal)
      : { match: this.view, you: this.you };
  }

  #act(what: string, body: Record<string, unknown>): Refusal | null {
    const { view } = this;
    if (what === "moves") {
      const [at, move] = [body["at"] as number, body["move"] as string];
      if (view.history[at]?.move === move) return null; // a repeat
      if (at !== view.at) return { status: 409, body: { error: "stale", text: both("The game has moved on."), match: view, you: this.you } };
      this.#play(move);
    } else if (what === "back") this.#takeback(body["to"] as number);
    else if (what === "seat") {
      if (body["token"] !== SEAT_TOKEN) return { status: 403, body: { error: "no_seat", text: both("This is no seat.") } };
      this.you = ["first"];
    } else if (what === "join") {
      if (body["invitation"] !== INVITATION) return { status: 403, body: { error: "no_invitation", text: both("No such invitation.") } };
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
    for (const change of found.changes) if (change.kind === "placed") cells[CELLS.indexOf(change.cell ?? "")] = MARK[change.side];
    const side = found.ends_turn ? (view.side === "first" ? "second" : "first") : view.side;
    const made: HistoryMove = { move, side: view.side, turn: view.turn, at_ms: 0 };
    this.#boards[view.at + 1] = cells.join("");
    this.#set({
      at: view.at + 1, side, turn: found.ends_turn ? view.turn + 1 : view.turn, history: [...view.history, made],
      board: { ...view.board, cells: cells.join("") }, last: { side: view.side, moves: [move], changes: found.changes },
    });
    this.view = { ...this.view, moves: this.#legal() };
  }

  #takeback(to: number): void {
    const { view } = this;
    const side = view.history[to]?.side ?? view.side;
    this.#set({ at: to, side, turn: view.history[to]?.turn ?? 1, history: view.history.slice(0, to), last: null, board: { ...view.board, cells: this.#boards[to]! } });
    this.view = { ...this.view, moves: this.#legal() };
  }

  #set(changes: Partial<View>): void {
    this.view = { ...this.view, ...changes, version: this.view.version + 1 };
  }

  #legal(): Move[] {
    return CELLS.filter((_, index) => this.view.board.cells[index] === ".").map((cell) => placement(cell, this.view.side));
  }
}
