import { expect, test } from "vitest";
import { applyEvents, diff, DURATION, perform, stagesOf, stonesOn } from "../../src/board/animation";
import type { MoveEvent } from "../../src/wire/types";

const row = { width: 6, height: 1, cells: ".ooox." };
const placed: MoveEvent = { kind: "placed", side: "first", cell: "a1" };
const turn = (cell: string): MoveEvent => ({ kind: "turned", side: "first", cell });

test("events lead from one board to the next", () => {
  expect(applyEvents(row, [placed, turn("b1"), turn("c1"), turn("d1")])).toBe("xxxxx.");
  expect(applyEvents(row, [{ kind: "moved", side: "second", cell: "d1", to: "f1" }])).toBe(".oo.xo");
  expect(applyEvents(row, [{ kind: "captured", side: "first", cell: "e1" }, { kind: "moved", side: "second", cell: "d1", to: "e1" }])).toBe(".oo.o.");
  expect(applyEvents(row, [{ kind: "passed", side: "first" }, { kind: "given", side: "first" }])).toBe(row.cells);
});

test("a difference is told in events that make it", () => {
  const after = "x.xox.";
  expect(applyEvents(row, diff(row, after))).toBe(after);
  expect(diff(row, row.cells)).toEqual([]);
});

test("a stone enters first, then what it turns, from near to far", () => {
  const stages = stagesOf(row, [placed, turn("b1"), turn("c1"), turn("d1")]);
  expect(stages.map((stage) => stage.events.length)).toEqual([1, 3]);
  expect([...stages[1]!.waits.values()]).toEqual([0, DURATION.ripple, 2 * DURATION.ripple]);
  expect(stages[1]!.ms).toBe(2 * DURATION.ripple + DURATION.turn);
});

test("a chain plays step by step", () => {
  const chain: MoveEvent[] = [
    placed,
    { kind: "moved", side: "first", cell: "b1", to: "f1" }, turn("f1"),
    { kind: "moved", side: "first", cell: "c1", to: "b1" }, turn("b1"),
  ];
  const stages = stagesOf(row, chain);
  expect(stages.map((stage) => stage.events.map((change) => change.kind))).toEqual([["placed"], ["moved", "turned"], ["moved", "turned"]]);
  let stones = stonesOn([], row.cells);
  const travelling = stones.find((stone) => stone.cell === 1)!.id;
  for (const stage of stages.slice(0, 2)) stones = perform(row, stones, stage);
  expect(stones.find((stone) => stone.id === travelling)).toMatchObject({ cell: 5, side: "first", act: "travel" });
});

test("a captured stone leaves while its captor comes", () => {
  const stages = stagesOf(row, [{ kind: "captured", side: "first", cell: "e1" }, { kind: "moved", side: "second", cell: "d1", to: "e1" }]);
  expect(stages).toHaveLength(1);
  const stones = perform(row, stonesOn([], row.cells), stages[0]!);
  expect(stones.filter((stone) => stone.cell === 4).map((stone) => stone.act).sort()).toEqual(["leave", "travel"]);
  expect(stonesOn(stones, ".oo.o.").map((stone) => stone.cell)).toEqual([1, 2, 4]);
});

test("stones keep who they are", () => {
  const first = stonesOn([], row.cells);
  const second = stonesOn(first, "xooox.");
  expect(second.slice(1).map((stone) => stone.id)).toEqual(first.map((stone) => stone.id));
});

test("what moves nothing takes no time", () => {
  expect(stagesOf(row, [{ kind: "passed", side: "first" }, { kind: "swapped", side: "second" }])).toEqual([]);
});
