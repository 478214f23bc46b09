import { expect, test } from "vitest";
import { rowsOf, takebackTarget, turnsOf, turnText } from "../../src/game/turns";
import type { PlayedMove } from "../../src/wire/types";

const made = (text: string): PlayedMove[] =>
  text.split("; ").flatMap((turn, number) =>
    turn.split(" ").slice(1).map((move) => ({ move, side: turn.startsWith("x") ? ("first" as const) : ("second" as const), turn: number + 1, at_ms: 0, events: [] })),
  );
const history = made("x d3 d4-c5; o c3; x f6 e5-f4 f4-f3");

test("moves of one turn stand together, turns by twos", () => {
  const turns = turnsOf(history);
  expect(turns.map((turn) => [turn.moves.length, turn.after])).toEqual([[2, 2], [1, 3], [3, 6]]);
  const rows = rowsOf(turns);
  expect(rows.map((row) => [row.number, row.first?.turn, row.second?.turn])).toEqual([[1, 1, 2], [2, 3, undefined]]);
});

test("a side that plays twice running begins a new row", () => {
  const rows = rowsOf(turnsOf(made("x a1; o swap; o b2; x c3")));
  expect(rows.map((row) => [row.first?.moves[0], row.second?.moves[0]])).toEqual([["a1", "swap"], [undefined, "b2"], ["c3", undefined]]);
});

test("a turn on paper begins with its first move", () => {
  expect(turnText(["d3", "d4-c5", "c5-b6"], (move) => move)).toBe("d3 · d4-c5, c5-b6");
  expect(turnText(["pass"], (move) => move.toUpperCase())).toBe("PASS");
});

test("taking back means a step within one's turn, else one's own latest turn", () => {
  const view = (text: string, side: "first" | "second", mid_turn = false) => {
    const list = made(text);
    return { at: list.length, history: list, side, mid_turn };
  };
  expect(takebackTarget(view("x d3 d4-c5", "first", true), ["first"])).toBe(1);
  expect(takebackTarget(view("x d3 d4-c5; o c3 c4-b4", "first"), ["first"])).toBe(0);
  expect(takebackTarget(view("x d3 d4-c5; o c3; x e3; o e2 e3-f3", "first"), ["first"])).toBe(3);
  expect(takebackTarget(view("x d3 d4-c5; o c3 c4-b4", "first"), ["first", "second"])).toBe(2);
  expect(takebackTarget(view("x d3; o c3", "first"), ["second"])).toBe(1);
  expect(takebackTarget(view("o c3", "first"), ["first"])).toBe(0);
});
