import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveMatch } from "../../src/match/match.svelte";
import type { Move, View } from "../../src/wire/types";

const both = (text: string) => ({ en: text, ja: text });
const move: Move = { move: "a1", cells: ["a1"], events: [{ kind: "placed", side: "first", cell: "a1" }], ends_turn: true };
const view = (more: Partial<View>): View =>
  ({
    id: "m", version: 1, at: 0, side: "first", status: "playing", board: { width: 2, height: 1, cells: ".." }, moves: [move],
    history: [], start: { cells: ".." }, times: null, chat: [], prompt: both("Go."), ...more,
  }) as unknown as View;
const after = view({ version: 2, at: 1, side: "second", moves: [], board: { width: 2, height: 1, cells: "x." } });

class Silent {
  static OPEN = 1;
  readyState = 0;
  close(): void {}
  send(): void {}
}

let answers: (() => Promise<Response>)[];
let news: [View | null, View][];
let match: LiveMatch;
const say = (body: unknown, status = 200) => () => Promise.resolve(new Response(JSON.stringify(body), { status }));
const silence = () => Promise.reject(new TypeError("no line"));

beforeEach(async () => {
  vi.stubGlobal("location", { hash: "", pathname: "/m/m", protocol: "http:", host: "here", origin: "http://here" });
  vi.stubGlobal("WebSocket", Silent);
  vi.stubGlobal("document", { addEventListener() {}, removeEventListener() {}, visibilityState: "visible" });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("fetch", () => (answers.shift() ?? silence)());
  vi.useFakeTimers();
  answers = [say({ match: view({}), you: ["first"] })];
  news = [];
  match = new LiveMatch("m", (before, now) => news.push([before, now]));
  await match.open();
});
afterEach(() => {
  match.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a move is on the board before the server has answered, and once it has", async () => {
  answers = [say({ match: after, you: ["first"] })];
  const sent = match.play(move);
  expect([match.board?.cells, match.myTurn, match.view?.at]).toEqual(["x.", false, 0]);
  await sent;
  expect([match.board?.cells, match.pending, match.view?.at]).toEqual(["x.", false, 1]);
  expect(news).toHaveLength(2);
});

test("a refused move comes off the board, and the reader is told why", async () => {
  answers = [say({ error: "illegal_move", text: both("Not so.") }, 422)];
  await match.play(move);
  expect([match.board?.cells, match.notice, match.myTurn]).toEqual(["..", both("Not so."), true]);
});

test("a late move brings the board as it is now", async () => {
  const now = view({ version: 5, at: 3, board: { width: 2, height: 1, cells: "xo" } });
  answers = [say({ error: "stale", text: both("Late."), match: now, you: ["first"] }, 409)];
  await match.play(move);
  expect([match.board?.cells, match.view?.at, match.notice]).toEqual(["xo", 3, both("Late.")]);
});

test("while the line is dead the move is sent again, for a repeat changes nothing", async () => {
  answers = [silence, silence, say({ match: after, you: ["first"] })];
  const sent = match.play(move);
  await vi.advanceTimersByTimeAsync(20_000);
  await sent;
  expect([match.view?.at, match.notice]).toEqual([1, null]);
});

test("a line that stays dead keeps the move until somebody answers", async () => {
  answers = [];
  const sent = match.play(move);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([match.board?.cells, match.pending, match.held, match.notice]).toEqual(["x.", true, true, null]);
  answers = Array.from({ length: 3 }, () => say({ match: after, you: ["first"] }));
  await vi.advanceTimersByTimeAsync(10_000);
  await sent;
  expect([match.view?.at, match.pending, match.held]).toEqual([1, false, false]);
});
