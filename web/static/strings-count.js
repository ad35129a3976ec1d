// What is said where only tricks are counted.

import { t, tn } from "./words.js";

export const C = {
  who: (n, all) => t("Who took trick {number} of {all}?", { number: n, all }),
  whoLast: t("Who took the last trick?"),
  whoLastHint: t("That player deals next."),
  hint: t("Tap it trick by trick, or at the end of the round how many each took."),
  has: (n) => tn("{count} trick", "{count} tricks", n),
  mine: t("How many tricks did you take?"),
  of: (name) => t("How many tricks did {name} take?", { name }),
  instead: (n) => tn("Numbers instead of the {count} trick tapped", "Numbers instead of the {count} tricks tapped", n),
  key: (n) => tn("{count} trick", "{count} tricks", n),
  done: t("The tricks are counted"),
  change: (name) => t("{name}: another number", { name }),
  count: t("Only count tricks"),
  read: t("Enter every card"),
  field: t("Cards"),
  options: { laid: t("Enter every card"), none: t("Only count tricks") },
  event: { took: (name) => t("{name} took a trick", { name }), tricks: (name, n) => tn("{name} took {count} trick", "{name} took {count} tricks", n, { name }) },
};
