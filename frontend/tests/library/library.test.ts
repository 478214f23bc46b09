// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { allGames, deleteGame, keepGame, oneGame } from "../../src/library/deviceStore";
import { choose, dayWords, EVERYTHING, resultOf, tallies } from "../../src/library/filters";
import { beaten, beatenIn, keepBeaten, levelBeaten, nextLevel, noteWin, readBeaten } from "../../src/library/ladder";
import { pieces } from "../../src/library/pieces";
import { readSaved, savedImport, savedMatch, type SavedGame } from "../../src/library/savedGame";
import type { ImportedGame, View } from "../../src/wire/types";

const LEVELS = [{ name: "1" }, { name: "2" }, { name: "10" }, { name: "max" }];

function game(changes: Partial<SavedGame> = {}): SavedGame {
  return {
    v: 1, id: "a", kind: "computer", game: "go", ruleset: "go:size=6", you: ["first"], status: "over", side: "first",
    seats: { first: { kind: "person", name: "Ann", level: null }, second: { kind: "computer", name: null, level: "2" } },
    result: { winner: "first", decided: true, how: "majority" }, at: 7, created: 1, changed: 2,
    board: { width: 2, height: 1, cells: "x." }, zones: [{ kind: "base", name: "a1", cells: ["a1"] }], ...changes,
  };
}

describe("a saved game", () => {
  it("reads back as it was kept", () => {
    for (const each of [game(), game({ gone: true }), game({ kind: "import", record: "ruleset: go", date: "1999", you: [], result: null })]) {
      expect(readSaved(JSON.parse(JSON.stringify(each)))).toEqual(each);
    }
  });

  it("that is damaged is none", () => {
    const damaged: Record<string, unknown>[] = [
      { v: 2 }, { id: "" }, { id: 7 }, { kind: "other" }, { you: ["third"] }, { you: "first" }, { status: "lost" }, { side: null },
      { seats: { first: { kind: "person", name: null, level: null } } }, { result: { winner: "first" } }, { result: 1 }, { at: null }, { changed: "2" },
      { board: { width: 2, height: 2, cells: "x." } }, { board: { width: 2, height: 1, cells: "<b" } }, { zones: [{ kind: "base", cells: [1] }] }, { zones: [{ cells: [] }] },
      { zones: [{ kind: "base", name: 1, cells: [] }] }, { zones: [null] }, { zones: {} },
      { kind: "import" }, { date: 1999 },
    ];
    for (const each of damaged) expect(readSaved({ ...game(), ...each })).toBeNull();
    for (const each of [null, undefined, 7, "x", [], {}]) expect(readSaved(each)).toBeNull();
  });

  it("is made of a match and of a game that was read", () => {
    const view = {
      ...game(), version: 3, result: { winner: null, reason: "withdrawn", rule: null, ended: null, text: { en: "" }, cells: [] },
      history: [{ at_ms: 5 }, { at_ms: 9 }], created: 3,
    } as unknown as View;
    const saved = savedMatch(view, ["second"]);
    expect(saved).toMatchObject({ changed: 9, you: ["second"], result: { winner: null, decided: false } });
    expect(readSaved(saved)).toEqual(saved);
    const read = {
      game: "go", ruleset: "go", board: game().board, zones: [], record: "ruleset: go\n", at: 0, names: { first: null, second: "Ben" }, date: null,
      from_start: true, result: null,
    } as unknown as ImportedGame;
    const imported = savedImport(read, "i1", 77);
    expect(imported).toMatchObject({ kind: "import", changed: 77, you: [] });
    expect(readSaved(imported)).toEqual(imported);
  });
});

describe("the device's store", () => {
  it("keeps, finds and deletes games, the latest first, also without a database", async () => {
    await keepGame(game({ id: "old", changed: 1 }));
    await keepGame(game({ id: "new", changed: 9 }));
    await keepGame(game({ id: "old", changed: 3, at: 8 }));
    expect((await allGames()).map((each) => [each.id, each.at])).toEqual([["new", 7], ["old", 8]]);
    expect((await oneGame("old"))?.changed).toBe(3);
    await deleteGame("old");
    expect(await oneGame("old")).toBeNull();
    expect((await allGames()).map((each) => each.id)).toEqual(["new"]);
  });
});

