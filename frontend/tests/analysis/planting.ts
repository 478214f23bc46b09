// Trees for tests, written as text.

import type { PlayedMove } from "../../src/wire/types";
import { add, pathTo, seedling, type Tree } from "../../src/analysis/tree";

export const move = (text: string, side: "first" | "second" = "first", turn = 1): PlayedMove => ({ move: text, side, turn, at_ms: 0, events: [] });

/** `a b (c d) e`: moves after one another, what stands in brackets instead of the move before it. */
export function planted(text: string): Tree {
  let tree = seedling;
  let at = 0;
  const left: number[] = [];
  for (const word of text.match(/[()]|[^\s()]+/g) ?? []) {
    if (word === "(") {
      left.push(at);
      at = pathTo(tree, at).at(-2)!.id;
    } else if (word === ")") at = left.pop()!;
    else ({ tree, id: at } = add(tree, at, move(word)));
  }
  return tree;
}
