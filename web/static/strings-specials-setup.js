// What is said of the special cards where a game is begun.

import { t, tc } from "./words.js";

const TRUMP = { no_trump: t("No trump"), dealer_chooses: t("Dealer names the trump") };
const NAMED = { dealer_chooses: TRUMP.dealer_chooses, no_trump: TRUMP.no_trump };

export const Y = {
  note: t("Of the anniversary editions. They are read from a deck that was learnt with them; any card can also be entered by hand."),
  switches: {
    dragon_fairy: t("Dragon and Fairy"), bomb: t("Bomb"), werewolf: t("Werewolf"), juggler: t("Juggler"), cloud: t("Cloud"),
    shapeshifter: t("Shapeshifter"), witch: t("Witch"), vampire: t("Vampire"),
  },
  more: t("What the rules leave open"),
  fields: {
    rounds: t("Number of rounds"), turned_fairy: t("Fairy turned up"), turned_juggler: t("Juggler turned up"), turned_shapeshifter: t("Shapeshifter turned up"),
    turned_vampire: t("Vampire turned up"), named_suit: t("A Juggler or Cloud is led"), cloud_range: t("How far the Cloud changes a bid"),
    cloud_sum: t("The Cloud and the rule of the last bid"), unturned_werewolf: t("Werewolf without a turned-up card"), witch_rank: t("The Witch in a trick"),
  },
  options: {
    rounds: { sixty: t("As for sixty cards"), deck: t("As all cards allow") },
    turned_fairy: TRUMP, turned_juggler: NAMED, turned_shapeshifter: NAMED,
    turned_vampire: { next_card: t("The next card decides"), dealer_chooses: TRUMP.dealer_chooses },
    named_suit: { called: t("Its suit is to be followed"), free: t("Nobody has to follow") },
    cloud_range: { round: t("From zero to the tricks of the round"), free: t("Beyond that, too") },
    cloud_sum: { free: t("The sum may then come out even"), last_bid: t("The rule holds for it") },
  },
  // A Jester has another name in each edition.
  jesters: {
    us: {
      unturned_werewolf: { jester: tc("edition us", "A Jester"), names_trump: tc("edition us", "A Jester that names the trump") },
      witch_rank: { lowest: t("Below all"), jester: tc("edition us", "Like a Jester") },
    },
    amigo: {
      unturned_werewolf: { jester: tc("edition amigo", "A Fool"), names_trump: tc("edition amigo", "A Fool that names the trump") },
      witch_rank: { lowest: t("Below all"), jester: tc("edition amigo", "Like a Fool") },
    },
  },
};
