// @vitest-environment happy-dom
// What helps a player to choose: lines, reasons, the only stone there is; and what is said of offers, invitations and absence.
import { afterEach, beforeEach, expect, test } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import { known } from "../../src/wire/games.svelte";
import { t } from "../../src/words";
import type { Move, View } from "../../src/wire/types";
import { both, FakeServer, game, INVITATION, placement } from "./fakeServer";
import { closeAll, prepare, sitDown } from "./screen";

beforeEach(prepare);
afterEach(() => {
  Object.assign(game, { refusals: {}, options: [] });
  known.games = null; // asked for once, else
  return closeAll();
});

const step = (from: string, to: string): Move => ({
  move: `${from}-${to}`, cells: [from, to], ends_turn: false,
  events: [{ kind: "moved", side: "first", cell: from, to }, { kind: "turned", side: "first", cell: to }],
});
const NO_OFFERS = { draw: null, takeback: null, rematch: null };
const hover = (cell: HTMLElement) => cell.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
const lines = () => [...document.querySelectorAll("path.line")].map((line) => line.getAttribute("d"));
const aside = () => document.querySelectorAll("g.stone.aside").length;

test("pointing at a cell draws the lines from there, and all other stones stand back", async () => {
  const server = new FakeServer(["first"], {
    board: { width: 4, height: 2, cells: ".ox.x..." }, moves: [placement("a1", "first"), placement("d2", "first")], lines: { a1: ["c1"] },
  });
  const screen = await sitDown(server);
  expect([lines(), aside()]).toEqual([[], 0]);
  hover(screen.cell("a1"));
  await screen.pass();
  expect([lines(), aside()]).toEqual([["M32 32L160 32"], 1]);
  hover(screen.cell("d2"));
  await screen.pass();
  expect([lines(), aside()]).toEqual([[], 0]);
});

test("in the middle of a turn the stone it goes on from shows what it traps, and not while one looks back", async () => {
  const server = new FakeServer(["first"], { board: { width: 4, height: 2, cells: ".ox....." }, moves: [placement("a1", "first")] });
  const screen = await sitDown(server);
  server.play("a1");
  server.change({ side: "first", mid_turn: true, moves: [step("b1", "b2"), step("b1", "a2")], lines: { a1: ["c1"] } });
  await screen.pass();
  expect(lines()).toEqual(["M32 32L160 32"]);
  await screen.key("ArrowLeft");
  expect([lines(), screen.choices]).toEqual([[], ""]);
});

const REFUSALS: [string, string, Partial<View>][] = [
  ["turn_empty", "b1", {}],
  ["turn_stone", "d2", {}],
  ["chain_trapped", "b2", { mid_turn: true, lines: { a2: ["c2"] }, moves: [step("d2", "d1"), step("c1", "b1")] }],
];

test.each(REFUSALS)("a choice that is none says why in one sentence, and names the rule: %s", async (key, cell, more) => {
  game.refusals = { [key]: { text: both(`Because of ${key}.`), rule: "R4" } };
  const server = new FakeServer(["first"], { board: { width: 4, height: 2, cells: "....xoxo" }, moves: [placement("a1", "first")], ...more });
  const screen = await sitDown(server);
  await screen.click(cell);
  expect(screen.bubble).toBe(`Because of ${key}. ${t.why_rule({ rule: "R4" })}`);
  await screen.press(t.why_rule({ rule: "R4" }));
  expect(server.sent("/rules?language=en&theme=light")).toHaveLength(1);
});

test("a game that says nothing is spoken for, and whose turn it is is said as well", async () => {
  const server = new FakeServer(["first"], { moves: [placement("a1", "first")] });
  const screen = await sitDown(server);
  await screen.click("b1");
  expect(screen.bubble).toBe(t.cell_refused({ cell: "b1" }));
  server.change({ side: "second" });
  await screen.pass();
  await screen.click("a1");
  expect(screen.bubble).toBe(t.refused_turn({ name: "Robin" }));
});

test("in the past a cell says that this is the past", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  await screen.click("b1");
  await screen.key("ArrowLeft");
  await screen.click("c1");
  expect([screen.bubble, server.moves.length]).toEqual([t.refused_past, 1]);
});

test("where only one stone can go on it is chosen already, for those whose forced moves are played", async () => {
  settings.auto_step = true;
  const server = new FakeServer(["first"], {
    board: { width: 4, height: 2, cells: "xo......" }, mid_turn: true, moves: [step("b1", "b2"), step("b1", "a2")],
  });
  const screen = await sitDown(server);
  expect([screen.chosen, screen.choices]).toEqual(["b1", "a2 b2"]);
  await screen.click("d2");
  expect(screen.chosen).toBe("b1");
  await screen.click("a2");
  expect(server.moves).toEqual([{ move: "b1-a2", at: 0 }]);
});

