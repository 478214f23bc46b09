// Dragging: a press of mouse or finger becomes a click, a long press that explains, or a stone dragged to where it shall go.

import { EMPTY, indexOf, markAt, type Cells } from "./grid";
import { moveBetween, matching } from "./paths";
import type { Selection } from "./selection.svelte";
import type { Legal, Side } from "./types";

const LONG_PRESS_MS = 450;
const DRAG_DISTANCE = 8;

/** The board as it is now; `at` is where a pointer is, in units of the picture. */
export interface DragContext {
  board: Cells;
  moves: readonly Legal[];
  selection: Selection;
  at: (event: PointerEvent) => { x: number; y: number; cell: string | null };
}

/** What comes of it. */
export interface DragHandlers {
  /** A stone leaves the board. */
  start: (event: PointerEvent) => void;
  play: (move: Legal) => void;
  /** A long press on a cell; null where it was none after all. */
  explain: (cell: string | null) => void;
  /** A stone that cannot move at all (`to` is null), or not to where it was dragged. */
  reject: (from: string, to: string | null) => void;
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
  dragging: boolean;
}

export class Drag {
  #press: Press | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The press was more than a click; the click that browsers send after it means nothing. */
  suppressClick = false;

  constructor(private readonly context: () => DragContext, private readonly handlers: DragHandlers) {}

  down(event: PointerEvent, cell: string | null): void {
    if (this.#press) return; // a second finger
    this.suppressClick = false;
    if (!cell || event.button !== 0) return;
    const finger = event.pointerType !== "mouse";
    const { prefix } = this.context().selection;
    this.#press = {
      pointer: event.pointerId, cell, x: event.clientX, y: event.clientY, since: event.timeStamp, finger, before: prefix, dragging: false,
    };
    clearTimeout(this.#timer);
    if (finger) this.#timer = setTimeout(() => this.#longPress(cell), LONG_PRESS_MS);
  }

  moved(event: PointerEvent): void {
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    const { selection, at } = this.context();
    if (press.dragging && !selection.dragged) return this.#end(); // the position changed under the hand
    if (!press.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= DRAG_DISTANCE || !this.#start(press, event)) return;
    }
    const { x, y, cell } = at(event);
    const { board } = this.context();
    selection.dragged = { cell: indexOf(board, press.cell), side: this.#newStone(press.cell), x, y, finger: press.finger, back: false };
    selection.hovered = cell;
  }

  up(event: PointerEvent): void {
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    this.#end();
    if (this.suppressClick && event.timeStamp - press.since < LONG_PRESS_MS) {
      // A short touch that was told late, because the device was busy.
      this.suppressClick = false;
      this.handlers.explain(null);
    }
    const { selection, moves, at } = this.context();
    if (!press.dragging || !selection.dragged) return;
    this.suppressClick = true;
    const to = at(event).cell;
    const move = to ? moveBetween(moves, press.cell, to) : null;
    if (press.finger) selection.hovered = null;
    if (move) {
      selection.dragged = null;
      selection.wasDragged = true;
      this.handlers.play(move);
      return;
    }
    selection.snapBack();
    // Dragged off the board: nothing was meant. On a wrong cell: the stone stays chosen, for another try.
    if (!to) selection.prefix = press.before;
    else if (to !== press.cell) this.handlers.reject(press.cell, to);
  }

  /** Lets go of everything, as if nothing had been touched. */
  cancel(): void {
    const press = this.#press;
    this.#end();
    if (!press?.dragging) return;
    const { selection } = this.context();
    this.suppressClick = true;
    selection.snapBack();
    selection.hovered = null;
    selection.prefix = press.before;
  }

  #start(press: Press, event: PointerEvent): boolean {
    clearTimeout(this.#timer);
    const { board, moves, selection } = this.context();
    if (!this.#pairs(press.cell).length) {
      const stone = markAt(board, press.cell) !== EMPTY;
      const others = moves.some((move) => move.cells.length === 2 && markAt(board, move.cells[0]!) !== EMPTY);
      if (stone && others) {
        this.suppressClick = true;
        this.handlers.reject(press.cell, null);
      }
      this.#end();
      return false;
    }
    this.handlers.start(event);
    press.dragging = true;
    selection.prefix = [press.cell];
    return true;
  }

  /** Moves from a cell to another. */
  #pairs(cell: string): Legal[] {
    return matching(this.context().moves, [cell]).filter((move) => move.cells.length === 2);
  }

  /** Whose new stone is dragged from an empty cell. */
  #newStone(cell: string): Side | null {
    const { board } = this.context();
    if (markAt(board, cell) !== EMPTY) return null;
    return this.#pairs(cell)[0]?.events.find((event) => event.kind === "placed")?.side ?? null;
  }

  #longPress(cell: string): void {
    if (!this.#press || this.#press.dragging) return;
    this.suppressClick = true;
    this.handlers.explain(cell);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#press = null;
  }
}
