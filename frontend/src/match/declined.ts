// An offer of the reader's own that was there and is no more: whether it was declined, and how that is said.

import { wordsOf } from "../words/catalogues.svelte";
import type { OfferKind, Side, View, Words } from "../wire/types";

const KINDS: readonly OfferKind[] = ["draw", "takeback", "rematch"];
const SAID = { draw: wordsOf("draw_declined"), takeback: wordsOf("takeback_declined"), rematch: wordsOf("rematch_declined") };

/** What to tell about an offer that was declined between two views; null where none was. Who took it back has not been declined. */
export function declinedOffer(before: View, now: View, you: readonly Side[], withdrawn: OfferKind | null = null): Words | null {
  if (you.length !== 1) return null;
  const gone = KINDS.find((kind) => kind !== withdrawn && you.includes(before.offers[kind]!) && !now.offers[kind]);
  if (!gone) return null;
  const accepted = { draw: now.status === "over", takeback: now.at < before.at, rematch: now.rematch !== null }[gone];
  const answeredMyself = now.at > before.at && you.includes(now.history.at(-1)!.side);
  return accepted || answeredMyself || (gone !== "rematch" && now.status === "over") ? null : SAID[gone];
}
