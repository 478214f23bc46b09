// @vitest-environment happy-dom
// A move on its way: over the live line, by a request where the line is down or silent, and what is lost on either.
import { afterEach, beforeEach, expect, test } from "vitest";
import { t } from "../../src/words";
import { both, FakeServer } from "./fakeServer";
import { closeAll, prepare, sitDown } from "./screen";

beforeEach(prepare);
afterEach(closeAll);

const EMPTY = "........";
const B1 = { move: "b1", at: 0 };
const requested = (server: FakeServer) => server.sent("/moves").map((each) => each.body);

/** What happens without the page being told. */
function missed(server: FakeServer, happens: () => void): void {
  server.deadLine = true;
  happens();
  server.deadLine = false;
}

async function withoutLine(you: ("first" | "second")[] = ["first"]) {
  const server = new FakeServer(you);
  server.noLine = true;
  return { server, screen: await sitDown(server) };
}

test("a move is on the board before the server has answered, and stays once it has", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.holdLine();
  await screen.click("b1");
  expect([screen.board, screen.choices, screen.moves]).toEqual([".x......", "", []]);
  server.releaseLine();
  await screen.pass();
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".x......", ["b1"], "Waiting for Robin to move."]);
  await screen.pass(20_000);
  expect([server.moves, requested(server), server.sockets.length]).toEqual([[B1], [], 1]);
});

test("an update brings what has changed, and the rest stays as it was", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  const [line] = server.sockets;
  const messages: string[] = [];
  const hear = line!.onmessage!;
  line!.onmessage = (event) => (messages.push(event.data), hear(event));
  await screen.click("b1");
  server.play("c1");
  await screen.pass();
  expect(messages.map((text) => JSON.parse(text) as Record<string, unknown>).map(({ type, since, version }) => [type, since, version])).toEqual([
    ["update", 1, 2],
    ["update", 2, 3],
  ]);
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".xo.....", ["b1", "c1"], "Choose a cell."]);
});

test("while a move is on its way nothing else can be played", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.holdLine();
  await screen.click("b1");
  await screen.click("c1");
  await screen.type(t.type_move, "d1").catch(() => undefined);
  server.releaseLine();
  await screen.pass();
  expect([screen.board, server.moves]).toEqual([".x......", [B1]]);
});

test("without a line a move goes by request, before the eyes of the reader at once all the same", async () => {
  const { server, screen } = await withoutLine();
  server.hold();
  await screen.click("b1");
  expect([screen.board, screen.choices]).toEqual([".x......", ""]);
  server.release();
  await screen.pass();
  expect([screen.board, screen.moves, requested(server)]).toEqual([".x......", ["b1"], [B1]]);
});

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

test("a line that breaks before the move has been read loses nothing", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.breakLine("before");
  await screen.click("b1");
  await screen.pass();
  expect([screen.board, screen.moves, requested(server)]).toEqual([".x......", ["b1"], [B1]]);
  await screen.pass(20_000);
  expect([server.moves, screen.board, server.view.at]).toEqual([[B1], ".x......", 1]);
});

test("a line that breaks between the move and its answer loses nothing and doubles nothing", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.breakLine("after");
  await screen.click("b1");
  await screen.pass();
  expect([screen.board, screen.moves, requested(server)]).toEqual([".x......", ["b1"], [B1]]);
  server.play("c1");
  await screen.pass(20_000);
  expect([screen.board, screen.moves, server.view.at, screen.prompt]).toEqual([".xo.....", ["b1", "c1"], 2, "Choose a cell."]);
});

test("nor when the other side has answered before the move is sent again", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.breakLine("after");
  server.loseAnswers(1);
  await screen.click("b1");
  server.noLine = true;
  server.play("c1");
  await screen.pass(3000);
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".xo.....", ["b1", "c1"], "Choose a cell."]);
});

test("a new line that shows the move is answer enough", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.breakLine("after");
  server.hold();
  await screen.click("b1");
  await screen.pass(1000);
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".x......", ["b1"], "Waiting for Robin to move."]);
});

test("a line that is silent about the move is given up for a new one, and the move goes by request", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.deadLine = true;
  await screen.click("b1");
  await screen.pass(2900);
  expect([requested(server), screen.moves]).toEqual([[], []]);
  const [dead] = server.sockets;
  dead!.onmessage = null;
  server.deadLine = false;
  await screen.pass(200);
  expect([requested(server), screen.moves, screen.board]).toEqual([[B1], ["b1"], ".x......"]);
  server.play("c1");
  await screen.pass();
  expect([server.sockets.map((socket) => socket.readyState), screen.board]).toEqual([[3, 1], ".xo....."]);
});

test("a line that is only slow is kept", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.holdLine();
  await screen.click("b1");
  await screen.pass(2000);
  server.presence({});
  server.releaseLine();
  await screen.pass(5000);
  expect([server.sockets.length, server.moves, requested(server)]).toEqual([1, [B1], []]);
});

