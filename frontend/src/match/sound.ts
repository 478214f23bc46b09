// Sounds for those who want them, once they have touched the page.

import { settings } from "../app/settings.svelte";
import { perform, type Sound } from "./synth";

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === "undefined") return null;
  // Browsers keep silent, and complain, until the reader has touched the page.
  if (navigator.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context.state === "running" ? context : null;
}

export function sound(name: Sound): void {
  const on = ready();
  if (on) perform(on, name, on.currentTime + 0.005);
}
