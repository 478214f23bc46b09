import { describe, expect, it } from "vitest";
import { type Choices, read } from "../src/pages/lastChoice";

const CHOICES: Choices = { kind: "computer", level: "4", side: "random", clock: { kind: "none" }, options: { size: "6" } };
const kept = (...games: unknown[]): string => JSON.stringify({ v: 1, games });

describe("the choices kept", () => {
  it("come back by game, the latest first", () => {
    const fischer: Choices = { ...CHOICES, kind: "friend", clock: { kind: "fischer", minutes: 3, increment: 2 } };
    expect(read(kept(["one", CHOICES], ["two", fischer]))).toEqual([["one", CHOICES], ["two", fischer]]);
  });

  it("are as if never kept where they cannot be read", () => {
    for (const text of [null, "", "null", "{", "7", "[]", '{"v":1}', '{"v":2,"games":[]}', '{"v":1,"games":{}}']) {
      expect(read(text)).toEqual([]);
    }
  });

  it("of which one is damaged lose that one alone", () => {
    const damaged: unknown[] = [
      null,
      { ...CHOICES, kind: "nobody" },
      { ...CHOICES, level: 4 },
      { ...CHOICES, side: "third" },
      { ...CHOICES, clock: { kind: "fischer", minutes: "3", increment: 2 } },
      { ...CHOICES, clock: { kind: "byoyomi", minutes: 3 } },
      { ...CHOICES, clock: { kind: "toString" } },
      { ...CHOICES, options: { size: 6 } },
      { ...CHOICES, options: [] },
    ];
    for (const each of damaged) expect(read(kept(["bad", each], ["good", CHOICES], [7, CHOICES]))).toEqual([["good", CHOICES]]);
  });
});
