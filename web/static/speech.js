// Says aloud what happens, as far as this device was told to: by its voice, or through the page for a screen reader.

import { language } from "./words.js";

const speech = globalThis.speechSynthesis;
let shown = null;
let heard = null;
let voice = "";
let asking = Promise.resolve();

export const canSpeak = Boolean(speech);

function speak(text) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speech.speak(words);
}

/** Change what is said; it answers with `sample`, since some browsers let a page speak only after a tap. */
export function setVoice(how, sample) {
  voice = how;
  shown = heard = null;
  speech?.cancel();
  if (how && how !== "reader") speak(sample);
  // What was said until now is no news.
  if (how) hear(Number.NaN, how);
}

async function catchUp(read) {
  const answer = await fetch(heard === null ? "/speech" : `/speech?after=${heard}`, { cache: "no-store" });
  if (!answer.ok) return;
  const { number, lines } = await answer.json();
  heard = number;
  // Somebody may have switched it off meanwhile.
  if (!voice) return;
  const wanted = lines.filter((line) => line.wins || voice !== "wins").map((line) => line.text);
  if (voice !== "reader") wanted.forEach(speak);
  else if (wanted.length > 0) read(wanted);
}

/** Say what is new with the state of this number, each sentence once, as far as `how` has it. What stands already when the page opens is no news. */
export function hear(number, how, read) {
  voice = how;
  if (number === shown) return;
  shown = number;
  asking = asking.then(() => catchUp(read)).catch(() => { shown = null; });
}
