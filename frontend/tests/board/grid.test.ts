import { expect, test } from "vitest";
import { cellAt, indexOf, nameOf, placeOf } from "../../src/board/grid";
import { coinOf } from "../../src/board/geometry";

const wide = { width: 30, height: 4, cells: ".".repeat(120) };

test("cells are named by column and row, and found by name", () => {
  for (let cell = 0; cell < 120; cell += 1) expect(indexOf(wide, nameOf(30, cell))).toBe(cell);
  expect([nameOf(30, 0), nameOf(30, 26), nameOf(30, 119)]).toEqual(["a1", "aa1", "ad4"]);
});

test("what is no cell is not found", () => {
  expect(["", "a", "a0", "a5", "ae1", "A1", "pass"].map((name) => indexOf(wide, name))).toEqual(Array(7).fill(-1));
});

test("a board turned round shows its last cell first", () => {
  expect(placeOf(wide, 119, true)).toEqual([0, 0]);
  for (const flipped of [true, false]) {
    for (const cell of [0, 17, 119]) expect(cellAt(wide, ...placeOf(wide, cell, flipped), flipped)).toBe(cell);
  }
  expect(cellAt(wide, -1, 0, false)).toBe(-1);
});

test("the same cell always has the same coin", () => {
  const numbers = Array.from({ length: 100 }, (_, cell) => coinOf(cell).value);
  expect(Math.min(...numbers)).toBe(0);
  expect(Math.max(...numbers)).toBe(5);
  expect(coinOf(7)).toEqual(coinOf(7));
});
