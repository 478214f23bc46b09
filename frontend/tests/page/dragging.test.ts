// @vitest-environment happy-dom
// Stones dragged over the board, and cells chosen on it by mouse, finger and keys.
import { afterEach, beforeEach, expect, test } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import { t } from "../../src/words";
import type { MoveEvent, Move, View } from "../../src/wire/types";
import { FakeServer, placement } from "./fakeServer";
import { closeAll, prepare, sitDown } from "./screen";

beforeEach(prepare);
afterEach(closeAll);

type Spot = readonly [number, number];
const [A1, B1, C1, D1, A2, B2, D2, OUTSIDE]: Spot[] = [[0.5, 0.5], [1.5, 0.5], [2.5, 0.5], [3.5, 0.5], [0.5, 1.5], [1.5, 1.5], [3.5, 1.5], [5, 3]] as const;
const step = (from: string, to: string): Move => ({
  move: `${from}-${to}`, cells: [from, to], events: [{ kind: "moved", side: "first", cell: from, to } as MoveEvent], ends_turn: true,
});
const PAIRS = [step("a1", "a2"), step("a1", "b2"), step("b1", "b2")];
/** Dark on a1 and b1 may move, Dark on d1 may not, Light on c1. */
const lying = (moves: Move[] = PAIRS): Partial<View> => ({ moves, board: { width: 4, height: 2, cells: "xxox...." } });

async function atTheBoard(moves?: Move[]) {
  const server = new FakeServer(["first"], lying(moves));
  return { server, screen: await sitDown(server) };
}
const moved = (server: FakeServer) => server.moves.map((each) => each.move);

test("a stone is dragged to where it shall go", async () => {
  const { server, screen } = await atTheBoard();
  await screen.point("down", A1!);
  await screen.point("move", [0.6, 1.2]);
  expect([screen.dragged?.at, screen.chosen, screen.choices]).toEqual([[0.6, 1.2], "a1", "a2 b2"]);
  await screen.point("up", B2!);
  expect([moved(server), screen.dragged]).toEqual([["a1-b2"], null]);
});

test("a small trembling is no drag, and the press remains a click", async () => {
  const { server, screen } = await atTheBoard();
  await screen.point("down", A1!);
  await screen.point("move", [0.55, 0.56]);
  expect(screen.dragged).toBeNull();
  await screen.point("up", [0.55, 0.56]);
  await screen.click("a1");
  expect([screen.chosen, moved(server)]).toEqual(["a1", []]);
});

test("the click that browsers send after a drag means nothing", async () => {
  const { server, screen } = await atTheBoard();
  await screen.point("down", A1!);
  await screen.point("move", D2!);
  await screen.point("up", D2!);
  await screen.click("a2");
  expect([moved(server), screen.chosen]).toEqual([[], "a1"]);
  await screen.click("a2");
  expect(moved(server)).toEqual(["a1-a2"]);
});

test("a stone dropped on a wrong cell glides back, stays chosen, and it is said why", async () => {
  const { server, screen } = await atTheBoard();
  await screen.point("down", A1!);
  await screen.point("move", D2!);
  await screen.point("up", D2!);
  expect([screen.dragged, screen.chosen, screen.bubble, moved(server)]).toEqual([{ at: A1, back: true }, "a1", t.not_there({ from: "a1", to: "d2" }), []]);
  await screen.pass(200);
  expect([screen.dragged, screen.bubble !== ""]).toEqual([null, true]);
  await screen.pass(4000);
  expect([screen.bubble, screen.chosen]).toEqual(["", "a1"]);
});

test("a stone dropped off the board goes back and nothing is chosen", async () => {
  const { server, screen } = await atTheBoard();
  await screen.point("down", A1!);
  await screen.point("move", OUTSIDE!);
  await screen.point("up", OUTSIDE!);
  await screen.pass(200);
  expect([screen.dragged, screen.chosen, screen.bubble, moved(server)]).toEqual([null, "", "", []]);
});

