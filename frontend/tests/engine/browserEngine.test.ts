import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BrowserEngine, type Found, type Request } from "../../src/engine/browserEngine";
import type { FoundLine } from "../../src/engine/instance.js";
import type { FromWorker, ToWorker } from "../../src/engine/messages";

const pauses = vi.hoisted(() => ({ PAUSES: true }));
vi.mock("../../src/engine/instance.js", () => pauses);

const OFFER = {
  module: "/engine/turncoat-1.wasm",
  weights: [
    { name: "small", game: "nim", numbers: [8, null] },
    { name: "large", game: "nim", numbers: [9, null] },
  ],
};

/** A worker that notes what it is told. */
class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  told: ToWorker[] = [];
  ended = false;
  constructor(readonly url: URL) {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker): void {
    this.told.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  says(data: FromWorker): void {
    this.onmessage?.({ data });
  }
  get asked(): number {
    const last = this.told.findLast((each) => each.type === "analyse");
    return last?.type === "analyse" ? last.id : 0;
  }
}

const request: Request = { ruleset: { game: "nim", numbers: [8, 1] }, position: "nim ../.. x", lines: 2, seconds: 3 };
const line = (value: number, proved = false): FoundLine => ({
  depth: 5, deepest: 9, value, nodes: 1000, micros: 250_000, proved,
  turns: [{ side: "first", moves: ["a1"] }, { side: "second", moves: ["b2", "b2xa1"] }],
  events: [{ kind: "placed", side: "first", cell: "a1" }],
});

let answers: Record<string, () => Response>;
let asked: string[];

function hearing() {
  const heard = { found: [] as Found[], done: [] as boolean[], failed: [] as string[] };
  return {
    heard,
    found: (found: Found) => void heard.found.push(found),
    done: (proved: boolean) => void heard.done.push(proved),
    failed: (why: string) => void heard.failed.push(why),
  };
}

/** Lets everything that waits for an answer go on. */
const settle = () => vi.advanceTimersByTimeAsync(0);

async function opened(): Promise<BrowserEngine> {
  const engine = await BrowserEngine.open();
  if (!engine) throw new Error("there is no engine");
  return engine;
}

