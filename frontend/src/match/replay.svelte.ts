// Replay: which of the positions known here is on the board, if not the present one.

import type { Board } from "../wire/types";
import type { LiveMatch } from "./match.svelte";

export class Replay {
  /** How many moves had been made in the position looked at; null for the present. */
  ply: number | null = $state(null);

  constructor(private readonly match: LiveMatch) {}

  get board(): Board | null {
    return this.ply === null ? null : (this.match.boards.get(this.ply) ?? null);
  }

  /** One position further back or forward, as far as they are known. */
  step(by: number): void {
    const { view, boards } = this.match;
    if (!view) return;
    const known = [...boards.keys()].sort((a, b) => a - b);
    const ply = known[known.indexOf(this.ply ?? view.at) + by];
    if (ply !== undefined) this.ply = ply === view.at ? null : ply;
  }
}
