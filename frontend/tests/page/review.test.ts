// @vitest-environment happy-dom
// The review of a finished match: it streams in, leads to the errors, shows what was better, and lets one try again.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ReviewPage from "../../src/review/ReviewPage.svelte";
import type { JudgedTurn, Outlook, PlayedMove, ReviewLine, ReviewSides, Side, View } from "../../src/wire/types";
import { t } from "../../src/words";
import { both, FakeServer, placement } from "./fakeServer";
import { closeAll, prepare, sitDown, type Screen } from "./screen";

beforeEach(prepare);
afterEach(closeAll);

const counts = (blunder = 0) => ({ inaccuracy: 0, mistake: 0, blunder });
const SIDES: ReviewSides = { first: { accuracy: 97.4, turns: counts(), steps: counts() }, second: { accuracy: 31.2, turns: counts(1), steps: counts(1) } };
const made = (cell: string, side: Side, turn: number): PlayedMove => ({ move: cell, side, turn, at_ms: 0, events: placement(cell, side).events });
const turn = (number: number, more: Partial<JudgedTurn> = {}): JudgedTurn => ({
  turn: number, side: number % 2 ? "first" : "second", begin: number - 1, end: number, before: 0.6, kept: 0.6, proved: false, verdict: "good",
  forced: false, turning: false, steps: ["good"], better: null, ...more,
});
const BLUNDER = turn(2, {
  before: 0.62, kept: 0.18, verdict: "blunder", turning: true, steps: ["blunder"],
  better: { at: 1, moves: [made("d2", "second", 2)], win: 0.62, proved: false },
});
const OUTLOOKS: Outlook[] = [{ at: 0, win: 0.5, proved: false }, { at: 1, win: 0.38, proved: false }, { at: 2, win: 0.82, proved: false }, { at: 3, win: 1, proved: true, lead: 3 }];
const REVIEW: ReviewLine = { type: "review", left: 0, total: 8, positions: OUTLOOKS, turns: [turn(1), BLUNDER, turn(3)], sides: SIDES };

/** A match of three moves that is over, and its review. */
async function reviewed(review: ReviewLine | null = REVIEW, changes: Partial<View> = {}): Promise<{ server: FakeServer; screen: Screen }> {
  const server = new FakeServer(["second"]);
  server.play("a1", "b1", "c1");
  server.change({ status: "over", result: { winner: "first", reason: "resigned", rule: null, ended: null, text: both("Light resigned."), cells: [] }, ...changes });
  server.review = review;
  const screen = await sitDown(server, "/m/m/review", ReviewPage);
  await screen.pass();
  return { server, screen };
}

const card = (): string => document.querySelector(".told")!.textContent.replace(/\s+/g, " ").trim();
const graph = (): HTMLElement => document.querySelector<HTMLElement>("[role=slider]")!;
const name = (number: number, side: string, moves: string): string => t.review_turn({ number, side, moves });

