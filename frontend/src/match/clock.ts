// Clocks tick here between two words from the server, which alone decides when time is up.

import type { Clock, Side, Times } from "../wire/types";

export interface TimeLeft {
  ms: number;
  periods: number;
}

const DAY = 86_400_000;

/** How far the server's clock is from ours. Messages are never early, so the least difference seen is the nearest. */
export class ServerTime {
  #offset: number | null = null;

  sync(stamp: number, now = Date.now()): void {
    const seen = now - stamp;
    this.#offset = this.#offset === null ? seen : Math.min(this.#offset, seen);
  }

  now(now = Date.now()): number {
    return now - (this.#offset ?? 0);
  }
}

/** What a side has left at a moment of the server's time; in byo-yomi the rest of the present period. */
export function timeLeft(times: Times, clock: Clock, side: Side, now: number): TimeLeft {
  const periods = times.periods?.[side] ?? 0;
  const ms = times[side];
  if (times.running !== side) return { ms, periods };
  const rest = ms - Math.max(0, now - times.as_of);
  if (rest > 0 || clock.kind !== "byoyomi") return { ms: Math.max(0, rest), periods };
  const period = clock.seconds * 1000;
  // A period already begun when the server spoke is the first to be used up.
  const begun = times.in_period?.[side] ? 1 : 0;
  const still = periods - begun - Math.floor(-rest / period);
  return still > 0 ? { ms: period - (-rest % period), periods: still } : { ms: 0, periods: 0 };
}

/** A time as people read it: 4:51, 1:02:03, 0:09.4 when it grows short, 2d 3h for long ones. */
export function clockText(ms: number, days: { d: string; h: string } = { d: "d", h: "h" }): string {
  if (ms >= DAY) {
    const hours = Math.floor((ms % DAY) / 3_600_000);
    return `${Math.floor(ms / DAY)}${days.d} ${hours}${days.h}`;
  }
  const tenths = Math.floor(ms / 100);
  const whole = ms < 10_000 ? Math.floor(tenths / 10) : Math.ceil(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  const head = hours ? `${hours}:${two(minutes)}` : String(minutes);
  return `${head}:${two(seconds)}${ms < 10_000 && !hours ? `.${tenths % 10}` : ""}`;
}
