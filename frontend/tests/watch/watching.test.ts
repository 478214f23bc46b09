import { expect, it } from "vitest";
import { goneOn } from "../../src/watch/watching.svelte";
import type { WatchedGame } from "../../src/wire/types";

const game = (id: string, at: number): WatchedGame => ({ id, at }) as WatchedGame;

it("puts games that have gone on in their place, and takes in no others", () => {
  const running = [game("a", 1), game("b", 5), game("c", 2)];
  const now = goneOn(running, [game("b", 6), game("z", 1)]);
  expect(now.map(({ id, at }) => `${id}${at}`)).toEqual(["a1", "b6", "c2"]);
  expect(now[0]).toBe(running[0]);
});
