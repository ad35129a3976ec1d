// What is said of cards that were entered as they probably are.

import { t, tn } from "./words.js";

export const K = {
  confirm: (n) => tn("and {count} card that is not certain", "and {count} cards that are not certain", n),
  of: (name) => t("{card}, not certain", { card: name }),
  open: (name) => t("{card}, not certain: put it right", { card: name }),
  whose: (name) => t("{name}’s card: is it right?", { name }),
  turned: t("The turned-up card: is it right?"),
  hint: t("It was entered as it probably is. Tap the card that lies there. What you leave as it is, the press that confirms the trick confirms."),
  right: t("as entered"),
  keep: (name) => t("{card}, as entered", { card: name }),
};
