import { describe, expect, it } from "vitest";
import { find } from "../src/app/route.svelte";
import { lookOf, preferredLanguage, read as readSettings, settings } from "../src/app/settings.svelte";
import { read, write } from "../src/pages/ruleset";
import { reconnectDelay } from "../src/wire/socket";
import type { Game } from "../src/wire/types";

const both = (text: string) => ({ en: text, ja: text });
const game: Game = {
  name: "go",
  title: both("Go"),
  summary: both(""),
  credit: both(""),
  sides: { first: both("Black"), second: both("White") }, wins: { first: both("Black wins"), second: both("White wins") },
  ruleset: "go",
  fields: [],
  options: [
    { name: "size", label: both(""), explain: both(""), default: "8", free: true, values: [] },
    { name: "pie", label: both(""), explain: both(""), default: "no", free: false, values: [] },
  ],
  looks: [
    { name: "one", label: both(""), surface: "wood", stones: "discs", faces: { first: "dark", second: "light" }, zones: {} },
    { name: "two", label: both(""), surface: "tiles", stones: "piecepack", faces: { first: "suit", second: "number" }, zones: {} },
  ],
  zones: {},
  explain: {},
  refusals: {},
  sample: { board: { width: 1, height: 1, cells: "x" }, zones: [] },
};

describe("an address", () => {
  it.each([
    ["/", { page: "home" }],
    ["/rules", { page: "rules", game: null }],
    ["/rules/go", { page: "rules", game: "go" }],
    ["/m/a%2Fb", { page: "match", id: "a/b" }],
    ["/m/a/review", { page: "review", id: "a" }],
    ["/m/a/b", { page: "missing" }],
    ["/games", { page: "games", id: null }],
    ["/games/i1", { page: "games", id: "i1" }],
    ["/games/i1/x", { page: "missing" }],
    ["/privacy", { page: "privacy" }],
    ["/m", { page: "missing" }],
    ["/new/x", { page: "missing" }],
    ["/m/a/b/c", { page: "missing" }],
    ["/%E0%A4%A", { page: "missing" }],
  ])("%s names its page", (path, route) => {
    expect(find(path)).toEqual(route);
  });
});

describe("a ruleset", () => {
  it("is written without what is usual, and reads back", () => {
    expect(write(game, {})).toBe("go");
    expect(write(game, { size: "8", pie: "yes" })).toBe("go:pie=yes");
    expect(read("go:size=9x9,pie=yes")).toEqual({ game: "go", chosen: { size: "9x9", pie: "yes" } });
    expect(read("go")).toEqual({ game: "go", chosen: {} });
  });
});

describe("settings", () => {
  it("take what was kept and leave what cannot be read", () => {
    expect(readSettings('{"theme":"dark","sound":"loud","unknown":1}')).toMatchObject({ theme: "dark", sound: true });
    expect(readSettings('{"theme":"sepia","surface":"wood"}')).toMatchObject({ theme: "system", surface: "wood" });
    expect(readSettings("no json")).toMatchObject({ theme: "system" });
    expect(readSettings("null")).toMatchObject({ theme: "system" });
  });

  it("choose the language from what the browser prefers", () => {
    expect(preferredLanguage(["fr-FR", "ja-JP", "en"])).toBe("ja");
    expect(preferredLanguage(["fr"])).toBe("en");
  });

  it("give a game its own look, the one chosen for it, or the reader's own stones with faces that fit", () => {
    expect(lookOf(game).surface).toBe("wood");
    settings.looks = { go: "two" };
    expect(lookOf(game).faces.first).toBe("suit");
    settings.stones = "discs";
    expect(lookOf(game)).toMatchObject({ surface: "tiles", stones: "discs", faces: { first: "dark", second: "light" } });
    settings.stones = "own";
    settings.looks = {};
  });
});

describe("a lost line", () => {
  it("is tried again soon, then more and more slowly", () => {
    const waits = [0, 1, 2, 3, 9].map((tries) => reconnectDelay(tries, 0.5));
    expect(waits).toEqual([400, 800, 1600, 3200, 8000]);
    expect(reconnectDelay(0, 0)).toBeLessThan(reconnectDelay(0, 1));
  });
});
