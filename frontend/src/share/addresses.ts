// The addresses under which a moment of a game is found: pages, files, boards on other sites.

/** A page of ours, at a moment if one is given. */
export function pageAddress(path: string, at: number | null): string {
  return `${location.origin}${path}${at === null ? "" : `?at=${at}`}`;
}

/** A file about a game: a picture of a moment, the whole of it as a film, its record. */
export function fileAddress(from: string, file: string, at: number | null): string {
  return `${from}/${file}${at === null ? "" : `?at=${at}`}`;
}

/** What another site writes into a page of its own to show the board there. */
export function embedCode(name: string, at: number | null): string {
  const address = pageAddress(`/embed/${name}`, at);
  return `<iframe src="${address}" title="Turncoat" width="480" height="600" style="border:0" loading="lazy"></iframe>`;
}
