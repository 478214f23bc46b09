// Animation: from changes to what moves when. Stages are played one after another and never all at once.

import { EMPTY, indexOf, nameOf, steps, type Cells } from "./grid";
import { MARK, sideOf, type Change, type Side } from "./types";

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
  changes: readonly Change[];
  /** When each cell's change begins, in milliseconds from the start of the stage. */
  waits: ReadonlyMap<string, number>;
  ms: number;
}

export const DURATION = { enter: 190, turn: 300, travel: 420, ripple: 55, leave: 220 } as const;

/** The board after the changes. */
export function applyChanges(board: Cells, changes: readonly Change[]): string {
  const marks = [...board.cells];
  const put = (cell: string | null | undefined, mark: string): void => {
    const index = cell ? indexOf(board, cell) : -1;
    if (index >= 0) marks[index] = mark;
  };
  for (const change of changes) {
    if (change.kind === "placed" || change.kind === "turned") put(change.cell, MARK[change.side]);
    if (change.kind === "captured") put(change.cell, EMPTY);
    if (change.kind === "moved") {
      put(change.cell, EMPTY);
      put(change.to, MARK[change.side]);
    }
  }
  return marks.join("");
}

/** Whether the changes are possible one after the other on this board, and lead to that one. */
export function leadsTo(board: Cells, changes: readonly Change[], after: string): boolean {
  let cells = board.cells;
  for (const change of changes) {
    const mark = cells[indexOf(board, change.cell ?? "")];
    if (change.cell && (sideOf(mark) === null) !== (change.kind === "placed")) return false;
    cells = applyChanges({ ...board, cells }, [change]);
  }
  return cells === after;
}

/** Changes that lead from one board to another when nothing better is known (after going back, say). */
export function diff(board: Cells, after: string): Change[] {
  const found: Change[] = [];
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

/** The stages of a list of changes: a stone enters; then all that it turns, from near to far; a stone that travels
 * turns on its way and takes what it lands on. */
export function stagesOf(board: Cells, changes: readonly Change[]): Stage[] {
  const stages: Stage[] = [];
  let origin = -1;
  for (let place = 0; place < changes.length; ) {
    const change = changes[place]!;
    const group = [change];
    if (change.kind === "captured" && changes[place + 1]?.kind === "moved") group.push(changes[place + 1]!);
    const travel = group.at(-1)!;
    if (travel.kind === "moved") {
      const turn = changes[place + group.length];
      if (turn?.kind === "turned" && turn.cell === travel.to) group.push(turn);
    }
    if (change.kind === "turned") {
      while (changes[place + group.length]?.kind === "turned") group.push(changes[place + group.length]!);
    }
    if (change.kind === "captured" && travel.kind !== "moved") {
      while (changes[place + group.length]?.kind === "captured") group.push(changes[place + group.length]!);
    }
    if (change.kind === "placed") origin = indexOf(board, change.cell ?? "");
    const stage = staged(board, group, origin);
    if (stage.ms) stages.push(stage);
    place += group.length;
  }
  return stages;
}

/** All changes at once, for what is only a way back or forward. */
export function singleStage(changes: readonly Change[]): Stage[] {
  return changes.length ? [{ changes, waits: new Map(), ms: DURATION.turn }] : [];
}

function staged(board: Cells, group: readonly Change[], origin: number): Stage {
  const waits = new Map<string, number>();
  const first = group[0]!;
  if (group.some((change) => change.kind === "moved")) {
    const from = group.find((change) => change.kind === "captured")?.cell;
    if (from) waits.set(from, DURATION.travel / 2);
    return { changes: group, waits, ms: DURATION.travel };
  }
  if (first.kind === "turned") {
    let longest = 0;
    for (const change of group) {
      const cell = change.cell ?? "";
      const far = origin < 0 ? 0 : Math.max(0, steps(board.width, origin, indexOf(board, cell)) - 1);
      waits.set(cell, far * DURATION.ripple);
      longest = Math.max(longest, far * DURATION.ripple);
    }
    return { changes: group, waits, ms: longest + DURATION.turn };
  }
  if (first.kind === "placed") return { changes: group, waits, ms: DURATION.enter };
  if (first.kind === "captured") return { changes: group, waits, ms: DURATION.leave };
  return { changes: group, waits, ms: 0 };
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
  for (const change of stage.changes) {
    const wait = stage.waits.get(change.cell ?? "") ?? 0;
    const stone = at(change.cell);
    if (change.kind === "placed") {
      const cell = indexOf(board, change.cell ?? "");
      const entering: Stone = { id: (newest += 1), cell, side: change.side, seed: cell, act: "enter", wait };
      now = [...now.filter((each) => each !== stone), entering];
    } else if (stone && change.kind === "captured") {
      Object.assign(stone, { act: "leave", wait });
    } else if (stone && change.kind === "moved") {
      Object.assign(stone, { act: "travel", wait, cell: indexOf(board, change.to ?? ""), side: change.side });
    } else if (stone && change.kind === "turned") {
      if (stone.act !== "travel") Object.assign(stone, { act: "turn", wait });
      stone.side = change.side;
    }
  }
  return now;
}
