import { expect, test } from "vitest";
import { single } from "../../src/play/single";
import type { Move } from "../../src/wire/types";

const step: Move = { move: "d4-c5", path: ["d4", "c5"], changes: [{ kind: "moved", side: "first", cell: "d4", to: "c5" }], ends_turn: true };
const pass: Move = { move: "pass", path: [], changes: [{ kind: "passed", side: "first" }], ends_turn: true };
const swap: Move = { move: "swap", path: [], changes: [{ kind: "swapped", side: "second" }], ends_turn: true };

test("a turn under way with one way on has a single choice", () => {
  expect(single({ moves: [step], mid_turn: true })).toEqual({ kind: "step", move: step });
});

test("a first move is never made for anybody, even if there is only one", () => {
  expect(single({ moves: [step], mid_turn: false })).toBeNull();
});

test("a pass is single only where nothing else can be done", () => {
  expect(single({ moves: [pass], mid_turn: false })).toEqual({ kind: "pass", move: pass });
  expect(single({ moves: [pass, step], mid_turn: true })).toBeNull();
});

test("an exchange of sides is always asked for", () => {
  expect(single({ moves: [swap], mid_turn: false })).toBeNull();
});
