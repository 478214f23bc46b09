// What is said aloud after a change: the turn just made, the result, and whose turn it is.

import { effect } from "../board/spoken";
import { say, t } from "../words";
import type { Game, Side, View } from "../wire/types";
import { moveText, sideName } from "./names";
import { turnText } from "./turns";

export function told(before: View | null, now: View, you: readonly Side[], game: Game | null): string {
  const parts: string[] = [];
  const last = now.last;
  const moved = before !== null && now.at > before.at;
  if (moved && last) {
    parts.push(t.turn_told({ side: sideName(game, last.side), moves: turnText(last.moves, moveText) }));
    const done = effect(last.changes);
    if (done) parts.push(`${done}.`);
  }
  if (now.result) parts.push(say(now.result.text));
  else if (now.status === "playing" && (!before || moved || now.at < before.at || before.status !== now.status)) {
    if (you.includes(now.side) && you.length === 1) parts.push(t.your_turn);
    if (you.includes(now.side) || !you.length) parts.push(say(now.prompt));
  }
  if (now.note && moved) parts.push(say(now.note));
  return parts.join(" ");
}
