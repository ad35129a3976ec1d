// What the form that begins a game says: of all three, of Wizard's house rules, and of Probe, whose other words come with its pages.

import { t } from "./words.js";

export const F = {
  setup: t("A new game"),
  whichGame: t("Which game?"),
  wizard: t("Wizard"),
  wizardNote: t("3 to 6 players, cards"),
  clubSeats: (n, of) => t("The club seats these players here for game {game} of {games}.", { game: n, games: of }),
  setupHint: t("Names clockwise around the table, three to six."),
  addPlayer: t("Add a player"),
  removePlayer: (n) => t("Remove player {number}", { number: n }),
  fields: {
    edition: t("Edition"), bids: t("Bids"), last_bid: t("Last bid"), hell_vision: t("Vision of hell"), next_dealer: t("Next dealer"),
  },
  options: {
    bids: { open: t("Open, one by one"), simultaneous: t("Hidden, shown together"), delayed: t("Hidden until the round ends") },
    last_bid: { free: t("Free"), nonzero: t("Never even (non-zero)"), canadian: t("Canadian rule") },
    next_dealer: { left: t("To the left"), last_trick_winner: t("Winner of the last trick") },
    turned_wizard: { no_trump: t("No trump"), dealer_chooses: t("Dealer names the trump") },
  },
  lastBidNote: t("Only with open bids."),
  hellNote: t("Cards on foreheads while bidding"),
  probe: "Probe",
  probeNote: t("2 to 4 players, hidden words"),
  probeHint: t("Names around the table, each to the left of the one before, two to four. Two players have two words each."),
  probeFirst: t("First player"),
};
