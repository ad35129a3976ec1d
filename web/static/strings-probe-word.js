// What is said while a word of Probe is set out.

import { t, tn } from "./words.js";

export const W = {
  wordRule: (letters, dots) =>
    tn("At least {count} letter. Dots (at most {dots}) are empty spaces before and after that hide how long the word is; 12 spaces at most in all. No proper noun, abbreviation, hyphen or apostrophe.",
      "At least {count} letters. Dots (at most {dots}) are empty spaces before and after that hide how long the word is; 12 spaces at most in all. No proper noun, abbreviation, hyphen or apostrophe.", letters, { dots }),
  dotsBefore: t("Dots before"),
  dotsAfter: t("Dots after"),
  firstSpace: t("From space"),
  fewer: (what) => t("{what}: one fewer", { what }),
  more: (what) => t("{what}: one more", { what }),
  setOutKey: t("Set it out"),
  changeWord: t("Change my word"),
  keepsIt: t("Keep it to myself"),
  keepsHint: t("Without typing it: then you answer on trust."),
  readyKey: (n) => tn("A word stands in {count} space", "A word stands in {count} spaces", n),
  readyFor: (name) => t("Say that {name}’s word stands…", { name }),
  stands: t("Your word stands. It can be changed until the first card is drawn."),
  tooShort: (n) => tn("{count} more letter", "{count} more letters", n),
  tooLong: t("Too long: letters and dots together must fit into 12 spaces."),
};
