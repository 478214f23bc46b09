// The zones of a board that are told of the newest position alone, and what of them holds for others.

import { roleOf } from "../board/geometry";
import type { Look, Zones } from "../wire/types";

/** The zones without what is closed to the side to move. */
export function lasting(zones: Zones, look: Look): Zones {
  return zones.filter((zone) => roleOf(look, zone) !== "blocked");
}
