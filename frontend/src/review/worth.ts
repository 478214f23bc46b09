// What the engine thinks of a position or a turn, in words: what is proved is told apart from what is estimated.

import { sideName } from "../game/names";
import type { Game, Outlook, Side, Verdict } from "../wire/types";
import { t } from "../words";

export type ErrorKind = Exclude<Verdict, "good">;
/** How turns are marked; what is good has no sign. */
export const SIGNS: Record<ErrorKind, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export function verdictName(verdict: Verdict): string {
  return { good: t.review_good, inaccuracy: t.review_inaccuracy, mistake: t.review_mistake, blunder: t.review_blunder }[verdict];
}

/** A chance in whole percents. What is only estimated is never quite certain. */
export function percent(win: number, proved: boolean): number {
  const whole = Math.round(100 * win);
  return proved ? whole : Math.min(99, Math.max(1, whole));
}

type Worth = Pick<Outlook, "win" | "proved"> & { lead?: number };

/** What a side may hope for: its chance or, where it is proved, who wins and by how much. */
export function worthText({ win, proved, lead }: Worth, side: Side, game: Game | null): string {
  if (!proved) return t.review_estimate({ side: sideName(game, side), percent: percent(win, false) });
  if (win === 0.5) return t.review_proved_draw;
  const winner = (win > 0.5) === (side === "first") ? "first" : "second";
  const named = { side: sideName(game, winner) };
  return lead ? t.review_proved_lead({ ...named, lead: Math.abs(lead) }) : t.review_proved_win(named);
}

/** What is thought of a position: whoever is ahead is named. */
export function outlookText({ win, proved, lead }: Worth, game: Game | null): string {
  return win >= 0.5 || proved
    ? worthText({ win, proved, ...(lead === undefined ? {} : { lead }) }, "first", game)
    : worthText({ win: 1 - win, proved }, "second", game);
}
