// What is said above the list of what happened in a game of Wizard.

import { t } from "./words.js";

export const N = {
  hint: t("Choose the line that is wrong. Everything after it is settled again."),
  none: t("Nothing to correct yet."),
};
