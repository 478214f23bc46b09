// A ruleset's one text form, `game:option=value,…`, written from a form and read back.
import type { Game } from "../wire/types";

/** The text of a ruleset with these options; what is usual is left out. */
export function write(game: Game, chosen: Record<string, string>): string {
  const parts = game.options
    .filter((option) => (chosen[option.name] ?? option.default).trim() !== option.default)
    .map((option) => `${option.name}=${(chosen[option.name] ?? "").trim()}`);
  return parts.length ? `${game.name}:${parts.join(",")}` : game.name;
}

/** The game's name and the options that a ruleset's text gives. */
export function read(text: string): { game: string; chosen: Record<string, string> } {
  const [game = "", rest = ""] = text.split(/:(.*)/s);
  const pairs = rest.split(",").flatMap((part) => {
    const at = part.indexOf("=");
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const] : [];
  });
  return { game: game.trim(), chosen: Object.fromEntries(pairs) };
}
