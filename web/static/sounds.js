// Sounds of the house, made here from a few oscillators and a breath of noise: nothing is fetched for them. Silent unless switched on.

import { recall, retain } from "./dom.js";

const KEPT = "familiar.sounds";
const LOUD = 0.35;

let context = null;

export const sounding = () => recall("localStorage", KEPT) === "1";

/** A tone that is struck and dies away: hertz, seconds from `at`, how long and how loud. */
function struck(ctx, out, at, hertz, { kind = "triangle", lasts = 0.5, loud = 1 } = {}) {
  const tone = ctx.createOscillator();
  const volume = ctx.createGain();
  tone.type = kind;
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + lasts);
  tone.connect(volume).connect(out);
  tone.start(at);
  tone.stop(at + lasts);
}

/** A card that is laid on felt: a short breath of noise, and the table under it. */
function card(ctx, out, at) {
  const length = Math.round(ctx.sampleRate * 0.07);
  const buffer = ctx.createBuffer(1, length, ctx.sampleRate);
  const data = buffer.getChannelData(0);
  // A noise of its own, the same each time: a linear congruential generator (Numerical Recipes).
  for (let i = 0, seed = 1; i < length; i += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    data[i] = (seed / 2 ** 31 - 1) * (1 - i / length) ** 3;
  }
  const noise = ctx.createBufferSource();
  const band = ctx.createBiquadFilter();
  noise.buffer = buffer;
  band.type = "bandpass";
  band.frequency.value = 2400;
  noise.connect(band).connect(out);
  noise.start(at);
  struck(ctx, out, at, 150, { kind: "sine", lasts: 0.09, loud: 0.7 });
}

const SOUNDS = {
  card,
  won(ctx, out, at) { [659, 880].forEach((hertz, i) => { struck(ctx, out, at + 0.11 * i, hertz, { lasts: 0.5, loud: 0.5 }); }); },
  question(ctx, out, at) { [523, 698].forEach((hertz, i) => { struck(ctx, out, at + 0.22 * i, hertz, { kind: "sine", lasts: 0.45, loud: 0.6 }); }); },
  end(ctx, out, at) {
    [392, 523, 659, 784].forEach((hertz, i) => { struck(ctx, out, at + 0.14 * i, hertz, { lasts: 0.8, loud: 0.4 }); });
    [523, 659, 784, 1047].forEach((hertz) => { struck(ctx, out, at + 0.62, hertz, { lasts: 1.3, loud: 0.22 }); });
  },
};

/** Put a sound into an audio context, so many seconds from its beginning. */
export function compose(ctx, name, at = 0) {
  const out = ctx.createGain();
  out.gain.value = LOUD;
  out.connect(ctx.destination);
  SOUNDS[name](ctx, out, at);
}

/** Let one be heard, where somebody switched them on here. */
export function play(name) {
  if (!sounding()) return;
  context ??= new AudioContext();
  // Before the first tap of a visit browsers keep it silent: then this sound is lost, and those after the tap are heard.
  if (context.state === "suspended") context.resume();
  compose(context, name, context.currentTime + 0.02);
}

/** Switch them on or off; one is heard at once, for the ear and because browsers want a tap before the first. */
export function setSounds(on) {
  retain("localStorage", KEPT, on ? "1" : "0");
  if (on) play("won");
}
