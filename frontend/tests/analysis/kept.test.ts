// @vitest-environment happy-dom
// Analyses kept on the device: found again whole, listed the latest first, and no more of them than there is room for.

import { beforeEach, expect, test, vi } from "vitest";
import type { Begin } from "../../src/analysis/analysis.svelte";
import { drop, find, keep, kept, sharedAs } from "../../src/analysis/kept";
import { note } from "../../src/analysis/tree";
import { planted } from "./planting";

const board = { width: 4, height: 2, cells: "........" };
const first = { at: 0, board, stones: { first: 0, second: 0 }, score: { first: 0, second: 0 }, reserves: null, holders: {}, left: null, periods: null, turn: [] };

function analysis(text = "a b (x) c", comment = ""): Begin {
  const tree = note(planted(text), 2, { comment, symbols: ["!"] });
  return { position: "simple ..../.... x", ruleset: "simple", game: "simple", headers: { first: "Ann" }, first, board, tree, worths: new Map([[2, { win: 1, proved: true, lead: 3 }], [0, { win: 0.5, proved: false }]]), study: { id: "shared", secret: "s" } };
}

beforeEach(() => localStorage.clear());

test("what is kept is found again whole", () => {
  const begin = analysis();
  expect(keep("one", begin)).toBe(true);
  const found = find("one")!;
  expect({ ...found, tree: null }).toEqual({ ...begin, tree: null });
  expect(JSON.stringify(found.tree.root.children)).toContain('"symbols":["!"]');
  expect(find("two")).toBeNull();
});

test("the list has the latest first, and forgets what is dropped", () => {
  keep("old", analysis(), 1);
  keep("new", analysis("a"), 2);
  expect(kept().map(({ id, moves, saved }) => [id, moves, saved])).toEqual([["new", 1, 2], ["old", 4, 1]]);
  drop("new");
  expect(kept().map(({ id }) => id)).toEqual(["old"]);
});

test("the oldest make room, by number and by size", () => {
  for (let number = 0; number < 40; number += 1) keep(`n${number}`, analysis(), number);
  expect(kept()).toHaveLength(30);
  expect(find("n9")).toBeNull();
  expect(find("n39")).not.toBeNull();
  keep("huge", analysis("a b", "x".repeat(1_990_000)), 50);
  expect(kept().length).toBeLessThan(15);
  expect(kept()[0]!.id).toBe("huge");
});

test("what cannot be read is as if it were not there, and what cannot be kept is told", () => {
  localStorage.setItem("turncoat.analysis.bad", "{");
  localStorage.setItem("turncoat.analysis.later", JSON.stringify({ form: 2, nodes: [] }));
  localStorage.setItem("turncoat.analysis.odd", JSON.stringify({ form: 1, nodes: [{}] }));
  expect([find("bad"), find("later"), find("odd"), kept()]).toEqual([null, null, null, []]);
  vi.stubGlobal("localStorage", {
    length: 0,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(keep("one", analysis())).toBe(false);
  vi.unstubAllGlobals();
});

test("the one that was shared as a study is found by it, and a damaged secret is none", () => {
  keep("one", analysis());
  expect([sharedAs("shared"), sharedAs("other")]).toEqual(["one", null]);
  const kept = JSON.parse(localStorage.getItem("turncoat.analysis.one") ?? "{}") as Record<string, unknown>;
  localStorage.setItem("turncoat.analysis.one", JSON.stringify({ ...kept, study: { id: "shared" } }));
  expect(find("one")?.study).toBeNull();
});
