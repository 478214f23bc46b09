// The engine on this device: what is looked at comes first, and the rest of the line while there is nothing else.

import { expect, test, vi } from "vitest";
import { DeviceAnalyst } from "../../src/analysis/deviceAnalyst";
import type { Listener, Request } from "../../src/engine/browserEngine";

const ruleset = { game: "nim", numbers: [8] };
const line = (win: number, proved = false, lead?: number) => ({ win, proved, turns: [], ...(lead === undefined ? {} : { lead }) });
const found = (win: number) => ({ depth: 3, deepest: 4, nodes: 10, seconds: 1, lines: [line(win)] });
const request = (position: string, threat: string | null = null) => ({ position, threat, lines: 2, seconds: 8 });

function begun() {
  const asked: Request[] = [];
  let now: { listener: Listener; stopped: boolean } | null = null;
  const engine = {
    analyse: (wanted: Request, listener: Listener) => {
      const job = { listener, stopped: false };
      asked.push(wanted);
      now = job;
      return () => void (job.stopped = true);
    },
    close: vi.fn(),
  };
  const lost = vi.fn();
  return { asked, engine, lost, analyst: new DeviceAnalyst(engine, ruleset, lost), job: () => now! };
}

const nobody = () => ({ found: vi.fn(), done: vi.fn(), failed: vi.fn() });

test("a position is looked at, or the same board with the other side to move", () => {
  const { asked, analyst, job } = begun();
  const ear = nobody();
  analyst.analyse(request("nim x", null), ear);
  job().listener.found(found(0.7));
  job().listener.done(true, null);
  expect([ear.found.mock.calls, ear.done.mock.calls]).toEqual([[[found(0.7)]], [[true]]]);
  analyst.analyse(request("nim x", "nim o"), ear);
  expect(asked).toEqual(["nim x", "nim o"].map((position) => ({ ruleset, position, lines: 2, seconds: 8 })));
});

test("the rest of the line waits, and is gone on with where it was interrupted", async () => {
  const { asked, analyst, job } = begun();
  const [judged, done] = [vi.fn(), vi.fn()];
  const stop = analyst.analyse(request("nim x"), nobody());
  analyst.survey("nim start", ["a", "b"], [0, 1, 2], judged, done);
  expect(asked).toHaveLength(1);
  stop();
  await Promise.resolve();
  expect(asked.at(-1)).toEqual({ ruleset, position: "nim start", moves: [], lines: 1, nodes: 20_000, seconds: 1 });
  job().listener.found({ ...found(0), lines: [line(1, true, 4)] });
  job().listener.done(true, null);
  expect(asked.at(-1)?.moves).toEqual(["a"]);
  const glance = job();
  analyst.analyse(request("nim y"), nobody());
  expect(glance.stopped).toBe(true);
  job().listener.done(false, null);
  expect(asked.at(-1)?.moves).toEqual(["a"]);
  job().listener.found(found(0.3));
  job().listener.done(false, null);
  expect(asked.at(-1)?.moves).toEqual(["a", "b"]);
  job().listener.done(false, "second"); // the game is over there
  expect(judged.mock.calls).toEqual([
    [0, { win: 1, proved: true, lead: 4 }],
    [1, { win: 0.3, proved: false }],
    [2, { win: 0, proved: true }],
  ]);
  expect(done).toHaveBeenCalledOnce();
});

test("who stops looking and looks at something else at once has nothing glanced at in between", async () => {
  const { asked, analyst, job } = begun();
  analyst.survey("nim start", [], [0], vi.fn(), vi.fn())();
  expect(job().stopped).toBe(true);
  const stop = analyst.analyse(request("nim x"), nobody());
  analyst.survey("nim start", [], [0], vi.fn(), vi.fn());
  stop();
  analyst.analyse(request("nim y"), nobody());
  await Promise.resolve();
  expect(asked.map((each) => each.position)).toEqual(["nim start", "nim x", "nim y"]);
});

test("that it fails is told its owner, and nobody else", () => {
  const { analyst, engine, lost, job } = begun();
  const ear = nobody();
  analyst.analyse(request("nim x"), ear);
  job().listener.failed("out of memory");
  expect([lost.mock.calls.length, ear.failed.mock.calls.length]).toEqual([1, 0]);
  analyst.close();
  expect(engine.close).toHaveBeenCalledOnce();
});
