// Plays changes on the board, stage after stage. Whoever is in a hurry may end the scene at once.

import type { Cells } from "./grid";
import { atOnce, difference, leads, perform, plan, settle, type Stage, type Stone } from "./motion";
import type { Change } from "./types";

/** More scenes waiting than this are not worth watching: the reader was away. */
const PATIENCE = 6;
const BREATH = 70;

interface Scene {
  board: Cells;
  changes: readonly Change[] | null;
  carried: boolean;
}

export class Theatre {
  stones: Stone[] = $state.raw([]);
  busy = $state(false);
  #shown: Cells | null = null;
  #aim = "";
  #scenes: Scene[] = [];
  #wake: (() => void) | null = null;
  #hurry = false;
  /** Grows when the board is set at once; a scene begun before that must not be shown any more. */
  #cut = 0;

  constructor(private readonly onstage: (stage: Stage) => void) {}

  /** A new board, and how it came about if that is known; `carried`: a hand has moved the stone already. */
  arrive(board: Cells, changes: readonly Change[] | null, still: boolean, carried: boolean): void {
    const same = this.#shown !== null && this.#shown.width === board.width && this.#shown.height === board.height;
    if (same && this.#aim === board.cells) return;
    this.#aim = board.cells;
    if (!same || still) {
      this.#cut += 1;
      this.#scenes = [];
      this.finish();
      this.#show(board);
      if (same && changes) for (const stage of plan(board, changes)) this.onstage(stage);
      return;
    }
    this.#scenes.push({ board, changes, carried });
    if (this.#scenes.length > PATIENCE) this.#scenes.splice(0, this.#scenes.length - 1);
    if (!this.busy) void this.#play();
  }

  /** Ends the scene under way and all that wait: the board as it is now. */
  finish(): void {
    this.#hurry = this.busy;
    this.#wake?.();
  }

  #show(board: Cells): void {
    this.#shown = board;
    this.stones = settle(this.stones, board.cells);
  }

  async #play(): Promise<void> {
    this.busy = true;
    for (let scene = this.#scenes.shift(); scene; scene = this.#scenes.shift()) {
      const cut = this.#cut;
      await this.#scene(scene);
      if (cut === this.#cut) this.#show(scene.board);
    }
    this.busy = false;
    this.#hurry = false;
  }

  async #scene({ board, changes, carried }: Scene): Promise<void> {
    const before = this.#shown ?? board;
    const known = changes !== null && leads(before, changes, board.cells);
    for (const stage of known ? plan(board, changes) : atOnce(difference(before, board.cells))) {
      if (this.#hurry) return;
      const ms = this.#perform(board, stage, carried);
      this.onstage(stage);
      await this.#pause(ms + BREATH);
    }
  }

  #perform(board: Cells, stage: Stage, carried: boolean): number {
    const acting = perform(board, this.stones, stage);
    this.stones = carried ? acting.map((stone) => (stone.act === "travel" ? { ...stone, act: "turn" } : stone)) : acting;
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
