// @vitest-environment happy-dom
// A move on its way: over the live line, and by a request where there is none.
import { afterEach, beforeEach, expect, test } from "vitest";
import { t } from "../../src/words";
import { FakeServer } from "./fakeServer";
import { closeAll, prepare, sitDown } from "./screen";
import { B1, requested, withoutLine } from "./sent";

beforeEach(prepare);
afterEach(closeAll);

test("a move is on the board before the server has answered, and stays once it has", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.holdLine();
  await screen.click("b1");
  expect([screen.board, screen.choices, screen.moves]).toEqual([".x......", "", []]);
  server.releaseLine();
  await screen.pass();
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".x......", ["b1"], "Waiting for Robin to move."]);
  await screen.pass(20_000);
  expect([server.moves, requested(server), server.sockets.length]).toEqual([[B1], [], 1]);
});

test("an update brings what has changed, and the rest stays as it was", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  const [line] = server.sockets;
  const messages: string[] = [];
  const hear = line!.onmessage!;
  line!.onmessage = (event) => (messages.push(event.data), hear(event));
  await screen.click("b1");
  server.play("c1");
  await screen.pass();
  expect(messages.map((text) => JSON.parse(text) as Record<string, unknown>).map(({ type, since, version }) => [type, since, version])).toEqual([
    ["update", 1, 2],
    ["update", 2, 3],
  ]);
  expect([screen.board, screen.moves, screen.prompt]).toEqual([".xo.....", ["b1", "c1"], "Choose a cell."]);
});

test("while a move is on its way nothing else can be played", async () => {
  const server = new FakeServer(["first", "second"]);
  const screen = await sitDown(server);
  server.holdLine();
  await screen.click("b1");
  await screen.click("c1");
  await screen.type(t.type_move, "d1").catch(() => undefined);
  server.releaseLine();
  await screen.pass();
  expect([screen.board, server.moves]).toEqual([".x......", [B1]]);
});

test("without a line a move goes by request, before the eyes of the reader at once all the same", async () => {
  const { server, screen } = await withoutLine();
  server.hold();
  await screen.click("b1");
  expect([screen.board, screen.choices]).toEqual([".x......", ""]);
  server.release();
  await screen.pass();
  expect([screen.board, screen.moves, requested(server)]).toEqual([".x......", ["b1"], [B1]]);
});

test("while one's own move is on its way nobody is said to wait for oneself", async () => {
  const server = new FakeServer();
  const screen = await sitDown(server);
  server.holdLine();
  await screen.click("b1");
  expect(screen.prompt).toBe("Choose a cell.");
  await screen.pass(1000);
  expect(screen.prompt).toBe(t.move_sending);
});