test("a move over a new line does not wait for the request of the one before", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.breakLine("after");
  server.hold();
  await screen.click("b1");
  await screen.pass(1000);
  await screen.click("c1");
  expect([screen.board, screen.moves]).toEqual([".xo.....", ["b1", "c1"]]);
  server.release();
  await screen.pass(10_000);
  expect([screen.board, screen.moves, server.view.at]).toEqual([".xo.....", ["b1", "c1"], 2]);
});

test("an answer that cannot be read is told in our own words", async () => {
  const { server, screen } = await withoutLine();
  server.failing = "moves";
  await screen.click("b1");
  expect([screen.board, screen.prompt, requested(server).length]).toEqual([EMPTY, t.answer_unreadable, 1]);
});

test("a move whose answer was lost is sent again, and made once", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.deadLine = true;
  server.loseAnswers(2);
  await screen.click("b1");
  expect(screen.board).toBe(".x......");
  await screen.pass(10_000);
  expect(requested(server)).toEqual(Array(3).fill(B1));
  expect([screen.board, screen.moves, server.view.at]).toEqual([".x......", ["b1"], 1]);
});

test("a move whose answer was lost, though the line told of it, is not sent again", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.noLine = true;
  server.closeLines();
  await screen.pass();
  server.noLine = false;
  server.loseAnswers(1);
  await screen.click("b1");
  await screen.pass(5000);
  expect([requested(server), screen.board, screen.moves, screen.prompt]).toEqual([[B1], ".x......", ["b1"], "Choose a cell."]);
});

test("tries follow each other more and more slowly", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.goDown();
  await screen.click("b1");
  const sent: number[] = [];
  for (const ms of [850, 100, 1700, 100, 2600, 100]) {
    await screen.pass(ms);
    sent.push(server.sent("/moves").length);
  }
  expect(sent).toEqual([1, 2, 2, 3, 3, 4]);
});

test("a move made while nobody answers is kept, said to wait, and sent once the connection is back", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.goDown();
  await screen.click("b1");
  expect(screen.board).toBe(".x......");
  await screen.pass(30_000);
  expect([screen.board, screen.prompt, screen.text.includes(t.server_unreachable)]).toEqual([".x......", t.move_held, false]);
  server.comeBack();
  await screen.pass(20_000);
  expect([server.view.at, screen.board, screen.moves, screen.prompt]).toEqual([1, ".x......", ["b1"], "Waiting for Robin to move."]);
});

test("a word that nobody answered is gone once somebody does", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.goDown();
  await screen.press(t.hint);
  await screen.pass(20_000);
  expect(screen.prompt).toBe(t.server_unreachable);
  server.comeBack();
  await screen.pass(20_000);
  expect(screen.prompt).toBe("Choose a cell.");
});

test("while one's own move is on its way nobody is said to wait for oneself", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.holdLine();
  await screen.click("b1");
  expect(screen.prompt).toBe("Choose a cell.");
  await screen.pass(1000);
  expect(screen.prompt).toBe(t.move_sending);
});

test("a move made while nobody answers is played once when the server is back", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.goDown();
  await screen.click("b1");
  await screen.pass(1500);
  server.comeBack();
  await screen.pass(20_000);
  expect([server.view.history.length, screen.board, screen.moves]).toEqual([1, ".x......", ["b1"]]);
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

test("whoever has missed an update asks for the whole match, once", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  const [line] = server.sockets;
  missed(server, () => server.play("b1"));
  server.holdLine();
  server.play("c1");
  server.play("d1");
  server.releaseLine();
  await screen.pass();
  expect(line!.sent).toEqual(['{"type":"sync"}']);
  expect([screen.board, screen.moves, server.sockets.length]).toEqual([".xox....", ["b1", "c1", "d1"], 1]);
  server.play("a2");
  await screen.pass();
  expect([line!.sent.length, screen.moves]).toEqual([1, ["b1", "c1", "d1", "a2"]]);
});

test("whoever misses another asks again, also where the line broke before the answer", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  for (const [lost, seen] of [["b1", "c1"], ["d1", "a2"], ["b2", "c2"]] as const) {
    missed(server, () => server.play(lost));
    server.play(seen);
    if (seen === "a2") server.closeLines();
    await screen.pass(2000);
  }
  expect(server.sockets.map((socket) => socket.sent)).toEqual([Array(2).fill('{"type":"sync"}'), ['{"type":"sync"}']]);
  expect(screen.moves).toEqual(["b1", "c1", "d1", "a2", "b2", "c2"]);
});

test("a line that is being opened is not begun anew because a request was quicker", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.slowLine = true;
  server.closeLines();
  await screen.pass(700);
  await screen.click("b1");
  await screen.pass();
  expect([requested(server), screen.moves, server.sockets.length]).toEqual([[B1], ["b1"], 2]);
});