test("a stone dropped where it lay stays chosen without a word", async () => {
  const { screen } = await atTheBoard();
  await screen.point("down", A1!);
  await screen.point("move", D2!);
  await screen.point("up", A1!);
  expect([screen.chosen, screen.bubble]).toEqual(["a1", ""]);
});

test("a stone picked up while another glides back stays in the hand", async () => {
  const { server, screen } = await atTheBoard();
  await screen.point("down", A1!);
  await screen.point("move", D2!);
  await screen.point("up", D2!);
  await screen.pass(100);
  await screen.point("down", B1!);
  await screen.point("move", [1.6, 1.1]);
  await screen.pass(500);
  expect(screen.dragged).toEqual({ at: [1.6, 1.1], back: false });
  await screen.point("move", B2!);
  await screen.point("up", B2!);
  expect(moved(server)).toEqual(["b1-b2"]);
});

test("a stone that cannot move says so when one tries, and one of the other side too", async () => {
  const { screen } = await atTheBoard();
  await screen.point("down", D1!);
  await screen.point("move", D2!);
  expect([screen.dragged, screen.bubble]).toEqual([null, t.not_movable({ cell: "d1" })]);
  await screen.point("up", D2!);
  await screen.point("down", C1!);
  expect(screen.bubble).toBe("");
  await screen.point("move", D2!);
  expect(screen.bubble).toBe(t.not_movable({ cell: "c1" }));
});

test("where nothing is dragged in this game, a slip of the hand is no reproach", async () => {
  const { screen } = await atTheBoard([placement("a2", "first")]);
  await screen.point("down", D1!);
  await screen.point("move", D2!);
  expect(screen.bubble).toBe("");
});

test("only the first finger counts, and only the main button", async () => {
  const { server, screen } = await atTheBoard();
  await screen.point("down", A1!, { button: 2 });
  await screen.point("move", A2!);
  expect(screen.dragged).toBeNull();
  await screen.point("down", A1!);
  await screen.point("move", [0.5, 1]);
  await screen.point("down", B1!, { pointerId: 2 });
  await screen.point("move", D2!, { pointerId: 2 });
  expect(screen.dragged?.at).toEqual([0.5, 1]);
  await screen.point("up", D2!, { pointerId: 2 });
  expect(screen.dragged?.at).toEqual([0.5, 1]);
  await screen.point("up", A2!);
  expect(moved(server)).toEqual(["a1-a2"]);
});

test("a position that changes under the hand takes the stone out of it", async () => {
  const { server, screen } = await atTheBoard();
  await screen.point("down", A1!);
  await screen.point("move", [0.5, 1]);
  server.change({ moves: [step("b1", "b2")], board: { width: 4, height: 2, cells: "xxo....." } });
  await screen.pass();
  expect([screen.dragged, screen.chosen]).toEqual([null, ""]);
  await screen.point("move", A2!);
  await screen.point("up", A2!);
  expect([screen.dragged, moved(server)]).toEqual([null, []]);
});

test("a drag that the browser breaks off leaves all as it was", async () => {
  const { server, screen } = await atTheBoard();
  await screen.point("down", A1!);
  await screen.point("move", [0.5, 1]);
  await screen.point("cancel", [0.5, 1]);
  await screen.pass(300);
  expect([screen.dragged, screen.chosen, moved(server)]).toEqual([null, "", []]);
});

test("whoever may not move cannot pick a stone up", async () => {
  const server = new FakeServer(["second"], lying());
  const screen = await sitDown(server);
  await screen.point("down", A1!);
  await screen.point("move", A2!);
  expect([screen.dragged, screen.bubble]).toEqual([null, ""]);
});

