// Where the reader is: the address bar, read and changed without loading the page again.

export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "lobby" }
  | { page: "watch" }
  | { page: "rules"; game: string | null }
  | { page: "settings" }
  | { page: "about" }
  | { page: "privacy" }
  | { page: "games"; id: string | null }
  | { page: "match"; id: string }
  | { page: "review"; id: string }
  | { page: "analysis"; match: string | null }
  | { page: "public"; name: string }
  | { page: "study"; id: string }
  | { page: "missing" };

/** The page that a path names. */
export function find(path: string): Route {
  const [first = "", second, ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (first === "m" && second && rest.length === 1 && rest[0] === "review") return { page: "review", id: second };
  if (rest.length) return { page: "missing" };
  if (first === "rules") return { page: "rules", game: second ?? null };
  if (first === "games") return { page: "games", id: second ?? null };
  if (first === "g" && second) return { page: "public", name: second };
  if (first === "study" && second) return { page: "study", id: second };
  if (first === "m" && second) return { page: "match", id: second };
  if (first === "analysis") return { page: "analysis", match: second ?? null };
  if (second !== undefined) return { page: "missing" };
  switch (first) {
    case "":
      return { page: "home" };
    case "new":
    case "lobby":
    case "watch":
    case "settings":
    case "about":
    case "privacy":
      return { page: first };
    default:
      return { page: "missing" };
  }
}

/** The moment of a game that an address names: how many moves are made; null where it names none. */
export function momentOf(query: URLSearchParams): number | null {
  const at = query.get("at") ?? "";
  return /^[0-9]{1,6}$/.test(at) ? Number(at) : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Place {
  path = $state(typeof location === "undefined" ? "/" : location.pathname);
  search = $state(typeof location === "undefined" ? "" : location.search);

  get route(): Route {
    return find(this.path);
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.search);
  }
}

export const place = new Place();

function arrive(): void {
  place.path = location.pathname;
  place.search = location.search;
}

/** Shows another page; `replace` leaves no way back to the present one. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  arrive();
  scrollTo(0, 0);
  // A reader who cannot see the page hears where it begins.
  requestAnimationFrame(() => document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true }));
}

/** Gives the page that is shown another address: it neither scrolls nor is read out anew. */
export function rename(address: string): void {
  history.replaceState(null, "", address);
  arrive();
}

function clicked(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** Follows links and the browser's own buttons; gives back how to stop. */
export function follow(): () => void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", clicked);
  return () => {
    removeEventListener("popstate", arrive);
    document.removeEventListener("click", clicked);
  };
}