test("a review streams in: progress, then graph, accuracy, counts and signs", async () => {
  const { server, screen } = await reviewed({ type: "review", left: 8, total: 8, positions: [], turns: [], sides: { first: { ...SIDES.first, accuracy: null }, second: { ...SIDES.second, accuracy: null } } });
  expect(document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")).toBe("0");
  expect(card()).toContain(t.review_pending);
  expect(screen.text).toContain("–");
  server.tellReview({ type: "judged", left: 4, positions: OUTLOOKS.slice(2), turns: [turn(3)], sides: SIDES });
  await screen.pass();
  expect(document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")).toBe("50");
  expect(document.querySelectorAll("circle.error").length).toBe(0);
  server.tellReview({ type: "judged", left: 0, positions: OUTLOOKS.slice(0, 2), turns: [turn(1), BLUNDER], sides: SIDES });
  await screen.pass();
  expect(document.querySelector("[role=progressbar]")).toBeNull();
  expect(document.querySelectorAll("circle.error.blunder").length).toBe(1);
  expect(document.querySelectorAll("circle.turning").length).toBe(1);
  expect([...document.querySelectorAll("td.accuracy")].map((cell) => cell.textContent)).toEqual(["97%", "31%"]);
  expect([...document.querySelectorAll(".moves .sign")].map((sign) => sign.textContent)).toEqual([`??${t.review_blunder}`]);
  expect(screen.text).toContain(t.review_done);
});

test("what is judged anew takes the place of what was known", async () => {
  const { server, screen } = await reviewed({ ...REVIEW, left: 4 } as ReviewLine);
  expect(document.querySelectorAll(".moves .sign").length).toBe(1);
  server.tellReview({ type: "judged", left: 0, positions: [], turns: [turn(2)], sides: SIDES });
  await screen.pass();
  expect(document.querySelectorAll(".moves .sign").length).toBe(0);
  expect(card()).toContain(t.review_no_errors);
});

test("nothing is judged for a window that nobody sees, and it goes on where it was", async () => {
  const { server, screen } = await reviewed({ ...REVIEW, left: 4 } as ReviewLine);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.pass();
  expect(server.sockets.map((socket) => socket.readyState)).toEqual([3]);
  hidden.mockReturnValue(false);
  server.review = REVIEW;
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.pass();
  expect(server.sockets.length).toBe(2);
  expect(document.querySelector("[role=progressbar]")).toBeNull();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(server.sockets.length).toBe(2);
  hidden.mockRestore();
});

test("a match that is still played is shown as a match, and nothing of it is reviewed", async () => {
  const { server } = await reviewed(REVIEW, { status: "playing", result: null });
  expect(location.pathname).toBe("/m/m");
  expect(server.sockets.length).toBe(0);
});

test("at the end one reads how it ended and where it turned, and goes there", async () => {
  const { screen } = await reviewed();
  expect(card()).toContain("Light resigned.");
  await screen.press(t.review_turning_at({ turn: name(1, "Light", "b1") }));
  expect(card()).toContain(name(1, "Light", "b1"));
  expect(card()).toContain(`${t.review_blunder} · ${t.review_cost({ before: 62, kept: 18 })}`);
  expect(card()).toContain(t.review_turning);
  expect(screen.board).toBe("xo......");
});

test("what is proved is told apart from what is estimated", async () => {
  const { screen } = await reviewed(REVIEW, { result: null });
  expect(card()).toContain(t.review_proved_lead({ side: "Dark", lead: 3 }));
  await screen.press(t.earlier);
  expect(card()).toContain(t.review_estimate({ side: "Dark", percent: 82 }));
  await screen.press(t.earlier);
  expect(card()).toContain(t.review_estimate({ side: "Light", percent: 62 }));
});

test("an estimate is never certain, however near it is", async () => {
  const { screen } = await reviewed({ ...REVIEW, positions: [...OUTLOOKS.slice(0, 2), { at: 2, win: 0.999, proved: false }, OUTLOOKS[3]!] } as ReviewLine);
  await screen.press(t.earlier);
  expect(card()).toContain(t.review_estimate({ side: "Dark", percent: 99 }));
});

test("the graph leads through the game by keys, from error to error too, and says where one is", async () => {
  const { screen } = await reviewed();
  const told = (at: number, outlook: string): string => t.review_graph_at({ at, last: 3, outlook });
  expect(graph().getAttribute("aria-valuetext")).toBe(told(3, t.review_proved_lead({ side: "Dark", lead: 3 })));
  await screen.key("PageUp", graph());
  expect(graph().getAttribute("aria-valuetext")).toBe(told(2, t.review_estimate({ side: "Dark", percent: 82 })));
  await screen.key("ArrowLeft", graph());
  expect(screen.board).toBe("x.......");
  await screen.key("PageDown", graph());
  expect(screen.board).toBe("xo......");
  await screen.key("Home", graph());
  expect(card()).toContain(t.review_start);
  await screen.key("End", graph());
  expect(screen.board).toBe("xox.....");
  const about = document.getElementById(graph().getAttribute("aria-describedby")!)!;
  expect(about.textContent).toContain(t.review_error_told({ turn: name(1, "Light", "b1"), verdict: t.review_blunder, before: 62, kept: 18 }));
});

test("a finger on the graph goes to the move under it", async () => {
  const { screen } = await reviewed();
  graph().getBoundingClientRect = () => new DOMRect(0, 0, 320, 104);
  graph().dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerId: 1, clientX: 9 + 302 / 3 }));
  await screen.pass();
  expect(screen.board).toBe("x.......");
  graph().dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerId: 1, clientX: 9 + 604 / 3 }));
  await screen.pass();
  expect(screen.board).toBe("xo......");
});

