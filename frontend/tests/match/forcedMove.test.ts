import { expect, test } from "vitest";
import { forcedMove } from "../../src/match/forcedMove";
import type { Move } from "../../src/wire/types";

const step: Move = { move: "d4-c5", cells: ["d4", "c5"], events: [{ kind: "moved", side: "first", cell: "d4", to: "c5" }], ends_turn: true };
const pass: Move = { move: "pass", cells: [], events: [{ kind: "passed", side: "first" }], ends_turn: true };
const swap: Move = { move: "swap", cells: [], events: [{ kind: "swapped", side: "second" }], ends_turn: true };

test("a turn under way with one way on has a single choice", () => {
  expect(forcedMove({ moves: [step], mid_turn: true })).toEqual({ kind: "step", move: step });
});

test("a first move is never made for anybody, even if there is only one", () => {
  expect(forcedMove({ moves: [step], mid_turn: false })).toBeNull();
});

test("a pass is single only where nothing else can be done", () => {
  expect(forcedMove({ moves: [pass], mid_turn: false })).toEqual({ kind: "pass", move: pass });
  expect(forcedMove({ moves: [pass, step], mid_turn: true })).toBeNull();
});

test("an exchange of sides is always asked for", () => {
  expect(forcedMove({ moves: [swap], mid_turn: false })).toBeNull();
});
