// The words about the hand at a simulated table.

import { t } from "./words.js";

export const D = {
  hand: t("Your hand"),
  hint: t("At this drawn table the page knows it. Bid with it; a robot’s hand lays your cards."),
};
