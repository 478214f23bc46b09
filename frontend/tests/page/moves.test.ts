// @vitest-environment happy-dom
// Moves on their way: from a click to the server, and from the server to the board.
import { afterEach, beforeEach, expect, test } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import { t } from "../../src/words";
import type { Move } from "../../src/wire/types";
import { FakeServer, PASS, placement } from "./fakeServer";
import { closeAll, prepare, sitDown } from "./screen";

beforeEach(prepare);
afterEach(closeAll);

const EMPTY = "........";

test("a move is on the board before the server has answered, and stays once it has", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.tells = false;
  server.hold();
  await screen.click("b1");
  expect([screen.board, screen.choices, screen.moves]).toEqual([".x......", "", []]);
  server.release();
  await screen.pass();
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".x......", ["b1"], "Waiting for Robin to move."]);
  expect(server.sent("/moves").map((each) => each.body)).toEqual([{ move: "b1", at: 0 }]);
});

test("while a move is on its way nothing else can be played", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.tells = false;
  server.hold();
  await screen.click("b1");
  await screen.click("c1");
  await screen.type(t.type_move, "d1").catch(() => undefined);
  server.release();
  await screen.pass();
  expect([screen.board, server.sent("/moves").length]).toEqual([".x......", 1]);
});

test.each([
  [422, "illegal_move", "This is not legal."],
  [403, "not_yours", "This seat is not yours."],
  [429, "too_many", "Not so fast."],
  [400, "bad_request", "This could not be read."],
])("a move refused with %i comes off the board, and the reader is told why", async (status, code, text) => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.refuse(status, code, text);
  await screen.click("b1");
  expect([screen.board, screen.prompt, server.sent("/moves").length]).toEqual([EMPTY, text, 1]);
  expect(screen.choices).toContain("b1");
});

test("what a refusal said is gone with the next move", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.refuse(422, "illegal_move", "This is not legal.");
  await screen.click("b1");
  server.hold();
  await screen.click("c1");
  expect(screen.prompt).not.toContain("not legal");
  server.release();
  await screen.pass();
  expect([screen.prompt, screen.board]).toEqual(["Choose a cell.", "..x....."]);
});

test("an answer that cannot be read is told in our own words", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.failing = "moves";
  await screen.click("b1");
  expect([screen.board, screen.prompt, server.sent("/moves").length]).toEqual([EMPTY, t.answer_unreadable, 1]);
});

test("a late move brings the board as it is now", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  for (const socket of server.sockets) socket.onmessage = null; // the line is dead and nobody has noticed
  server.play("c2", "d2");
  await screen.click("b1");
  expect([screen.board, screen.prompt]).toEqual(["......xo", "The game has moved on."]);
});

test("a move whose answer was lost is sent again, and made once", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.tells = false;
  server.loseAnswers(2);
  await screen.click("b1");
  expect(screen.board).toBe(".x......");
  await screen.pass(10_000);
  expect(server.sent("/moves").map((each) => each.body)).toEqual(Array(3).fill({ move: "b1", at: 0 }));
  expect([screen.board, screen.moves, server.view.at]).toEqual([".x......", ["b1"], 1]);
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

test("a move made while nobody answers is not sent for ever, and is given back with a word", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.goDown();
  await screen.click("b1");
  expect(screen.board).toBe(".x......");
  await screen.pass(30_000);
  expect([screen.board, screen.prompt, server.sent("/moves").length]).toEqual([EMPTY, t.server_unreachable, 4]);
  server.comeBack();
  await screen.pass(20_000);
  expect([server.view.at, screen.board]).toEqual([0, EMPTY]);
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
  for (const status of [502, 503, 504]) server.refuse(status, "restarting", "Soon.");
  await screen.click("b1");
  await screen.pass(10_000);
  expect([server.sent("/moves").length, screen.board]).toEqual([4, ".x......"]);
});

test("the other side's move is shown, told and listed", async () => {
  const server = new FakeServer(["second"]);
  const screen = await sitDown(server);
  expect([screen.prompt, screen.choices]).toEqual([t.waiting_move({ name: t.guest }), ""]);
  server.play("b1");
  await screen.pass();
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".x......", ["b1"], "Choose a cell."]);
  expect(screen.log.at(-1)).toBe("Dark: b1. Your turn. Choose a cell.");
});

