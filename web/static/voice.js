// Whether this device says aloud what happens; what says it is fetched where somebody switched it on.

import { recall, retain } from "./dom.js";

const KEPT = "familiar.voice";

/** What is said here: "" nothing, "wins" who wins, "all" everything, "reader" everything through the page's live region. */
export const voice = () => {
  const kept = recall("localStorage", KEPT) ?? "";
  return kept === "1" ? "wins" : kept === "0" ? "" : kept;
};

/** Keep for this device what is said here. */
export const keepVoice = (how) => retain("localStorage", KEPT, how);

/** Say what is new with the state of this number; for a screen reader `read` is given it. */
export const hear = (number, read) => { if (voice()) import("./speech.js").then((speech) => speech.hear(number, voice(), read), () => {}); };
