// What Python and the page both compute of a board is the same: shapes.json is what Python made of it.

import { expect, test } from "vitest";
import { arrow, contours, frameOf, geometry, grain, gridLines, hatch, SIZE } from "../../src/board/geometry";
import type { Look } from "../../src/wire/types";
import shapes from "./shapes.json";

const numbers = (path: string): number[] => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
/** Letters as they are, numbers up to the last digit that is written. */
function same(one: string, other: string): void {
  expect(one.replace(/-?\d+(\.\d+)?/g, "·")).toBe(other.replace(/-?\d+(\.\d+)?/g, "·"));
  numbers(one).forEach((value, place) => expect(Math.abs(value - numbers(other)[place]!)).toBeLessThanOrEqual(0.0101));
}

test.each(Object.entries(shapes))("%s", (_, made) => {
  const look: Look = {
    name: "", label: { en: "", ja: "" }, surface: "wood", stones: "discs", faces: { first: "dark", second: "light" },
    zones: made.roles,
  };
  const on = geometry(made.board, made.zones, look, false);
  const frame = frameOf(on.columns, on.rows, true);
  same(gridLines(on), made.grid);
  same(hatch(on, on.cells.slice(0, 5)), made.hatch);
  const segments = (path: string): string[] => path.split("M").sort();
  expect(segments(contours(on))).toEqual(segments(made.contours));
  same(arrow(on.middle(on.cells[0]!), on.middle(on.cells.at(-1)!)), made.arrow);
  expect([frame.near, frame.far]).toEqual(made.frame);
  expect(frame.letters).toBeCloseTo(made.letters, 9);
  const lines = grain(on.width, on.height);
  expect(lines.length).toBe(made.grain.length);
  lines.forEach((line, place) => {
    same(line.d, made.grain[place]!.d);
    expect(line.thick).toBeCloseTo(made.grain[place]!.thick, 9);
  });
});

test("coordinates grow with the board, and the frame with them", () => {
  expect(frameOf(8, 8, true)).toEqual({ near: 27, far: 13, width: 8 * SIZE + 40, height: 8 * SIZE + 40, letters: 14.5 });
  expect(frameOf(20, 3, true)).toMatchObject({ near: 54, far: 13, letters: 29 });
  expect(frameOf(63, 2, true).letters).toBeCloseTo(2.4 * 14.5, 9);
  expect(frameOf(63, 2, false)).toMatchObject({ near: 13, far: 13 });
});
