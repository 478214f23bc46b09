// What the reader has chosen, kept in this browser and shown at once.
import type { Game, Language, Look } from "../wire/types";
import { FALLBACK, LANGUAGES, loadLanguage } from "../words/catalogues.svelte";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const MOTIONS = ["system", "full", "none"] as const;
/** Surfaces and stones that any game may be shown with; `own` is what the game itself wants. */
export const SURFACES = ["own", "cloth", "wood", "slab", "felt"] as const;
export const STONES = ["own", "discs", "pebbles", "piecepack"] as const;

export interface Kept {
  language: Language;
  theme: (typeof THEMES)[number];
  motion: (typeof MOTIONS)[number];
  surface: (typeof SURFACES)[number];
  stones: (typeof STONES)[number];
  /** The look chosen for a game, by the game's name. */
  looks: Record<string, string>;
  sound: boolean;
  /** Where only one choice is left, it is made by itself. */
  auto_step: boolean;
  coordinates: boolean;
  /** Legal choices are shown before a cell is touched. */
  hints: boolean;
  /** Distance rings, where a game has them. */
  rings: boolean;
  chat: boolean;
  /** The reader's name, as others see it. */
  name: string;
}

const KEY = "turncoat.settings";

export function preferredLanguage(languages: readonly string[]): Language {
  const wanted = languages.map((each) => each.toLowerCase().split("-")[0] ?? "");
  return wanted.find((each) => LANGUAGES.includes(each)) ?? FALLBACK;
}

function usual(): Kept {
  return {
    language: preferredLanguage(typeof navigator === "undefined" ? [] : navigator.languages),
    theme: "system",
    motion: "system",
    surface: "own",
    stones: "own",
    looks: {},
    sound: true,
    auto_step: true,
    coordinates: true,
    hints: true,
    rings: false,
    chat: true,
    name: "",
  };
}

const CHOICES: Partial<Record<string, readonly unknown[]>> = {
  language: LANGUAGES,
  theme: THEMES,
  motion: MOTIONS,
  surface: SURFACES,
  stones: STONES,
};

function fits(start: Kept, name: string, value: unknown): boolean {
  if (!(name in start) || value === null || typeof value !== typeof start[name as keyof Kept]) return false;
  return CHOICES[name]?.includes(value) ?? true;
}

/** The kept settings over the usual ones; whatever cannot be read is as if never kept. */
export function read(text: string | null): Kept {
  const start = usual();
  try {
    const kept: unknown = JSON.parse(text ?? "{}");
    if (typeof kept !== "object" || kept === null) return start;
    const same = Object.entries(kept).filter(([name, value]) => fits(start, name, value));
    return { ...start, ...Object.fromEntries(same) };
  } catch {
    return start;
  }
}

function load(): Kept {
  try {
    return read(localStorage.getItem(KEY));
  } catch {
    return usual();
  }
}

/** Read and written anywhere; every change is kept and shown by `keepSettings`. */
export const settings: Kept = $state(load());

/** Keeps every change in this browser and shows it on the page: to be called once, by the page's shell. */
export function keepSettings(): void {
  // Where it cannot be had, the page goes on in the language it speaks.
  $effect(() => void loadLanguage(settings.language).catch(() => undefined));
  $effect(() => {
    const text = JSON.stringify(settings);
    const root = document.documentElement;
    root.lang = settings.language;
    if (settings.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = settings.theme;
    if (settings.motion === "system") delete root.dataset["motion"];
    else root.dataset["motion"] = settings.motion;
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Private windows may refuse; the choice then lasts as long as the page.
    }
  });
  addEventListener("storage", (event) => {
    if (event.key === KEY && event.newValue !== JSON.stringify(settings)) Object.assign(settings, read(event.newValue));
  });
}

const darkWish = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-color-scheme: dark)");
const wish = $state({ dark: darkWish?.matches ?? false });
darkWish?.addEventListener("change", (event) => {
  wish.dark = event.matches;
});

/** Whether the page is dark now, by choice or by the system's wish. */
export function isDark(): boolean {
  return settings.theme === "system" ? wish.dark : settings.theme === "dark";
}

/** The theme that boards and pictures are shown in now. */
export function themeNow(): "light" | "dark" | "contrast" {
  return settings.theme === "contrast" ? "contrast" : isDark() ? "dark" : "light";
}

/** Whether things may move now. */
export function mayMove(): boolean {
  if (settings.motion !== "system") return settings.motion === "full";
  return typeof matchMedia === "undefined" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const FACES: Record<string, Record<string, string>> = {
  discs: { suit: "dark", number: "light" },
  pebbles: { suit: "dark", number: "light" },
  piecepack: { dark: "suit", light: "number" },
};

/** How a game is to be drawn: the look chosen for it, with the reader's own surface and stones if they chose any. */
export function lookOf(game: Pick<Game, "name" | "looks">): Look {
  const chosen = game.looks.find((each) => each.name === settings.looks[game.name]) ?? game.looks[0];
  if (!chosen) throw new Error(`${game.name} has no look`);
  return drawn(chosen, settings.surface, settings.stones);
}

/** A look with another surface and other stones, where they are not its own. */
export function drawn(look: Look, surface: Kept["surface"], own: Kept["stones"]): Look {
  const stones = own === "own" ? look.stones : own;
  const face = (name: string): string => FACES[stones]?.[name] ?? name;
  return {
    ...look,
    surface: surface === "own" ? look.surface : surface,
    stones,
    faces: { first: face(look.faces.first), second: face(look.faces.second) },
  };
}
