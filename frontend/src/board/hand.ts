// A mouse or finger on the board: a press becomes a click, a long press that asks, or a stone carried to where it shall go.

import { EMPTY, indexOf, markAt, type Cells } from "./grid";
import { dragged, matching } from "./paths";
import type { Selection } from "./selection.svelte";
import type { Legal, Side } from "./types";

const LONG_PRESS = 450;
const FAR_ENOUGH = 8;

/** What the hand has to know of the board, now; `at` is where a pointer is, in units of the picture. */
export interface Table {
  board: Cells;
  moves: readonly Legal[];
  selection: Selection;
  at: (event: PointerEvent) => { x: number; y: number; cell: string | null };
}

/** What the hand does. */
export interface Deeds {
  /** A stone leaves the board. */
  lift: (event: PointerEvent) => void;
  play: (move: Legal) => void;
  /** A long press on a cell; null where it was none after all. */
  ask: (cell: string | null) => void;
  /** A stone that cannot move at all (`to` is null), or not to where it was carried. */
  refuse: (from: string, to: string | null) => void;
}

interface Press {
  pointer: number;
  cell: string;
  x: number;
  y: number;
  /** When the browser saw it begin. */
  since: number;
  finger: boolean;
  /** What was chosen before, to come back to. */
  before: readonly string[];
  carrying: boolean;
}

export class Hand {
  #press: Press | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The press was more than a click; the click that browsers send after it means nothing. */
  done = false;

  constructor(private readonly table: () => Table, private readonly deeds: Deeds) {}

  down(event: PointerEvent, cell: string | null): void {
    if (this.#press) return; // a second finger
    this.done = false;
    if (!cell || event.button !== 0) return;
    const finger = event.pointerType !== "mouse";
    const { prefix } = this.table().selection;
    this.#press = {
      pointer: event.pointerId, cell, x: event.clientX, y: event.clientY, since: event.timeStamp, finger, before: prefix, carrying: false,
    };
    clearTimeout(this.#timer);
    if (finger) this.#timer = setTimeout(() => this.#long(cell), LONG_PRESS);
  }

  moved(event: PointerEvent): void {
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    const { selection, at } = this.table();
    if (press.carrying && !selection.held) return this.#end(); // the position changed under the hand
    if (!press.carrying) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= FAR_ENOUGH || !this.#lift(press, event)) return;
    }
    const { x, y, cell } = at(event);
    const { board } = this.table();
    selection.held = { cell: indexOf(board, press.cell), side: this.#enters(press.cell), x, y, finger: press.finger, back: false };
    selection.pointed = cell;
  }

  up(event: PointerEvent): void {
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    this.#end();
    if (this.done && event.timeStamp - press.since < LONG_PRESS) {
      // A short touch that was told late, because the device was busy.
      this.done = false;
      this.deeds.ask(null);
    }
    const { selection, moves, at } = this.table();
    if (!press.carrying || !selection.held) return;
    this.done = true;
    const to = at(event).cell;
    const move = to ? dragged(moves, press.cell, to) : null;
    if (press.finger) selection.pointed = null;
    if (move) {
      selection.held = null;
      selection.carried = true;
      this.deeds.play(move);
      return;
    }
    selection.putBack();
    // Carried off the board: nothing was meant. On a wrong cell: the stone stays chosen, for another try.
    if (!to) selection.prefix = press.before;
    else if (to !== press.cell) this.deeds.refuse(press.cell, to);
  }

  /** Lets go of everything, as if nothing had been touched. */
  cancel(): void {
    const press = this.#press;
    this.#end();
    if (!press?.carrying) return;
    const { selection } = this.table();
    this.done = true;
    selection.putBack();
    selection.pointed = null;
    selection.prefix = press.before;
  }

  #lift(press: Press, event: PointerEvent): boolean {
    clearTimeout(this.#timer);
    const { board, moves, selection } = this.table();
    if (!this.#pairs(press.cell).length) {
      const stone = markAt(board, press.cell) !== EMPTY;
      const others = moves.some((move) => move.path.length === 2 && markAt(board, move.path[0]!) !== EMPTY);
      if (stone && others) {
        this.done = true;
        this.deeds.refuse(press.cell, null);
      }
      this.#end();
      return false;
    }
    this.deeds.lift(event);
    press.carrying = true;
    selection.prefix = [press.cell];
    return true;
  }

  /** Moves from a cell to another. */
  #pairs(cell: string): Legal[] {
    return matching(this.table().moves, [cell]).filter((move) => move.path.length === 2);
  }

  /** Whose new stone is carried from an empty cell. */
  #enters(cell: string): Side | null {
    const { board } = this.table();
    if (markAt(board, cell) !== EMPTY) return null;
    return this.#pairs(cell)[0]?.changes.find((change) => change.kind === "placed")?.side ?? null;
  }

  #long(cell: string): void {
    if (!this.#press || this.#press.carrying) return;
    this.done = true;
    this.deeds.ask(cell);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#press = null;
  }
}
