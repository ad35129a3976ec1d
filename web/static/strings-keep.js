// The words about a deck that a game has taught Familiar.

import { t } from "./words.js";

export const K = {
  title: t("Keep this deck?"),
  kept: t("This deck is kept"),
  all: (n) => t("Familiar knows all {cards} cards of it now, by their pictures from this game: a next game with them asks less.", { cards: n }),
  some: (n, all) => t("Familiar knows {learnt} of its {cards} cards now, by their pictures from this game. About the others it will ask.", { learnt: n, cards: all }),
  missing: t("Not known"),
  privacy: t("The pictures show the cards alone. They are in memory, and gone with the next game, unless you keep them."),
  name: t("Name of the deck"),
  keep: t("Keep it"),
  forget: t("Do not keep it"),
  use: (name) => t("“{name}” lies with the decks of this table. From its next start on “familiar play --deck {name}” plays with it.", { name }),
};