test("the better turn lies on the board in place of the one that was played, and one comes back to that", async () => {
  const { screen } = await reviewed();
  await screen.press(t.review_error_before);
  expect(card()).not.toContain("d2");
  await screen.press(t.review_show);
  expect(screen.board).toBe("x......o");
  expect(card()).toContain(t.review_better_told({ moves: "d2" }));
  expect(card()).toContain(t.review_estimate({ side: "Light", percent: 62 }));
  expect(card()).toContain(t.review_was({ moves: "b1" }));
  await screen.press(t.earlier);
  expect(screen.board).toBe("x.......");
  await screen.press(t.review_to_played);
  expect(screen.board).toBe("xo......");
  await screen.press(t.later);
  expect(screen.board).toBe("xox.....");
});

test("a mistake is tried again until a better turn is found", async () => {
  const { server, screen } = await reviewed();
  server.attempts = {
    c1: { moves: [], judged: { win: 0.2, proved: false, verdict: "blunder", better: false } },
    d1: { moves: [], judged: { win: 0.52, proved: false, verdict: "mistake", better: true } },
    d2: { moves: [], judged: { win: 1, proved: true, lead: 2, verdict: "good", better: true } },
  };
  await screen.press(t.review_error_before);
  await screen.press(t.review_retry);
  expect(screen.board).toBe("x.......");
  expect(card()).toContain(t.review_find({ side: "Light" }));
  expect(screen.choices).toBe("b1 c1 d1 a2 b2 c2 d2");
  await screen.click("c1");
  expect(screen.board).toBe("x.o.....");
  expect(card()).toContain(t.review_no_better);
  expect(card()).toContain(t.review_estimate({ side: "Light", percent: 20 }));
  expect(screen.choices).toBe("");
  await screen.press(t.retry);
  expect(screen.board).toBe("x.......");
  await screen.click("d1");
  expect(card()).toContain(t.review_nearer);
  await screen.press(t.retry);
  await screen.click("d2");
  expect(card()).toContain(t.review_found);
  expect(card()).toContain(t.review_proved_lead({ side: "Light", lead: 2 }));
  expect(screen.button(t.review_solution)).toBeNull();
  expect(server.sent("/attempt").map(({ body }) => body)).toEqual([[], ["c1"], ["d1"], ["d2"]].map((moves) => ({ at: 1, moves })));
  await screen.press(t.review_stop);
  expect(screen.board).toBe("xo......");
});

test("a turn of several steps is tried step by step, and a step can be taken back", async () => {
  const { server, screen } = await reviewed();
  const on = (...cells: string[]) => cells.map((cell) => ({ ...placement(cell, "second"), ends_turn: true }));
  server.attempts = { d1: { mid_turn: true, moves: on("c2", "d2") }, "d1 d2": { moves: [], judged: { win: 0.6, proved: false, verdict: "good", better: true } } };
  await screen.press(t.review_error_before);
  await screen.press(t.review_retry);
  await screen.click("d1");
  expect([screen.board, screen.choices]).toEqual(["x..o....", "c2 d2"]);
  await screen.press(t.take_back);
  expect(screen.board).toBe("x.......");
  await screen.click("d1");
  await screen.click("d2");
  expect(screen.board).toBe("x..o...o");
  expect([...document.querySelectorAll(".step-text")].map((each) => each.textContent)).toEqual(["1", "2"]);
  expect(card()).toContain(t.review_found);
});

