// @vitest-environment happy-dom
// Moves on the board: one's own, the other side's, those that play themselves. How they travel is in sending.test.ts, refusals.test.ts and losses.test.ts.
import { afterEach, beforeEach, expect, test } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import { t } from "../../src/words";
import type { LiveMessage, Move, View } from "../../src/wire/types";
import { FakeServer, PASS, placement } from "./fakeServer";
import { closeAll, prepare, sitDown } from "./screen";

beforeEach(prepare);
afterEach(closeAll);

const hello = { side: "second", name: null, text: "hello", at: 0 } as View["chat"][number];

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
  const before = server.view;
  server.play("b1");
  const log = [...screen.log];
  const again: LiveMessage = { type: "update", since: before.version, version: server.view.version, changed: {}, history: { kept: 0, played: server.view.history } };
  server.message(again);
  server.setUp();
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
  server.setUp({ ...old, version: 2, at: 1 }, ["second"]);
  server.message({ type: "update", since: 1, version: 2, changed: { board: old.board, at: 0 }, you: ["second"], history: { kept: 0, played: [] } });
  await screen.pass();
  expect(server.sockets[0]!.sent).toEqual([]);
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".xo.....", ["b1", "c1"], "Choose a cell."]);
  expect(screen.choices).toContain("d1");
});

test("an answer that comes after the next update does not bring the old board back", async () => {
  const server = new FakeServer(["first"]);
  server.noLine = true;
  const screen = await sitDown(server);
  server.hold();
  await screen.click("b1");
  server.noLine = false;
  await screen.pass(5000);
  server.play("c1");
  await screen.pass();
  expect(screen.board).toBe(".xo.....");
  server.release();
  await screen.pass();
  expect([screen.board, screen.moves]).toEqual([".xo.....", ["b1", "c1"]]);
});

test("a word in the chat does not take a move off the board that is on its way", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.deadLine = true;
  await screen.click("b1");
  server.deadLine = false;
  server.change({ chat: [hello] });
  await screen.pass();
  expect([screen.board, screen.text.includes("hello")]).toEqual([".x......", true]);
});

test("a hint asked for meanwhile does not take it off either", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.hold();
  await screen.press(t.hint);
  server.deadLine = true;
  await screen.click("b1");
  server.release(0);
  await screen.pass();
  server.deadLine = false;
  server.setUp({ version: 5, chat: [hello] });
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
  expect(server.moves).toEqual([]);
});

test("a game that is over takes no more moves", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  await screen.press(t.resign);
  await screen.press(t.resign_yes);
  expect(screen.text).toContain(t.you_lose);
  expect(screen.choices).toBe("");
  await screen.click("b1");
  expect(server.moves).toEqual([]);
});

test("a typed move is played however it is written, a wrong one is said and not sent", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  expect(document.querySelector(`input[aria-label="${t.type_move}"]`)).toBeNull();
  await screen.key("b");
  expect(document.querySelector<HTMLInputElement>(`input[aria-label="${t.type_move}"]`)?.value).toBe("b");
  await screen.type(t.type_move, "z9");
  expect(screen.text).toContain(t.type_wrong({ move: "z9" }));
  expect(server.moves).toEqual([]);
  await screen.type(t.type_move, " B1 ");
  expect(document.querySelector(`input[aria-label="${t.type_move}"]`)).toBeNull();
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
  expect(server.moves).toEqual([]);
  await screen.pass(5000);
  expect(server.moves.map((each) => each.move)).toEqual(wished ? ["c2"] : []);
});

test.each([true, false])("a forced pass is announced, and made, only where that is wished: %s", async (wished) => {
  settings.auto_step = wished;
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.change(oneWay(PASS, false));
  await screen.pass(2300);
  expect([server.moves.length, screen.text.includes(t.passing_note), screen.button(t.pass) !== null]).toEqual([0, wished, true]);
  await screen.pass(200);
  expect(server.moves.map((each) => each.move)).toEqual(wished ? ["pass"] : []);
});

test("a forced move is not made for the other side, nor by a watcher", async () => {
  settings.auto_step = true;
  for (const you of [["second"], []] as const) {
    const server = new FakeServer([...you]);
    const screen = await sitDown(server);
    server.change(oneWay(PASS, false));
    await screen.pass(5000);
    expect(server.moves).toEqual([]);
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
  server.change({ moves: [PASS] });
  await screen.pass(5000);
  expect(server.moves).toEqual([]);
  await screen.press(t.to_now);
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.pass(5000);
  expect(server.moves).toEqual([]);
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.pass(3000);
  expect(server.moves.length).toBe(1);
});

test("a forced move that was made by hand meanwhile is not made again", async () => {
  settings.auto_step = true;
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.change(oneWay(PASS, false));
  await screen.pass(1000);
  await screen.press(t.pass);
  await screen.pass(5000);
  expect(server.moves.length).toBe(1);
});

test("an exchange of colours is asked for, can be declined, and is asked again only in another position", async () => {
  const swap: Move = { move: "swap", cells: [], events: [{ kind: "swapped", side: "second" }], ends_turn: true };
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
  expect(server.moves).toEqual([{ move: "swap", at: 1 }]);
});

test("taking the other colour is one press", async () => {
  const swap: Move = { move: "swap", cells: [], events: [{ kind: "swapped", side: "second" }], ends_turn: true };
  const server = new FakeServer(["second"]);
  const screen = await sitDown(server);
  server.play("b1");
  server.change({ moves: [...server.view.moves, swap] });
  await screen.pass();
  await screen.press(t.swap_take({ other: "Dark" }));
  expect(server.moves).toEqual([{ move: "swap", at: 1 }]);
  expect(screen.text).toContain(t.swapped_you({ side: "Dark" }));
});
