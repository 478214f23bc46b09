// @vitest-environment happy-dom
// Whose seat this is, how it is carried and joined, and what the people at it can do besides moving.
import { encode } from "uqr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import { t } from "../../src/words";
import { joinKey, saveMatch } from "../../src/wire/seatTokens";
import type { SeatAnswer } from "../../src/wire/types";
import { both, FakeServer, INVITATION, SEAT_TOKEN } from "./fakeServer";
import { closeAll, prepare, type Screen, sitDown } from "./screen";

beforeEach(prepare);
afterEach(closeAll);

const OPEN = {
  status: "open" as const,
  seats: { first: { kind: "person" as const, name: "Aki", level: null }, second: { kind: "open" as const, name: null, level: null } },
};
const COMPUTER = { first: { kind: "person" as const, name: null, level: null }, second: { kind: "computer" as const, name: null, level: "3" } };
const value = (label: string) => [...document.querySelectorAll("input")].find((each) => each.getAttribute("aria-label") === label)?.value;

test("a link with a seat takes that seat, and the address bar forgets it", async () => {
  const server = new FakeServer([]);
  const screen = await sitDown(server, `/m/m#seat=${SEAT_TOKEN}`);
  expect(server.requests.filter((each) => each.path.startsWith("/api/matches")).map((each) => [each.path, each.body])).toEqual([
    ["/api/matches/m/seat", { token: SEAT_TOKEN }],
  ]);
  expect([location.hash, location.pathname]).toEqual(["", "/m/m"]);
  expect(screen.choices).not.toBe("");
});

test("a link with a seat that is none says so, and does not listen", async () => {
  const server = new FakeServer([]);
  const screen = await sitDown(server, "/m/m#seat=wrong");
  expect(screen.text).toContain("This is no seat.");
  expect(server.sockets).toEqual([]);
});

test("the link for another device carries this match's own seat", async () => {
  saveMatch({ match: { id: "other", game: "simple" }, tokens: { first: "wrong" } } as unknown as SeatAnswer);
  saveMatch({ match: { id: "m", game: "simple" }, tokens: { first: "right", second: null } } as unknown as SeatAnswer);
  const screen = await sitDown(new FakeServer(["first"]));
  await screen.press(t.more);
  expect(value(t.seat_link)).toBe(`${location.origin}/m/m#seat=right`);
  expect(value(t.watch_link)).toBe(`${location.origin}/m/m`);
});

test("without a token there is no such link, nor once the game is over", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  await screen.press(t.more);
  expect(value(t.seat_link)).toBeUndefined();
  await screen.close();
  saveMatch({ match: { id: "m", game: "simple" }, tokens: { first: "right" } } as unknown as SeatAnswer);
  const again = await sitDown(server);
  server.change({ status: "over", result: { winner: null, reason: "agreed", rule: null, ended: "agreed", text: both("Agreed."), cells: [] } });
  await again.pass();
  await again.press(t.more);
  expect(value(t.seat_link)).toBeUndefined();
});

test("whoever waits for a friend sees the link with the invitation", async () => {
  saveMatch({ match: { id: "m", game: "simple" }, tokens: { first: "right" }, invitation: INVITATION } as unknown as SeatAnswer);
  const screen = await sitDown(new FakeServer(["first"], OPEN));
  expect(screen.text).toContain(t.invite_title);
  expect(value(t.link)).toBe(`${location.origin}/m/m#join=${INVITATION}`);
});

test("an invitation is told, and joined with the name and the secret of the link", async () => {
  const server = new FakeServer([], OPEN);
  const screen = await sitDown(server, `/m/m#join=${INVITATION}`);
  expect([screen.text.includes(t.invited_title), screen.text.includes(t.invited_body({ name: "Aki", side: "Light" }))]).toEqual([true, true]);
  const name = [...document.querySelectorAll("input")].find((each) => each.getAttribute("autocomplete") === "nickname")!;
  name.value = "  Mika ";
  name.dispatchEvent(new Event("input", { bubbles: true }));
  name.form!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await screen.pass();
  expect(server.sent("/join").map((each) => each.body)).toEqual([{ invitation: INVITATION, name: "Mika", key: expect.stringMatching(/^[A-Za-z0-9_-]{20,128}$/) as string }]);
  expect([location.hash, settings.name, screen.text.includes(t.invited_title)]).toEqual(["", "Mika", false]);
  // The line of a watcher is closed, and a new one opened that carries the seat.
  expect(server.sockets.map((socket) => socket.readyState)).toEqual([3, 1]);
  expect(sessionStorage.getItem("turncoat.seat.m")).toContain(SEAT_TOKEN);
});

