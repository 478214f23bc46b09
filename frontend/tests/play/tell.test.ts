import { beforeEach, expect, test } from "vitest";
import { settings } from "../../src/look/settings.svelte";
import { playerName } from "../../src/play/names";
import { told } from "../../src/play/tell";
import type { Game, View } from "../../src/wire/types";

const both = (text: string) => ({ en: text, ja: text });
const game = { sides: { first: both("Black"), second: both("White") } } as Game;
const seat = (kind: "person" | "computer" | "open", name: string | null = null, level: string | null = null) => ({ kind, name, level });
const view = (more: Partial<View>): View =>
  ({
    at: 0, side: "first", status: "playing", prompt: both("Do it."), note: null, result: null, last: null,
    seats: { first: seat("person"), second: seat("computer", null, "4") }, ...more,
  }) as View;
const answered = view({
  at: 2,
  last: { side: "second", moves: ["d3", "d4-c5"], changes: [{ kind: "placed", side: "second", cell: "d3" }, { kind: "turned", side: "second", cell: "e4" }] },
});

beforeEach(() => {
  settings.language = "en";
});

test("at first the reader hears what to do", () => {
  expect(told(null, view({}), ["first"], game)).toBe("Your turn. Do it.");
});

test("the other side's turn is told whole, then whose turn it is", () => {
  expect(told(view({}), answered, ["first"], game)).toBe("White: d3 · d4-c5. turns e4. Your turn. Do it.");
});

test("while the other side thinks only what was done is told", () => {
  const done = view({ at: 1, side: "second", last: { side: "first", moves: ["pass"], changes: [] } });
  expect(told(view({}), done, ["first"], game)).toBe("Black: Pass.");
});

test("the end is told with its reason", () => {
  const result = { winner: "first" as const, reason: "x", rule: "R9", ended: "R9", text: both("Black wins."), cells: [] };
  expect(told(answered, view({ at: 2, status: "over", result }), ["first"], game)).toBe("Black wins.");
});

test("what is no news is not said", () => {
  expect(told(answered, answered, ["first"], game)).toBe("");
});

test("players are called by name, by level, or as what they are to the reader", () => {
  const seats = { first: seat("person"), second: seat("computer", null, "4") };
  expect(playerName(view({ seats }), ["first"], "first")).toBe("You");
  expect(playerName(view({ seats }), ["first"], "second")).toBe("Level 4");
  expect(playerName(view({ seats }), [], "first")).toBe("Guest");
  expect(playerName(view({ seats: { first: seat("person", "Mika"), second: seat("open") } }), [], "first")).toBe("Mika");
  expect(playerName(view({ seats: { first: seat("person"), second: seat("open") } }), [], "second")).toBe("Seat is free");
  expect(playerName(view({ seats: { first: seat("computer", null, "max"), second: seat("open") } }), [], "first")).toBe("Strongest");
});
