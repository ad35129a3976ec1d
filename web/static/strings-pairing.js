// The words of a television that is paired.

import { t } from "./words.js";

export const X = {
  title: t("To show the code to join here:"),
  hint: t("Scan this with a phone at the table, or type the sign there: Invite, then Television."),
  scan: t("Code to scan with a phone at the table"),
  spelt: (sign) => t("The sign: {signs}", { signs: [...sign].join(" ") }),
  ask: t("The television’s sign"),
  askHint: t("Four letters and digits, which the television shows. From then on it shows the code to join."),
  pair: t("Show the code there"),
};