test("an update that arrives twice is told once", async () => {
  const server = new FakeServer(["second"]);
  const screen = await sitDown(server);
  server.play("b1");
  const log = [...screen.log];
  server.tell();
  server.tell();
  await screen.pass();
  expect([screen.board, screen.moves]).toEqual([".x......", ["b1"]]);
  expect(screen.log.filter((line) => line.includes("b1")).length).toBe(1);
  expect(screen.log.length).toBeLessThanOrEqual(log.length + 1);
});

test("an update that arrives late changes nothing: neither the board nor whose seat this is", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  const old = server.view;
  server.play("b1", "c1");
  await screen.pass();
  server.message({ type: "view", match: { ...old, version: 2, at: 1 }, you: ["second"] });
  await screen.pass();
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".xo.....", ["b1", "c1"], "Choose a cell."]);
  expect(screen.choices).toContain("d1");
});

test("the answer to a move that comes after the next update does not bring the old board back", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.hold();
  await screen.click("b1");
  server.play("c1");
  await screen.pass();
  server.release();
  await screen.pass();
  expect([screen.board, screen.moves]).toEqual([".xo.....", ["b1", "c1"]]);
});

test("a word in the chat does not take a move off the board that is on its way", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  const message = { ...server.view, version: 9, chat: [{ side: "second", name: null, text: "hello" }] } as unknown as typeof server.view;
  server.tells = false;
  server.hold();
  await screen.click("b1");
  server.message({ type: "view", match: message, you: ["first"] });
  await screen.pass();
  expect([screen.board, screen.text.includes("hello")]).toEqual([".x......", true]);
});

test("a hint asked for meanwhile does not take it off either", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.tells = false;
  server.hold();
  await screen.press(t.hint);
  await screen.click("b1");
  const chat = [{ side: "second", name: null, text: "hello" }] as unknown as typeof server.view.chat;
  server.release(0);
  await screen.pass();
  server.message({ type: "view", match: { ...server.view, at: 0, history: [], board: { ...server.view.board, cells: EMPTY }, version: 5, chat }, you: ["first"] });
  await screen.pass();
  expect(screen.board).toBe(".x......");
});

test("whose turn it is shows in the title of the tab", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  expect(document.title).toBe("● Simple · Turncoat");
  await screen.click("b1");
  expect(document.title).toBe("Simple · Turncoat");
});

test("a watcher sees the moves and can make none", async () => {
  const server = new FakeServer([]);
  const screen = await sitDown(server);
  server.play("b1");
  await screen.pass();
  expect([screen.board, screen.choices, screen.prompt]).toEqual([".x......", "", "Choose a cell."]);
  expect([screen.button(t.resign), screen.button(t.undo), screen.button(t.hint)?.disabled ?? null]).toEqual([null, null, null]);
  expect(screen.text).toContain(t.watching_note);
  await screen.click("c1");
  expect(server.sent("/moves")).toEqual([]);
});

test("a game that is over takes no more moves", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  await screen.press(t.resign);
  await screen.press(t.resign_yes);
  expect(screen.text).toContain(t.you_lose);
  expect(screen.choices).toBe("");
  await screen.click("b1");
  expect(server.sent("/moves")).toEqual([]);
});

test("a typed move is played however it is written, a wrong one is said and not sent", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  await screen.type(t.type_move, "z9");
  expect(screen.text).toContain(t.type_wrong({ move: "z9" }));
  expect(server.sent("/moves")).toEqual([]);
  await screen.type(t.type_move, " B1 ");
  expect(screen.board).toBe(".x......");
  expect(screen.text).not.toContain("not possible");
});

test("two people at one screen play both sides", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  await screen.click("b1");
  await screen.click("c1");
  expect([screen.board, screen.prompt, screen.moves]).toEqual([".xo.....", "Choose a cell.", ["b1", "c1"]]);
});

const oneWay = (move: Move, mid_turn: boolean) => ({ moves: [move], mid_turn });

test.each([true, false])("a turn with one way on goes on automatically only where that is wished: %s", async (wished) => {
  settings.auto_step = wished;
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.change(oneWay(placement("c2", "first"), true));
  await screen.pass(600);
  expect(server.sent("/moves")).toEqual([]);
  await screen.pass(5000);
  expect(server.sent("/moves").map((each) => each.body["move"])).toEqual(wished ? ["c2"] : []);
});