test("a long press of a finger explains a cell and chooses nothing; a short one is a click", async () => {
  const { server, screen } = await atTheBoard();
  const touch = { pointerType: "touch" };
  await screen.point("down", A1!, touch);
  await screen.pass(500);
  expect(screen.bubble).toContain("a1 Dark");
  await screen.point("up", A1!, touch);
  await screen.click("a1");
  expect([screen.chosen, moved(server)]).toEqual(["", []]);
  await screen.point("down", A1!, touch);
  await screen.pass(300);
  await screen.point("up", A1!, touch);
  await screen.click("a1");
  expect(screen.chosen).toBe("a1");
});

test("a short touch that was told late is a click all the same", async () => {
  const { screen } = await atTheBoard();
  await screen.point("down", A1!, { pointerType: "touch", timeStamp: 1000 });
  await screen.pass(500);
  await screen.point("up", A1!, { pointerType: "touch", timeStamp: 1100 });
  expect(screen.bubble).toBe("");
  await screen.click("a1");
  expect(screen.chosen).toBe("a1");
});

test("a mouse that is held still explains nothing by that", async () => {
  const { screen } = await atTheBoard();
  await screen.point("down", A1!);
  await screen.pass(1000);
  expect(screen.bubble).toBe("");
});

test("a finger that drags is no long press", async () => {
  const { screen } = await atTheBoard();
  await screen.point("down", A1!, { pointerType: "touch" });
  await screen.point("move", [0.5, 1], { pointerType: "touch" });
  await screen.pass(1000);
  expect([screen.bubble, screen.dragged?.at]).toEqual(["", [0.5, 1]]);
});

test("a new stone is dragged from an empty cell to what it turns", async () => {
  const turning: Move = {
    move: "d2xc1", cells: ["d2", "c1"], ends_turn: true,
    events: [{ kind: "placed", side: "first", cell: "d2" }, { kind: "turned", side: "first", cell: "c1" }],
  };
  const { server, screen } = await atTheBoard([turning, placement("d2", "first")]);
  await screen.point("down", D2!);
  await screen.point("move", D1!);
  expect(screen.dragged).not.toBeNull();
  await screen.point("up", D1!);
  expect(screen.bubble).toBe(t.not_turned({ from: "d2", to: "d1" }));
  await screen.point("down", D2!);
  await screen.point("move", C1!);
  await screen.point("up", C1!);
  expect(moved(server)).toEqual(["d2xc1"]);
});

test("a stone is chosen first, then where it goes; what is being chosen is said", async () => {
  const { server, screen } = await atTheBoard();
  await screen.click("a1");
  expect([screen.chosen, screen.choices, screen.prompt]).toEqual(["a1", "a2 b2", t.choose_where]);
  expect(screen.log.at(-1)).toBe(t.picked_told({ cell: "a1", cells: "a2 b2" }));
  await screen.click("b1");
  expect([screen.chosen, screen.choices]).toEqual(["b1", "b2"]);
  await screen.click("d2");
  expect([screen.chosen, screen.log.at(-1)]).toEqual(["", t.let_go]);
  await screen.click("a1");
  await screen.click("a2");
  expect(moved(server)).toEqual(["a1-a2"]);
});

test("what was chosen on one position is void on the next", async () => {
  const { server, screen } = await atTheBoard();
  await screen.click("a1");
  server.change({ moves: [step("a1", "b2")], board: { width: 4, height: 2, cells: "x.ox...." } });
  await screen.pass();
  expect(screen.chosen).toBe("");
  await screen.click("b2");
  expect(moved(server)).toEqual([]);
});

test("where a stone may turn something or nothing, a button says so too", async () => {
  const turning: Move = {
    move: "d2xc1", cells: ["d2", "c1"], ends_turn: true,
    events: [{ kind: "placed", side: "first", cell: "d2" }, { kind: "turned", side: "first", cell: "c1" }],
  };
  const { server, screen } = await atTheBoard([turning, placement("d2", "first")]);
  await screen.click("d2");
  expect([screen.prompt, screen.choices]).toEqual([t.choose_which, "c1 d2"]);
  await screen.press(t.without_turning);
  expect(moved(server)).toEqual(["d2"]);
});

