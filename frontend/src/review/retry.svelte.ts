// A turn tried anew: what may be chosen next, the moves made so far, and in the end what the engine says.

import { applyEvents } from "../board/animation";
import { api, ApiError } from "../wire/api";
import type { Attempt, Board, JudgedTurn, Move, MoveEvent, Words } from "../wire/types";

export class Retry {
  /** The moments of the attempt, from the position before the turn on. */
  #moments: readonly Attempt[] = $state.raw([]);
  /** The move just made, on the board before the server has answered. */
  #pending: { board: Board; events: readonly MoveEvent[]; last: boolean } | null = $state.raw(null);
  error: Words | null = $state.raw(null);
  #ended = false;

  /** `onforgotten`: the server does not have the review any more, and must be asked for it again. */
  constructor(readonly id: string, readonly turn: JudgedTurn, private readonly onforgotten: () => void) {}

  get now(): Attempt | null {
    return this.#moments.at(-1) ?? null;
  }

  get ahead(): { board: Board; events: readonly MoveEvent[]; last: boolean } | null {
    return this.#pending;
  }

  /** Whether the engine is at it. */
  get checking(): boolean {
    return this.#pending?.last ?? false;
  }

  /** Whether a step can be taken back. */
  get canBack(): boolean {
    return this.#moments.length > 1 && !this.#pending;
  }

  /** From the beginning of the turn. */
  async begin(): Promise<void> {
    this.error = null;
    if (this.#moments.length) this.#moments = this.#moments.slice(0, 1);
    else await this.#ask([]);
  }

  async play(move: Move): Promise<void> {
    const { now } = this;
    if (!now || this.#pending) return;
    this.#pending = { board: { ...now.board, cells: applyEvents(now.board, move.events) }, events: move.events, last: move.ends_turn };
    await this.#ask([...now.played.map((each) => each.move), move.move]);
    this.#pending = null;
  }

  back(): void {
    if (this.canBack) this.#moments = this.#moments.slice(0, -1);
  }

  /** Answers that come later are not wanted any more. */
  end(): void {
    this.#ended = true;
  }

  async #ask(moves: readonly string[]): Promise<void> {
    this.error = null;
    try {
      const found = await api.attempt(this.id, this.turn.begin, moves);
      if (!this.#ended) this.#moments = [...this.#moments, found];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error.text;
      if (error.code === "not_possible") this.onforgotten();
    }
  }
}
