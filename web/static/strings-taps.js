// What is said where two phones wish for the same.

import { t } from "./words.js";

export const T = {
  quicker: t("Somebody else was quicker: it is done already."),
};