async function join(screen: Screen): Promise<void> {
  document.querySelector("form")!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await screen.pass();
}

test("a seat whose answer was lost is asked for again with the same key, and taken once", async () => {
  const server = new FakeServer([], OPEN);
  const screen = await sitDown(server, `/m/m#join=${INVITATION}`);
  server.you = [];
  server.tells = false;
  server.loseAnswers(1);
  await join(screen);
  await screen.pass(2000);
  const keys = server.sent("/join").map((each) => each.body["key"]);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect([screen.text.includes(t.invited_title), screen.text.includes("The seat is taken."), location.hash]).toEqual([false, false, ""]);
});

test("the key outlives the page: whoever was away meanwhile still gets the seat that is theirs", async () => {
  const server = new FakeServer([], OPEN);
  const screen = await sitDown(server, `/m/m#join=${INVITATION}`);
  server.tells = false;
  server.loseAnswers(4);
  await join(screen);
  await screen.pass(10_000);
  expect(screen.text).toContain(t.server_unreachable);
  await screen.close();
  const [you, view] = [server.you, server.view];
  [server.you, server.view] = [[], { ...view, ...OPEN }]; // as somebody sees it who has no seat
  const again = await sitDown(server, `/m/m#join=${INVITATION}`);
  [server.you, server.view] = [you, view];
  await join(again);
  expect([again.text.includes("The seat is taken."), again.text.includes(t.invited_title), location.hash]).toEqual([false, false, ""]);
  expect(new Set(server.sent("/join").map((each) => each.body["key"])).size).toBe(1);
});

test("every match has a key of its own, and the oldest are forgotten", () => {
  const first = joinKey("m0");
  expect(joinKey("m0")).toBe(first);
  const keys = Array.from({ length: 24 }, (_, number) => joinKey(`m${number}`));
  expect([keys[0], new Set(keys).size]).toEqual([first, 24]);
  joinKey("m24");
  expect([joinKey("m1"), joinKey("m0") === first]).toEqual([keys[1], false]);
});

test("where nothing can be kept a seat is taken all the same", async () => {
  const server = new FakeServer([], OPEN);
  const screen = await sitDown(server, `/m/m#join=${INVITATION}`);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  await join(screen);
  expect([screen.text.includes(t.invited_title), location.hash]).toEqual([false, ""]);
  vi.restoreAllMocks();
});

test("a seat that somebody else has taken is told", async () => {
  const server = new FakeServer([], OPEN);
  const screen = await sitDown(server, `/m/m#join=${INVITATION}`);
  server.refuse(409, "seat_taken", "The seat is taken.");
  await join(screen);
  expect([screen.text.includes("The seat is taken."), server.sent("/join").length]).toEqual([true, 1]);
});

test("an invitation that does not hold is told, and the link stays", async () => {
  const server = new FakeServer([], OPEN);
  const screen = await sitDown(server, "/m/m#join=nonsense");
  document.querySelector("form")!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await screen.pass();
  expect([screen.text.includes("No such invitation."), location.hash, server.sockets.length]).toEqual([true, "#join=nonsense", 1]);
});

test.each([
  ["draw", t.offer_draw],
  ["takeback", t.ask_takeback],
] as const)("an offer of a %s is sent, shown as one's own, and taken back", async (kind, label) => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  await screen.press(t.more);
  await screen.press(label);
  expect(server.sent("/offers").map((each) => each.body)).toEqual([{ kind }]);
  expect([screen.text.includes(kind === "draw" ? t.draw_asked : t.takeback_asked), screen.button(t.accept)]).toEqual([true, null]);
  await screen.press(t.take_offer_back);
  expect(server.sent("/offers").map((each) => each.body)[1]).toEqual({ kind, answer: "withdraw" });
});

