// @vitest-environment happy-dom
// Undo, looking back, and hints: what belongs to a position goes with it.
import { afterEach, beforeEach, expect, test } from "vitest";
import { t } from "../../src/words";
import { FakeServer, both } from "./fakeServer";
import { closeAll, prepare, type Screen, sitDown } from "./screen";

beforeEach(prepare);
afterEach(closeAll);

const lookingBack = (screen: Screen): boolean => screen.button(t.to_now) !== null;

async function afterThree(you: ("first" | "second")[] = ["first", "second"]) {
  const server = new FakeServer(you);
  const screen = await sitDown(server);
  for (const move of ["b1", "c1", "d1"]) server.play(move);
  await screen.pass();
  return { server, screen };
}

test("one looks back step by step, and forward again to the present", async () => {
  const { screen } = await afterThree();
  const seen: string[] = [];
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight"]) {
    await screen.key(key);
    seen.push(screen.board);
  }
  expect(seen).toEqual([".xo.....", ".x......", "........", "........", ".x......"]);
  expect([lookingBack(screen), screen.choices]).toEqual([true, ""]);
  await screen.key("ArrowRight");
  await screen.key("ArrowRight");
  expect([screen.board, lookingBack(screen)]).toEqual([".xox....", false]);
  expect(screen.choices).not.toBe("");
});

test("a press in the list shows the position after that turn", async () => {
  const { screen } = await afterThree();
  await screen.press("b1");
  expect([screen.board, screen.button("b1")?.getAttribute("aria-current")]).toEqual([".x......", "step"]);
  await screen.press(t.later);
  expect(screen.board).toBe(".xo.....");
  await screen.press(t.earlier);
  expect(screen.board).toBe(".x......");
  await screen.press("d1");
  expect([screen.board, lookingBack(screen)]).toEqual([".xox....", false]);
});

test("a new move is told, and the reader stays where they look until they come back", async () => {
  const { server, screen } = await afterThree(["first"]);
  await screen.key("ArrowLeft");
  server.play("a2");
  await screen.pass();
  expect([screen.board, screen.text.includes(t.your_turn_waits), screen.log.at(-1)]).toEqual([".xo.....", true, "Light: a2. Your turn. Choose a cell."]);
  await screen.press(t.to_now);
  expect([screen.board, lookingBack(screen)]).toEqual([".xoxo...", false]);
});

test("a word in the chat does not", async () => {
  const { server, screen } = await afterThree();
  await screen.key("ArrowLeft");
  server.change({ chat: [{ side: "second", name: null, text: "look" }] as unknown as typeof server.view.chat });
  await screen.pass();
  expect([screen.board, lookingBack(screen)]).toEqual([".xo.....", true]);
});

test("positions taken back are forgotten: nothing lies ahead of the present", async () => {
  const { server, screen } = await afterThree();
  server.takeback(1);
  await screen.pass();
  expect([screen.board, screen.moves]).toEqual([".x......", ["b1"]]);
  await screen.key("ArrowRight");
  expect([screen.board, lookingBack(screen)]).toEqual([".x......", false]);
  server.play("a2");
  server.play("b2");
  await screen.pass();
  await screen.key("ArrowLeft");
  expect(screen.board).toBe(".x..o...");
  await screen.key("ArrowLeft");
  expect(screen.board).toBe(".x......");
});

test("whoever opens the page later can look back to the beginning", async () => {
  const server = new FakeServer(["first"]);
  for (const move of ["b1", "c1", "d1"]) server.play(move);
  const screen = await sitDown(server);
  await screen.press("b1");
  expect(screen.board).toBe(".x......");
  await screen.key("ArrowLeft");
  expect([screen.board, screen.text.includes(t.looking_start)]).toEqual(["........", true]);
  await screen.key("ArrowRight");
  await screen.key("ArrowRight");
  expect(screen.board).toBe(".xo.....");
});

test("with both seats undo takes the latest turn back", async () => {
  const { server, screen } = await afterThree();
  await screen.press(t.undo);
  expect(server.sent("/back").map((each) => each.body)).toEqual([{ to: 2, at: 3 }]);
  expect([screen.board, screen.moves]).toEqual([".xo.....", ["b1", "c1"]]);
});

test("against a computer undo goes back to one's own turn", async () => {
  const server = new FakeServer(["first"], { seats: { first: { kind: "person", name: null, level: null }, second: { kind: "computer", name: null, level: "3" } } });
  const screen = await sitDown(server);
  await screen.click("b1");
  server.play("c1");
  await screen.pass();
  await screen.press(t.undo);
  expect(server.sent("/back").map((each) => each.body)).toEqual([{ to: 0, at: 2 }]);
  expect([screen.board, screen.choices.split(" ").length]).toEqual(["........", 8]);
});

