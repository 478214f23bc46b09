import { expect, test } from "vitest";
import { chainLength, positionsOf, trailOf, variation, type Present } from "../../src/game/positions";
import type { MoveEvent, PlayedMove, Start } from "../../src/wire/types";

const placed = (cell: string, side: "first" | "second" = "first"): MoveEvent => ({ kind: "placed", side, cell });
const turned = (cell: string): MoveEvent => ({ kind: "turned", side: "first", cell });
const move = (text: string, turn: number, side: "first" | "second", events: MoveEvent[], more: Partial<PlayedMove> = {}): PlayedMove =>
  ({ move: text, side, turn, at_ms: 0, events, ...more });

const START: Start = { cells: "xo...", score: { first: 0, second: 1 }, holders: { b1: "second" }, left: { first: 9, second: 9 } };
const HISTORY = [
  move("c1", 1, "first", [placed("c1")], { left: { first: 7, second: 9 } }),
  move("b1-d1", 1, "first", [{ kind: "moved", side: "first", cell: "b1", to: "d1" }, turned("d1")], {
    score: { first: 1, second: 0 }, holders: { b1: null }, left: { first: 6, second: 9 },
  }),
  move("e1", 2, "second", [placed("e1", "second")]),
];
const PRESENT = {
  board: { width: 5, height: 1, cells: "x.xxo" }, score: { first: 1, second: 0 }, stones: { first: 3, second: 1 }, reserves: null, holders: { b1: null },
} as unknown as Present;

test("every earlier moment has its own board, score, holders and clocks", () => {
  const found = positionsOf(START, HISTORY, PRESENT);
  expect(found.map((each) => each.board.cells)).toEqual(["xo...", "xox..", "x.xx.", "x.xxo"]);
  expect(found.map((each) => each.score.first)).toEqual([0, 0, 1, 1]);
  expect(found.map((each) => each.holders["b1"])).toEqual(["second", "second", null, null]);
  expect(found.map((each) => each.left?.first)).toEqual([9, 7, 6, 6]);
  expect(found.map((each) => each.stones)).toEqual([
    { first: 1, second: 1 }, { first: 2, second: 1 }, { first: 3, second: 0 }, { first: 3, second: 1 },
  ]);
});

test("a turn grows step by step, and the next one begins anew", () => {
  const found = positionsOf(START, HISTORY, PRESENT);
  expect(found.map((each) => each.turn.map((made) => made.move))).toEqual([[], ["c1"], ["c1", "b1-d1"], ["e1"]]);
  expect(trailOf(found[2]!.turn)).toEqual([{ from: null, to: "c1" }, { from: "b1", to: "d1" }]);
});

test("positions that are known are kept, so that only what is new is worked out", () => {
  const found = positionsOf(START, HISTORY.slice(0, 2), { ...PRESENT, board: { ...PRESENT.board, cells: "x.xx." } });
  const more = positionsOf(START, HISTORY, PRESENT, found);
  expect([more[0] === found[0], more[1] === found[1]]).toEqual([true, true]);
  expect(positionsOf(START, HISTORY.slice(0, 1), { ...PRESENT, board: { ...PRESENT.board, cells: "xox.." } }, more)).toHaveLength(2);
});

test("after a takeback other moves do not show what was taken back", () => {
  const known = positionsOf(START, HISTORY, PRESENT);
  const other = [HISTORY[0]!, move("e1", 1, "first", [placed("e1")]), move("d1", 2, "second", [placed("d1", "second")])];
  const found = positionsOf(START, other, { ...PRESENT, board: { ...PRESENT.board, cells: "xoxox" } }, known);
  expect(found.map((each) => each.board.cells)).toEqual(["xo...", "xox..", "xox.x", "xoxox"]);
  expect(found.map((each) => each.turn.map((made) => made.move))).toEqual([[], ["c1"], ["c1", "e1"], ["d1"]]);
});

test("the same move after another one leads to another board", () => {
  const known = positionsOf(START, HISTORY, PRESENT);
  const other = [move("e1", 1, "first", [placed("e1")]), HISTORY[1]!, move("b1", 2, "second", [placed("b1", "second")])];
  const found = positionsOf(START, other, { ...PRESENT, board: { ...PRESENT.board, cells: "xo.xx" } }, known);
  expect(found.map((each) => each.board.cells)).toEqual(["xo...", "xo..x", "x..xx", "xo.xx"]);
});

test("a chain is as long as stones were turned or taken in a row", () => {
  expect(chainLength(HISTORY.slice(0, 1))).toBe(0);
  expect(chainLength([...HISTORY.slice(0, 2), move("x", 1, "first", [{ kind: "captured", side: "second", cell: "a1" }])])).toBe(2);
});

test("another turn from an earlier moment has positions of its own, and those before it are the same", () => {
  const found = positionsOf(START, HISTORY, PRESENT);
  const other = variation(found, 1, [move("b1-e1", 1, "first", [{ kind: "moved", side: "first", cell: "b1", to: "e1" }], { score: { first: 2, second: 0 } })]);
  expect(other.map((each) => each.board.cells)).toEqual(["xo...", "xox..", "x.x.x"]);
  expect(other.slice(0, 2)).toEqual(found.slice(0, 2));
  expect(other[1]).toBe(found[1]);
  expect([other[2]!.score, other[2]!.turn.map((made) => made.move)]).toEqual([{ first: 2, second: 0 }, ["c1", "b1-e1"]]);
});
