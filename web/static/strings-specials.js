// What is said of the special cards while they are played.

import { SUITS } from "./strings.js";
import { t } from "./words.js";

export const X = {
  nobody: t("nobody took it"),
  bombed: t("Nobody takes the trick"),
  leads: (name) => t("The Bomb took it. {name} leads next: confirm.", { name }),
  nextTurned: t("The Vampire was turned up: turn up the next card too, it decides the trump."),
  chooseFor: (card) => t("Turned up: {card}. The dealer names the trump.", { card }),
  whoWolf: t("Who laid the Werewolf?"),
  wolfKey: t("The Werewolf was laid"),
  wolfHint: t("Take up the card that was turned up, lay the Werewolf there, and name the trump, or none."),
  saySuit: (card) => t("Which suit is your card? {card}", { card }),
  saysSuit: (name) => t("{name} says a suit", { name }),
  sayShape: t("Wizard or Jester?"),
  saysShape: (name) => t("{name} says Wizard or Jester", { name }),
  turnNext: t("Turn up the next card"),
  turnNextHint: (name) => t("{name}'s Vampire counts as it.", { name }),
  change: t("Change your bid by one"),
  changes: (name) => t("{name} changes the bid by one", { name }),
  changeHint: t("Whoever wins the Cloud must."),
  more: t("One more"),
  fewer: t("One fewer"),
  swap: t("Exchange a card"),
  swapTake: t("Which card do you take?"),
  swapGive: t("Which card did you lay for it?"),
  swaps: (name) => t("{name} exchanges a card", { name }),
  swapHint: t("The Witch: take a card of the trick and lay one of your hand there."),
  other: t("Take another card"),
  pass: t("Pass a card to the left"),
  passHint: t("The Juggler: everybody passes one card to the left, all at once."),
  passed: t("All have passed"),
  said: (name, suit) => t("{name}: {suit}", { name, suit: SUITS[suit] }),
  isNow: (name, card) => t("{name}: {card}", { name, card }),
  changedBid: (name) => t("{name} changed the bid", { name }),
};