test("there is nothing to undo before the first move, nor where it is not allowed", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  expect(screen.button(t.undo)?.disabled).toBe(true);
  server.play("b1");
  await screen.pass();
  expect(screen.button(t.undo)?.disabled).toBe(false);
  server.change({ can: { ...server.view.can, undo: false } });
  await screen.pass();
  expect(screen.button(t.undo)?.disabled).toBe(true);
});

test("pressed twice it undoes once", async () => {
  const { server, screen } = await afterThree();
  server.hold();
  screen.button(t.undo)!.click();
  screen.button(t.undo)!.click();
  await screen.pass();
  server.release();
  await screen.pass();
  expect(server.sent("/back").length).toBe(1);
});

test("an undo that is refused is told", async () => {
  const { server, screen } = await afterThree();
  server.refuse(409, "not_allowed", "No undo here.");
  await screen.press(t.undo);
  expect([screen.board, screen.prompt]).toEqual([".xox....", "No undo here."]);
});

test("a step within a turn can be taken back, and says so", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.play("b1");
  server.change({ side: "first", mid_turn: true });
  await screen.pass();
  expect(screen.text).toContain(t.step_note({ step: 2 }));
  await screen.press(t.take_back_step);
  expect(server.sent("/back").map((each) => each.body)).toEqual([{ to: 0, at: 1 }]);
});

test("a hint is shown on the board and told", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  await screen.press(t.hint);
  expect([screen.hinted, screen.note.includes("Try b1."), screen.log.at(-1)]).toEqual([1, true, "Try b1."]);
  expect(server.sent("/hint").map((each) => each.body)).toEqual([{ at: 0 }]);
});

test("a hint goes with one's own move at once, before the server has answered", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  await screen.press(t.hint);
  server.tells = false;
  server.hold();
  await screen.click("c1");
  expect([screen.hinted, screen.note.includes("Try b1.")]).toEqual([0, false]);
});

test("a hint goes when the position changes in any other way", async () => {
  const { server, screen } = await afterThree();
  await screen.press(t.hint);
  expect(screen.note).toContain("Try b1.");
  server.takeback(2);
  await screen.pass();
  expect([screen.hinted, screen.note.includes("Try b1.")]).toEqual([0, false]);
});

test("a hint stays while only words are exchanged", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  await screen.press(t.hint);
  server.change({ note: both("Nothing new.") });
  await screen.pass();
  expect([screen.hinted, screen.note.includes("Try b1.")]).toEqual([1, true]);
});

test("a hint that comes when the position has changed is not shown", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.hold();
  await screen.press(t.hint);
  server.play("b1");
  server.play("c1");
  await screen.pass();
  server.release();
  await screen.pass();
  expect([screen.hinted, screen.note.includes("Try b1.")]).toEqual([0, false]);
});

test("a hint that comes when one has already moved is not shown", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.hold();
  server.tells = false;
  await screen.press(t.hint);
  await screen.click("c1");
  server.release(0);
  await screen.pass();
  expect([screen.hinted, screen.note.includes("Try b1.")]).toEqual([0, false]);
});

test("a hint is asked for once, and can be asked for again", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.hold();
  screen.button(t.hint)!.click();
  screen.button(t.hint)!.click();
  await screen.pass();
  expect(screen.button(t.hint)?.disabled).toBe(true);
  server.release();
  await screen.pass();
  expect(server.sent("/hint").length).toBe(1);
  await screen.press(t.hint);
  expect(server.sent("/hint").length).toBe(2);
});

test("a hint that is refused is told", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.refuse(429, "too_many", "Enough hints for now.");
  await screen.press(t.hint);
  expect([screen.prompt, screen.hinted, screen.button(t.hint)?.disabled]).toEqual(["Enough hints for now.", 0, false]);
});

test("the board can be flipped, and the keys go on meaning what is seen", async () => {
  const { screen } = await afterThree();
  const order = () => [...document.querySelectorAll<HTMLElement>("[data-cell]")].map((cell) => cell.dataset["cell"])[0];
  expect(order()).toBe("a1");
  await screen.key("F");
  expect(order()).toBe("d2");
  await screen.press(t.more);
  await screen.press(t.flip);
  expect(order()).toBe("a1");
});

test("whoever writes in a field moves neither the board nor the past", async () => {
  const { screen } = await afterThree();
  const field = document.querySelector("input")!;
  await screen.key("ArrowLeft", field);
  await screen.key("f", field);
  expect(screen.board).toBe(".xox....");
});
