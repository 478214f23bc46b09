// The parts of a view that a board draws.

import type { MoveEvent, Look, Side, View } from "../wire/types";

export type { MoveEvent, Look, Side };
export type Legal = View["moves"][number];
export type Zones = View["zones"];
export type Zone = Zones[number];

/** A step of a turn on the board: where a stone went or, of one that entered, from which stone before it. */
export interface TrailStep {
  from: string | null;
  to: string;
}

/** A turn that is suggested: its way over the board, and its rank, from 0 for the best. */
export interface SuggestedTurn {
  steps: readonly TrailStep[];
  rank: number;
  /** It is pointed at. */
  pointed?: boolean;
  /** The other side would play it. */
  threat?: boolean;
}

export const OTHER: Record<Side, Side> = { first: "second", second: "first" };
export const MARK: Record<Side, string> = { first: "x", second: "o" };

export function sideOf(mark: string | undefined): Side | null {
  return mark === "x" ? "first" : mark === "o" ? "second" : null;
}
