// Animation: from events to what moves when. Stages are played one after another and never all at once.

import { EMPTY, indexOf, nameOf, steps, type Cells } from "./grid";
import { MARK, sideOf, type MoveEvent, type Side } from "./types";

/** A stone that keeps its identity while it travels and turns. */
export interface Stone {
  id: number;
  cell: number;
  side: Side;
  /** Where it first lay, which decides what its faces look like. */
  seed: number;
  /** What it is doing in the present stage. */
  act: "rest" | "enter" | "turn" | "travel" | "leave";
  /** Milliseconds into the stage at which it begins. */
  wait: number;
}

export interface Stage {
  events: readonly MoveEvent[];
  /** When each cell's event begins, in milliseconds from the start of the stage. */
  waits: ReadonlyMap<string, number>;
  ms: number;
}

export const DURATION = { enter: 190, turn: 300, travel: 420, ripple: 55, leave: 220 } as const;

/** The board after the events. */
export function applyEvents(board: Cells, events: readonly MoveEvent[]): string {
  const marks = [...board.cells];
  const put = (cell: string | null | undefined, mark: string): void => {
    const index = cell ? indexOf(board, cell) : -1;
    if (index >= 0) marks[index] = mark;
  };
  for (const event of events) {
    if (event.kind === "placed" || event.kind === "turned") put(event.cell, MARK[event.side]);
    if (event.kind === "captured") put(event.cell, EMPTY);
    if (event.kind === "moved") {
      put(event.cell, EMPTY);
      put(event.to, MARK[event.side]);
    }
  }
  return marks.join("");
}

/** Whether the events are possible one after the other on this board, and lead to that one. */
export function leadsTo(board: Cells, events: readonly MoveEvent[], after: string): boolean {
  let cells = board.cells;
  for (const event of events) {
    const mark = cells[indexOf(board, event.cell ?? "")];
    if (event.cell && (sideOf(mark) === null) !== (event.kind === "placed")) return false;
    cells = applyEvents({ ...board, cells }, [event]);
  }
  return cells === after;
}

/** Changes that lead from one board to another when nothing better is known (after going back, say). */
export function diff(board: Cells, after: string): MoveEvent[] {
  const found: MoveEvent[] = [];
  for (let index = 0; index < after.length; index += 1) {
    const [old, now] = [board.cells[index], after[index]];
    if (old === now) continue;
    const cell = nameOf(board.width, index);
    const [was, is] = [sideOf(old), sideOf(now)];
    if (was && is) found.push({ kind: "turned", side: is, cell });
    else if (is) found.push({ kind: "placed", side: is, cell });
    else if (was) found.push({ kind: "captured", side: was, cell });
  }
  return found;
}

/** The stages of a list of events: a stone enters; then all that it turns, from near to far; a stone that travels
 * turns on its way and takes what it lands on. */
export function stagesOf(board: Cells, events: readonly MoveEvent[]): Stage[] {
  const stages: Stage[] = [];
  let origin = -1;
  for (let place = 0; place < events.length; ) {
    const event = events[place]!;
    const group = [event];
    if (event.kind === "captured" && events[place + 1]?.kind === "moved") group.push(events[place + 1]!);
    const travel = group.at(-1)!;
    if (travel.kind === "moved") {
      const turn = events[place + group.length];
      if (turn?.kind === "turned" && turn.cell === travel.to) group.push(turn);
    }
    if (event.kind === "turned") {
      while (events[place + group.length]?.kind === "turned") group.push(events[place + group.length]!);
    }
    if (event.kind === "captured" && travel.kind !== "moved") {
      while (events[place + group.length]?.kind === "captured") group.push(events[place + group.length]!);
    }
    if (event.kind === "placed") origin = indexOf(board, event.cell ?? "");
    const stage = staged(board, group, origin);
    if (stage.ms) stages.push(stage);
    place += group.length;
  }
  return stages;
}

/** All events at once, for what is only a way back or forward. */
export function singleStage(events: readonly MoveEvent[]): Stage[] {
  return events.length ? [{ events, waits: new Map(), ms: DURATION.turn }] : [];
}

function staged(board: Cells, group: readonly MoveEvent[], origin: number): Stage {
  const waits = new Map<string, number>();
  const first = group[0]!;
  if (group.some((event) => event.kind === "moved")) {
    const from = group.find((event) => event.kind === "captured")?.cell;
    if (from) waits.set(from, DURATION.travel / 2);
    return { events: group, waits, ms: DURATION.travel };
  }
  if (first.kind === "turned") {
    let longest = 0;
    for (const event of group) {
      const cell = event.cell ?? "";
      const far = origin < 0 ? 0 : Math.max(0, steps(board.width, origin, indexOf(board, cell)) - 1);
      waits.set(cell, far * DURATION.ripple);
      longest = Math.max(longest, far * DURATION.ripple);
    }
    return { events: group, waits, ms: longest + DURATION.turn };
  }
  if (first.kind === "placed") return { events: group, waits, ms: DURATION.enter };
  if (first.kind === "captured") return { events: group, waits, ms: DURATION.leave };
  return { events: group, waits, ms: 0 };
}

let newest = 0;

/** The stones of a board, keeping those that lie where they lay. */
export function stonesOn(stones: readonly Stone[], cells: string): Stone[] {
  const lying = new Map(stones.filter((stone) => stone.act !== "leave").map((stone) => [stone.cell, stone]));
  const found: Stone[] = [];
  for (let cell = 0; cell < cells.length; cell += 1) {
    const side = sideOf(cells[cell]);
    if (!side) continue;
    const known = lying.get(cell);
    found.push({ id: known?.id ?? (newest += 1), cell, side, seed: known?.seed ?? cell, act: "rest", wait: 0 });
  }
  return found;
}

/** The stones during a stage: where they go, what they become. */
export function perform(board: Cells, stones: readonly Stone[], stage: Stage): Stone[] {
  let now: Stone[] = stones.map((stone) => ({ ...stone, act: "rest", wait: 0 }));
  const at = (cell: string | null | undefined): Stone | undefined => {
    const index = indexOf(board, cell ?? "");
    return now.find((stone) => stone.cell === index && stone.act !== "leave");
  };
  for (const event of stage.events) {
    const wait = stage.waits.get(event.cell ?? "") ?? 0;
    const stone = at(event.cell);
    if (event.kind === "placed") {
      const cell = indexOf(board, event.cell ?? "");
      const entering: Stone = { id: (newest += 1), cell, side: event.side, seed: cell, act: "enter", wait };
      now = [...now.filter((each) => each !== stone), entering];
    } else if (stone && event.kind === "captured") {
      Object.assign(stone, { act: "leave", wait });
    } else if (stone && event.kind === "moved") {
      Object.assign(stone, { act: "travel", wait, cell: indexOf(board, event.to ?? ""), side: event.side });
    } else if (stone && event.kind === "turned") {
      if (stone.act !== "travel") Object.assign(stone, { act: "turn", wait });
      stone.side = event.side;
    }
  }
  return now;
}
