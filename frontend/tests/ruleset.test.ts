import { describe, expect, it } from "vitest";
import { read, unusual, write } from "../src/pages/ruleset";
import type { Game } from "../src/wire/types";

const both = (text: string) => ({ en: text, ja: `${text} (ja)` });
const game = {
  name: "some",
  options: [
    { name: "size", label: both("Size"), default: "8", values: [{ value: "9", label: both("nine") }] },
    { name: "quiet", label: both("Quiet"), default: "yes", values: [] },
  ],
} as unknown as Game;

describe("a ruleset's text", () => {
  it("leaves out what is usual and reads back", () => {
    expect(write(game, { size: "9", quiet: "yes" })).toBe("some:size=9");
    expect(read("some:size=9, quiet = no")).toEqual({ game: "some", chosen: { size: "9", quiet: "no" } });
  });
  it("is told in words where its options are not as usual", () => {
    expect(unusual(game, "some")).toEqual([]);
    expect(unusual(game, "some:size=9,quiet=no")).toEqual([
      { label: both("Size"), value: both("nine") },
      { label: both("Quiet"), value: { en: "no" } },
    ]);
  });
});