test("for others it waits to be chosen", async () => {
  const server = new FakeServer(["first"], {
    board: { width: 4, height: 2, cells: "xo......" }, mid_turn: true, moves: [step("b1", "b2"), step("b1", "a2")],
  });
  const screen = await sitDown(server);
  expect([screen.chosen, screen.choices]).toEqual(["", "b1"]);
});

test("after a mouse the arrow keys walk through the game, after the keyboard over the board", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  for (const [cell, at] of [["b1", [1.5, 0.5]], ["c1", [2.5, 0.5]]] as const) {
    await screen.point("down", at);
    await screen.point("up", at);
    await screen.click(cell);
  }
  await screen.key("ArrowLeft", screen.cell("c1"));
  expect(screen.board).toBe(".x......");
  await screen.key("End");
  await screen.key("n", screen.cell("c1"));
  const here = document.activeElement as HTMLElement;
  await screen.key("ArrowLeft", here);
  expect([screen.board, document.activeElement === here]).toEqual([".xo.....", false]);
  await screen.key("[", document.activeElement!);
  expect(screen.board).toBe(".x......");
});

test.each(["draw", "takeback", "rematch"] as const)("a %s offer that is declined does not vanish without a word", async (kind) => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.change({ offers: { ...NO_OFFERS, [kind]: "first" } });
  server.change({ offers: NO_OFFERS });
  await screen.pass();
  const said = { draw: t.draw_declined, takeback: t.takeback_declined, rematch: t.rematch_declined }[kind];
  expect([screen.prompt, screen.log.at(-1)]).toEqual([said, said]);
});

test("an offer that one takes back, or that is accepted, has not been declined", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  await screen.press(t.more);
  await screen.press(t.offer_draw);
  await screen.press(t.take_offer_back);
  expect(screen.prompt).not.toBe(t.draw_declined);
  server.play("a1", "b1");
  server.change({ offers: { ...NO_OFFERS, takeback: "first" } });
  server.change({ at: 0, history: [], side: "first", board: { width: 4, height: 2, cells: "........" }, offers: NO_OFFERS });
  await screen.pass();
  expect(screen.prompt).not.toBe(t.takeback_declined);
});

test("whoever comes with an invitation that is used is told so", async () => {
  const server = new FakeServer([]);
  const screen = await sitDown(server, `/m/m#join=${INVITATION}`);
  expect(screen.note).toContain(t.too_late);
});

test("an invitation tells the game, what is unusual about its rules, and the time", async () => {
  game.options = [{ name: "size", label: both("Size"), explain: both(""), default: "8", free: false, values: [{ value: "9", label: both("9×9"), numbers: [9] }] }];
  const server = new FakeServer([], {
    status: "open", ruleset: "simple:size=9", clock: { kind: "fischer", minutes: 5, increment: 3 },
    seats: { first: { kind: "person", name: "Aki", level: null }, second: { kind: "open", name: null, level: null } },
  });
  const screen = await sitDown(server, `/m/m#join=${INVITATION}`);
  const terms = document.querySelector(".terms")?.textContent.replace(/\s+/g, " ").trim();
  expect(terms).toBe(`Simple ${t.clock_text_fischer({ minutes: 5, increment: 3 })} Size: 9×9`);
  expect(screen.text).toContain(t.join);
});

test("a friend who is away is no alarm, and in a game by days expected to come back", async () => {
  const server = new FakeServer(["first"], { clock: { kind: "days", days: 3 } });
  const screen = await sitDown(server);
  server.presence({ first: true, second: false });
  await screen.pass();
  expect(document.querySelector(".banner")?.classList.contains("calm")).toBe(true);
  expect(screen.text).toContain(t.opponent_away_days({ name: "Robin" }));
});

test("a result that is lost has no border of joy", async () => {
  for (const [winner, won] of [["second", false], ["first", true]] as const) {
    const server = new FakeServer(["first"]);
    const screen = await sitDown(server);
    server.change({ status: "over", result: { winner, reason: "target", rule: "R9", ended: "R9", text: both("So."), cells: [] } });
    await screen.pass();
    expect(document.querySelector(".result")?.classList.contains("won")).toBe(won);
    await screen.close();
  }
});

test("where nearly everything can be chosen no rings are drawn but that of the stone pointed at", async () => {
  const cells = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"];
  const moves = cells.flatMap((cell) => [step(cell, "x1")]);
  const server = new FakeServer(["first"], { board: { width: 4, height: 2, cells: "xxxxxxxx" }, moves });
  const screen = await sitDown(server);
  const rings = () => document.querySelectorAll("circle.ring:not(.peek)").length;
  expect(rings()).toBe(8);
  const many = Array.from({ length: 20 }, (_, number) => step(`${"abcde"[number % 5]}${Math.floor(number / 5) + 1}`, "f1"));
  server.change({ board: { width: 5, height: 4, cells: "x".repeat(20) }, moves: many });
  await screen.pass();
  expect(rings()).toBe(0);
  hover(screen.cell("b2"));
  await screen.pass();
  expect(rings()).toBe(1);
});
