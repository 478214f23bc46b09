import { beforeEach, expect, test } from "vitest";
import { settings } from "../../src/app/settings.svelte";
import { outcome, playerName } from "../../src/game/names";
import { chatText, offersText, updateText } from "../../src/match/announcements";
import { t } from "../../src/words";
import type { Game, MoveEvent, View, Words } from "../../src/wire/types";

const both = (text: string): Words => ({ en: text });
const game = {
  sides: { first: both("Black"), second: both("White") }, wins: { first: both("Black wins"), second: both("White wins") },
} as Game;
const seat = (kind: "person" | "computer" | "open", name: string | null = null, level: string | null = null) => ({ kind, name, level });
const board = (cells: string) => ({ width: 4, height: 2, cells });
const view = (more: Partial<View>): View =>
  ({
    at: 0, side: "first", status: "playing", prompt: both("Do it."), note: null, result: null, history: [], moves: [], chat: [],
    board: board(".xo....."), seats: { first: seat("person"), second: seat("computer", null, "4") }, ...more,
  }) as View;
const entry = (move: string, side: "first" | "second", turn: number, ...events: MoveEvent[]) => ({ move, side, turn, events }) as View["history"][number];
const line = (side: "first" | "second", text: string) => ({ side, text, name: null }) as unknown as View["chat"][number];
const placed = { kind: "placed", side: "first", cell: "d1" } as const;
const turned = { kind: "turned", side: "first", cell: "c1" } as const;
const midway = view({ at: 1, mid_turn: true, history: [entry("d1", "first", 1, placed, turned)], board: board(".xxx....") });
const moved = { kind: "moved", side: "first", cell: "b1", to: "a1" } as const;
const done = view({
  at: 2, side: "second", history: [...midway.history, entry("b1-a1", "first", 1, moved)], board: board("x.xx...."),
});

beforeEach(() => {
  settings.language = "en";
});

test("at first the reader hears what to do", () => {
  expect(updateText(null, view({}), ["first"], game)).toBe("Your turn. Do it.");
});

test("a step is told with what it does, and within a turn nobody is told again that it is theirs", () => {
  expect(updateText(view({}), midway, ["first"], game)).toBe("Black: d1, turns c1. Do it.");
});

test("of a turn that goes on only the new step is told, and while the other side thinks nothing else", () => {
  expect(updateText(midway, done, ["first"], game)).toBe("Black: b1 to a1.");
});

test("the other side hears the turn and that it is theirs now", () => {
  expect(updateText(midway, done, ["second"], game)).toBe("Black: b1 to a1. Your turn. Do it.");
});

test("several turns at once are told one after the other", () => {
  const later = view({ at: 3, history: [...done.history, entry("pass", "second", 2)], board: done.board });
  expect(updateText(midway, later, ["first"], game)).toBe("Black: b1-a1. White: Pass. Do it.");
});

test("a remark is made once, not after every move", () => {
  const note = both("One more wins.");
  expect(updateText(view({}), { ...midway, note }, ["first"], game)).toContain("One more wins.");
  expect(updateText(view({ note }), { ...midway, note }, ["first"], game)).not.toContain("One more wins.");
});

test("the end is told once, with its outcome and reason", () => {
  const result = { winner: "first" as const, reason: "x", rule: "R9", ended: "R9", text: both("Black wins."), cells: [] };
  const over = view({ ...done, status: "over", result });
  expect(updateText(done, over, ["first"], game)).toBe("You win. Black wins.");
  expect(updateText(over, over, ["first"], game)).toBe("");
});

test("what is no news is not said", () => {
  expect(updateText(midway, midway, ["first"], game)).toBe("");
});

test("an offer of the other side is told once, one's own is not", () => {
  const none = { draw: null, takeback: null, rematch: null } as View["offers"];
  const offered = view({ offers: { ...none, draw: "second" } as View["offers"] });
  expect(offersText(view({ offers: none }), offered, ["first"])).toBe("Level 4 offers a draw.");
  expect(offersText(offered, offered, ["first"])).toBe("");
  expect(offersText(view({ offers: none }), offered, ["second"])).toBe("");
});

test("words of others are read aloud, one's own and old ones are not", () => {
  const before = view({ chat: [line("second", "old")] });
  const now = view({ chat: [...before.chat, line("first", "mine"), line("second", "hello")] });
  expect(chatText(before, now, ["first"], game)).toBe("White says: hello");
  expect(chatText(null, now, ["first"], game)).toBe("");
});

test("players are called by name, by level, or as what they are to the reader", () => {
  const seats = { first: seat("person"), second: seat("computer", null, "4") };
  expect(playerName(view({ seats }), ["first"], "first")).toBe("You");
  expect(playerName(view({ seats }), ["first"], "second")).toBe("Level 4");
  expect(playerName(view({ seats }), [], "first")).toBe("Guest");
  expect(playerName(view({ seats: { first: seat("person", "Mika"), second: seat("open") } }), [], "first")).toBe("Mika");
  expect(playerName(view({ seats: { first: seat("person"), second: seat("open") } }), [], "second")).toBe("Open seat");
  expect(playerName(view({ seats: { first: seat("computer", null, "max"), second: seat("open") } }), [], "first")).toBe("Max");
});

test("the end is told as it was for the reader: won, lost, drawn, or never begun", () => {
  const over = (winner: "first" | "second" | null, reason = "x") => view({ result: { winner, reason } as View["result"] });
  const told = (winner: "first" | "second" | null, you: ("first" | "second")[], reason?: string) => outcome(over(winner, reason), you, game);
  expect([told("first", ["first"]), told("second", ["first"]), told("second", ["first", "second"]), told("first", [])]).toEqual([
    t.you_win, t.you_lose, t.side_wins({ side: "White" }), t.side_wins({ side: "Black" }),
  ]);
  expect([told(null, ["first"]), told(null, ["first"], "withdrawn")]).toEqual([t.drawn, t.game_over]);
});

test("the other person is a guest, or called by name, never the reader", () => {
  const seats = { first: seat("person"), second: seat("person") };
  expect([playerName(view({ seats }), ["first"], "second"), playerName(view({ seats }), ["second"], "second")]).toEqual([t.guest, t.you]);
});
