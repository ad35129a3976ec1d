// The words of a game that is stopped.

import { t } from "./words.js";

export const N = {
  ask: t("Stop the game here?"),
  hint: t("It ends as it stands, and nobody has won. This can be taken back."),
};
