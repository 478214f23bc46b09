import { expect, test } from "vitest";
import { partsOf, put, textOf } from "../../src/analysis/positionText";

const TEXT = "simple:size=3 #x./.o./... o chain=b1 passes=1";

test("the text of a position is taken apart and put together again", () => {
  const parts = partsOf(`  ${TEXT.replace(" ", "  ")} `)!;
  expect(parts).toEqual({ ruleset: "simple:size=3", width: 3, height: 3, cells: "#x..o....", side: "second", fields: { chain: "b1", passes: "1" } });
  expect(textOf(parts)).toBe(TEXT);
  expect(textOf({ ...parts, fields: { chain: " ", passes: " 2 " }, side: "first" })).toBe("simple:size=3 #x./.o./... x passes=2");
});

test.each(["", "simple", "simple ...", "simple .../..  x", "simple .z. x", "simple ... z"])("%j is no position", (text) => {
  expect(partsOf(text)).toBeNull();
});

test("a stone is put on a cell and taken away by the same again, and what is no cell stays none", () => {
  expect(put("#.x", 1, "o")).toBe("#ox");
  expect(put("#ox", 1, "o")).toBe("#.x");
  expect(put("#ox", 1, "x")).toBe("#xx");
  expect(put("#ox", 2, ".")).toBe("#o.");
  expect(put("#ox", 0, "o")).toBe("#ox");
});
