// Analyses kept on this device, so that nothing is lost when the page is left: the latest few, and no more than there is room for.

import type { GamePosition } from "../game/positions";
import type { NodeWorth, PlayedMove } from "../wire/types";
import type { Begin, Study } from "./analysis.svelte";
import { grown, listed } from "./tree";

const PREFIX = "turncoat.analysis.";
const MOST = 30;
/** Letters in all; browsers give a site about five million. */
const ROOM = 2_000_000;

/** What is kept, in a form that later versions read as well: `form` is raised where they would not. */
interface Kept {
  form: 1;
  saved: number;
  position: string;
  ruleset: string;
  game: string;
  headers: Record<string, string>;
  first: GamePosition;
  /** What lay on the board at last. */
  board: GamePosition["board"];
  /** The study that it was shared as, and the secret with which that is changed. */
  study?: Study;
  root: { comment: string; symbols: readonly string[]; worth?: NodeWorth };
  nodes: { after: number; played: PlayedMove; comment?: string; symbols?: readonly string[]; worth?: NodeWorth }[];
}

/** One of them, as a list shows it. */
export interface Listed {
  id: string;
  saved: number;
  game: string;
  ruleset: string;
  headers: Record<string, string>;
  moves: number;
  board: GamePosition["board"];
}

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (each) => (each % 36).toString(36)).join("");
}

function read(id: string): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null") as Kept | null;
    return found?.form === 1 && Array.isArray(found.nodes) && found.nodes.every((node) => node.played) ? found : null;
  } catch {
    return null;
  }
}

function ids(): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Whether it could be kept: a private window, or one without room, keeps nothing. */
export function keep(id: string, begin: Begin, now = Date.now()): boolean {
  const worth = (of: number): { worth?: NodeWorth } => {
    const found = begin.worths.get(of);
    return found ? { worth: found } : {};
  };
  const { position, ruleset, game, first, board, study } = begin;
  const { comment, symbols } = begin.tree.root;
  const kept: Kept = {
    form: 1, saved: now, position, ruleset, game, first, board, headers: { ...begin.headers }, ...(study ? { study } : {}),
    root: { comment, symbols, ...worth(0) },
    nodes: listed(begin.tree).map(({ node, after }) => ({
      after, played: node.played!,
      ...(node.comment ? { comment: node.comment } : {}),
      ...(node.symbols.length ? { symbols: node.symbols } : {}),
      ...worth(node.id),
    })),
  };
  const text = JSON.stringify(kept);
  makeRoom(id, text.length);
  try {
    localStorage.setItem(PREFIX + id, text);
    return true;
  } catch {
    return false;
  }
}

/** The oldest go first. */
function makeRoom(id: string, wanted: number): void {
  const others = kept().filter((each) => each.id !== id);
  const size = (each: Listed): number => (localStorage.getItem(PREFIX + each.id) ?? "").length;
  let room = ROOM - wanted;
  for (const [number, each] of others.entries()) {
    room -= size(each);
    if (number >= MOST - 1 || room < 0) drop(each.id);
  }
}

/** What was kept under that name; null where there is nothing, or nothing that can be read. */
export function find(id: string): Begin | null {
  const found = read(id);
  if (!found) return null;
  const { position, ruleset, game, headers, first, board } = found;
  const study = typeof found.study?.id === "string" && typeof found.study.secret === "string" ? found.study : null;
  const worths = new Map(found.nodes.flatMap(({ worth }, at) => (worth ? [[at + 1, worth] as const] : [])));
  if (found.root.worth) worths.set(0, found.root.worth);
  const tree = grown(found.root, found.nodes.map(({ symbols, ...node }) => ({ ...node, ...(symbols ? { symbols: [...symbols] } : {}) })));
  return { position, ruleset, game, headers, first, board, tree, worths, study };
}

/** The name of the one that was shared as that study; null where there is none. */
export function sharedAs(study: string): string | null {
  return ids().find((id) => read(id)?.study?.id === study) ?? null;
}

/** All of them, the latest first. */
export function kept(): Listed[] {
  const found = ids().flatMap((id) => {
    const each = read(id);
    if (!each) return [];
    const { saved, game, ruleset, headers, board, nodes } = each;
    return [{ id, saved, game, ruleset, headers, moves: nodes.length, board }];
  });
  return found.sort((one, other) => other.saved - one.saved);
}

export function drop(id: string): void {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // Nothing was kept.
  }
}