test("whoever gives up sees the solution", async () => {
  const { screen } = await reviewed();
  await screen.press(t.review_error_before);
  await screen.press(t.review_retry);
  await screen.press(t.review_solution);
  expect(screen.board).toBe("x......o");
  expect(card()).toContain(t.review_better_told({ moves: "d2" }));
});

test("an engine that is busy is told, and asked again", async () => {
  const { server, screen } = await reviewed();
  await screen.press(t.review_error_before);
  await screen.press(t.review_retry);
  server.refuse(503, "busy", "The engine is busy.");
  await screen.click("d2");
  expect(card()).toContain("The engine is busy.");
  expect(screen.board).toBe("x.......");
  await screen.press(t.retry);
  expect(card()).toContain(t.review_find({ side: "Light" }));
  expect(screen.choices).toBe("b1 c1 d1 a2 b2 c2 d2");
});

test("a server that has forgotten the review is asked for it again", async () => {
  const { server, screen } = await reviewed();
  await screen.press(t.review_error_before);
  server.refuse(409, "not_possible", "Not now.");
  await screen.press(t.review_retry);
  expect(server.sockets.length).toBe(2);
  await screen.press(t.retry);
  expect(screen.choices).toBe("b1 c1 d1 a2 b2 c2 d2");
});

test("whoever uses the keyboard goes on where it is told what happens now", async () => {
  const { screen } = await reviewed();
  await screen.press(t.review_error_before);
  for (const button of [t.review_show, t.review_to_played, t.review_retry, t.review_stop]) {
    await screen.press(button);
    expect(document.activeElement?.classList.contains("told")).toBe(true);
  }
});

test("any moment is played on from against a level, with the side one had", async () => {
  const { server, screen } = await reviewed();
  await screen.press(t.earlier);
  await screen.press(t.review_play_on);
  const side = document.querySelector<HTMLInputElement>("input[name=side]:checked")!;
  expect(side.value).toBe("second");
  document.querySelector("form")!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await screen.pass();
  expect(server.sent("/api/matches").at(-1)?.body).toMatchObject({ ruleset: "simple", kind: "computer", side: "second", level: "2", moves: ["a1", "b1"] });
  expect(location.pathname).toBe("/m/new");
});

test("the better turn is played on from too", async () => {
  const { server, screen } = await reviewed();
  await screen.press(t.review_error_before);
  await screen.press(t.review_show);
  await screen.press(t.review_play_on);
  document.querySelector("form")!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await screen.pass();
  expect(server.sent("/api/matches").at(-1)?.body).toMatchObject({ moves: ["a1", "d2"] });
});

test("a review that fails says so and is asked for again", async () => {
  const { server, screen } = await reviewed({ type: "refused", error: "engine_failed", text: both("The engine did not answer."), move: null, at: null });
  expect(screen.text).toContain("The engine did not answer.");
  server.review = REVIEW;
  await screen.press(t.retry);
  expect(screen.text).not.toContain("The engine did not answer.");
  expect(document.querySelectorAll("circle.error").length).toBe(1);
});

test("after the end of a match its review is one button away, for players and for who watches", async () => {
  for (const you of [["first"], []] as Side[][]) {
    const server = new FakeServer(you);
    server.play("a1");
    const screen = await sitDown(server);
    expect(document.querySelector('a[href="/m/m/review"]')).toBeNull();
    server.change({ status: "over", result: { winner: "first", reason: "resigned", rule: null, ended: null, text: both("Over."), cells: [] } });
    await screen.pass();
    expect(document.querySelector('a[href="/m/m/review"]')?.textContent.trim()).toBe(t.review_game);
    await closeAll();
    prepare();
  }
});
