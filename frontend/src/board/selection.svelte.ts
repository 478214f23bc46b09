// What the player's hand is doing on the board: cells chosen so far, the cell pointed at, the stone carried.

export class Selection {
  /** Cells chosen so far: the beginning of a path. */
  prefix: readonly string[] = $state.raw([]);
  /** The cell under the mouse or the focus of the keyboard. */
  pointed: string | null = $state(null);
  /** The stone in the hand, in units of the picture. */
  held: { cell: number; x: number; y: number } | null = $state.raw(null);
  /** The last move was carried by hand, so that the stone need not travel again. */
  carried = false;

  clear(): void {
    this.prefix = [];
    this.held = null;
  }
}
