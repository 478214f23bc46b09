import { expect, test } from "vitest";
import { buttons, choices, choose, moveBetween, preview, parseMove } from "../../src/board/paths";
import type { MoveEvent, Move } from "../../src/wire/types";

const board = { width: 4, height: 2, cells: "..ox...." };
const placed = (cell: string): MoveEvent => ({ kind: "placed", side: "first", cell });
const turned = (cell: string): MoveEvent => ({ kind: "turned", side: "first", cell });
const quiet = (cell: string): Move => ({ move: cell, cells: [cell], events: [placed(cell)], ends_turn: true });
const taking = (cell: string, enemy: string): Move => ({
  move: `${cell}x${enemy}`, cells: [cell, enemy], events: [placed(cell), turned(enemy)], ends_turn: true,
});
const step = (from: string, to: string): Move => ({
  move: `${from}-${to}`, cells: [from, to], events: [{ kind: "moved", side: "first", cell: from, to }, turned(to)], ends_turn: false,
});
const pass: Move = { move: "pass", cells: [], events: [{ kind: "passed", side: "first" }], ends_turn: true };

test("an empty cell with one move is played at once", () => {
  expect(choose([quiet("a1"), quiet("b1")], [], "a1", board)).toEqual({ kind: "play", move: quiet("a1") });
  expect(choose([taking("b1", "c1")], [], "b1", board)).toEqual({ kind: "play", move: taking("b1", "c1") });
});

test("a stone is picked up first, even with one way to go", () => {
  expect(choose([step("c1", "c2")], [], "c1", board)).toEqual({ kind: "select", prefix: ["c1"] });
  expect(choose([step("c1", "c2")], ["c1"], "c2", board).kind).toBe("play");
});

test("the eager take a single way without asking", () => {
  expect(choose([step("c1", "c2")], [], "c1", board, true).kind).toBe("play");
});

test("where one path begins another, choosing the cell again is the short one", () => {
  const moves = [quiet("b1"), taking("b1", "c1")];
  expect(choose(moves, [], "b1", board)).toEqual({ kind: "select", prefix: ["b1"] });
  expect(choose(moves, ["b1"], "b1", board)).toEqual({ kind: "play", move: moves[0] });
  expect(choose(moves, ["b1"], "c1", board)).toEqual({ kind: "play", move: moves[1] });
  expect(choices(moves, ["b1"], board).get("b1")?.mark).toBe("stay");
  expect(choices(moves, ["b1"], board).get("c1")?.mark).toBe("take");
});

test("another stone may be chosen instead, the same again lets go, nothing else matters", () => {
  const moves = [step("c1", "c2"), step("c1", "b2"), step("d1", "d2"), step("d1", "c2")];
  expect(choose(moves, ["c1"], "d1", board)).toEqual({ kind: "select", prefix: ["d1"] });
  expect(choose(moves, ["c1"], "c1", board)).toEqual({ kind: "select", prefix: [] });
  expect(choose(moves, ["c1"], "a1", board)).toEqual({ kind: "select", prefix: [] });
  expect(choose(moves, [], "a1", board)).toEqual({ kind: "nothing" });
});

test("stones get rings, cells get dots, moves without cells are buttons", () => {
  const found = choices([step("c1", "c2"), quiet("a1"), pass], [], board);
  expect([...found].map(([cell, choice]) => [cell, choice.mark])).toEqual([["c1", "ring"], ["a1", "dot"]]);
  expect(buttons([quiet("a1"), pass])).toEqual([pass]);
});

test("what turns a stone is stronger than what turns none, unless all do", () => {
  const some = choices([quiet("a1"), quiet("b1"), taking("b1", "c1")], [], board);
  expect([some.get("a1")?.strong, some.get("b1")?.strong]).toEqual([false, true]);
  const all = choices([taking("b1", "c1"), taking("c2", "c1")], [], board);
  expect([...all.values()].some((choice) => choice.strong)).toBe(false);
});

test("a carried stone means the move between the two cells", () => {
  expect(moveBetween([step("c1", "c2"), step("c1", "b2")], "c1", "b2")?.move).toBe("c1-b2");
  expect(moveBetween([step("c1", "c2")], "c1", "a1")).toBeNull();
});

test("a preview shows what is certain", () => {
  expect(preview([taking("b1", "c1")], ["b1"])).toEqual([placed("b1"), turned("c1")]);
  expect(preview([step("c1", "c2"), step("c1", "b2")], ["c1"])).toEqual([]);
  expect(preview([quiet("b1"), taking("b1", "c1")], ["b1"])).toEqual([placed("b1")]);
  expect(preview([quiet("b1")], [])).toEqual([]);
});

test("typed moves are read generously", () => {
  const moves = [quiet("b1"), taking("b1", "c1"), step("c1", "c2"), pass];
  expect(parseMove(moves, " B1 ")?.move).toBe("b1");
  expect(parseMove(moves, "b1 x c1")?.move).toBe("b1xc1");
  expect(parseMove(moves, "b1×c1")?.move).toBe("b1xc1");
  expect(parseMove(moves, "c1c2")?.move).toBe("c1-c2");
  expect(parseMove(moves, "PASS")).toBe(pass);
  expect(parseMove(moves, "d4")).toBeNull();
  expect(parseMove(moves, "")).toBeNull();
});
