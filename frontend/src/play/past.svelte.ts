// Looking back: which of the positions seen here is on the board, if not the present one.

import type { Board } from "../wire/types";
import type { LiveMatch } from "./match.svelte";

export class Past {
  /** How many moves had been made in the position looked at; null for the present. */
  at: number | null = $state(null);

  constructor(private readonly match: LiveMatch) {}

  get board(): Board | null {
    return this.at === null ? null : (this.match.seen.get(this.at) ?? null);
  }

  /** One position further back or forward, as far as they are known. */
  step(by: number): void {
    const { view, seen } = this.match;
    if (!view) return;
    const known = [...seen.keys()].sort((a, b) => a - b);
    const at = known[known.indexOf(this.at ?? view.at) + by];
    if (at !== undefined) this.at = at === view.at ? null : at;
  }
}
