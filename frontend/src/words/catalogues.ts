// What the page says by itself, one file of messages a language; a new file is a new language.
import type { Words } from "../wire/types";
import type { Messages } from "./messages";

type Catalogue = Partial<Record<keyof Messages, string>>;

/** The language that has every message; where another has none, it speaks. */
export const FALLBACK = "en";

const found = import.meta.glob<Catalogue>("./*.json", { eager: true, import: "default" });

const read = Object.entries(found).map(([path, words]) => [path.replace(/^\.\/(.*)\.json$/, "$1"), words] as const);

/** The catalogues by language, the one that has everything first. */
export const catalogues: ReadonlyMap<string, Catalogue> = new Map(read.sort(([one]) => (one === FALLBACK ? -1 : 0)));

export const LANGUAGES: readonly string[] = [...catalogues.keys()];

/** What a language calls itself. */
export function languageName(language: string): string {
  return catalogues.get(language)?.language_name ?? language;
}

/** A message without places in every language that has it, as words from the server are. */
export function wordsOf(key: keyof Messages): Words {
  const every = [...catalogues].flatMap(([language, words]) => (words[key] === undefined ? [] : [[language, words[key]]]));
  return { en: key, ...Object.fromEntries(every) };
}

/** The message of a key, in the language or, where it has none, in the one that has everything; and which it is. */
export function messageOf(key: keyof Messages, language: string): [text: string, language: string] {
  const own = catalogues.get(language)?.[key];
  return own === undefined ? [catalogues.get(FALLBACK)?.[key] ?? key, FALLBACK] : [own, language];
}
