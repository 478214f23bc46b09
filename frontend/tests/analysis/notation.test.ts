// A tree as turns and variations: a chain is one turn, a variation within it says what it leaves.

import { expect, test } from "vitest";
import { itemsOf, type Item } from "../../src/analysis/notation";
import { add, seedling, type Tree } from "../../src/analysis/tree";
import { move } from "./planting";

/** Every move as `side turn text`, after the node named. */
function tree(...moves: [after: string, text: string, side: "first" | "second", turn: number][]): Tree {
  let found = seedling;
  const ids = new Map([["", 0]]);
  for (const [after, text, side, turn] of moves) {
    const added = add(found, ids.get(after)!, move(text, side, turn));
    found = added.tree;
    ids.set(text, added.id);
  }
  return found;
}

function told(items: Item[]): unknown[] {
  return items.map((item) =>
    item.kind === "variations"
      ? item.lines.map(told)
      : `${item.row}${item.side === "first" ? "." : "…"} ${[...item.before.map((node) => `[${node.played!.move}]`), ...item.nodes.map((node) => node.played!.move)].join(" ")}`,
  );
}

test("a chain is one turn, and both sides' turns belong to a row", () => {
  const found = tree(["", "d3", "first", 1], ["d3", "d4-c5", "first", 1], ["d4-c5", "e3", "second", 2], ["e3", "f5", "first", 3]);
  expect(told(itemsOf(found.root))).toEqual(["1. d3 d4-c5", "1… e3", "2. f5"]);
  expect(itemsOf(seedling.root)).toEqual([]);
});

test("variations stand after the whole turn they leave, with the steps they share", () => {
  const found = tree(
    ["", "d3", "first", 1], ["d3", "d4-c5", "first", 1], ["d4-c5", "e3", "second", 2],
    ["d3", "d4-c4", "first", 1], ["d4-c4", "b5", "second", 2], ["", "c4", "first", 1],
  );
  expect(told(itemsOf(found.root))).toEqual(["1. d3 d4-c5", [["1. c4"], ["1. [d3] d4-c4", "1… b5"]], "1… e3"]);
});

test("variations of variations count as the line they leave", () => {
  const found = tree(
    ["", "a", "first", 1], ["a", "b", "second", 2], ["b", "c", "first", 3],
    ["a", "x", "second", 2], ["x", "y", "first", 3], ["x", "z", "first", 3], ["z", "w", "second", 4],
  );
  expect(told(itemsOf(found.root))).toEqual(["1. a", "1… b", [["1… x", "2. y", [["2. z", "2… w"]]]], "2. c"]);
});

test("a side that decides twice running begins a new row", () => {
  const found = tree(["", "a", "first", 1], ["a", "swap", "second", 2], ["swap", "b", "second", 3], ["b", "c", "first", 4]);
  expect(told(itemsOf(found.root))).toEqual(["1. a", "1… swap", "2… b", "3. c"]);
});
