// What is said while a whole word of Probe is named.

import { t, tn } from "./words.js";

export const N = {
  title: (name) => t("Name {name}’s word", { name }),
  hint: (n) => tn("{count} space: every letter and every dot, in order. Right brings the hidden values and 100, wrong costs 50.",
    "{count} spaces: every letter and every dot, in order. Right brings the hidden values and 100, wrong costs 50.", n),
  who: t("Who names it?"),
  word: t("The whole word with its dots"),
  fills: (n, all) => t("{count} of {spaces} spaces. A dot is typed as a full stop.", { count: n, spaces: all }),
  anyway: (n, all) => t("This fills {count} of {spaces} spaces. Name it all the same?", { count: n, spaces: all }),
  costs: t("It cannot be right, and costs 50."),
  key: t("Name it"),
  aloud: t("I say it aloud"),
  ask: (name) => t("{name} says the word aloud, and its owner judges. Wrong costs 50.", { name }),
};
