import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Stage } from "../../src/board/animation";
import { Animator } from "../../src/board/animator.svelte";
import type { MoveEvent } from "../../src/wire/types";

const row = (cells: string) => ({ width: 4, height: 1, cells });
const turn = (cell: string): MoveEvent => ({ kind: "turned", side: "first", cell });
const placed: MoveEvent = { kind: "placed", side: "first", cell: "a1" };
const shown = (animator: Animator): string =>
  [0, 1, 2, 3].map((cell) => ({ first: "x", second: "o", none: "." })[animator.stones.find((stone) => stone.cell === cell)?.side ?? "none"]).join("");

let stages: Stage[];
let animator: Animator;

beforeEach(() => {
  vi.useFakeTimers();
  stages = [];
  animator = new Animator((stage) => stages.push(stage));
  animator.show(row(".oox"), null);
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first board is there at once", () => {
  expect([shown(animator), animator.busy, stages.length]).toEqual([".oox", false, 0]);
});

test("events play one stage after another and end at the board that came", async () => {
  animator.show(row("xxxx"), [placed, turn("b1"), turn("c1")]);
  expect([animator.busy, shown(animator)]).toEqual([true, "xoox"]);
  await vi.runAllTimersAsync();
  expect([animator.busy, shown(animator), stages.length]).toEqual([false, "xxxx", 2]);
  expect(animator.stones.every((stone) => stone.act === "rest")).toBe(true);
});

test("whoever is in a hurry sees the end at once", async () => {
  animator.show(row("xxxx"), [placed, turn("b1"), turn("c1")]);
  animator.finish();
  await vi.advanceTimersByTimeAsync(0);
  expect([animator.busy, shown(animator)]).toEqual([false, "xxxx"]);
});

test("a change that does not lead there is not played; the difference is, all at once", async () => {
  animator.show(row("o..x"), [placed]);
  await vi.runAllTimersAsync();
  expect([shown(animator), stages.length]).toEqual(["o..x", 1]);
});

test("boards that come while one is played wait their turn", async () => {
  animator.show(row("xoox"), [placed]);
  animator.show(row("xxox"), [turn("b1")]);
  expect(shown(animator)).toBe("xoox");
  await vi.runAllTimersAsync();
  expect([shown(animator), stages.length]).toEqual(["xxox", 2]);
});

test("for those who want no motion the board is simply there, even in the middle of a scene", async () => {
  animator.show(row("xoox"), [placed]);
  animator.show(row("xxox"), [turn("b1")], { still: true });
  expect(shown(animator)).toBe("xxox");
  await vi.runAllTimersAsync();
  expect([shown(animator), animator.busy]).toEqual(["xxox", false]);
});

test("a reader who was away does not watch everything again", async () => {
  for (let time = 0; time < 20; time += 1) animator.show(row(time % 2 ? ".oox" : "xoox"), null);
  expect(stages.length).toBe(1);
  await vi.runAllTimersAsync();
  expect(shown(animator)).toBe(".oox");
  expect(stages.length).toBeLessThan(10);
});

test("a stone that was carried by hand turns but does not travel again", () => {
  animator.show(row("x.ox"), [{ kind: "moved", side: "first", cell: "b1", to: "a1" }, turn("a1")], { dragged: true });
  expect(animator.stones.find((stone) => stone.cell === 0)?.act).toBe("turn");
});
