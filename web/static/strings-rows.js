// Every word of the page that learns a deck from cards in rows.

import { t, tn } from "./words.js";

export const R = {
  title: (deck) => t("Learning {deck} in rows", { deck }),
  progress: (n, all) => t("Picture {number} of {all}", { number: n, all }),
  lay: (first, last) => t("Lay {first} to {last}", { first, last }),
  layAll: (names) => t("Lay {cards}", { cards: names }),
  hint: (n) => tn("{count} card, flat and whole in the picture, and nothing else. Then take your hands away.", "{count} cards in this order, from left to right, in one row or two, and nothing else. Then take your hands away.", n),
  waiting: t("Waiting for the cards to lie still…"),
  found: (n) => tn("{count} card found", "{count} cards found", n),
  looksRight: t("Are they right? Tap a card that has another name."),
  unclear: (n) => tn("{count} card is unclear: tap it.", "{count} cards are unclear: tap each.", n),
  byOrder: t("Familiar cannot read these signs: the cards were named by their order alone, from the top left."),
  cards: t("In this picture"),
  clear: (name) => t("{card}: put it right", { card: name }),
  unsure: (name) => t("{card}, unclear: say which it is", { card: name }),
  unfit: (name) => t("{card}: this picture of it is no good", { card: name }),
  which: t("Which card is this?"),
  freeNames: t("Names still free"),
  takenNames: t("Another card has this name"),
  leftOut: t("Not learnt from this picture"),
  notClear: t("it is unclear which card it is"),
  pair: (name, why) => t("{card}: {why}", { card: name, why }),
  press: { next: t("Next suit"), last: t("That is all"), again: t("Take it again"), againLast: t("Take the last one again"), skip: t("Skip these"), done: t("Done"), finish: t("Finish") },
  doneAsk: (n) => tn("{count} picture is not taken yet. Stop here?", "{count} pictures are not taken yet. Stop here?", n),
  taken: (n) => tn("{count} card learnt from the last picture.", "{count} cards learnt from the last picture.", n),
  left: (n) => tn("{count} was left out.", "{count} were left out.", n),
  partly: (n) => tn("{count} card is not learnt yet: it will be asked about, and never taken for its neighbour.", "{count} cards are not learnt yet: they will be asked about, and never taken for their neighbours.", n),
};
