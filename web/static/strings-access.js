// The words about who may do what: the code to join, the owner's PIN.

import { t } from "./words.js";

export const A = {
  joinSign: t("Code to scan, which leads to this table"),
  joinBoth: t("Point your phone’s camera here, or open the address and type the code"),
  spelt: (code) => t("The code: {signs}", { signs: [...code].join(" ") }),
  watching: t("You are watching"),
  watchingHint: t("To play or to enter anything, type the code that the table’s screen shows, or scan it there."),
  hiddenHint: t("Type the code here once, and this screen shows it to your guests. A phone that plays has it under Invite, and “familiar code” prints it on the table’s machine."),
  enterCode: t("Enter the code"),
  invite: t("Invite"),
};
