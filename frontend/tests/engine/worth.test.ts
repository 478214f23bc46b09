import { expect, test } from "vitest";
import type { FoundLine } from "../../src/engine/instance.js";
import { worthOf } from "../../src/engine/worth";

const line = (value: number, proved = false, side: "first" | "second" = "first"): FoundLine => ({
  depth: 9, deepest: 12, value, nodes: 1, micros: 1, proved, turns: [{ side, moves: ["d3"] }], events: [],
});

test("an estimate is the odds that the scale says, for the first side", () => {
  expect(worthOf(line(0), 400)).toEqual({ win: 0.5, proved: false });
  expect(worthOf(line(400), 400).win).toBeCloseTo(Math.E / (Math.E + 1), 12);
  expect(worthOf(line(400, false, "second"), 400).win).toBeCloseTo(1 / (Math.E + 1), 12);
  expect(worthOf(line(28_999), 1).win).toBeCloseTo(1, 12);
  expect(worthOf(line(-28_999), 1).win).toBeGreaterThan(0);
});

test("what is proved is certain", () => {
  expect(worthOf(line(0, true), 400)).toEqual({ win: 0.5, proved: true, lead: 0 });
  expect(worthOf(line(29_995, true), 400)).toEqual({ win: 1, proved: true });
  expect(worthOf(line(-29_995, true), 400)).toEqual({ win: 0, proved: true });
  expect(worthOf(line(-29_000, true, "second"), 400)).toEqual({ win: 1, proved: true });
});

test("where stones are counted a proof says by how many", () => {
  expect(worthOf(line(600, true), 400)).toEqual({ win: 1, proved: true, lead: 6 });
  expect(worthOf(line(-600, true), 400)).toEqual({ win: 0, proved: true, lead: -6 });
  expect(worthOf(line(600, true, "second"), 400)).toEqual({ win: 0, proved: true, lead: -6 });
  expect(worthOf(line(20_350, true), 400)).toEqual({ win: 1, proved: true, lead: 7 });
  expect(worthOf(line(-20_349, true), 400)).toEqual({ win: 0, proved: true, lead: -6 });
});
