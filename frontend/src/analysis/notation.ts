// A tree as a list of moves: whole turns, and after a turn the variations that leave it, each a list of its own.

import type { Side } from "../wire/types";
import type { TreeNode } from "./tree";

export interface TurnItem {
  kind: "turn";
  /** Which pair of turns it belongs to, from 1. */
  row: number;
  side: Side;
  /** Steps of the same turn that belong to the line the variation leaves. */
  before: readonly TreeNode[];
  nodes: TreeNode[];
}

export interface VariationsItem {
  kind: "variations";
  lines: Item[][];
}

export type Item = TurnItem | VariationsItem;

interface Place {
  row: number;
  side: Side | null;
}

/** The main line with everything that leaves it. */
export const itemsOf = (root: TreeNode): Item[] => (root.children[0] ? listed(root, root.children[0], { row: 0, side: null }, []) : []);

function listed(parent: TreeNode, first: TreeNode, place: Place, lead: readonly TreeNode[]): Item[] {
  const items: Item[] = [];
  let [before, at, turn]: [TreeNode, Place, TurnItem | null] = [parent, place, null];
  let pending: Item[][] = [];
  const flush = (): void => {
    if (turn) items.push(turn);
    if (pending.length) items.push({ kind: "variations", lines: pending });
    pending = [];
  };
  for (let node: TreeNode | undefined = first; node; node = node.children[0]) {
    const { side } = node.played!;
    const goesOn: boolean = turn !== null && turn.nodes.at(-1)!.played!.turn === node.played!.turn && turn.side === side;
    if (!goesOn) {
      flush();
      const begun: boolean = turn === null && lead.length > 0;
      const row: number = begun ? at.row : side === "second" && at.side === "first" ? at.row : at.row + 1;
      turn = { kind: "turn", row, side, before: begun ? lead : [], nodes: [] };
      if (begun) at = { row, side };
    }
    const now = turn!;
    const previous = goesOn || now.before.length ? { row: now.row, side: now.side } : at;
    const steps: readonly TreeNode[] = [...now.before, ...now.nodes];
    if (before.children[0] === node) {
      for (const other of before.children.slice(1)) pending.push(listed(before, other, previous, steps));
    }
    now.nodes.push(node);
    at = { row: now.row, side };
    before = node;
  }
  flush();
  return items;
}
