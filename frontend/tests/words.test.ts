import { describe, expect, it } from "vitest";
import { settings } from "../src/app/settings.svelte";
import { say, t } from "../src/words";
import { shell } from "../src/words/shell";
import { pages } from "../src/words/pages";
import { match } from "../src/words/match";
import { fill } from "../src/words/speak.svelte";

const places = (text: string): string[] => [...text.matchAll(/{(\w+)}/g)].map((found) => found[1] ?? "").sort();
const entries = Object.entries({ ...shell, ...pages, ...match });

describe("the catalogue", () => {
  it.each(entries)("says %s in both languages, with the same places", (_, entry) => {
    expect(entry.en.trim()).not.toBe("");
    expect(entry.ja.trim()).not.toBe("");
    expect(places(entry.ja)).toEqual(places(entry.en));
  });

  it("speaks the language that is set, at once", () => {
    settings.language = "en";
    expect(t.nav_rules).toBe("Rules");
    settings.language = "ja";
    expect(t.nav_rules).toBe("ルール");
    expect(say({ en: "stone", ja: "石" })).toBe("石");
    settings.language = "en";
  });

  it("fills places and leaves what it does not know", () => {
    expect(fill("{n} of {m}", { n: 3 })).toBe("3 of {m}");
    expect(t.options_of({ game: "Go" })).toBe("Options of Go");
  });
});
