// What is said of the cards by which Wizard's first dealer is found.

import { listed, t } from "./words.js";

export const L = {
  lots: t("Cards for the first deal"),
  lot: (name) => t("A card for {name}", { name }),
  mine: t("A card for you"),
  hint: t("Clear the table and deal one card to each, face up: the high card deals."),
  shared: (names) => t("{names} share the high card", { names: listed(names) }),
  sharedHint: t("Confirm: each of them is dealt another card."),
  deals: (name) => t("{name} deals first", { name }),
  dealsMine: t("You deal first"),
  specials: t("Special cards"),
  options: { chosen: t("Chosen above"), high_card: t("The high card") },
  note: t("For the high card, whoever is marked above is dealt the first one."),
};
