import { expect, test } from "vitest";
import { eventsBetween } from "../../src/match/events";
import type { MoveEvent, Move, View } from "../../src/wire/types";

const placed = (cell: string): MoveEvent => ({ kind: "placed", side: "first", cell });
const step = (cell: string, to: string): MoveEvent => ({ kind: "moved", side: "first", cell, to });
const move = (text: string, ...events: MoveEvent[]): Move => ({ move: text, cells: [], events, ends_turn: false });

function view(cells: string, made: string, moves: Move[] = [], events: MoveEvent[] = []): View {
  const history = made.split(" ").filter(Boolean).map((each) => ({ move: each, side: "first", turn: 1, at_ms: 0 }));
  const last = { side: "first", moves: history.map((each) => each.move), events };
  return { board: { width: 5, height: 1, cells }, at: history.length, history, moves, last } as unknown as View;
}

const start = view(".....", "", [move("a1", placed("a1"))]);

test("one move is told by the view before it", () => {
  expect(eventsBetween(".....", start, view("x....", "a1"))).toEqual([placed("a1")]);
});

test("a move already shown is not shown again", () => {
  expect(eventsBetween("x....", start, view("x....", "a1"))).toEqual([]);
});

test("moves that came together are told by the turn they belong to", () => {
  const turn = [placed("a1"), step("a1", "b1"), step("b1", "c1")];
  const end = view("..x..", "a1 a1-b1 b1-c1", [], turn);
  expect(eventsBetween(".....", start, end)).toEqual(turn);
  expect(eventsBetween("x....", start, end)).toEqual(turn.slice(1));
});

test("an own move and the answer come one after the other", () => {
  const answer = [{ ...placed("e1"), side: "second" as const }];
  expect(eventsBetween(".....", start, view("x...o", "a1 e1", [], answer))).toEqual([placed("a1"), ...answer]);
});

test("what cannot be told is not invented", () => {
  expect(eventsBetween("xx...", view("xx...", "a1 b1"), view(".....", ""))).toBeNull();
});
