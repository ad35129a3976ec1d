// The words about the code, the PIN, and inviting others.

import { t } from "./words.js";

export const U = {
  join: t("Join"),
  askCode: t("The table’s code"),
  askCodeHint: t("Six letters and digits: the table’s screen shows them, and so does the phone of anybody who plays."),
  askPin: t("The owner’s PIN"),
  askPinHint: t("Six digits: “familiar pin” prints them on the table’s machine. This phone stays the owner’s until it gives that up."),
  open: t("Unlock"),
  television: t("Television"),
  inviteTitle: t("Who may join"),
  owner: t("I am the owner"),
  isOwner: t("This phone leads the table: it may free seats, stop a game, begin another at any time, and draw a new code. Whoever begins the first game of an evening leads until the morning."),
  disown: t("Stop being the owner"),
  renew: t("Draw a new code"),
  renewAsk: t("Draw a new code?"),
  renewHint: t("Everybody who joined only watches until they join by the new one. Seats are kept for them."),
};
