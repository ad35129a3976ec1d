// The words about how a game went: its chart, its awards, the sheets of the games without cards.

import { t, tc } from "./words.js";

export const H = {
  story: t("How it went"),
  chart: t("Chart"),
  awards: t("Awards"),
  award: (players, text) => t("{names}: {what}", { names: players, what: text }),
  thisGame: t("This game in full"),

  // Les Trois Magiciens: who has which card
  place: t("Place"),
  lying: t("lying"),
  lyingHint: t("Cards that still lie on the Place"),
  since: (turn) => t("since turn {turn}", { turn }),
  met: t("from a meeting"),
  duelled: t("from a duel"),
  lacks: t("does not have it"),
  cardsKey: t("A star: the card is held, beside it the turn in which it came. Crossed blades: it was won in a duel."),
  sheet: tc("Les Trois Magiciens", "Score sheet"),
};
