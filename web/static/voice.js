// Says aloud who won, where this device may; silent unless somebody switched it on here.

import { language } from "./words.js";

const KEPT = "familiar.voice";

const speech = globalThis.speechSynthesis;
let said = null;

export const canSpeak = Boolean(speech);
export const speaks = () => canSpeak && localStorage.getItem(KEPT) === "1";

function speak(text) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speech.cancel();
  speech.speak(words);
}

/** Switch the voice on or off; it answers with `sample`, since some browsers let a page speak only after a tap. */
export function setVoice(on, sample) {
  localStorage.setItem(KEPT, on ? "1" : "0");
  if (on) speak(sample);
  else speech.cancel();
}

/** Say who has just won, once; `text` is null where nobody has. What stands already when the page opens is no news. */
export function tellWinner(text) {
  if (text && said !== null && text !== said && speaks()) speak(text);
  said = text ?? "";
}
