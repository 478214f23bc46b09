import { expect, test } from "vitest";
import { changesBetween } from "../../src/match/changes";
import type { Change, Move, View } from "../../src/wire/types";

const placed = (cell: string): Change => ({ kind: "placed", side: "first", cell });
const step = (cell: string, to: string): Change => ({ kind: "moved", side: "first", cell, to });
const move = (text: string, ...changes: Change[]): Move => ({ move: text, path: [], changes, ends_turn: false });

function view(cells: string, made: string, moves: Move[] = [], changes: Change[] = []): View {
  const history = made.split(" ").filter(Boolean).map((each) => ({ move: each, side: "first", turn: 1, at_ms: 0 }));
  const last = { side: "first", moves: history.map((each) => each.move), changes };
  return { board: { width: 5, height: 1, cells }, at: history.length, history, moves, last } as unknown as View;
}

const start = view(".....", "", [move("a1", placed("a1"))]);

test("one move is told by the view before it", () => {
  expect(changesBetween(".....", start, view("x....", "a1"))).toEqual([placed("a1")]);
});

test("a move already shown is not shown again", () => {
  expect(changesBetween("x....", start, view("x....", "a1"))).toEqual([]);
});

test("moves that came together are told by the turn they belong to", () => {
  const turn = [placed("a1"), step("a1", "b1"), step("b1", "c1")];
  const end = view("..x..", "a1 a1-b1 b1-c1", [], turn);
  expect(changesBetween(".....", start, end)).toEqual(turn);
  expect(changesBetween("x....", start, end)).toEqual(turn.slice(1));
});

test("an own move and the answer come one after the other", () => {
  const answer = [{ ...placed("e1"), side: "second" as const }];
  expect(changesBetween(".....", start, view("x...o", "a1 e1", [], answer))).toEqual([placed("a1"), ...answer]);
});

test("what cannot be told is not invented", () => {
  expect(changesBetween("xx...", view("xx...", "a1 b1"), view(".....", ""))).toBeNull();
});
