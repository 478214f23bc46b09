// The matches this browser has a seat in.  The cookie holds the seat; this only remembers where to look, and this tab's seat tokens.
import type { SeatAnswer } from "./types";

interface SavedMatch {
  id: string;
  game: string;
  since: number;
  /** The secret that lets a friend sit down; shown as a link until they have. */
  invitation?: string;
}

const KEY = "turncoat.matches";
const JOIN_KEYS = "turncoat.join-keys";
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
export function saveMatch(seated: Pick<SeatAnswer, "match" | "tokens" | "invitation">): void {
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
export function seatTokens(id: string): SeatAnswer["tokens"] {
  try {
    return JSON.parse(sessionStorage.getItem(`turncoat.seat.${id}`) ?? "{}") as SeatAnswer["tokens"];
  } catch {
    return {};
  }
}

/** The key by which this browser asks for a seat at a match: always the same one, so that asking twice takes one seat. */
export function joinKey(id: string): string {
  const keys = joinKeys();
  const known = keys[id];
  if (known) return known;
  const key = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    localStorage.setItem(JOIN_KEYS, JSON.stringify(Object.fromEntries([...Object.entries(keys), [id, key]].slice(-MAX_SAVED))));
  } catch {
    // Then the seat is lost with the answer, as it would be without a key.
  }
  return key;
}

function joinKeys(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(JOIN_KEYS) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}
