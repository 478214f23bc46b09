import { expect, test } from "vitest";
import { cellsBetween, linesFor } from "../../src/board/lines";
import { refusedCell } from "../../src/board/refusals";

const board = (cells: string) => ({ width: 4, height: 4, cells });
const EMPTY = board("................");

test("the cells between two are those on the line, whatever its direction", () => {
  expect(cellsBetween(EMPTY, "a1", "d4")).toEqual(["b2", "c3"]);
  expect(cellsBetween(EMPTY, "d1", "a4")).toEqual(["c2", "b3"]);
  expect(cellsBetween(EMPTY, "d2", "b2")).toEqual(["c2"]);
  expect(cellsBetween(EMPTY, "a1", "a2")).toEqual([]);
});

test("a cell that is pointed at shows the lines from there, any other none", () => {
  const lines = { a1: ["c1", "a4"], d4: ["d2"] };
  expect(linesFor(EMPTY, lines, [], "a1").map((line) => [line.to, line.between])).toEqual([["c1", ["b1"]], ["a4", ["a2", "a3"]]]);
  expect([linesFor(EMPTY, lines, [], "b2"), linesFor(EMPTY, lines, [], null)]).toEqual([[], []]);
});

test("in the middle of a turn the stone it goes on from shows its lines, and a trapped stone that is chosen only its own", () => {
  const chain = board("xox.o...o...x...");
  const lines = { a1: ["c1", "a4"] };
  expect(linesFor(chain, lines, [], null)).toHaveLength(2);
  expect(linesFor(chain, lines, ["b1"], null).map((line) => line.to)).toEqual(["c1"]);
  expect(linesFor(chain, lines, [], "a3").map((line) => line.to)).toEqual(["a4"]);
});

test("a cell that cannot be chosen is told by what lies there", () => {
  const chain = board("xox.o...o...x..o");
  const lies = (cell: string) => refusedCell(chain, { a1: ["c1"] }, "first", cell, false).lies;
  expect(["d1", "a1", "b1", "d4"].map(lies)).toEqual(["empty", "own", "trapped", "other"]);
});
