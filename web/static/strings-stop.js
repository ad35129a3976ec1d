// The words of a game that is stopped, or left for another.

import { t } from "./words.js";

export const N = {
  ask: t("Stop the game here?"),
  hint: t("It ends as it stands, and nobody has won. This can be taken back."),
  who: t("While this evening’s game is under way, another is begun by the phone that began the evening, or with the owner’s PIN."),
  startAsk: t("A game is running. Start a new one?"),
  startHint: t("What was played stays among the past evenings (“All evenings”)."),
};
