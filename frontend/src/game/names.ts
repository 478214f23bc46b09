// How people and sides are called.

import { say, t } from "../words";
import type { Game, Side, View } from "../wire/types";

export function sideName(game: Game | null, side: Side): string {
  return game ? say(game.sides[side]) : side === "first" ? t.side_first : t.side_second;
}

/** The person or computer that plays a side. */
export function playerName(view: View, you: readonly Side[], side: Side): string {
  const seat = view.seats[side];
  if (seat.kind === "open") return t.seat_open;
  if (seat.kind === "computer") return seat.level === "max" ? t.computer_max : t.computer_level({ level: seat.level ?? "" });
  if (you.length === 1 && you[0] === side) return seat.name ?? t.you;
  return seat.name ?? t.guest;
}

/** A move as the list writes it: moves without cells are words. */
export function moveText(move: string): string {
  return move === "pass" ? t.pass : move === "swap" ? t.swap : move;
}

/** Who won, as the reader sees it. */
export function outcome(view: View, you: readonly Side[], game: Game | null): string {
  const winner = view.result?.winner;
  if (!winner) return view.result?.reason === "withdrawn" ? t.game_over : t.drawn;
  if (you.length === 1) return you[0] === winner ? t.you_win : t.you_lose;
  return game ? say(game.wins[winner]) : t.side_wins({ side: sideName(game, winner) });
}
