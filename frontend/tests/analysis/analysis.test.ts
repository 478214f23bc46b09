// @vitest-environment happy-dom
// An analysis as it is played on: moves asked of the server once, edits undone, nothing lost where nobody answers.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Analysis, beginFrom } from "../../src/analysis/analysis.svelte";
import type { Moment, Move, PlayedMove } from "../../src/wire/types";

const CELLS = ["a1", "b1", "c1", "d1"];
let asked: { moves: string[]; since: number }[] = [];
let down = false;

/** The game: a stone on any empty cell, in turn. */
function momentAfter(moves: readonly string[], since: number): Moment {
  const cells = CELLS.map((cell) => (moves.includes(cell) ? (moves.indexOf(cell) % 2 ? "o" : "x") : ".")).join("");
  const side = (at: number) => (at % 2 ? "second" : "first");
  const played: PlayedMove[] = moves.map((move, at) => ({
    move, side: side(at), turn: at + 1, at_ms: 0, events: [{ kind: "placed", side: side(at), cell: move }],
  }));
  return {
    ruleset: "simple", game: "simple", at: moves.length, side: side(moves.length), mid_turn: false, prompt: { en: "Play." }, position: `simple ${cells} x`,
    start: { cells: "....", score: { first: 0, second: 0 } }, played: played.slice(since), lines: {}, result: null, threat: null, options_text: [],
    moves: CELLS.filter((cell) => !moves.includes(cell)).map((cell) => ({ move: cell, cells: [cell], events: [{ kind: "placed", side: side(moves.length), cell }], ends_turn: true })),
    board: { width: 4, height: 1, cells }, score: { first: 0, second: 0 }, stones: { first: 0, second: 0 }, reserves: null, goals: null, zones: [], holders: {},
  };
}

beforeEach(() => {
  [asked, down] = [[], false];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    if (down) throw new TypeError("offline");
    const { moves, since } = JSON.parse(init.body as string) as { moves: string[]; since: number };
    asked.push({ moves, since });
    const bad = moves.find((move) => !CELLS.includes(move));
    if (bad) return new Response(JSON.stringify({ error: "illegal_move", text: { en: `${bad} is not legal` } }), { status: 422 });
    return new Response(JSON.stringify(momentAfter(moves, since)));
  });
});
afterEach(() => vi.unstubAllGlobals());

const begun = (moves: readonly string[] = []) => new Analysis(beginFrom("simple .... x", momentAfter(moves, 0)));
const here = (analysis: Analysis) => analysis.movesTo(analysis.current.id).join(" ");
const tried = async (analysis: Analysis, cell: string) => {
  await analysis.look();
  await analysis.play(analysis.moment!.moves.find((move: Move) => move.move === cell)!);
};

test("one plays on from anywhere: what is new becomes a variation, what is there is gone to without asking", async () => {
  const analysis = begun(["a1", "b1", "c1"]);
  expect([here(analysis), analysis.viewer.positions.length]).toEqual(["", 4]);
  await tried(analysis, "a1");
  expect([here(analysis), asked.length]).toEqual(["a1", 1]); // only what may be played was asked
  await tried(analysis, "d1");
  expect(here(analysis)).toBe("a1 d1");
  expect(analysis.viewer.position.board.cells).toBe("x..o");
  expect(analysis.main.map((node) => node.played?.move ?? "").join(" ")).toBe(" a1 b1 c1");
  expect(asked.at(-1)).toEqual({ moves: ["a1", "d1"], since: 1 });
  expect(analysis.moment?.at).toBe(2); // the answer told what may be played next
});

test("an engine's line is played as far as one likes, in one request", async () => {
  const analysis = begun();
  await analysis.playLine(["b1", "a1", "c1"]);
  expect([here(analysis), asked.length]).toEqual(["b1 a1 c1", 1]);
  analysis.viewer.step(-1);
  expect([here(analysis), analysis.canUndo]).toEqual(["b1 a1", true]);
  analysis.undo();
  expect([here(analysis), analysis.main.length, analysis.canUndo]).toEqual(["", 1, false]);
});

test("every edit is undone in its turn", async () => {
  const analysis = begun(["a1", "b1"]);
  analysis.goToMain(2);
  analysis.mark("?");
  analysis.note({ comment: "No." });
  analysis.mark("??");
  expect(analysis.current).toMatchObject({ symbols: ["??"], comment: "No." });
  analysis.mark("??");
  expect(analysis.current.symbols).toEqual([]);
  analysis.undo();
  analysis.undo();
  expect(analysis.current).toMatchObject({ symbols: ["?"], comment: "No." });
  analysis.remove();
  expect([here(analysis), analysis.main.length]).toEqual(["a1", 2]);
  analysis.undo();
  expect([here(analysis), analysis.main.length]).toEqual(["a1 b1", 3]);
});

test("up and down lead from variation to variation, and back to where one began", async () => {
  const analysis = begun(["a1", "b1", "c1"]);
  analysis.goToMain(1);
  await tried(analysis, "d1");
  await tried(analysis, "b1");
  expect(here(analysis)).toBe("a1 d1 b1");
  analysis.branch(-1);
  expect(here(analysis)).toBe("a1 b1");
  analysis.branch(1);
  expect(here(analysis)).toBe("a1 d1");
  expect(analysis.canPromote).toBe(true);
  analysis.promote();
  expect([analysis.canPromote, analysis.main.map((node) => node.played?.move).slice(1).join(" ")]).toEqual([false, "a1 d1 b1"]);
});

test("where nobody answers nothing is lost, and it is said", async () => {
  const analysis = begun(["a1"]);
  await analysis.look();
  down = true;
  await analysis.play(analysis.moment!.moves[1]!);
  expect([analysis.pending, analysis.main.length]).toEqual([null, 2]);
  expect(analysis.error?.en).toContain("reach the server");
  down = false;
  await tried(analysis, "b1");
  expect([here(analysis), analysis.error]).toEqual(["b1", null]);
  await analysis.playLine(["zz"]);
  expect([here(analysis), analysis.error?.en]).toEqual(["b1", "zz is not legal"]);
});

test("what is thought of a position gives way only to deeper thought, or to proof", () => {
  const analysis = begun(["a1"]);
  analysis.think(1, { win: 0.6, proved: false, depth: 12 });
  analysis.think(1, { win: 0.4, proved: false });
  expect(analysis.worths.get(1)?.win).toBe(0.6);
  analysis.think(1, { win: 1, proved: true });
  analysis.think(1, { win: 0.9, proved: false, depth: 40 });
  expect(analysis.worths.get(1)).toEqual({ win: 1, proved: true });
  expect(analysis.unknown(analysis.main)).toEqual([0]);
  expect(analysis.given().nodes).toEqual([{ after: 0, move: "a1", comment: "", symbols: [], worth: { win: 1, proved: true, depth: null } }]);
});

test("a tree has its limits, and says so", async () => {
  const analysis = begun();
  await analysis.playLine(Array.from({ length: 601 }, () => "a1"));
  expect(asked).toHaveLength(0);
  expect(analysis.error?.en).toContain("as it can hold");
});
