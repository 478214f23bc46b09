// @vitest-environment happy-dom
// What is lost on its way: a move, its answer, an update, the line itself; nothing is played twice.
import { afterEach, beforeEach, expect, test } from "vitest";
import { t } from "../../src/words";
import { FakeServer } from "./fakeServer";
import { closeAll, prepare, sitDown } from "./screen";
import { B1, missed, requested } from "./sent";

beforeEach(prepare);
afterEach(closeAll);

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
