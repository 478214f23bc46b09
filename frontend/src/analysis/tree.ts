// The tree of an analysis: the moves tried from its first position, what is noted about them, and edits. Nothing here ever changes: an
// edit gives a new tree, so that the one before it is still there to go back to.

import type { GivenNode, PlayedMove, TreeNodeSent } from "../wire/types";

/** What is thought of a move, as chess players write it. */
export const SYMBOLS = ["!!", "!", "!?", "?!", "?", "??"] as const;

export interface TreeNode {
  /** The same for as long as the move is in the tree; 0 is the root. */
  readonly id: number;
  /** The move that led here; null at the root. */
  readonly played: PlayedMove | null;
  readonly comment: string;
  readonly symbols: readonly string[];
  /** What was played or tried next; the first goes on with the line, the others are variations. */
  readonly children: readonly TreeNode[];
}

export interface Tree {
  readonly root: TreeNode;
  /** The number of the next node. */
  readonly next: number;
}

export type Notes = Partial<Pick<TreeNode, "comment" | "symbols">>;

const made = (id: number, played: PlayedMove | null, notes: Notes = {}): TreeNode => ({
  id, played, comment: notes.comment ?? "", symbols: notes.symbols ?? [], children: [],
});

export const seedling: Tree = { root: made(0, null), next: 1 };

/** The nodes from the root to the one of that number; empty where it is not there. */
export function pathTo({ root }: Tree, id: number): readonly TreeNode[] {
  const path = [root];
  const find = (node: TreeNode): boolean => {
    if (node.id === id) return true;
    for (const child of node.children) {
      path.push(child);
      if (find(child)) return true;
      path.pop();
    }
    return false;
  };
  return find(root) ? path : [];
}

/** The line through a node: how it came about, and how it goes on. */
export function lineThrough(tree: Tree, id: number): readonly TreeNode[] {
  const path = pathTo(tree, id);
  return path.length ? [...path, ...following(path.at(-1)!)] : mainLine(tree);
}

export const mainLine = (tree: Tree): readonly TreeNode[] => [tree.root, ...following(tree.root)];

function following(node: TreeNode): TreeNode[] {
  const found: TreeNode[] = [];
  for (let next = node.children[0]; next; next = next.children[0]) found.push(next);
  return found;
}

/** How many moves there are, variations included. */
export function count({ root }: Tree): number {
  let found = -1;
  const todo = [root];
  for (let node = todo.pop(); node; node = todo.pop()) {
    found += 1;
    todo.push(...node.children);
  }
  return found;
}

/** The tree with another node in place of the last of a path. */
function replaced(tree: Tree, path: readonly TreeNode[], node: TreeNode): Tree {
  let now = node;
  for (let at = path.length - 2; at >= 0; at -= 1) {
    const [parent, before] = [path[at]!, path[at + 1]!];
    const next = now;
    now = { ...parent, children: parent.children.map((child) => (child === before ? next : child)) };
  }
  return { ...tree, root: now };
}

/** A move played after a node, and the node it leads to: the one that is there already, or a new one. */
export function add(tree: Tree, id: number, played: PlayedMove, notes: Notes = {}): { tree: Tree; id: number } {
  const path = pathTo(tree, id);
  const parent = path.at(-1);
  if (!parent) return { tree, id };
  const known = parent.children.find((child) => child.played?.move === played.move);
  if (known) return { tree, id: known.id };
  const node = { ...parent, children: [...parent.children, made(tree.next, played, notes)] };
  return { tree: { ...replaced(tree, path, node), next: tree.next + 1 }, id: tree.next };
}

/** Other notes about a position. */
export function note(tree: Tree, id: number, notes: Notes): Tree {
  const path = pathTo(tree, id);
  const node = path.at(-1);
  return node ? replaced(tree, path, { ...node, ...notes }) : tree;
}

/** The variation that a node belongs to takes the place of the line it leaves; where it is the main line already, nothing changes. */
export function promote(tree: Tree, id: number): Tree {
  const path = pathTo(tree, id);
  for (let at = path.length - 1; at > 0; at -= 1) {
    const [parent, child] = [path[at - 1]!, path[at]!];
    if (parent.children[0] === child) continue;
    const children = [child, ...parent.children.filter((each) => each !== child)];
    return replaced(tree, path.slice(0, at), { ...parent, children });
  }
  return tree;
}

/** Whether a node lies on the main line. */
export const isMain = (tree: Tree, id: number): boolean => {
  const path = pathTo(tree, id);
  return path.every((node, at) => at === 0 || path[at - 1]!.children[0] === node);
};

/** Without a node and all that follows it; of the root, without anything. */
export function remove(tree: Tree, id: number): Tree {
  const path = pathTo(tree, id);
  const parent = path.at(-2);
  if (!parent) return { ...tree, root: { ...tree.root, children: [] } };
  const children = parent.children.filter((child) => child.id !== id);
  return replaced(tree, path.slice(0, -1), { ...parent, children });
}

/** The tree as the server sends it. */
export function grown(root: Notes, nodes: readonly TreeNodeSent[]): Tree {
  const found: { node: TreeNode; children: TreeNode[] }[] = [];
  const grow = (node: TreeNode): void => {
    const children: TreeNode[] = [];
    found.push({ node: Object.assign(node, { children }), children });
  };
  grow(made(0, null, root));
  for (const [number, { after, played, comment, symbols }] of nodes.entries()) {
    grow(made(number + 1, played, { ...(comment ? { comment } : {}), ...(symbols ? { symbols } : {}) }));
    found[after]?.children.push(found.at(-1)!.node);
  }
  return { root: found[0]!.node, next: nodes.length + 1 };
}

/** The nodes by their numbers in the order in which they are sent, what was played first before its variations. */
export function listed({ root }: Tree): { node: TreeNode; after: number }[] {
  const found: { node: TreeNode; after: number }[] = [];
  const walk = (node: TreeNode, number: number): void => {
    for (const child of node.children) {
      found.push({ node: child, after: number });
      walk(child, found.length);
    }
  };
  walk(root, 0);
  return found;
}

/** The tree as the server takes it. */
export function given(tree: Tree, worth: (id: number) => GivenNode["worth"]): GivenNode[] {
  return listed(tree).map(({ node, after }) => {
    const thought = worth(node.id);
    return {
      after, move: node.played!.move, comment: node.comment, symbols: [...node.symbols], ...(thought ? { worth: thought } : {}),
    };
  });
}
