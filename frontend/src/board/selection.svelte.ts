// What the player's hand is doing on the board: cells chosen so far, the cell pointed at, the stone carried.

import type { Side } from "./types";

const BACK_MS = 160;

/** The stone in the hand. */
export interface Held {
  /** Where it lay, or where a new stone was to enter. */
  cell: number;
  /** Whose a new stone is; null for one that lies on the board. */
  side: Side | null;
  /** Where the hand is, in units of the picture. */
  x: number;
  y: number;
  /** Under a finger it is lifted higher, so that it can be seen. */
  finger: boolean;
  /** On its way back to its cell. */
  back: boolean;
}

export class Selection {
  /** Cells chosen so far: the beginning of a path. */
  prefix: readonly string[] = $state.raw([]);
  /** The cell under the mouse or the focus of the keyboard. */
  pointed: string | null = $state(null);
  held: Held | null = $state.raw(null);
  /** The last move was carried by hand, so that the stone need not travel again. */
  carried = false;

  clear(): void {
    this.prefix = [];
    this.held = null;
  }

  /** The stone in the hand glides back to its cell. */
  putBack(): void {
    if (!this.held) return;
    const back: Held = { ...this.held, back: true };
    this.held = back;
    setTimeout(() => {
      if (this.held === back) this.held = null;
    }, BACK_MS);
  }
}
