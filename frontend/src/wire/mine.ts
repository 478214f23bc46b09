// The matches this browser has a part in.  The cookie holds the seat; this only remembers where to look.
import type { Seated } from "./types";

interface Mine {
  id: string;
  game: string;
  since: number;
  /** The secret that lets a friend sit down; shown as a link until they have. */
  invitation?: string;
}

const KEY = "turncoat.matches";
const MOST = 24;

/** The newest first. */
export function mine(): Mine[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each): each is Mine => typeof each?.id === "string") : [];
  } catch {
    return [];
  }
}

function keep(list: Mine[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // Nothing is lost but the list: the seat is in the cookie and the link in the address bar.
  }
}

/** Remembers a match that was made or joined here; the invitation for a friend, and this tab's own seat tokens. */
export function remember(seated: Pick<Seated, "match" | "tokens" | "invitation">): void {
  const { id, game } = seated.match;
  const rest = mine().filter((each) => each.id !== id);
  const invitation = seated.invitation ?? mine().find((each) => each.id === id)?.invitation;
  keep([{ id, game, since: Date.now(), ...(invitation ? { invitation } : {}) }, ...rest]);
  try {
    sessionStorage.setItem(`turncoat.seat.${id}`, JSON.stringify(seated.tokens));
  } catch {
    // Then the seat cannot be carried to another device from this tab.
  }
}

export function forget(id: string): void {
  keep(mine().filter((each) => each.id !== id));
}

export function invitationTo(id: string): string | null {
  return mine().find((each) => each.id === id)?.invitation ?? null;
}

/** The seat tokens that this tab was given, for carrying a seat to another device. */
export function tokensOf(id: string): Seated["tokens"] {
  try {
    return JSON.parse(sessionStorage.getItem(`turncoat.seat.${id}`) ?? "{}") as Seated["tokens"];
  } catch {
    return {};
  }
}