beforeEach(() => {
  vi.useFakeTimers();
  pauses.PAUSES = true;
  FakeWorker.all = [];
  asked = [];
  answers = {
    "/api/engine": () => new Response(JSON.stringify(OFFER)),
    "/engine/turncoat-1.wasm": () => new Response("wasm"),
    "/api/engine/small": () => new Response(new Uint8Array([1, 2, 3])),
    "/api/engine/large": () => new Response(new Uint8Array([4])),
  };
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(answers[path]?.() ?? new Response("", { status: 404 }));
  });
  vi.spyOn(WebAssembly, "compileStreaming").mockImplementation(async (from) => {
    await from;
    return {} as WebAssembly.Module;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("without the module, the browser's means or an answer there is no engine", async () => {
  expect(await BrowserEngine.open()).not.toBeNull();
  answers["/engine/turncoat-1.wasm"] = () => new Response("", { status: 404 });
  expect(await BrowserEngine.open()).toBeNull();
  answers["/api/engine"] = () => new Response(JSON.stringify({ module: null, weights: [] }));
  expect(await BrowserEngine.open()).toBeNull();
  answers["/api/engine"] = () => new Response("", { status: 503 });
  expect(await BrowserEngine.open()).toBeNull();
  vi.stubGlobal("Worker", undefined);
  asked = [];
  expect(await BrowserEngine.open()).toBeNull();
  expect(asked).toEqual([]);
});

test("an analysis opens a worker with the evaluation of its ruleset and tells what is found", async () => {
  const engine = await opened();
  const ear = hearing();
  engine.analyse(request, ear);
  await settle();
  const [worker] = FakeWorker.all;
  expect(worker?.told).toEqual([
    { type: "open", module: {}, ruleset: request.ruleset, memory: 32, weights: new Uint8Array([1, 2, 3]).buffer },
    { type: "analyse", id: 1, position: "../.. x", moves: [], limits: { lines: 2, seconds: 3, nodes: 0 } },
  ]);
  worker?.says({ type: "lines", id: 1, lines: [line(400), line(0)], scale: 400 });
  await vi.advanceTimersByTimeAsync(100);
  expect(ear.heard.found).toEqual([
    {
      depth: 5, deepest: 9, nodes: 1000, seconds: 0.25,
      lines: [
        {
          turns: [
            { side: "first", moves: ["a1"], events: [{ kind: "placed", side: "first", cell: "a1" }] },
            { side: "second", moves: ["b2", "b2xa1"] },
          ],
          win: Math.E / (Math.E + 1), proved: false,
        },
        expect.objectContaining({ win: 0.5 }),
      ],
    },
  ]);
  worker?.says({ type: "done", id: 1, ended: null });
  expect(ear.heard.done).toEqual([false]);
  expect(ear.heard.found).toHaveLength(1); // nothing new since
});

test("depths that follow each other quickly are told together, the last one always", async () => {
  const engine = await opened();
  const ear = hearing();
  engine.analyse(request, ear);
  await settle();
  const tell = (depth: number) => FakeWorker.all[0]?.says({ type: "lines", id: 1, lines: [{ ...line(0, true), depth }], scale: 1 });
  await vi.advanceTimersByTimeAsync(1000);
  [1, 2, 3].forEach(tell);
  await settle();
  expect(ear.heard.found.map((each) => each.depth)).toEqual([3]);
  tell(4);
  await vi.advanceTimersByTimeAsync(99);
  tell(5);
  expect(ear.heard.found).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  tell(6);
  FakeWorker.all[0]?.says({ type: "done", id: 1, ended: null });
  expect(ear.heard.found.map((each) => each.depth)).toEqual([3, 5, 6]);
  expect(ear.heard.done).toEqual([true]);
});

test("what nobody waits for is stopped and not told; the worker and what it knows are kept", async () => {
  const engine = await opened();
  const [one, two] = [hearing(), hearing()];
  const stop = engine.analyse(request, one);
  await settle();
  const [worker] = FakeWorker.all;
  worker?.says({ type: "lines", id: 1, lines: [line(0)], scale: 1 });
  stop();
  expect(worker?.told.at(-1)).toEqual({ type: "stop", id: 1 });
  engine.analyse({ ...request, position: "xo/.. o" }, two);
  await settle();
  worker?.says({ type: "lines", id: 1, lines: [line(0)], scale: 1 });
  worker?.says({ type: "done", id: 1, ended: null });
  stop(); // late, and of no consequence
  await vi.advanceTimersByTimeAsync(200);
  expect(one.heard).toEqual({ found: [], done: [], failed: [] });
  expect(two.heard).toEqual({ found: [], done: [], failed: [] });
  expect(FakeWorker.all).toHaveLength(1);
  expect(worker?.asked).toBe(2);
  expect(worker?.told.map((each) => each.type)).toEqual(["open", "analyse", "stop", "analyse"]);
  expect(asked.filter((path) => path === "/api/engine/small")).toHaveLength(1);
});

test("where compiled code cannot pause its worker is ended instead, and the next one begun", async () => {
  pauses.PAUSES = false;
  const engine = await opened();
  engine.analyse(request, hearing());
  await settle();
  engine.analyse(request, hearing());
  await settle();
  expect(FakeWorker.all.map((each) => each.ended)).toEqual([true, false]);
  expect(FakeWorker.all[1]?.told.map((each) => each.type)).toEqual(["open", "analyse"]);
});

test("another ruleset gets another worker with its own evaluation, or with none", async () => {
  const engine = await opened();
  for (const numbers of [[8, 0], [9, 1], [5, 1]]) {
    engine.analyse({ ...request, ruleset: { game: "nim", numbers } }, hearing());
    await settle();
  }
  engine.analyse({ ...request, ruleset: { game: "go", numbers: [9, 1] } }, hearing());
  await settle();
  const opened_ = FakeWorker.all.map(({ told: [first] }) => (first?.type === "open" ? first.weights?.byteLength : -1));
  expect(opened_).toEqual([3, 1, undefined, undefined]);
  expect(FakeWorker.all.map((each) => each.ended)).toEqual([true, true, true, false]);
  engine.close();
  expect(FakeWorker.all.every((each) => each.ended)).toBe(true);
});

test("a failure is told once, and the next analysis begins anew", async () => {
  const engine = await opened();
  const [one, two, three] = [hearing(), hearing(), hearing()];
  engine.analyse(request, one);
  await settle();
  FakeWorker.all[0]?.says({ type: "failed", why: "out of memory" });
  FakeWorker.all[0]?.says({ type: "failed", why: "again" });
  engine.analyse(request, two);
  await settle();
  FakeWorker.all[1]?.onerror?.({ message: "" });
  expect([one.heard.failed, two.heard.failed]).toEqual([["out of memory"], ["the worker failed"]]);
  expect(FakeWorker.all.map((each) => each.ended)).toEqual([true, true]);
  answers["/api/engine/large"] = () => new Response("", { status: 503 });
  engine.analyse({ ...request, ruleset: { game: "nim", numbers: [9, 1] } }, three);
  await settle();
  expect(three.heard.failed).toEqual(["Error: /api/engine/large: 503"]);
  answers["/api/engine/large"] = () => new Response("x");
  engine.analyse({ ...request, ruleset: { game: "nim", numbers: [9, 1] } }, three);
  await settle();
  expect(FakeWorker.all).toHaveLength(3);
});

test("who stops before the evaluation is there has no worker begun", async () => {
  const engine = await opened();
  const stop = engine.analyse(request, hearing());
  stop();
  await settle();
  expect(FakeWorker.all).toEqual([]);
});
