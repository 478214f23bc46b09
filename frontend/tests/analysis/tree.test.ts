// The tree of an analysis: edits give new trees, and what is sent comes back the same.

import { expect, test } from "vitest";
import * as trees from "../../src/analysis/tree";
import type { Tree } from "../../src/analysis/tree";
import { move, planted } from "./planting";

function written({ root }: Tree): string {
  const after = (node: trees.TreeNode): string => {
    const [main, ...others] = node.children;
    return main ? `${main.played!.move}${others.map((other) => ` (${other.played!.move}${after(other) ? ` ${after(other)}` : ""})`).join("")} ${after(main)}`.trim() : "";
  };
  return after(root);
}

const idOf = (tree: Tree, text: string): number => trees.listed(tree).find(({ node }) => node.played!.move === text)!.node.id;

test("a move that is there already is gone to, a new one becomes a variation", () => {
  const tree = planted("a b c");
  expect(trees.add(tree, idOf(tree, "a"), move("b"))).toEqual({ tree, id: idOf(tree, "b") });
  const more = trees.add(tree, idOf(tree, "a"), move("x"));
  expect(written(more.tree)).toBe("a b (x) c");
  expect(written(tree)).toBe("a b c"); // the tree before is as it was
  expect(trees.count(more.tree)).toBe(4);
});

test("a line goes through a node and on along what was played first", () => {
  const tree = planted("a b (x y (z) w) c d");
  const moves = (id: number) => trees.lineThrough(tree, id).slice(1).map((node) => node.played!.move).join(" ");
  expect(moves(0)).toBe("a b c d");
  expect(moves(idOf(tree, "x"))).toBe("a x y w");
  expect(moves(idOf(tree, "z"))).toBe("a x z");
  expect(moves(999)).toBe("a b c d"); // whoever is gone leaves the main line
});

test("a variation is promoted one line at a time, and no further than the main line", () => {
  let tree = planted("a b (x y (z)) c");
  const z = idOf(tree, "z");
  expect(trees.isMain(tree, z)).toBe(false);
  tree = trees.promote(tree, z);
  expect(written(tree)).toBe("a b (x z (y)) c");
  tree = trees.promote(tree, z);
  expect(written(tree)).toBe("a x (b c) z (y)");
  expect(trees.isMain(tree, z)).toBe(true);
  expect(trees.promote(tree, z)).toBe(tree);
});

test("what is removed goes with all that follows it, and of the root everything", () => {
  const tree = planted("a b (x y) c");
  expect(written(trees.remove(tree, idOf(tree, "b")))).toBe("a x y");
  expect(written(trees.remove(tree, idOf(tree, "y")))).toBe("a b (x) c");
  expect(trees.remove(tree, 0).root.children).toEqual([]);
  expect(trees.remove(tree, 999)).toEqual({ ...tree, root: { ...tree.root, children: [] } });
});

test("notes are of one node, and the others stay the very same", () => {
  const tree = planted("a b (x) c");
  const noted = trees.note(tree, idOf(tree, "x"), { comment: "why", symbols: ["!"] });
  expect(trees.pathTo(noted, idOf(tree, "x")).at(-1)).toMatchObject({ comment: "why", symbols: ["!"] });
  expect(trees.pathTo(noted, idOf(tree, "b")).at(-1)).toBe(trees.pathTo(tree, idOf(tree, "b")).at(-1));
  expect(trees.note(tree, 999, { comment: "lost" })).toBe(tree);
});

test("what is given to the server grows into the same tree", () => {
  const tree = trees.note(planted("a b (x y (z)) c"), 2, { comment: "said", symbols: ["?!", "$14"] });
  const sent = trees.given(tree, (id) => (id === 2 ? { win: 0.5, proved: true } : null));
  expect(sent.map(({ after, move: text }) => `${after}${text}`).join(" ")).toBe("0a 1b 2c 1x 4y 4z");
  expect(sent[1]).toEqual({ after: 1, move: "b", comment: "said", symbols: ["?!", "$14"], worth: { win: 0.5, proved: true } });
  const again = trees.grown({}, sent.map(({ after, move: text, comment, symbols }) => ({ after, played: move(text), comment: comment!, symbols: symbols! })));
  expect(written(again)).toBe(written(tree));
  expect(trees.pathTo(again, 2).at(-1)).toMatchObject({ comment: "said", symbols: ["?!", "$14"] });
  expect(again.next).toBe(7);
});
