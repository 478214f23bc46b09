import { expect, test } from "vitest";
import { applyUpdate } from "../../src/match/updates";
import type { PlayedMove, Update, View } from "../../src/wire/types";

const played = (move: string): PlayedMove => ({ move, side: "first", turn: 1, at_ms: 0, events: [] });
const line = (text: string): View["chat"][number] => ({ side: "first", name: null, text, at: 0 });
const view = {
  id: "m", version: 7, at: 3, turn: 3, status: "playing", prompt: { en: "Go.", ja: "" }, times: null, note: null,
  history: ["a1", "b1", "c1"].map(played), chat: [line("hello")],
} as unknown as View;
const update = (more: Partial<Update>): Update => ({ type: "update", since: 7, version: 8, changed: {}, ...more });
const texts = (now: View | "known" | "gap"): string[] => (typeof now === "string" ? [now] : now.history.map((each) => each.move));

test("what has changed is replaced whole, and all else stays", () => {
  const now = applyUpdate(view, update({ changed: { status: "over", note: { en: "Well.", ja: "" } } }));
  expect(now).toEqual({ ...view, version: 8, status: "over", note: { en: "Well.", ja: "" } });
});

test("a field can become nothing", () => {
  const noted = applyUpdate(view, update({ changed: { note: { en: "Well.", ja: "" } } })) as View;
  expect((applyUpdate(noted, update({ since: 8, version: 9, changed: { note: null } })) as View).note).toBeNull();
});

test("neither the view nor what it holds is changed in place", () => {
  const before = JSON.stringify(view);
  applyUpdate(view, update({ changed: { at: 4 }, history: { kept: 1, played: [played("d1")] }, chat: [line("bye")] }));
  expect(JSON.stringify(view)).toBe(before);
});

test.each([
  ["a move is added", { kept: 3, played: [played("d1")] }, "a1 b1 c1 d1"],
  ["several are", { kept: 3, played: [played("d1"), played("a2")] }, "a1 b1 c1 d1 a2"],
  ["a takeback cuts off what was taken back", { kept: 1, played: [] }, "a1"],
  ["a takeback and another move", { kept: 2, played: [played("d2")] }, "a1 b1 d2"],
  ["everything is taken back", { kept: 0, played: [] }, ""],
])("history: %s", (_, history, expected) => {
  expect(texts(applyUpdate(view, update({ history }))).join(" ")).toBe(expected);
});

test("without a word about it history stays, and so does the chat", () => {
  const now = applyUpdate(view, update({ changed: { turn: 4 } })) as View;
  expect([now.history, now.chat]).toEqual([view.history, view.chat]);
});

test("chat goes on where it was", () => {
  const now = applyUpdate(view, update({ chat: [line("bye"), line("bye")] })) as View;
  expect(now.chat.map((each) => each.text)).toEqual(["hello", "bye", "bye"]);
});

test("several versions may come in one", () => {
  expect((applyUpdate(view, update({ version: 12 })) as View).version).toBe(12);
});

test.each([
  [7, 7, "known"],
  [6, 7, "known"],
  [3, 4, "known"],
  [8, 9, "gap"],
  [6, 8, "gap"],
  [0, 8, "gap"],
])("an update from %i to %i is not for version 7: %s", (since, version, expected) => {
  expect(applyUpdate(view, update({ since, version, changed: { at: 99 } }))).toBe(expected);
});

test("an update that builds on moves nobody has seen is a gap", () => {
  expect(applyUpdate(view, update({ history: { kept: 4, played: [] } }))).toBe("gap");
});
