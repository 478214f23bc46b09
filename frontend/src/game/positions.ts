// The positions of a game, one after every move: what a screen shows of each, without asking anybody again.

import { applyEvents } from "../board/animation";
import type { TrailStep } from "../board/types";
import type { Board, BySide, MoveEvent, PlayedMove, Side, Start, View } from "../wire/types";

export type Pair = BySide<number>;

/** A moment of a game: what lies on the board, what each side has, and the turn that led here. */
export interface GamePosition {
  /** How many moves lead here. */
  at: number;
  board: Board;
  stones: Pair;
  score: Pair;
  reserves: Pair | null;
  holders: Readonly<Record<string, Side | null>>;
  /** Milliseconds and byo-yomi periods on the clocks; null without clocks. */
  left: Pair | null;
  periods: Pair | null;
  /** The moves of the latest turn as far as it had come; none at the beginning. */
  turn: readonly PlayedMove[];
}

/** What is known of the present without its history: it may say more than the moves tell. */
export type Present = Pick<View, "board" | "score" | "stones" | "reserves" | "holders">;

/** All positions from the first to the present one; those of `known` whose moves are the same are kept as they are. */
export function positionsOf(
  start: Start, history: readonly PlayedMove[], present: Present, known: readonly GamePosition[] = [],
): GamePosition[] {
  const { width, height } = present.board;
  const [root] = known;
  const first = root && root.board.cells === start.cells && root.board.width === width ? root : opening(start, width, height);
  const found = [first];
  for (const [index, move] of history.entries()) {
    const before = known[index + 1];
    const same = before?.turn.at(-1) === move && known[index] === found[index];
    found.push(same ? before : after(found[index]!, move));
  }
  const last = found.pop()!;
  const { board, score, stones, reserves, holders } = present;
  found.push({ ...last, board, score, stones, reserves, holders });
  return found;
}

/** The positions that lead to one of them, and those of other moves from there: a turn that was tried, or might have been played. */
export function variation(positions: readonly GamePosition[], from: number, moves: readonly PlayedMove[]): GamePosition[] {
  const found = positions.slice(0, from + 1);
  for (const move of moves) found.push(after(found.at(-1)!, move));
  return found;
}

export function opening(start: Start, width: number, height: number): GamePosition {
  const board = { width, height, cells: start.cells };
  const { score, reserves, holders, left, periods } = start;
  return {
    at: 0, board, stones: stonesOn(board.cells), score: score ?? stonesOn(board.cells), reserves: reserves ?? null, holders: holders ?? {},
    left: left ?? null, periods: periods ?? null, turn: [],
  };
}

/** The position after a move: what the move does not tell of has stayed as it was. */
export function after(before: GamePosition, move: PlayedMove): GamePosition {
  const board = { ...before.board, cells: applyEvents(before.board, move.events) };
  const last = before.turn.at(-1);
  const goesOn = last && last.turn === move.turn && last.side === move.side;
  return {
    at: before.at + 1,
    board,
    stones: stonesOn(board.cells),
    score: move.score ?? before.score,
    reserves: move.reserves ?? before.reserves,
    holders: move.holders ?? before.holders,
    left: move.left ?? before.left,
    periods: move.periods ?? before.periods,
    turn: goesOn ? [...before.turn, move] : [move],
  };
}

function stonesOn(cells: string): Pair {
  const count = (mark: string): number => cells.split(mark).length - 1;
  return { first: count("x"), second: count("o") };
}

/** All that the turn has changed so far. */
export const eventsOf = (turn: readonly Pick<PlayedMove, "events">[]): MoveEvent[] => turn.flatMap((move) => move.events);

/** The way of a turn over the board, from the stone it began with. */
export function trailOf(turn: readonly Pick<PlayedMove, "events">[]): TrailStep[] {
  const steps: TrailStep[] = [];
  let entered: string | null = null;
  for (const { kind, cell, to } of eventsOf(turn)) {
    if (kind === "moved" && cell && to) steps.push({ from: cell, to });
    else if (kind === "placed" && cell) {
      steps.push({ from: entered, to: cell });
      entered = cell;
    }
  }
  return steps;
}

/** How many stones in a row the turn has turned or taken, one move after another. */
export function chainLength(turn: readonly Pick<PlayedMove, "events">[]): number {
  return turn.filter((move) => move.events.some(({ kind }) => kind === "turned" || kind === "captured")).length;
}
