// @vitest-environment happy-dom
// The engine's side of an analysis: what is asked of whoever analyses, and what is made of the answers.

import { beforeEach, expect, test, vi } from "vitest";
import type { Analyst, Found, Listener, Request } from "../../src/analysis/analyst";
import { EngineView } from "../../src/analysis/engine.svelte";

class FakeAnalyst implements Analyst {
  readonly asked: Request[] = [];
  readonly stopped: number[] = [];
  hearing!: Listener;
  readonly glances: { moves: readonly string[]; at: readonly number[]; done: () => void }[] = [];
  closed = false;

  analyse(request: Request, heard: Listener): () => void {
    this.hearing = heard;
    const number = this.asked.push(request);
    return () => this.stopped.push(number);
  }

  survey(_: string, moves: readonly string[], at: readonly number[], __: unknown, done: () => void): () => void {
    this.glances.push({ moves, at, done });
    return () => undefined;
  }

  close(): void {
    this.closed = true;
  }
}

const found = (depth: number, win = 0.6, proved = false, seconds = 1): Found => ({
  depth, deepest: depth, nodes: 1000 * depth, seconds, lines: [{ win, proved, turns: [{ side: "first", moves: ["a1"] }] }],
});
const subject = (id: number, threat: string | null = null) => ({ id, position: `position ${id}`, threat });

beforeEach(() => localStorage.clear());

test("it looks at one position at a time, and remembers what it found of the others", () => {
  const analyst = new FakeAnalyst();
  const think = vi.fn();
  const engine = new EngineView(analyst, think);
  engine.look(subject(1));
  expect(analyst.asked).toEqual([{ position: "position 1", threat: null, lines: 2, seconds: 8 }]);
  analyst.hearing.found(found(5));
  expect([engine.busy, engine.found?.depth]).toEqual([true, 5]);
  expect(think).toHaveBeenLastCalledWith(1, { win: 0.6, proved: false, depth: 5 });
  engine.look(subject(2));
  expect(analyst.stopped).toEqual([1]);
  expect(engine.found).toBeNull();
  engine.look(subject(1));
  expect(engine.found?.depth).toBe(5);
  analyst.hearing.found(found(3)); // begun anew, it is not there yet
  expect(engine.found?.depth).toBe(5);
  analyst.hearing.found(found(9, 1, true));
  analyst.hearing.done(true);
  expect([engine.busy, engine.proved, engine.canDeeper]).toEqual([false, true, false]);
  engine.look(null);
  engine.look(subject(1));
  expect(analyst.asked).toHaveLength(3); // what is proved need not be asked again
  expect(engine.proved).toBe(true);
});

test("deeper takes longer every time, up to a minute", () => {
  const analyst = new FakeAnalyst();
  const engine = new EngineView(analyst, () => undefined);
  engine.look(subject(1));
  for (const seconds of [8, 20, 50]) {
    expect(analyst.asked.at(-1)!.seconds).toBe(seconds);
    analyst.hearing.found(found(seconds, 0.5, false, seconds));
    analyst.hearing.done(false);
    expect(engine.canDeeper).toBe(true);
    engine.deeper();
  }
  analyst.hearing.found(found(60, 0.5, false, 60));
  analyst.hearing.done(false);
  expect(analyst.asked.at(-1)!.seconds).toBe(60);
  expect(engine.canDeeper).toBe(false);
});

test("what the other side would do is no thought about the position", () => {
  const think = vi.fn();
  const analyst = new FakeAnalyst();
  const engine = new EngineView(analyst, think);
  engine.look(subject(1, "the other side"));
  analyst.hearing.found(found(5));
  expect(think).not.toHaveBeenCalled();
  expect(engine.found?.depth).toBe(5);
});

test("a failure is told, and forgotten with the next position", () => {
  const analyst = new FakeAnalyst();
  const engine = new EngineView(analyst, () => undefined);
  engine.look(subject(1));
  analyst.hearing.failed({ en: "busy" });
  expect([engine.busy, engine.error]).toEqual([false, { en: "busy" }]);
  engine.look(subject(2));
  expect(engine.error).toBeNull();
});

test("the number of lines and whether it is on are remembered, within bounds", () => {
  const engine = new EngineView(new FakeAnalyst(), () => undefined);
  engine.wish({ lines: 9 });
  engine.wish({ on: false });
  expect([engine.lines, engine.on]).toEqual([5, false]);
  const again = new EngineView(new FakeAnalyst(), () => undefined);
  expect([again.lines, again.on]).toEqual([5, false]);
  localStorage.setItem("turncoat.engine", '{"lines": "many", "on": 3}');
  const odd = new EngineView(new FakeAnalyst(), () => undefined);
  expect([odd.lines, odd.on]).toEqual([2, true]);
});

test("what could not be glanced at is not asked for over and over", () => {
  const analyst = new FakeAnalyst();
  const engine = new EngineView(analyst, () => undefined);
  engine.survey("start", ["a", "b"], [0, 1], () => undefined);
  expect(engine.surveying).toBe(true);
  analyst.glances[0]!.done();
  engine.survey("start", ["a", "b"], [0, 1], () => undefined);
  expect([engine.surveying, analyst.glances.length]).toEqual([false, 1]);
  engine.survey("start", ["a", "b"], [2], () => undefined);
  expect(analyst.glances).toHaveLength(2);
  engine.close();
  expect([engine.surveying, analyst.closed]).toEqual([false, true]);
});
