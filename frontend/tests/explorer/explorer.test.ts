// @vitest-environment happy-dom
// What was played from a position, as the reader sees it: asked once, told by source, chosen by a click.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import ExplorerPanel from "../../src/explorer/ExplorerPanel.svelte";
import type { Exploration, Explored } from "../../src/wire/types";
import { t } from "../../src/words";

const move = (name: string, games: number, more: Partial<Explored> = {}): Explored => ({
  move: name, games, first: games, second: 0, draws: 0, win: null, lead: null, proved: false, sample: null, ...more,
});
const answer = (sources: Exploration["sources"]): Exploration => ({ position: "p", side: "first", sources });

let asked: string[] = [];
let answers: Record<string, unknown> = {};
let page: Record<string, unknown> | null = null;
const chosen: string[] = [];

async function open(position: string): Promise<void> {
  page = mount(ExplorerPanel, { target: document.body, props: { position, game: null, onmove: (made: string) => chosen.push(made) } });
  await settle();
}
async function settle(ms = 1000): Promise<void> {
  flushSync();
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  [asked, answers] = [[], {}];
  chosen.length = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    const position = new URL(path, "http://here").searchParams.get("position") ?? "";
    asked.push(position);
    const found = answers[position];
    return found instanceof Response ? found : Response.json(found);
  });
});
afterEach(async () => {
  if (page) await unmount(page);
  page = null;
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the explorer", () => {
  it("tells moves with games, results, scores and the latest game, source by source", async () => {
    answers["p"] = answer([
      { name: "server", moves: [move("d3", 4, { first: 1, second: 2, draws: 1, sample: { id: "abc", at: 7 } }), move("c4", 1)] },
      { name: "lab", moves: [move("d3", 0, { win: 0.25, proved: false }), move("c4", 9, { lead: 2, proved: true })] },
      { name: "nothing", moves: [] },
    ]);
    await open("p");
    const tables = [...document.querySelectorAll("table")];
    expect(tables.map((table) => table.querySelector("caption")?.textContent)).toEqual([t.explorer_server, "lab"]);
    const [first] = tables[0]!.querySelectorAll("tbody tr");
    expect(first?.querySelector("th")?.textContent).toBe("d3");
    expect(first?.querySelector("a")?.getAttribute("href")).toBe("/m/abc?at=7");
    expect(tables.map((table) => table.querySelectorAll("a").length)).toEqual([1, 0]); // what was deleted is not pointed at
    expect(tables.map((table) => table.querySelectorAll("thead th").length)).toEqual([4, 4]);
    expect([...first!.querySelectorAll<HTMLElement>(".parts i")].map((part) => part.style.width)).toEqual(["25%", "25%", "50%"]);
    expect([...tables[1]!.querySelectorAll("tbody .score")].map((cell) => cell.textContent)).toEqual(["25% ≈", "+2"]);
    first?.querySelector("button")?.click();
    expect(chosen).toEqual(["d3"]);
  });

  it("says that nobody has played on", async () => {
    answers["p"] = answer([{ name: "server", moves: [] }]);
    await open("p");
    expect(document.querySelector("[role=status]")?.textContent).toBe(t.explorer_none);
  });

  it("says what went wrong, and asks again when it is told to", async () => {
    answers["p"] = Response.json({ error: "busy", text: { en: "Too busy." } }, { status: 503 });
    await open("p");
    expect(document.querySelector("[role=alert]")?.textContent).toBe("Too busy.");
    answers["p"] = answer([{ name: "server", moves: [move("d3", 1)] }]);
    document.querySelector<HTMLButtonElement>("button")?.click();
    await settle();
    expect(document.querySelectorAll("tbody tr")).toHaveLength(1);
    expect(asked).toEqual(["p", "p"]);
  });
});