test.each(["accept", "decline"] as const)("an offer of the other side is told and answered: %s", async (answer) => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.change({ offers: { draw: "second", takeback: null, rematch: null } });
  await screen.pass();
  expect(screen.log.at(-1)).toBe(t.draw_offered({ name: "Robin" }));
  await screen.press(t[answer]);
  expect(server.sent("/offers").map((each) => each.body)).toEqual([{ kind: "draw", answer }]);
});

test("an answer pressed twice is sent once, and a refused one is told", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.change({ offers: { draw: "second", takeback: null, rematch: null } });
  await screen.pass();
  server.refuse(409, "gone", "The offer is gone.");
  server.hold();
  screen.button(t.decline)!.click();
  screen.button(t.decline)!.click();
  await screen.pass();
  server.release();
  await screen.pass();
  expect([server.sent("/offers").length, screen.prompt]).toEqual([1, "The offer is gone."]);
});

test("two different things pressed at once are both sent, one after the other", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.change({ offers: { draw: "second", takeback: "second", rematch: null } });
  await screen.pass();
  server.hold();
  const [draw, takeback] = screen.buttons(t.decline);
  draw!.click();
  takeback!.click();
  await screen.pass();
  expect(server.sent("/offers").map((each) => each.body["kind"])).toEqual(["draw"]);
  server.release();
  await screen.pass();
  await screen.pass();
  expect(server.sent("/offers").map((each) => each.body["kind"])).toEqual(["draw", "takeback"]);
});

test("what can be offered depends on who is at the board", async () => {
  for (const [you, changes, offered] of [
    [["first"], {}, [true, false, true]],
    [["first", "second"], {}, [false, true, false]],
    [["first"], { seats: COMPUTER }, [true, false, false]],
    [[], {}, [false, false, false]],
  ] as const) {
    const server = new FakeServer([...you], changes);
    const screen = await sitDown(server);
    await screen.press(t.more);
    expect([t.offer_draw, t.agree_draw, t.ask_takeback].map((name) => screen.button(name) !== null)).toEqual(offered);
    await screen.close();
  }
});

test("resigning is asked about first", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  await screen.press(t.resign);
  expect(screen.text).toContain(t.resign_sure);
  await screen.press(t.cancel);
  expect(server.sent("/resign")).toEqual([]);
  await screen.press(t.resign);
  await screen.press(t.resign_yes);
  expect([server.sent("/resign").length, screen.text.includes(t.you_lose)]).toEqual([1, true]);
  expect(screen.log.at(-1)).toBe("You lose. By resign.");
});

test("a game nobody has joined can be withdrawn", async () => {
  const server = new FakeServer(["first"], OPEN);
  const screen = await sitDown(server);
  await screen.press(t.more);
  await screen.press(t.withdraw);
  expect([screen.text.includes(t.resign_sure), screen.button(t.cancel)]).toEqual([false, null]);
  await screen.press(t.withdraw_yes);
  expect(server.sent("/resign").length).toBe(1);
});

test("words are sent, shown, and not heard by the one who wrote them", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  await screen.type(t.chat_write, "  hello  ");
  expect(server.sent("/chat").map((each) => each.body)).toEqual([{ text: "hello" }]);
  expect([screen.text.includes("Dark hello"), screen.log.some((line) => line.includes("hello")), value(t.chat_write)]).toEqual([true, false, ""]);
  await screen.type(t.chat_write, "   ");
  expect(server.sent("/chat").length).toBe(1);
});

test("words whose answer was lost are not sent twice, and stand in the field again", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.tells = false;
  server.loseAnswers(1);
  await screen.type(t.chat_write, "hello");
  await screen.pass(20_000);
  expect([server.sent("/chat").length, value(t.chat_write), screen.prompt]).toEqual([1, "hello", t.server_unreachable]);
});

test("words whose answer was lost, though the line told of them, have arrived", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  server.loseAnswers(1);
  await screen.type(t.chat_write, "hello");
  expect([server.sent("/chat").length, value(t.chat_write), screen.prompt, screen.text.includes("Dark hello")]).toEqual([1, "", "Choose a cell.", true]);
});

