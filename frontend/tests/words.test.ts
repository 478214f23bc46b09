import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import japanese from "../src/words/ja.json";
import { settings } from "../src/app/settings.svelte";
import { fill, FALLBACK, LANGUAGES, languageName, langOf, say, t } from "../src/words";
import { messageOf, wordsOf, type Catalogue } from "../src/words/catalogues.svelte";
import { write } from "../src/words/message";

interface Case {
  message: string;
  language?: string;
  places?: Record<string, string | number>;
  written?: string;
  bad?: boolean;
}
const cases = JSON.parse(readFileSync("../vectors/messages.json", "utf-8")) as Case[];

afterEach(() => {
  settings.language = FALLBACK;
});

describe("a message", () => {
  it.each(cases.filter((each) => !each.bad))("is written as Python writes it: $message", ({ message, language, places, written }) => {
    expect(write(message, language ?? "en", places)).toBe(written);
  });

  it.each(cases.filter((each) => each.bad))("is refused where it is none: $message", ({ message }) => {
    expect(() => write(message, "en")).toThrow();
  });

  it("keeps a place that nothing is given for", () => {
    expect(write("{n} of {m}", "en", { n: 3 })).toBe("3 of {m}");
  });
});

describe("the catalogues", () => {
  it("are one for each language, English first, each with its own name", () => {
    expect(LANGUAGES).toEqual(["en", "ja"]);
    expect(LANGUAGES.map(languageName)).toEqual(["English", "日本語"]);
  });

  it("speak the language that is set, at once", () => {
    expect(t.nav_rules).toBe("Rules");
    settings.language = "ja";
    expect(t.nav_rules).toBe("ルール");
    expect(say({ en: "stone", ja: "石" })).toBe("石");
  });

  it("fill places", () => {
    expect(t.rules_of({ game: "Go" })).toContain("Go");
    expect(fill({ en: "tile {which}" }, { which: 3 })).toBe("tile 3");
  });

  it("fall back to English, which is told", () => {
    const words: Catalogue = japanese;
    const kept = words.nav_rules!;
    delete words.nav_rules;
    try {
      settings.language = "ja";
      expect(messageOf("nav_rules", "ja")).toEqual(["Rules", "en"]);
      expect(t.nav_rules).toBe("Rules");
      expect(wordsOf("nav_rules")).toEqual({ en: "Rules" });
    } finally {
      words.nav_rules = kept;
    }
  });

  it("mark words from the server that are in English only", () => {
    const english = { en: "Hex" };
    expect(langOf(english)).toBeUndefined();
    settings.language = "ja";
    expect(say(english)).toBe("Hex");
    expect(langOf(english)).toBe("en");
    expect(langOf({ en: "stone", ja: "石" })).toBeUndefined();
  });
});
