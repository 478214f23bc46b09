// Animates events on the board, stage after stage; a click skips to the end.

import type { Cells } from "./grid";
import { singleStage, diff, leadsTo, perform, stagesOf, stonesOn, type Stage, type Stone } from "./animation";
import type { MoveEvent } from "./types";

/** More boards waiting than this are not worth watching: the reader was away. */
const MAX_QUEUED = 12;
const GAP_MS = 70;

interface Transition {
  board: Cells;
  events: readonly MoveEvent[] | null;
  dragged: boolean;
}

export interface ShowOptions {
  /** Nothing moves: the board is set at once. */
  still?: boolean;
  /** The stone was dragged there already. */
  dragged?: boolean;
  /** Whatever is under way ends at once, for the reader goes on faster. */
  hurry?: boolean;
}

export class Animator {
  stones: Stone[] = $state.raw([]);
  busy = $state(false);
  #shown: Cells | null = null;
  #target: Cells | null = null;
  #playing: Transition | null = null;
  #queue: Transition[] = [];
  #wake: (() => void) | null = null;
  #skipping = false;
  /** Grows when the board is set at once; a transition begun before that must not be shown any more. */
  #generation = 0;

  /** `onrest` is told every board whose stones have come to rest, in order. */
  constructor(private readonly onstage: (stage: Stage) => void, private readonly onrest: (board: Cells) => void = () => undefined) {}

  /** A new board, and how it came about if that is known. */
  show(board: Cells, events: readonly MoveEvent[] | null, { still = false, dragged = false, hurry = false }: ShowOptions = {}): void {
    const same = this.#shown !== null && this.#shown.width === board.width && this.#shown.height === board.height;
    if (same && this.#target?.cells === board.cells) return this.#rename(board);
    const before = this.#target;
    this.#target = board;
    if (!same || still) {
      this.#set(board);
      if (same && events) for (const stage of stagesOf(board, events)) this.onstage(stage);
      return this.onrest(board);
    }
    if (hurry && this.busy) this.#set(before!);
    this.#queue.push({ board, events, dragged });
    if (this.#queue.length > MAX_QUEUED) this.#queue.splice(0, this.#queue.length - 1);
    if (!this.busy) void this.#play();
  }

  /** The same stones on what is another board to others. */
  #rename(board: Cells): void {
    this.#target = board;
    const last = this.#queue.at(-1) ?? this.#playing;
    if (last) last.board = board;
    else {
      this.#shown = board;
      this.onrest(board);
    }
  }

  /** Ends the transition under way and all that wait: the board as it is now. */
  finish(): void {
    this.#skipping = this.busy;
    this.#wake?.();
  }

  /** Sets a board and forgets all that was under way. */
  #set(board: Cells): void {
    this.#generation += 1;
    this.#queue = [];
    this.#wake?.();
    this.#settle(board);
  }

  #settle(board: Cells): void {
    this.#shown = board;
    this.stones = stonesOn(this.stones, board.cells);
  }

  async #play(): Promise<void> {
    this.busy = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const generation = this.#generation;
      this.#playing = next;
      await this.#animate(next, generation);
      this.#playing = null;
      if (generation !== this.#generation) continue;
      this.#settle(next.board);
      this.onrest(next.board);
    }
    this.busy = false;
    this.#skipping = false;
  }

  async #animate({ board, events, dragged }: Transition, generation: number): Promise<void> {
    const before = this.#shown ?? board;
    const known = events !== null && leadsTo(before, events, board.cells);
    for (const stage of known ? stagesOf(board, events) : singleStage(diff(before, board.cells))) {
      if (this.#skipping || generation !== this.#generation) return;
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
