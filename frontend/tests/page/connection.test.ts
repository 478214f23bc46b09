// @vitest-environment happy-dom
// The line to the server, people who leave, and clocks that run.
import { afterEach, beforeEach, expect, test } from "vitest";
import { t } from "../../src/words";
import type { Times } from "../../src/wire/types";
import { FakeServer } from "./fakeServer";
import { closeAll, prepare, sitDown } from "./screen";

beforeEach(prepare);
afterEach(closeAll);

test("a lost line is told after a moment, and no longer once it is back", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.goDown();
  await screen.pass(1000);
  expect(screen.text).not.toContain(t.lost);
  await screen.pass(500);
  expect(screen.text).toContain(t.lost);
  server.comeBack();
  await screen.pass(10_000);
  expect(screen.text).not.toContain(t.lost);
  expect(server.sockets.at(-1)?.readyState).toBe(1);
});

test("what happened meanwhile is there when the line is back", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.goDown();
  await screen.pass(100);
  server.play("b1", "c1");
  server.comeBack();
  await screen.pass(10_000);
  expect([screen.board, screen.moves, screen.log.filter((line) => line.includes("c1")).length]).toEqual([".xo.....", ["b1", "c1"], 1]);
});

test("where no line can be opened, what the other side does is asked for", async () => {
  const server = new FakeServer(["first"]);
  server.noLine = true;
  const screen = await sitDown(server);
  await screen.click("b1");
  server.play("c1");
  await screen.pass(12_000);
  expect([screen.board, screen.moves, screen.prompt, screen.text.includes(t.lost)]).toEqual([".xo.....", ["b1", "c1"], "Choose a cell.", true]);
});

test("a line that has only broken is opened again, and nothing else is asked", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  const before = server.requests.length;
  server.closeLines();
  await screen.pass(5000);
  expect([server.sockets.length, server.requests.length]).toEqual([2, before]);
});

test("a short break is not told at all", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.goDown();
  server.comeBack();
  await screen.pass(5000);
  expect([screen.text.includes(t.lost), server.sockets.length]).toEqual([false, 2]);
});

test("after a line that was lost for long, the next loss is short again", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.goDown();
  await screen.pass(30_000);
  server.comeBack();
  await screen.pass(15_000);
  server.goDown();
  server.comeBack();
  await screen.pass(700);
  expect([server.sockets.at(-1)?.readyState, screen.text.includes(t.lost)]).toEqual([1, false]);
});

test("the reader need not wait for the next try", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.goDown();
  await screen.pass(9000);
  server.comeBack();
  const before = server.sockets.length;
  await screen.press(t.retry_now);
  await screen.pass();
  expect([server.sockets.length, screen.text.includes(t.lost)]).toEqual([before + 1, false]);
});

test.each(["online", "visible"])("the line is tried at once when the device is back: %s", async (what) => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.goDown();
  await screen.pass(7000);
  server.comeBack();
  const before = server.sockets.length;
  if (what === "online") window.dispatchEvent(new Event("online"));
  else document.dispatchEvent(new Event("visibilitychange"));
  await screen.pass();
  expect(server.sockets.length).toBe(before + 1);
});

test("a line that works is not opened again for that", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  window.dispatchEvent(new Event("online"));
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.pass(1000);
  expect(server.sockets.length).toBe(1);
});

test("a ping is answered, and nothing else is sent", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.message({ type: "ping" });
  await screen.pass();
  expect(server.sockets[0]!.sent).toEqual(['{"type":"pong"}']);
});

test("a line that has been silent for a minute is given up for another", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  await screen.pass(50_000);
  server.message({ type: "ping" });
  await screen.pass(55_000);
  expect(server.sockets.length).toBe(1);
  await screen.pass(10_000);
  expect(server.sockets.map((socket) => socket.readyState)).toEqual([3, 1]);
});

test("a match that is gone is not asked for again", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.sockets[0]!.close(4404);
  await screen.pass(60_000);
  expect(server.sockets.length).toBe(1);
});

test("whoever leaves the page leaves no line behind", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  await screen.close();
  await screen.pass(60_000);
  window.dispatchEvent(new Event("online"));
  expect(server.sockets.map((socket) => socket.readyState)).toEqual([3]);
});

test("a match that does not exist is told, with a way home, and no line is opened", async () => {
  const server = new FakeServer();
  server.refuse(404, "no_match", "There is no such match.");
  const screen = await sitDown(server);
  expect([screen.text.includes("There is no such match."), screen.text.includes(t.game_missing), screen.text.includes(t.back_home)]).toEqual([true, true, true]);
  await screen.pass(10_000);
  expect(server.sockets.length).toBe(0);
});

test("a server that does not answer is told, and asked again", async () => {
  const server = new FakeServer();
  server.down = true;
  const screen = await sitDown(server);
  expect(screen.text).toContain(t.server_unreachable);
  server.comeBack();
  await screen.press(t.retry);
  await screen.pass();
  expect([screen.text.includes(t.server_unreachable), screen.choices !== ""]).toEqual([false, true]);
  expect(server.sockets.filter((socket) => socket.readyState === 1).length).toBe(1);
});

