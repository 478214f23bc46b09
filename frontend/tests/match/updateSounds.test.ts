import { expect, test } from "vitest";
import { stageSound, updateSounds } from "../../src/match/updateSounds";
import type { View } from "../../src/wire/types";

const view = (more: Partial<View>): View => ({ at: 0, side: "first", chat: [], result: null, ...more }) as View;
const over = (winner: "first" | "second" | null): View => view({ at: 1, result: { winner } as View["result"] });
const line = (side: "first" | "second"): View["chat"] => [{ side, text: "hello" }] as unknown as View["chat"];

test("stones sound by what is done with them, the strongest first", () => {
  const stage = (...kinds: ("placed" | "turned" | "moved" | "captured")[]) =>
    stageSound({ events: kinds.map((kind) => ({ kind, side: "first", cell: "a1" })) });
  expect([stage("placed"), stage("turned"), stage("moved", "turned"), stage("captured", "moved")]).toEqual([
    "place", "turn", "slide", "take",
  ]);
});

test("one hears when it becomes one's turn, and not when one's turn goes on", () => {
  expect(updateSounds(view({ side: "second" }), view({ at: 1 }), ["first"], true)).toEqual(["yours"]);
  expect(updateSounds(view({}), view({ at: 1 }), ["first"], true)).toEqual([]);
  expect(updateSounds(null, view({}), ["first"], true)).toEqual([]);
});

test("the end sounds as it was for the reader", () => {
  const heard = (winner: "first" | "second" | null, you: ("first" | "second")[]) => updateSounds(view({}), over(winner), you, true);
  expect([heard("first", ["first"]), heard("second", ["first"]), heard(null, ["first"]), heard("second", ["first", "second"])]).toEqual([
    ["won"], ["lost"], ["drawn"], ["won"],
  ]);
});

test("words of others are heard unless chat is muted, one's own never", () => {
  expect(updateSounds(view({}), view({ chat: line("second") }), ["first"], true)).toEqual(["word"]);
  expect(updateSounds(view({}), view({ chat: line("second") }), ["first"], false)).toEqual([]);
  expect(updateSounds(view({}), view({ chat: line("first") }), ["first"], true)).toEqual([]);
});

test("neither a watcher nor two people at one screen are told by a sound whose turn it is", () => {
  const [before, now] = [view({ side: "second" }), view({ at: 1 })];
  expect([updateSounds(before, now, [], true), updateSounds(before, now, ["first", "second"], true)]).toEqual([[], []]);
  expect(updateSounds(before, now, ["second"], true)).toEqual([]);
});
