// A ruleset's one text form, `game:option=value,…`, written from a form and read back.
import type { Game, Words } from "../wire/types";

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

/** The options that are not as usual, each as its label and its value in words. */
export function unusual(game: Game, text: string): { label: Words; value: Words }[] {
  const { chosen } = read(text);
  return game.options.flatMap((option) => {
    const value = chosen[option.name];
    if (value === undefined) return [];
    const named = option.values.find((each) => each.value === value);
    return [{ label: option.label, value: named?.label ?? { en: value } }];
  });
}