test("somebody who leaves is missed, and welcome when back", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  expect(screen.text).not.toContain(t.opponent_away({ name: "Robin" }));
  server.presence({ second: false });
  await screen.pass();
  expect([screen.text.includes(t.opponent_away({ name: "Robin" })), screen.card("Light").textContent.includes(t.seat_away({ side: "Light" }))]).toEqual([true, true]);
  server.presence({ second: true });
  await screen.pass();
  expect(screen.text).not.toContain(t.opponent_away({ name: "Robin" }));
});

test("nobody is told that they themselves, or a computer, is away", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.presence({ first: false });
  await screen.pass();
  expect(screen.text).not.toMatch(/not here|away/);
  server.change({ seats: { ...server.view.seats, second: { kind: "computer", name: null, level: "2" } } });
  server.presence({ second: false });
  await screen.pass();
  expect(screen.text).not.toMatch(/not here|away/);
});

test("a win may be claimed once the time for that has come, by the server's clock", async () => {
  const server = new FakeServer(["first"], { can: { chat: true, claim: true, draw: true, hint: true, rematch: true, takeback: true, undo: true } } as never);
  const screen = await sitDown(server);
  const theirs = Date.now() - 3_600_000; // the server's clock is an hour behind
  server.presence({ second: false }, { second: theirs + 10_000 }, theirs);
  await screen.pass();
  expect([screen.text.includes(t.claim_soon({ seconds: 10 })), screen.button(t.claim)]).toEqual([true, null]);
  await screen.pass(4000);
  expect(screen.text).toContain(t.claim_soon({ seconds: 6 }));
  await screen.pass(6000);
  expect(screen.text).not.toContain("you may claim");
  await screen.press(t.claim);
  expect([server.sent("/claim").length, screen.text.includes(t.you_win)]).toEqual([1, true]);
});

test("where nothing can be claimed, nothing is promised; nor for one's own absence", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.presence({ second: false }, { second: Date.now() + 5000 });
  await screen.pass(6000);
  expect([screen.button(t.claim), screen.text.includes("claim")]).toEqual([null, false]);
  server.change({ can: { ...server.view.can, claim: true } });
  server.presence({ second: false }, { first: Date.now() - 5000 });
  await screen.pass(1000);
  expect(screen.button(t.claim)).toBeNull();
});

test("how many watch is told to the players", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.message({ type: "presence", as_of: Date.now(), here: { first: true, second: true, watching: 2 }, gone: { first: null, second: null } } as never);
  await screen.pass();
  expect(screen.note).toContain(t.watching_count({ count: 2 }));
});

const clock = { kind: "fischer", minutes: 5, increment: 0 } as const;
const times = (running: "first" | "second" | null, as_of: number): Times => ({ first: 300_000, second: 120_000, running, as_of, periods: null }) as unknown as Times;

test("only the clock of the side to move runs, on its own card", async () => {
  const server = new FakeServer(["first"], { clock, times: times("first", Date.now()) });
  const screen = await sitDown(server);
  expect([screen.clock("Dark"), screen.clock("Light")]).toEqual(["5:00", "2:00"]);
  await screen.pass(3000);
  expect([screen.clock("Dark"), screen.clock("Light")]).toEqual(["4:57", "2:00"]);
  server.play("b1");
  server.change({ times: { ...times("second", Date.now()), first: 297_000 } });
  await screen.pass(5000);
  expect([screen.clock("Dark"), screen.clock("Light")]).toEqual(["4:57", "1:55"]);
});

test("clocks stand still when the game is over", async () => {
  const server = new FakeServer(["first"], { clock, times: times("first", Date.now()) });
  const screen = await sitDown(server);
  await screen.pass(1000);
  server.change({ status: "over", times: { ...times(null, Date.now()), first: 299_000 } });
  await screen.pass(5000);
  expect([screen.clock("Dark"), screen.clock("Light")]).toEqual(["4:59", "2:00"]);
});

test("a clock goes by the server's time, whatever time it is here", async () => {
  const behind = Date.now() - 3_600_000;
  const server = new FakeServer(["first"], { clock, times: times("first", behind) });
  const screen = await sitDown(server);
  await screen.pass(2000);
  expect(screen.clock("Dark")).toBe("4:58");
  server.change({ times: times("first", behind + 2000 - 500) }); // half a second under way
  await screen.pass(100);
  expect(screen.clock("Dark")).toBe("5:00");
  await screen.pass(900);
  expect(screen.clock("Dark")).toBe("4:59");
});

test("a clock that runs out stops at nothing, and short time looks urgent", async () => {
  const server = new FakeServer(["first"], { clock, times: { ...times("first", Date.now()), first: 21_000 } });
  const screen = await sitDown(server);
  const urgent = () => screen.card("Dark").querySelector("[role=timer]")!.classList.contains("short");
  expect(urgent()).toBe(false);
  await screen.pass(1100);
  expect(urgent()).toBe(true);
  await screen.pass(60_000);
  expect(screen.clock("Dark")).toBe("0:00.0");
  expect(server.sent("/claim")).toEqual([]);
});

test("where there is no clock none is shown", async () => {
  const screen = await sitDown(new FakeServer());
  expect([screen.clock("Dark"), document.querySelector("[role=timer]")]).toEqual(["", null]);
});
