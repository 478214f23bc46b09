// Animates events on the board, stage after stage; a click skips to the end.

import type { Cells } from "./grid";
import { singleStage, diff, leadsTo, perform, stagesOf, stonesOn, type Stage, type Stone } from "./animation";
import type { MoveEvent } from "./types";

/** More boards waiting than this are not worth watching: the reader was away. */
const MAX_QUEUED = 6;
const GAP_MS = 70;

interface Transition {
  board: Cells;
  events: readonly MoveEvent[] | null;
  dragged: boolean;
}

export class Animator {
  stones: Stone[] = $state.raw([]);
  busy = $state(false);
  #shown: Cells | null = null;
  #target = "";
  #queue: Transition[] = [];
  #wake: (() => void) | null = null;
  #skipping = false;
  /** Grows when the board is set at once; a next begun before that must not be shown any more. */
  #generation = 0;

  constructor(private readonly onstage: (stage: Stage) => void) {}

  /** A new board, and how it came about if that is known; `dragged`: the stone was dragged there already. */
  show(board: Cells, events: readonly MoveEvent[] | null, still: boolean, dragged: boolean): void {
    const same = this.#shown !== null && this.#shown.width === board.width && this.#shown.height === board.height;
    if (same && this.#target === board.cells) return;
    this.#target = board.cells;
    if (!same || still) {
      this.#generation += 1;
      this.#queue = [];
      this.finish();
      this.#settle(board);
      if (same && events) for (const stage of stagesOf(board, events)) this.onstage(stage);
      return;
    }
    this.#queue.push({ board, events, dragged });
    if (this.#queue.length > MAX_QUEUED) this.#queue.splice(0, this.#queue.length - 1);
    if (!this.busy) void this.#play();
  }

  /** Ends the next under way and all that wait: the board as it is now. */
  finish(): void {
    this.#skipping = this.busy;
    this.#wake?.();
  }

  #settle(board: Cells): void {
    this.#shown = board;
    this.stones = stonesOn(this.stones, board.cells);
  }

  async #play(): Promise<void> {
    this.busy = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const generation = this.#generation;
      await this.#animate(next);
      if (generation === this.#generation) this.#settle(next.board);
    }
    this.busy = false;
    this.#skipping = false;
  }

  async #animate({ board, events, dragged }: Transition): Promise<void> {
    const before = this.#shown ?? board;
    const known = events !== null && leadsTo(before, events, board.cells);
    for (const stage of known ? stagesOf(board, events) : singleStage(diff(before, board.cells))) {
      if (this.#skipping) return;
      const ms = this.#perform(board, stage, dragged);
      this.onstage(stage);
      await this.#pause(ms + GAP_MS);
    }
  }

  #perform(board: Cells, stage: Stage, dragged: boolean): number {
    const acting = perform(board, this.stones, stage);
    this.stones = dragged ? acting.map((stone) => (stone.act === "travel" ? { ...stone, act: "turn" } : stone)) : acting;
    return stage.ms;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
  }
}
