// @vitest-environment happy-dom
// A move that is refused, comes too late, or meets a server in trouble: what the reader is told.
import { afterEach, beforeEach, expect, test } from "vitest";
import { t } from "../../src/words";
import { both, FakeServer } from "./fakeServer";
import { closeAll, prepare, sitDown } from "./screen";
import { B1, EMPTY, missed, requested, withoutLine } from "./sent";

beforeEach(prepare);
afterEach(closeAll);

const REFUSALS = [
  [422, "illegal_move", "This is not legal."],
  [403, "no_seat", "This seat is not yours."],
  [409, "not_your_turn", "It is not your turn."],
  [429, "too_many_requests", "Not so fast."],
] as const;

test.each(REFUSALS)("a move refused over the line (%i %s) comes off the board, and the reader is told why", async (status, code, text) => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.refuse(status, code, text);
  await screen.click("b1");
  expect([screen.board, screen.prompt, server.moves, requested(server)]).toEqual([EMPTY, text, [B1], []]);
  expect(screen.choices).toContain("b1");
  expect(server.sockets[0]!.sent.map((each) => JSON.parse(each) as unknown)).toEqual([{ type: "move", ...B1 }, { type: "sync" }]);
});

test.each(REFUSALS)("a move refused by request (%i %s) comes off the board, and the reader is told why", async (status, code, text) => {
  const { server, screen } = await withoutLine();
  server.refuse(status, code, text);
  await screen.click("b1");
  expect([screen.board, screen.prompt, requested(server).length]).toEqual([EMPTY, text, 1]);
  expect(screen.choices).toContain("b1");
});

test("a refusal brings the match as it is, if something was missed", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  missed(server, () => server.change({ moves: [], prompt: both("Nothing to choose.") }));
  server.refuse(409, "match_over", "The game is over.");
  await screen.click("b1");
  expect([screen.board, screen.choices, screen.prompt]).toEqual([EMPTY, "", "The game is over."]);
});

test("what a refusal said is gone with the next move", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.refuse(422, "illegal_move", "This is not legal.");
  await screen.click("b1");
  server.holdLine();
  await screen.click("c1");
  expect(screen.prompt).not.toContain("not legal");
  server.releaseLine();
  await screen.pass();
  expect([screen.prompt, screen.board]).toEqual(["Choose a cell.", "..x....."]);
});

test("a refusal of another move than the one on its way is not taken for its own", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.deadLine = true;
  await screen.click("b1");
  server.deadLine = false;
  for (const other of [{ move: "c1", at: 0 }, { move: "b1", at: 4 }, {}]) {
    server.message({ type: "refused", error: "stale", text: { en: "Not this.", ja: "" }, move: null, at: null, ...other });
    server.setUp();
  }
  await screen.pass();
  expect([screen.board, screen.prompt.includes("Not this.")]).toEqual([".x......", false]);
  await screen.pass(5000);
  expect([screen.moves, requested(server)]).toEqual([["b1"], [B1]]);
});

test("a move that is late brings the board as it is now, over the line", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  missed(server, () => server.play("c2", "d2"));
  await screen.click("b1");
  expect([screen.board, screen.prompt, requested(server)]).toEqual(["......xo", "The game has moved on.", []]);
  expect(server.sockets[0]!.sent.map((each) => JSON.parse(each) as unknown)).toEqual([{ type: "move", ...B1 }]);
});

test("a move that is late brings the board as it is now, by request", async () => {
  const { server, screen } = await withoutLine();
  server.play("c2", "d2");
  await screen.click("b1");
  expect([screen.board, screen.prompt]).toEqual(["......xo", "The game has moved on."]);
});

test("a server in trouble refuses over the line, and is asked again by request", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.refuse(503, "store_failed", "The store is down.");
  server.refuse(503, "store_failed", "The store is down.");
  await screen.click("b1");
  expect([screen.board, screen.prompt.includes("store")]).toEqual([".x......", false]);
  await screen.pass(5000);
  expect([server.moves.length, requested(server).length, screen.moves, screen.board]).toEqual([3, 2, ["b1"], ".x......"]);
  expect(server.sockets.length).toBe(1); // the line has spoken: it is kept
});

test("an answer that cannot be read is told in our own words", async () => {
  const { server, screen } = await withoutLine();
  server.failing = "moves";
  await screen.click("b1");
  expect([screen.board, screen.prompt, requested(server).length]).toEqual([EMPTY, t.answer_unreadable, 1]);
});

test("a server that is restarting is asked again, one that refuses is not", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.deadLine = true;
  for (const status of [502, 503, 504]) server.refuse(status, "restarting", "Soon.");
  await screen.click("b1");
  await screen.pass(10_000);
  expect([requested(server).length, screen.board, screen.moves]).toEqual([4, ".x......", ["b1"]]);
});

test("what else is refused meanwhile does not take a move off the board", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.refuse(422, "too_long", "Too many words.");
  server.hold();
  server.holdLine();
  await screen.type(t.chat_write, "hello");
  await screen.click("b1");
  server.release();
  await screen.pass();
  expect([screen.board, screen.moves, server.moves]).toEqual([".x......", [], [B1]]);
  server.releaseLine();
  await screen.pass();
  expect([screen.board, screen.moves]).toEqual([".x......", ["b1"]]);
});
