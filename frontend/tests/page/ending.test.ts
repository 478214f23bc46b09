// @vitest-environment happy-dom
// The end of a game and what comes before it: nothing is told before its stones lie on the board.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import { t } from "../../src/words";
import type { MoveEvent, PlayedMove, View } from "../../src/wire/types";
import { both, FakeServer } from "./fakeServer";
import { closeAll, prepare, sitDown } from "./screen";

beforeEach(prepare);
afterEach(closeAll);

const RESULT = { winner: "second", reason: "target", rule: "R9", ended: "R9", text: both("Light has four."), cells: ["d2"] } as unknown as View["result"];
const held = (holder: "first" | "second" | null) => ({ d2: holder });
const score = (first: number, second: number) => ({ first, second });
const made = (move: string, events: MoveEvent[], more: Partial<PlayedMove> = {}): PlayedMove =>
  ({ move, side: "second", turn: 1, at_ms: 0, events, ...more });

/** A last turn of three steps: a stone enters, and two are turned on the way. */
const STEPS: [string, PlayedMove][] = [
  ["xxo.....", made("c1", [{ kind: "placed", side: "second", cell: "c1" }])],
  ["xoo.....", made("b1", [{ kind: "turned", side: "second", cell: "b1" }], { score: score(1, 1), holders: held("second") })],
  ["ooo.....", made("a1", [{ kind: "turned", side: "second", cell: "a1" }], { score: score(0, 2) })],
];

async function lastTurn(motion: "full" | "none") {
  settings.motion = motion;
  const server = new FakeServer(["first"], {
    side: "second", moves: [], board: { width: 4, height: 2, cells: "xx......" }, zones: [{ kind: "base", name: "d2", cells: ["d2"] }], goals: score(4, 4),
    score: score(1, 0), holders: held(null),
  });
  server.view.start = { cells: "xx......", score: score(1, 0), holders: held(null) };
  const screen = await sitDown(server);
  for (const [index, [cells, move]] of STEPS.entries()) {
    const end = index === 2;
    server.change({
      at: index + 1, history: [...server.view.history, move], board: { width: 4, height: 2, cells }, mid_turn: !end,
      score: move.score ?? server.view.score, holders: move.holders ?? server.view.holders,
      ...(end ? { status: "over", result: RESULT, prompt: both("Light has four.") } : {}),
    });
  }
  await screen.pass();
  return { server, screen };
}

const seen = (screen: Awaited<ReturnType<typeof sitDown>>) => ({
  told: screen.text.includes("Light has four."), title: document.title.includes(t.you_lose), score: screen.card("Light").querySelector(".score b")?.textContent,
  pips: screen.card("Light").querySelectorAll(".held").length, marked: document.querySelectorAll("rect.shown").length,
  heard: screen.log.some((line) => line.includes("Light has four.")), winner: screen.text.includes(t.seat_winner({ side: "Light" })),
});
const NOTHING = { told: false, title: false, score: "0/4", pips: 0, marked: 0, heard: false, winner: false };
const ALL = { told: true, title: true, score: "2/4", pips: 1, marked: 1, heard: true, winner: true };

test("nothing of the result shows before its stone has landed: step by step the score follows the stones", async () => {
  const { screen } = await lastTurn("full");
  expect(seen(screen)).toEqual(NOTHING);
  await screen.pass(300); // the first stone has entered, the second turns
  expect(seen(screen)).toEqual(NOTHING);
  await screen.pass(400);
  expect(seen(screen)).toEqual({ ...NOTHING, score: "1/4", pips: 1 });
  await screen.pass(400);
  expect(seen(screen)).toEqual(ALL);
});

test("a chain counts up as its stones land", async () => {
  const { screen } = await lastTurn("full");
  const chain = () => document.querySelector(".chain")?.textContent ?? "";
  await screen.pass(700);
  expect(chain()).toBe("");
  await screen.pass(400);
  expect(chain()).toBe(t.chain_count({ count: 2 }));
  await screen.pass(3000);
  expect(chain()).toBe("");
});

test("without motion the end is there at once", async () => {
  const { screen } = await lastTurn("none");
  expect(seen(screen)).toEqual(ALL);
});

test("in a window that nobody sees nothing waits for stones that nobody sees", async () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const { screen } = await lastTurn("full");
  expect(seen(screen)).toEqual(ALL);
  vi.restoreAllMocks();
});

test("a result without a stone is told at once", async () => {
  settings.motion = "full";
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.change({ status: "over", result: { ...RESULT!, reason: "resigned", text: both("Light resigned."), cells: [] } });
  await screen.pass();
  expect(screen.text).toContain("Light resigned.");
});

test("whoever looks back sees nothing of the end: each moment has its own score, pips and marks", async () => {
  const { screen } = await lastTurn("none");
  await screen.key("ArrowLeft");
  expect({ ...seen(screen), told: false, heard: false }).toEqual({ ...NOTHING, score: "1/4", pips: 1 });
  expect([screen.board, document.querySelector(".result"), [...document.querySelectorAll(".step-text")].map((each) => each.textContent)]).toEqual(["xoo.....", null, []]);
  await screen.press(t.to_first);
  expect(seen(screen)).toMatchObject({ score: "0/4", pips: 0 });
  await screen.press(t.to_last);
  expect(seen(screen)).toEqual(ALL);
});

test("going on to the end shows the result only when its stone has landed again", async () => {
  const { screen } = await lastTurn("none");
  await screen.press(t.to_first);
  settings.motion = "full";
  await screen.key("ArrowRight");
  await screen.key("ArrowRight");
  await screen.pass(1000);
  await screen.key("ArrowRight");
  expect(document.querySelector(".result")).toBeNull();
  await screen.pass(1000);
  expect(document.querySelector(".result")).not.toBeNull();
});

test("one scrubs through a turn step by step, and the slider says where one is", async () => {
  const { screen } = await lastTurn("none");
  const slider = document.querySelector<HTMLInputElement>("input[type=range]")!;
  const boards: string[] = [];
  for (const at of [0, 1, 2, 3]) {
    slider.value = String(at);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await screen.pass();
    boards.push(screen.board);
  }
  expect(boards).toEqual(["xx......", "xxo.....", "xoo.....", "ooo....."]);
  expect(slider.getAttribute("aria-valuetext")).toBe(t.history_at({ at: 3, last: 3 }));
});
