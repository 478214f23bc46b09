// The matches this browser has a seat in.  The cookie holds the seat; this only remembers where to look, and this tab's seat tokens.
import type { Seated } from "./types";

interface SavedMatch {
  id: string;
  game: string;
  since: number;
  /** The secret that lets a friend sit down; shown as a link until they have. */
  invitation?: string;
}

const KEY = "turncoat.matches";
const MAX_SAVED = 24;

/** The newest first. */
export function savedMatches(): SavedMatch[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each): each is SavedMatch => typeof each?.id === "string") : [];
  } catch {
    return [];
  }
}

function keep(list: SavedMatch[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, MAX_SAVED)));
  } catch {
    // Nothing is lost but the list: the seat is in the cookie and the link in the address bar.
  }
}

/** Remembers a match that was made or joined here; the invitation for a friend, and this tab's own seat tokens. */
export function saveMatch(seated: Pick<Seated, "match" | "tokens" | "invitation">): void {
  const { id, game } = seated.match;
  const rest = savedMatches().filter((each) => each.id !== id);
  const invitation = seated.invitation ?? savedMatches().find((each) => each.id === id)?.invitation;
  keep([{ id, game, since: Date.now(), ...(invitation ? { invitation } : {}) }, ...rest]);
  try {
    sessionStorage.setItem(`turncoat.seat.${id}`, JSON.stringify(seated.tokens));
  } catch {
    // Then the seat cannot be carried to another device from this tab.
  }
}

export function forgetMatch(id: string): void {
  keep(savedMatches().filter((each) => each.id !== id));
}

export function invitationOf(id: string): string | null {
  return savedMatches().find((each) => each.id === id)?.invitation ?? null;
}

/** The seat tokens that this tab was given, for carrying a seat to another device. */
export function seatTokens(id: string): Seated["tokens"] {
  try {
    return JSON.parse(sessionStorage.getItem(`turncoat.seat.${id}`) ?? "{}") as Seated["tokens"];
  } catch {
    return {};
  }
}