test("words of others are heard unless the chat is muted", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  const line = (text: string) => ({ side: "second", name: "Robin", text }) as unknown as (typeof server.view.chat)[number];
  server.change({ chat: [line("hello")] });
  await screen.pass();
  expect(screen.log.at(-1)).toBe(t.said({ name: "Robin", text: "hello" }));
  await screen.press(t.chat_mute);
  expect([screen.text.includes(t.chat_muted), screen.text.includes("hello")]).toEqual([true, false]);
  server.change({ chat: [line("hello"), line("again")] });
  await screen.pass();
  await screen.press(t.chat_unmute);
  expect([screen.log.some((each) => each.includes("again")), screen.text.includes("again")]).toEqual([false, true]);
});

test("a rematch is asked for, waits, and leads to the new match with the seat", async () => {
  const server = new FakeServer(["first"]);
  const screen = await sitDown(server);
  const over = { status: "over" as const, result: { winner: "first" as const, reason: "x", rule: "R9", ended: "R9", text: both("Dark has won."), cells: [] } };
  server.change(over);
  await screen.pass();
  expect([screen.text.includes(t.you_win), screen.text.includes("Dark has won."), screen.button(t.decided_by({ rule: "R9" })) !== null]).toEqual([true, true, true]);
  await screen.press(t.rematch);
  expect([server.sent("/rematch").length, location.pathname]).toEqual([1, "/m/m"]);
  server.change({ offers: { draw: null, takeback: null, rematch: "first" } });
  await screen.pass();
  expect([screen.text.includes(t.rematch_asked), screen.button(t.rematch)?.disabled]).toEqual([true, true]);
  const next = server.view;
  server.change({ rematch: "next" });
  server.view = { ...next, id: "next" };
  await screen.pass();
  expect(location.pathname).toBe("/m/next");
  expect(sessionStorage.getItem("turncoat.seat.next")).toContain(SEAT_TOKEN);
});

test("whoever comes back to a game that had a rematch is left in peace", async () => {
  const result = { winner: "first" as const, reason: "x", rule: null, ended: "x", text: both("Dark has won."), cells: [] };
  const server = new FakeServer(["first"], { status: "over", result, rematch: "next" });
  const screen = await sitDown(server);
  server.change({ chat: [{ side: "second", name: null, text: "well played" }] as unknown as typeof server.view.chat });
  await screen.pass();
  expect([location.pathname, server.sent("/rematch").length]).toEqual(["/m/m", 0]);
});

test("a watcher is not taken to the rematch, but may go there", async () => {
  const server = new FakeServer([]);
  const screen = await sitDown(server);
  server.change({ status: "over", result: { winner: "first", reason: "x", rule: null, ended: "x", text: both("Dark has won."), cells: [] } });
  server.change({ rematch: "next" });
  await screen.pass();
  expect([location.pathname, server.sent("/rematch").length, screen.text.includes(t.side_wins({ side: "Dark" }))]).toEqual(["/m/m", 0, true]);
  await screen.press(t.to_rematch);
  expect(location.pathname).toBe("/m/next");
});

test("the cards say who plays, whose turn it is and who thinks", async () => {
  const server = new FakeServer(["first"], { seats: COMPUTER });
  const screen = await sitDown(server);
  const cards = () => [screen.card("Dark").textContent.trim(), screen.card("Light").textContent.trim()].map((each) => each.replace(/\s+/g, " "));
  expect(cards()).toEqual([expect.stringContaining(`${t.you} ${t.seat_to_move({ side: "Dark" })}`), expect.stringContaining(`${t.computer_level({ level: "3" })} ${t.seat_computer({ side: "Light" })}`)]);
  await screen.click("b1");
  expect(cards()).toEqual([expect.stringContaining(`${t.you} Dark`), expect.stringContaining(t.seat_thinking({ side: "Light" }))]);
  expect(screen.prompt).toBe(t.thinking_now);
});

test("a link to another device or friend is a picture too: one of the very address", async () => {
  saveMatch({ match: { id: "m", game: "simple" }, tokens: { first: "right" }, invitation: INVITATION } as unknown as SeatAnswer);
  await sitDown(new FakeServer(["first"], OPEN));
  const code = document.querySelector(`svg[aria-label="${t.qr_code}"]`)!;
  const { data, size } = encode(`${location.origin}/m/m#join=${INVITATION}`, { border: 3 });
  expect(code.getAttribute("viewBox")).toBe(`0 0 ${size} ${size}`);
  expect(code.querySelector("path")!.getAttribute("d")!.match(/M\d+ \d+/g)!.length).toBe(data.flat().filter(Boolean).length);
});
