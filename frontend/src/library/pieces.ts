// A long text of games in pieces that the server reads at once, cut where an empty line or, without one, a line ends.

export const LONGEST = 50_000;

export function pieces(text: string, longest = LONGEST): string[] {
  const found: string[] = [];
  let rest = text.replaceAll("\r\n", "\n").trim();
  while (rest.length > longest) {
    const head = rest.slice(0, longest);
    const blank = head.lastIndexOf("\n\n");
    const line = blank > 0 ? blank : head.lastIndexOf("\n");
    const cut = line > 0 ? line : longest;
    found.push(rest.slice(0, cut));
    rest = rest.slice(cut).trimStart();
  }
  return rest ? [...found, rest] : found;
}
