// Code that will be wanted next, fetched before it is.

export const newGamePage = () => import("./NewGame.svelte");

/** Fetches the way from the first page to a board while the reader looks around. */
export function fetchAhead(): () => void {
  const soon = setTimeout(() => void newGamePage().catch(() => undefined), 150);
  const later = setTimeout(() => void import("../match/MatchPage.svelte").catch(() => undefined), 1_500);
  return () => {
    clearTimeout(soon);
    clearTimeout(later);
  };
}
