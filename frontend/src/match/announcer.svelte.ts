// What the play page says aloud: a log whose new lines screen readers read, so that of two quick ones neither is lost.

import { choices } from "../board/paths";
import { settings } from "../app/settings.svelte";
import { gameNamed } from "../wire/games.svelte";
import type { View, Words } from "../wire/types";
import { say, t } from "../words";
import type { LiveMatch } from "./match.svelte";
import { chatText, offersText, updateText } from "./announcements";

const KEPT = 5;

interface Line {
  id: number;
  text: string;
  chat: boolean;
}

export class Announcer {
  #lines: readonly Line[] = $state.raw([]);
  #count = 0;

  constructor(private readonly match: LiveMatch) {}

  /** The latest lines; those of a chat that is muted are gone. */
  get lines(): readonly Line[] {
    return settings.chat ? this.#lines : this.#lines.filter((line) => !line.chat);
  }

  #say(text: string, chat = false): void {
    if (text) this.#lines = [...this.#lines.slice(1 - KEPT), { id: (this.#count += 1), text, chat }];
  }

  /** What is new in a view. */
  update(before: View | null, now: View): void {
    const [you, game] = [this.match.you, gameNamed(now.game)];
    this.#say(updateText(before, now, you, game));
    this.#say(offersText(before, now, you));
    if (settings.chat) this.#say(chatText(before, now, you, game), true);
  }

  /** What was picked up and what may be chosen next, or that it was let go. */
  selection(prefix: readonly string[], before: string | null): void {
    const { view, myTurn } = this.match;
    if (!view || !myTurn) return;
    const cell = prefix.at(-1);
    const open = [...choices(view.moves, prefix, view.board)];
    const next = open.filter(([, choice]) => choice.mark !== "stay").map(([name]) => name);
    const stay = next.length < open.length ? ` ${t.choose_stay}${t.stop}` : "";
    if (cell) this.#say(`${t.picked_told({ cell, cells: next.join(" ") })}${stay}`);
    else if (before) this.#say(t.let_go);
  }

  notice(words: Words): void {
    this.#say(say(words));
  }
}
