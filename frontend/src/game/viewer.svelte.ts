// The viewer of a game: which of its positions is looked at, and which of them lies on the board by now. Whatever shows a game (a match, a
// replay) feeds it with positions, and everything around the board reads from here.

import type { Board } from "../wire/types";
import { chainLength, type GamePosition } from "./positions";

/** How long a chain's number stays. */
const CHAIN_MS = 1600;

export class GameViewer {
  /** From the first to the newest; never empty once it was fed. */
  positions: readonly GamePosition[] = $state.raw([]);
  /** The number of moves of the position looked at; null for the newest. */
  #index: number | null = $state(null);
  /** The board whose stones have come to rest. */
  #resting: Board | null = $state.raw(null);
  #landed: GamePosition | null = null;
  /** A chain that has grown just now: how long it is, and on which cell. */
  chain: { count: number; cell: string } | null = $state.raw(null);

  /** `onrest` is told every board whose stones have come to rest; `everywhere` moves may be made from every position, not only the newest. */
  constructor(private readonly onrest: (board: Board) => void = () => undefined, private readonly everywhere = false) {}

  feed(positions: readonly GamePosition[]): void {
    this.positions = positions;
    if (this.#index !== null && this.#index >= positions.length - 1) this.#index = null;
  }

  get newest(): GamePosition {
    return this.positions.at(-1)!;
  }

  /** The position looked at. */
  get position(): GamePosition {
    return this.#index === null ? this.newest : this.positions[this.#index]!;
  }

  /** Whether an earlier position than the newest is looked at. */
  get past(): boolean {
    return this.#index !== null;
  }

  /** Whether moves may be made from the position looked at. */
  get open(): boolean {
    return this.everywhere || !this.past;
  }

  /** The position whose stones have come to rest: all that is said about a position is said of this one. */
  get landed(): GamePosition {
    const found = this.positions.find((each) => each.board === this.#resting);
    if (found) this.#landed = found;
    return found ?? this.#landed ?? this.position;
  }

  /** Whether the position that can be played on lies on the board and is looked at. */
  get settled(): boolean {
    return this.open && this.landed === this.position;
  }

  /** Looks at the position after so many moves. */
  go(at: number): void {
    const last = this.positions.length - 1;
    const index = Math.max(0, Math.min(at, last));
    this.#index = index === last ? null : index;
  }

  first(): void {
    this.go(0);
  }

  last(): void {
    this.#index = null;
  }

  step(by: 1 | -1): void {
    this.go(this.position.at + by);
  }

  /** The board says that these stones have come to rest. */
  land(board: Board): void {
    this.#land(board);
    this.onrest(board);
  }

  /** Whether a board shows the newest position, and these stones are still on their way to it. */
  shows(board: Board): boolean {
    return this.#resting !== null && this.#resting !== board && !this.past;
  }

  /** No board shows the game any more. */
  leave(): void {
    this.#resting = null;
  }

  #land(board: Board): void {
    const before = this.#resting === null ? null : this.landed;
    this.#resting = board;
    const now = this.positions.find((each) => each.board === board);
    if (!now || now === before) return;
    const count = before && now.at === before.at + 1 ? chainLength(now.turn) : 0;
    const events = now.turn.at(-1)?.events ?? [];
    const last = events.findLast((event) => event.kind === "moved" || event.kind === "placed") ?? events.at(-1);
    const cell = last?.to ?? last?.cell;
    this.chain = count > 1 && cell ? { count, cell } : null;
    const shown = this.chain;
    if (shown) setTimeout(() => this.chain === shown && (this.chain = null), CHAIN_MS);
  }
}
