// Whoever looks at positions for the page: the engine on the visitor's own machine, or the server's. It says what it finds as it finds it,
// until it is through or is told that nobody looks any more.

import type { EngineLine, NodeWorth, Words } from "../wire/types";

export interface Request {
  /** The position as text. */
  position: string;
  /** The same board with the other side to move, where that is looked at instead. */
  threat: string | null;
  /** How many of the best lines. */
  lines: number;
  /** How long it may take. */
  seconds: number;
}

/** What is found by now. */
export interface Found {
  depth: number;
  deepest: number;
  nodes: number;
  seconds: number;
  /** The best first. */
  lines: readonly EngineLine[];
}

export interface Listener {
  found(found: Found): void;
  /** It is through; `proved` where nothing deeper could be found. */
  done(proved: boolean): void;
  failed(why: Words): void;
}

export interface Analyst {
  /** Looks at a position, in place of the one it looked at before; what comes back stops it. */
  analyse(request: Request, listener: Listener): () => void;
  /** Glances at the positions of a line, each after so many moves from the first. */
  survey(position: string, moves: readonly string[], at: readonly number[], onjudged: (at: number, worth: NodeWorth) => void, done: () => void): () => void;
  close(): void;
}
