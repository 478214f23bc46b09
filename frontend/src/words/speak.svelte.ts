// The typed catalogue: `t.key` is the sentence in the reader's language, `t.key({n: 3})` where it has places.
import { settings } from "../app/settings.svelte";
import type { Words } from "../wire/types";

/** The {places} of a sentence. */
export type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;

/** An entry whose languages have the same places; anything else is a type error. */
type Equal<Entry extends Words> = [Places<Entry["en"]>, Places<Entry["ja"]>] extends [
  Places<Entry["ja"]>,
  Places<Entry["en"]>,
]
  ? Entry
  : { en: "the places differ"; ja: "the places differ" };

export type Catalogue<Entries extends Record<string, Words>> = { [Key in keyof Entries]: Equal<Entries[Key]> };

export type Spoken<Entries extends Record<string, Words>> = {
  readonly [Key in keyof Entries]: [Places<Entries[Key]["en"]>] extends [never]
    ? string
    : (places: Record<Places<Entries[Key]["en"]>, string | number>) => string;
};

/** Checks at compile time that both languages of every entry say the same; gives back what it got. */
export function words<const Entries extends Record<string, Words>>(entries: Entries & Catalogue<Entries>): Entries {
  return entries;
}

/** The reader's language of words that came from the server. */
export function say(text: Words): string {
  return text[settings.language];
}

/** A sentence with its {places} filled. */
export function fill(text: string, places: Record<string, string | number>): string {
  return text.replace(/{(\w+)}/g, (whole, place: string) => String(places[place] ?? whole));
}

/** A catalogue that speaks; the language is looked up at every reading, so that a switch shows at once. */
export function speak<Entries extends Record<string, Words>>(entries: Entries): Spoken<Entries> {
  return new Proxy({} as Spoken<Entries>, {
    get(_, key: string) {
      const entry = entries[key];
      if (!entry) return undefined;
      const text = say(entry);
      return text.includes("{") ? (places: Record<string, string | number>) => fill(text, places) : text;
    },
  });
}
