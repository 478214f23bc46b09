// What the player is choosing on the board: cells chosen so far, the cell hovered, the stone dragged.

import type { Side } from "./types";

const SNAP_BACK_MS = 160;

/** The stone being dragged. */
export interface DraggedPiece {
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
  hovered: string | null = $state(null);
  dragged: DraggedPiece | null = $state.raw(null);
  /** The last move was dragged, so that the stone need not travel again. */
  wasDragged = false;

  /** Where there is only one way to begin, that is chosen from the start. */
  #begun: readonly string[] = [];

  /** Chooses anew, from these cells on. */
  begin(cells: readonly string[]): void {
    this.#begun = cells;
    this.clear();
  }

  clear(): void {
    this.prefix = this.#begun;
    this.dragged = null;
  }

  /** The dragged stone glides back to its cell. */
  snapBack(): void {
    if (!this.dragged) return;
    const back: DraggedPiece = { ...this.dragged, back: true };
    this.dragged = back;
    setTimeout(() => {
      if (this.dragged === back) this.dragged = null;
    }, SNAP_BACK_MS);
  }
}
