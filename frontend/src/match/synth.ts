// The sounds themselves, made on the spot: wood on wood, a coin turning, a few soft notes.

export type Sound = "place" | "turn" | "slide" | "take" | "yours" | "won" | "lost" | "drawn" | "word";

/** A knock: a breath of noise through a filter, and a short low tone under it. */
function knock(on: BaseAudioContext, at: number, pitch: number, loud: number): void {
  const length = Math.floor(on.sampleRate * 0.05);
  const noise = on.createBuffer(1, length, on.sampleRate);
  const data = noise.getChannelData(0);
  for (let place = 0; place < length; place += 1) data[place] = (Math.random() * 2 - 1) * (1 - place / length) ** 4;
  const source = on.createBufferSource();
  source.buffer = noise;
  const filter = on.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = Math.max(pitch * 4, 900); // what small speakers still carry
  filter.Q.value = 1.2;
  const gain = on.createGain();
  gain.gain.value = loud * 1.6;
  source.connect(filter).connect(gain).connect(on.destination);
  source.start(at);
  tone(on, at, pitch, 0.09, loud * 0.42);
}

function tone(on: BaseAudioContext, at: number, pitch: number, seconds: number, loud: number): void {
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

/** Makes a sound at a moment of the context's time. */
export function perform(on: BaseAudioContext, name: Sound, at: number): void {
  const tune = TUNES[name];
  if (tune) for (const [pitch, wait] of tune) tone(on, at + wait, pitch, 0.24, 0.065);
  else if (name === "place") knock(on, at, 230, 0.3);
  else if (name === "turn") knock(on, at + 0.12, 420, 0.16);
  else if (name === "slide") knock(on, at + 0.3, 260, 0.22);
  else if (name === "take") knock(on, at + 0.16, 175, 0.32);
}
