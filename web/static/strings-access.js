// The words about who may do what: the code to join, the owner's PIN.

import { t } from "./words.js";

export const A = {
  joinSign: t("Code to scan, which leads to this table"),
  joinBoth: t("Point your phone's camera here, or open the address and type the code"),
  spelt: (code) => t("The code: {signs}", { signs: [...code].join(" ") }),
  watching: t("You are watching"),
  watchingHint: t("To play or to enter anything, type the code that the table's screen shows, or scan it there."),
  hiddenHint: t("Type the code here once, and this screen shows it to your guests. A phone that plays has it under Invite, and “familiar code” prints it on the table's machine."),
  enterCode: t("Enter the code"),
  join: t("Join"),
  askCode: t("The table's code"),
  askCodeHint: t("Six letters and digits: the table's screen shows them, and so does the phone of anybody who plays."),
  askPin: t("The owner's PIN"),
  askPinHint: t("Six digits: “familiar pin” prints them on the table's machine. This phone stays the owner's until it gives that up."),
  open: t("Unlock"),
  invite: t("Invite"),
  television: t("Television"),
  inviteTitle: t("Who may join"),
  owner: t("I am the owner"),
  isOwner: t("This phone is the owner's: it may free seats, begin another game at any time, and draw a new code."),
  disown: t("Be the owner no more"),
  renew: t("Draw a new code"),
  renewAsk: t("Draw a new code?"),
  renewHint: t("Everybody who joined only watches until they join by the new one. Seats are kept for them."),
};
