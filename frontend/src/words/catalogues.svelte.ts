// What the page says by itself, one file of messages a language, loaded when it is spoken; a new file is a new language.
import { untrack } from "svelte";
import type { Words } from "../wire/types";
import type { Messages } from "./messages";

export type Catalogue = Partial<Record<keyof Messages, string>>;

/** What each language calls itself and whether it has every message, as the build found them. */
declare const CATALOGUES: Record<string, { name: string; whole: boolean }>;

/** The language that has every message; where another has none, it speaks. */
export const FALLBACK = "en";

const files = import.meta.glob<Catalogue>("./*.json", { import: "default" });

/** The languages there are, the one that has everything first. */
export const LANGUAGES: readonly string[] = Object.keys(CATALOGUES).sort((one) => (one === FALLBACK ? -1 : 0));

let loaded: Readonly<Record<string, Catalogue>> = $state.raw({});

/** Loads a language and whatever it lacks; what is shown speaks it as soon as it is there. */
export async function loadLanguage(language: string): Promise<void> {
  const wanted = CATALOGUES[language]?.whole ? [language] : [language, FALLBACK];
  await Promise.all(wanted.filter((each) => !(each in untrack(() => loaded))).map(load));
}

async function load(language: string): Promise<void> {
  const found = await files[`./${language}.json`]?.();
  if (found) loaded = { ...loaded, [language]: found };
}

/** What a language calls itself. */
export function languageName(language: string): string {
  return CATALOGUES[language]?.name ?? language;
}

/** A message without places in every language that has it, as words from the server are; each is looked up when it is read. */
export function wordsOf(key: keyof Messages): Words {
  const words: Words = { en: "" };
  for (const language of LANGUAGES) {
    const get = (): string | undefined =>
      language === FALLBACK ? messageOf(key, language)[0] : loaded[language]?.[key];
    Object.defineProperty(words, language, { get, enumerable: true, configurable: true });
  }
  return words;
}

/** The message of a key, in the language or, where it has none, in one that has it; and which it is. */
export function messageOf(key: keyof Messages, language: string): [text: string, language: string] {
  for (const each of [language, FALLBACK, ...Object.keys(loaded)]) {
    const text = loaded[each]?.[key];
    if (text !== undefined) return [text, each];
  }
  return [key, FALLBACK];
}