test.each([true, false])("a forced pass is announced, and made, only where that is wished: %s", async (wished) => {
  settings.auto_step = wished;
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.change(oneWay(PASS, false));
  await screen.pass(2300);
  expect([server.sent("/moves").length, screen.text.includes(t.passing_note), screen.button(t.pass) !== null]).toEqual([0, wished, true]);
  await screen.pass(200);
  expect(server.sent("/moves").map((each) => each.body["move"])).toEqual(wished ? ["pass"] : []);
});

test("a forced move is not made for the other side, nor by a watcher", async () => {
  settings.auto_step = true;
  for (const you of [["second"], []] as const) {
    const server = new FakeServer([...you]);
    const screen = await sitDown(server);
    server.change(oneWay(PASS, false));
    await screen.pass(5000);
    expect(server.sent("/moves")).toEqual([]);
    await screen.close();
  }
});

test("a forced move waits while the reader looks back, and while the page is hidden", async () => {
  settings.auto_step = true;
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.play("b1", "c1");
  await screen.pass();
  await screen.key("ArrowLeft");
  server.view = { ...server.view, moves: [PASS], version: 20 };
  server.message({ type: "view", match: server.view, you: ["first"] });
  await screen.pass(5000);
  expect(server.sent("/moves")).toEqual([]);
  await screen.press(t.to_now);
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.pass(5000);
  expect(server.sent("/moves")).toEqual([]);
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.pass(3000);
  expect(server.sent("/moves").length).toBe(1);
});

test("a forced move that was made by hand meanwhile is not made again", async () => {
  settings.auto_step = true;
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.change(oneWay(PASS, false));
  await screen.pass(1000);
  await screen.press(t.pass);
  await screen.pass(5000);
  expect(server.sent("/moves").length).toBe(1);
});

test("an exchange of colours is asked for, can be declined, and is asked again only in another position", async () => {
  const swap: Move = { move: "swap", path: [], changes: [{ kind: "swapped", side: "second" }], ends_turn: true };
  const server = new FakeServer(["second"]);
  const screen = await sitDown(server);
  server.play("b1");
  server.change({ moves: [...server.view.moves, swap] });
  await screen.pass();
  expect(screen.text).toContain(t.swap_title);
  await screen.press(t.swap_keep({ own: "Light" }));
  expect([screen.text.includes(t.swap_title), screen.button(t.swap) !== null]).toEqual([false, true]);
  server.takeback(0);
  server.play("c1");
  server.change({ moves: [...server.view.moves, swap] });
  await screen.pass();
  expect(screen.text).toContain(t.swap_title);
  await screen.press(t.swap_keep({ own: "Light" }));
  await screen.press(t.swap);
  expect(server.sent("/moves").map((each) => each.body)).toEqual([{ move: "swap", at: 1 }]);
});

test("taking the other colour is one press", async () => {
  const swap: Move = { move: "swap", path: [], changes: [{ kind: "swapped", side: "second" }], ends_turn: true };
  const server = new FakeServer(["second"]);
  const screen = await sitDown(server);
  server.play("b1");
  server.change({ moves: [...server.view.moves, swap] });
  await screen.pass();
  await screen.press(t.swap_take({ other: "Dark" }));
  expect(server.sent("/moves").map((each) => each.body)).toEqual([{ move: "swap", at: 1 }]);
  server.you = ["first"];
  server.tell();
  await screen.pass();
  expect(screen.text).toContain(t.swapped_you({ side: "Dark" }));
});

test("a move whose answer was lost, though the line told of it, is sent again as the move it was", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.loseAnswers(1);
  await screen.click("b1");
  await screen.pass(5000);
  expect(server.sent("/moves").map((each) => each.body)).toEqual(Array(2).fill({ move: "b1", at: 0 }));
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".x......", ["b1"], "Choose a cell."]);
});

test("what else is refused meanwhile does not take a move off the board", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.refuse(422, "too_long", "Too many words.");
  server.hold();
  server.tells = false;
  await screen.type(t.chat_write, "hello");
  await screen.click("b1");
  server.release(0);
  await screen.pass();
  expect([screen.board, server.sent("/moves").length]).toEqual([".x......", 1]);
  server.release();
  await screen.pass();
  expect([screen.board, screen.moves]).toEqual([".x......", ["b1"]]);
});
