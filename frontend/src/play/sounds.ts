// Quiet sounds made on the spot: wood on wood, a coin turning, two notes when it is your turn.

import { settings } from "../look/settings.svelte";

export type Sound = "place" | "turn" | "slide" | "take" | "yours" | "won" | "lost" | "drawn" | "word";

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === "undefined") return null;
  // Browsers keep silent, and complain, until the reader has touched the page.
  if (navigator.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context.state === "running" ? context : null;
}

/** A knock: a breath of noise through a filter, and a short low tone under it. */
function knock(on: AudioContext, at: number, pitch: number, loud: number): void {
  const length = Math.floor(on.sampleRate * 0.05);
  const noise = on.createBuffer(1, length, on.sampleRate);
  const data = noise.getChannelData(0);
  for (let place = 0; place < length; place += 1) data[place] = (Math.random() * 2 - 1) * (1 - place / length) ** 4;
  const source = on.createBufferSource();
  source.buffer = noise;
  const filter = on.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * 4;
  filter.Q.value = 1.2;
  const gain = on.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(on.destination);
  source.start(at);
  tone(on, at, pitch, 0.09, loud * 0.5);
}

function tone(on: AudioContext, at: number, pitch: number, seconds: number, loud: number): void {
  const wave = on.createOscillator();
  wave.type = "sine";
  wave.frequency.value = pitch;
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  wave.connect(gain).connect(on.destination);
  wave.start(at);
  wave.stop(at + seconds + 0.02);
}

const TUNES: Partial<Record<Sound, readonly (readonly [number, number])[]>> = {
  yours: [[587, 0], [784, 0.09]],
  won: [[523, 0], [659, 0.12], [784, 0.24], [1047, 0.36]],
  lost: [[523, 0], [440, 0.16], [349, 0.32]],
  drawn: [[523, 0], [523, 0.18]],
  word: [[880, 0]],
};

export function sound(name: Sound): void {
  const on = ready();
  if (!on) return;
  const now = on.currentTime + 0.005;
  const tune = TUNES[name];
  if (tune) for (const [pitch, wait] of tune) tone(on, now + wait, pitch, 0.22, 0.05);
  else if (name === "place") knock(on, now, 230, 0.3);
  else if (name === "turn") knock(on, now + 0.12, 420, 0.16);
  else if (name === "slide") knock(on, now + 0.3, 260, 0.22);
  else if (name === "take") knock(on, now + 0.16, 150, 0.3);
}
