// Taking a seat. The key is kept before the request leaves, so that after a lost answer the same seat can be asked for again.

import { api } from "./api";
import { withRetries } from "./retry";
import { joinKey, saveMatch } from "./seatTokens";
import type { SeatAnswer } from "./types";

/** Takes the open seat and remembers the match. */
export async function joinMatch(id: string, wish: { invitation?: string; name?: string }): Promise<SeatAnswer> {
  const key = joinKey(id);
  const seated = await withRetries(() => api.join(id, { key, ...wish }));
  saveMatch(seated);
  return seated;
}