test("the whole of it by keys: walk, hop, choose, let go, ask", async () => {
  const { server, screen } = await atTheBoard();
  const focused = () => (document.activeElement as HTMLElement).dataset["cell"];
  const key = (name: string, more: KeyboardEventInit = {}) => {
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }));
    return screen.pass();
  };
  screen.cell("a1").focus();
  const walk: (string | undefined)[] = [];
  for (const name of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "End", "Home", "n", "n", "p"]) {
    await key(name);
    walk.push(focused());
  }
  expect(walk).toEqual(["b1", "b2", "a2", "a2", "a1", "d1", "a1", "b1", "a1", "b1"]);
  await key("End", { ctrlKey: true });
  expect(focused()).toBe("d2");
  await key("Home", { ctrlKey: true });
  expect(focused()).toBe("a1");
  await key("?");
  expect(screen.bubble).toContain("a1 Dark");
  await key("?");
  expect(screen.bubble).toBe("");
  await key("Enter");
  expect(screen.chosen).toBe("a1");
  await key("Escape");
  expect([screen.chosen, screen.log.at(-1)]).toEqual(["", t.let_go]);
  await key(" ");
  await key("n");
  expect(focused()).toBe("a2");
  await key("Enter");
  expect(moved(server)).toEqual(["a1-a2"]);
});

test("choices are marked only for those who wish it, but always once a stone is chosen", async () => {
  settings.hints = false;
  const { screen } = await atTheBoard();
  const marks = () => document.querySelectorAll(".marks .ring:not(.ring-chosen), .marks .dot").length;
  expect(marks()).toBe(0);
  await screen.click("a1");
  expect(marks()).toBe(2);
  settings.hints = true;
  await screen.pass();
  await screen.click("a1");
  expect(marks()).toBe(2);
});

test("with motion a stone travels from where it lay, and choices are marked when it has arrived", async () => {
  settings.motion = "full";
  const server = new FakeServer(["second"], { board: { width: 4, height: 2, cells: "x......." }, moves: [step("a1", "d2")] });
  const screen = await sitDown(server);
  const stones = () => [...document.querySelectorAll("g.stone")].map((each) => [...each.classList].filter((name) => !name.startsWith("svelte")).join(" "));
  expect(stones()).toEqual(["stone rest"]);
  server.view = {
    ...server.view, version: 2, at: 1, side: "second", board: { width: 4, height: 2, cells: ".......x" }, history: [{ move: "a1-d2", side: "first", turn: 1, at_ms: 0, events: step("a1", "d2").events }],
    moves: [placement("b1", "second")],
  };
  server.tell();
  await screen.pass();
  expect([stones(), document.querySelectorAll(".marks .dot").length, screen.choices]).toEqual([["stone travel"], 0, "b1"]);
  await screen.pass(600);
  expect([stones(), document.querySelectorAll(".marks .dot").length]).toEqual([["stone rest"], 1]);
});

test("a stone dragged by hand does not travel a second time", async () => {
  settings.motion = "full";
  const { server, screen } = await atTheBoard();
  server.holdLine();
  await screen.point("down", A1!);
  await screen.point("move", A2!);
  await screen.point("up", A2!);
  expect([document.querySelectorAll("g.stone.travel").length, document.querySelectorAll("g.stone.turn").length]).toEqual([0, 1]);
});

test("a forced move is not made under the hand that is making it", async () => {
  settings.auto_step = true;
  const { server, screen } = await atTheBoard([step("a1", "a2")]);
  server.change({ mid_turn: true });
  await screen.pass(300);
  await screen.point("down", A1!);
  await screen.point("move", [0.5, 1]);
  await screen.pass(5000);
  expect([moved(server), screen.dragged?.at]).toEqual([[], [0.5, 1]]);
  await screen.point("up", A2!);
  expect(moved(server)).toEqual(["a1-a2"]);
});
