// A clock in the reader's language.
import type { Clock } from "../wire/types";
import { t } from ".";

export function clockText(clock: Clock): string {
  switch (clock.kind) {
    case "none":
      return t.clock_text_none;
    case "fischer":
      return t.clock_text_fischer({ minutes: clock.minutes, increment: clock.increment });
    case "byoyomi":
      return t.clock_text_byoyomi({ minutes: clock.minutes, seconds: clock.seconds, periods: clock.periods });
    case "days":
      return t.clock_text_days({ days: clock.days });
  }
}
