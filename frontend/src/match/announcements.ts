// What is said aloud after a change: only what is new, in the order in which it happened, and what to do now.

import { effect } from "../board/labels";
import { say, t } from "../words";
import type { MoveEvent, Game, Side, View } from "../wire/types";
import { moveText, outcome, playerName, sideName } from "../game/names";
import { eventsOf } from "../game/positions";
import { turnsOf, turnText } from "../game/turns";

export function updateText(before: View | null, now: View, you: readonly Side[], game: Game | null): string {
  const parts: string[] = [];
  const moved = before !== null && now.at > before.at;
  if (moved) parts.push(...movesText(before, now, game));
  if (now.result && !before?.result) parts.push(`${outcome(now, you, game)}${t.stop}`, say(now.result.text));
  else if (!now.result && now.status === "playing" && changed(before, now)) {
    const passed = !before || before.side !== now.side || before.status !== now.status || now.at < before.at;
    if (passed && you.length === 1 && you.includes(now.side)) parts.push(t.your_turn);
    if (you.includes(now.side) || !you.length) parts.push(say(now.prompt));
  }
  if (moved && now.note && say(now.note) !== (before.note ? say(before.note) : "")) parts.push(say(now.note));
  return parts.join(" ");
}

const changed = (before: View | null, now: View): boolean => !before || before.at !== now.at || before.status !== now.status;

/** Every turn, or part of one, that was made since. */
function movesText(before: View, now: View, game: Game | null): string[] {
  const turns = turnsOf(now.history.slice(before.at));
  const words = turns.length === 1 ? eventsText(eventsOf(now.history.slice(before.at))) : "";
  return turns.map(({ side, moves }) => t.turn_told({ side: sideName(game, side), moves: words || turnText(moves, moveText) }));
}

/** Changes in words: where stones were placed or went, then what was turned and taken. */
function eventsText(events: readonly MoveEvent[]): string {
  const heads = events.flatMap((event) => {
    if (event.kind === "placed") return [event.cell ?? ""];
    if (event.kind === "moved") return [t.goes({ from: event.cell ?? "", to: event.to ?? "" })];
    return [];
  });
  return [...heads, effect(events)].filter(Boolean).join(t.comma);
}

/** What the other side has offered since. */
export function offersText(before: View | null, now: View, you: readonly Side[]): string {
  const words = { draw: t.draw_offered, takeback: t.takeback_offered, rematch: t.rematch_offered };
  const kinds = ["draw", "takeback", "rematch"] as const;
  return kinds
    .flatMap((kind) => {
      const by = now.offers[kind];
      return by && !before?.offers[kind] && you.length === 1 && !you.includes(by) ? [words[kind]({ name: playerName(now, you, by) })] : [];
    })
    .join(" ");
}

/** What the others have written since. */
export function chatText(before: View | null, now: View, you: readonly Side[], game: Game | null): string {
  return now.chat
    .slice(before?.chat.length ?? now.chat.length)
    .filter((line) => !(line.side && you.includes(line.side)))
    .map((line) => t.said({ name: line.name ?? (line.side ? sideName(game, line.side) : t.guest), text: line.text }))
    .join(" ");
}