describe("filters", () => {
  const won = game();
  const lost = game({ id: "b", result: { winner: "second", decided: true, how: "time" }, game: "hex", ruleset: "hex" });
  const drawn = game({ id: "c", result: { winner: null, decided: true, how: "agreed" } });
  const alone = game({ id: "d", kind: "local", you: ["first", "second"] });
  const open = game({ id: "e", kind: "friend", status: "playing", result: null });
  const off = game({ id: "f", result: { winner: null, decided: false, how: "withdrawn" } });
  const all = [won, lost, drawn, alone, open, off];
  const ids = (wanted: Partial<typeof EVERYTHING>): string =>
    choose(all, { ...EVERYTHING, ...wanted }, (each) => `${each.game} ${each.seats.first.name} ${dayWords(Date.UTC(2026, 10, 9, 12))}`).map((each) => each.id).join("");

  it("tell how a game ended for whoever played it", () => {
    expect(all.map(resultOf)).toEqual(["won", "lost", "drawn", "ended", "unfinished", "ended"]);
  });

  it("let through what fits all of them", () => {
    expect(ids({})).toBe("abcdef");
    expect(ids({ game: "hex" })).toBe("b");
    expect(ids({ result: "won" })).toBe("a");
    expect(ids({ status: "unfinished" })).toBe("e");
    expect(ids({ status: "finished", result: "drawn" })).toBe("c");
    expect(ids({ opponent: "people" })).toBe("e");
    expect(ids({ opponent: "local" })).toBe("d");
    expect(ids({ opponent: "level:2" })).toBe("abcf");
    expect(ids({ opponent: "level:1" })).toBe("");
  });

  it("find words in any order, letters of any width and dates", () => {
    expect(ids({ text: "ann HEX" })).toBe("b");
    expect(ids({ text: "ｈｅｘ" })).toBe("b");
    expect(ids({ text: "2026-11-09" })).toBe("abcdef");
    expect(ids({ text: "2026年11月9日" })).toBe("abcdef");
    expect(ids({ text: "hex zed" })).toBe("");
  });

  it("count by game and level what was decided", () => {
    const counted = tallies(all);
    expect(counted.get("go")?.get("2")).toEqual({ won: 1, lost: 0, drawn: 1 });
    expect(counted.get("hex")?.get("2")).toEqual({ won: 0, lost: 1, drawn: 0 });
    expect([...counted.keys()]).toEqual(["go", "hex"]);
  });
});

describe("the ladder", () => {
  beforeEach(() => keepBeaten({}));

  it("climbs by wins against the computer alone", () => {
    expect(levelBeaten(game())).toBe("2");
    expect(levelBeaten(game({ you: ["second"] }))).toBeNull();
    expect(levelBeaten(game({ you: ["first", "second"] }))).toBeNull();
    expect(levelBeaten(game({ kind: "friend" }))).toBeNull();
    expect(levelBeaten(game({ result: null }))).toBeNull();
  });

  it("keeps the strongest level, in the levels' own order", () => {
    noteWin("go", "2", LEVELS);
    noteWin("go", "1", LEVELS);
    expect(beaten()).toEqual({ go: "2" });
    noteWin("go", "10", LEVELS);
    noteWin("hex", "1", LEVELS);
    expect(beaten()).toEqual({ go: "10", hex: "1" });
    expect(beatenIn([game(), game({ seats: { ...game().seats, second: { kind: "computer", name: null, level: "10" } } })], LEVELS)).toEqual({ go: "10" });
  });

  it("ends at the last level", () => {
    expect(nextLevel(LEVELS, "2")?.name).toBe("10");
    expect(nextLevel(LEVELS, "max")).toBeNull();
    expect(nextLevel(LEVELS, "99")).toBeNull();
  });

  it("that cannot be read is not begun", () => {
    for (const text of [null, "{", "[]", "7", '{"v":2,"games":{"go":"1"}}', '{"v":1,"games":null}']) expect(readBeaten(text)).toEqual({});
    expect(readBeaten('{"v":1,"games":{"go":"1","hex":2}}')).toEqual({ go: "1" });
  });
});

describe("a long text", () => {
  it("is cut between games, and nothing of it is lost", () => {
    const one = "ruleset: go\nmoves: a1; b1";
    const text = Array.from({ length: 10 }, () => one).join("\n\n");
    const found = pieces(text, 60);
    expect(found.every((each) => each.length <= 60)).toBe(true);
    expect(found.flatMap((each) => each.split("\n\n"))).toEqual(Array.from({ length: 10 }, () => one));
    expect(pieces("a\r\nb\r\nc", 3)).toEqual(["a", "b\nc"]);
    expect(pieces("x".repeat(7), 3)).toEqual(["xxx", "xxx", "x"]);
    expect(pieces("  \n ")).toEqual([]);
  });
});
