import { expect, test } from "vitest";
import { clockText, timeLeft, ServerTime } from "../../src/match/clock";
import type { Clock, Times } from "../../src/wire/types";

const fischer: Clock = { kind: "fischer", minutes: 5, increment: 3 };
const byoyomi: Clock = { kind: "byoyomi", minutes: 1, seconds: 30, periods: 3 };
const times = (first: number, more: Partial<Times> = {}): Times => ({ first, second: 5000, running: "first", as_of: 1000, ...more });

test("only the running clock runs, and never below nothing", () => {
  expect(timeLeft(times(60_000), fischer, "first", 11_000).ms).toBe(50_000);
  expect(timeLeft(times(60_000), fischer, "second", 11_000).ms).toBe(5000);
  expect(timeLeft(times(60_000), fischer, "first", 999_000).ms).toBe(0);
  expect(timeLeft(times(60_000, { running: null }), fischer, "first", 11_000).ms).toBe(60_000);
  expect(timeLeft(times(60_000), fischer, "first", 0).ms).toBe(60_000);
});

test("byo-yomi goes from the main time through its periods", () => {
  const main = times(10_000, { periods: { first: 3, second: 3 } });
  expect(timeLeft(main, byoyomi, "first", 6000)).toEqual({ ms: 5000, periods: 3 });
  expect(timeLeft(main, byoyomi, "first", 16_000)).toEqual({ ms: 25_000, periods: 3 });
  expect(timeLeft(main, byoyomi, "first", 46_000)).toEqual({ ms: 25_000, periods: 2 });
  expect(timeLeft(main, byoyomi, "first", 101_001)).toEqual({ ms: 0, periods: 0 });
});

test("a period that had begun is the first to be used up", () => {
  const late = times(20_000, { periods: { first: 2, second: 3 }, in_period: { first: true, second: false } });
  expect(timeLeft(late, byoyomi, "first", 11_000)).toEqual({ ms: 10_000, periods: 2 });
  expect(timeLeft(late, byoyomi, "first", 31_000)).toEqual({ ms: 20_000, periods: 1 });
  expect(timeLeft(late, byoyomi, "first", 51_001)).toEqual({ ms: 0, periods: 0 });
});

test("without minutes the first period is under way from the start, also when the server speaks in its middle", () => {
  const none: Clock = { ...byoyomi, minutes: 0 };
  const middle = times(20_000, { periods: { first: 3, second: 3 }, in_period: { first: true, second: true } });
  expect(timeLeft(middle, none, "first", 20_999)).toEqual({ ms: 1, periods: 3 });
  expect(timeLeft(middle, none, "first", 21_000)).toEqual({ ms: 30_000, periods: 2 });
  expect(timeLeft(middle, none, "first", 81_000)).toEqual({ ms: 0, periods: 0 });
});

test("minutes as long as a period are no period", () => {
  const main = times(30_000, { periods: { first: 3, second: 3 }, in_period: { first: false, second: false } });
  expect(timeLeft(main, { ...byoyomi, minutes: 0.5 }, "first", 32_000)).toEqual({ ms: 29_000, periods: 3 });
});

test("times read as people say them", () => {
  expect([291_000, 59_001, 10_000, 9400, 0, 3_723_000, 183_600_000].map((ms) => clockText(ms))).toEqual([
    "4:51", "1:00", "0:10", "0:09.4", "0:00.0", "1:02:03", "2d 3h",
  ]);
  expect(clockText(183_600_000, { d: "日", h: "時間" })).toBe("2日 3時間");
});

test("the server's time is the least late word from it", () => {
  const time = new ServerTime();
  expect(time.now(500)).toBe(500);
  time.sync(1000, 9300);
  time.sync(2000, 10_100);
  time.sync(2500, 11_000);
  expect(time.now(20_100)).toBe(12_000);
});
