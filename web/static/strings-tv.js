// The words of the television.

import { listed, t } from "./words.js";

export const T = {
  keys: t("Keys and camera on this screen"),
  keysAlone: t("Keys on this screen"),
  answer: t("Answer on a phone."),
  again: t("Take the card up and lay it again, or answer on a phone."),
  againByButton: t("Take the card up and lay it again, press the button, which names what it may be, or answer on a phone."),
  sounds: t("Sounds"),
  gameSign: t("QR code that leads to this game"),
  takeAlong: t("The game, to take along"),
  rank: (n) => t("Rank {number}", { number: n }),
  stood: (stopped) => t("{stopped}: this is how it stood", { stopped }),
  wins: (names) => (names.length > 1 ? t("{names} share the victory", { names: listed(names) }) : t("{name} wins", { name: names[0] })),
};
