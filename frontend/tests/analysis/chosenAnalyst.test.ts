// @vitest-environment happy-dom
// Where the engine runs: here where that can be and is wished, else on the server, and nothing is lost on the way from one to the other.

import { beforeEach, expect, test } from "vitest";
import type { Analyst, Listener, Request } from "../../src/analysis/analyst";
import { ChosenAnalyst, type Open } from "../../src/analysis/chosenAnalyst.svelte";

class FakeAnalyst implements Analyst {
  asked: string[] = [];
  glanced: number[][] = [];
  stopped = 0;
  closed = 0;
  judge: (at: number, worth: { win: number; proved: boolean }) => void = () => undefined;
  analyse(request: Request): () => void {
    this.asked.push(request.position);
    return () => void (this.stopped += 1);
  }
  survey(_: string, __: readonly string[], at: readonly number[], onjudged: typeof this.judge): () => void {
    this.glanced.push([...at]);
    this.judge = onjudged;
    return () => void (this.stopped += 1);
  }
  close(): void {
    this.closed += 1;
  }
}

const request = (position: string): Request => ({ position, threat: null, lines: 1, seconds: 8 });
const nobody: Listener = { found: () => undefined, done: () => undefined, failed: () => undefined };
const settle = () => new Promise((resolve) => setTimeout(resolve));

let [device, server] = [new FakeAnalyst(), new FakeAnalyst()];
let lose: () => void = () => undefined;
const here: Open = (_, onlost) => {
  lose = onlost;
  return Promise.resolve(device);
};
beforeEach(() => {
  localStorage.clear();
  [device, server] = [new FakeAnalyst(), new FakeAnalyst()];
});

test("this device is asked, and the server not at all", async () => {
  const analyst = new ChosenAnalyst("nim", server, here);
  analyst.analyse(request("one"), nobody);
  const stop = analyst.analyse(request("two"), nobody);
  analyst.survey("start", ["a"], [0, 1], () => undefined, () => undefined);
  await settle();
  expect([device.asked, device.glanced, analyst.place]).toEqual([["two"], [[0, 1]], "device"]);
  stop();
  expect([device.stopped, server.asked, server.glanced]).toEqual([1, [], []]);
});

test.each([["there is none", () => Promise.resolve(null)], ["it cannot be fetched", () => Promise.reject(new Error("offline"))]] as [string, Open][])(
  "the server is asked where %s on this device",
  async (_, open) => {
    const analyst = new ChosenAnalyst("nim", server, open);
    analyst.analyse(request("one"), nobody);
    await settle();
    expect([server.asked, analyst.place, analyst.unable]).toEqual([["one"], "server", true]);
  },
);

test("where it fails the server goes on with what was not done", async () => {
  const analyst = new ChosenAnalyst("nim", server, here);
  const judged: number[] = [];
  const stop = analyst.analyse(request("one"), nobody);
  analyst.survey("start", ["a", "b"], [0, 1, 2], (at) => judged.push(at), () => undefined);
  await settle();
  device.judge(0, { win: 0.5, proved: false });
  lose();
  lose();
  await settle();
  expect([server.asked, server.glanced, judged, device.closed]).toEqual([["one"], [[1, 2]], [0], 1]);
  stop();
  expect(server.stopped).toBe(1);
});

test("the choice is kept, and what is under way goes on there", async () => {
  const analyst = new ChosenAnalyst("nim", server, here);
  analyst.analyse(request("one"), nobody);
  await settle();
  analyst.choose("server");
  expect([device.stopped, server.asked, analyst.place]).toEqual([1, ["one"], "server"]);
  let opened = 0;
  const again = new ChosenAnalyst("nim", server, (ruleset, onlost) => ((opened += 1), here(ruleset, onlost)));
  again.analyse(request("two"), nobody);
  await settle();
  expect([opened, server.asked, again.place]).toEqual([0, ["one", "two"], "server"]);
  again.choose("device");
  await settle();
  expect([device.asked, server.stopped]).toEqual([["one", "two"], 1]);
  expect(new ChosenAnalyst("nim", server, here).place).toBe("device");
});

test("who leaves before the engine is there begins nothing, and nothing is left open", async () => {
  const analyst = new ChosenAnalyst("nim", server, here);
  analyst.analyse(request("one"), nobody)();
  await settle();
  expect(device.asked).toEqual([]);
  analyst.analyse(request("two"), nobody);
  analyst.close();
  await settle();
  expect([device.asked, device.closed > 0, server.closed]).toEqual([[], true, 1]);
});
