// What is said in the reader's language: the page's own messages, and words that came from the server.
import { settings } from "../app/settings.svelte";
import type { Words } from "../wire/types";
import { FALLBACK, messageOf } from "./catalogues.svelte";
import { write, type Places } from "./message";
import type { Messages } from "./messages";

/** Words that came from the server, in the reader's language or else in English. */
export function say(text: Words): string {
  return text[settings.language] ?? text.en;
}

/** The language that words from the server are said in, where it is not the reader's: for the attribute `lang`. */
export function langOf(text: Words): string | undefined {
  return settings.language === FALLBACK || text[settings.language] !== undefined ? undefined : FALLBACK;
}

/** Words from the server with their places filled. */
export function fill(text: Words, places: Places): string {
  return write(say(text), langOf(text) ?? settings.language, places);
}

/** `t.key` is a message in the reader's language, `t.key({n: 3})` where it has places; looked up at every reading. */
export const t: Messages = new Proxy({} as Messages, {
  get(_, key: keyof Messages) {
    const [text, language] = messageOf(key, settings.language);
    return text.includes("{") ? (places: Places) => write(text, language, places) : write(text, language);
  },
});
