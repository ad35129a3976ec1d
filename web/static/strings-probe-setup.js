// Every word of the house rules of Probe, in the form that begins a game.

import { t } from "./words.js";

export const R = {
  more_rules: t("More house rules"),
  fields: {
    min_letters: t("Fewest letters"), max_dots: t("Most dots"), placing: t("Words begin"), accents: t("Accents"), own_dot: t("Own dot by card"),
    empty_neighbour: t("Neighbour has nothing hidden"), after_call: t("After a word is named rightly"), question_after_call: t("A question that waits meanwhile"), misspelt: t("Misspelt words"), last_begins: t("The last rotations begin"),
    two_player_last: t("Last word with two players"), last_bonus: t("Last word, five hidden or more"), last_trays: t("Two trays kept to the end"), ranking_tie: t("Equal points"),
    neighbour_completion: t("A word that a card completes brings its 50"), times_completion: t("The 50 are multiplied with the first discovery"),
    tray_completion: t("Each of two trays is a word for the 50"), call_completion: t("A word named brings its 50 as well"), call_in_own_turn: t("A word may be named in one’s own turn"),
    wrong_call_ends_turn: t("A word wrongly named ends its caller’s turn"), negative_totals: t("Points may fall below 0"), holder_additional: t("The last word’s holder draws for an additional turn"),
    carried: t("Points brought along from other tables"),
  },
  options: {
    placing: { from_one: t("In space 1"), anywhere: t("Anywhere") },
    accents: { folded: t("Do not count (É is E)"), kept: t("Count (É is not E)") },
    own_dot: { chosen: t("Its owner chooses"), first: t("The first one") },
    empty_neighbour: { nothing: t("Nothing happens"), next: t("The next who has") },
    after_call: { resume: t("The turn goes on"), caller: t("Who named it takes the turn") },
    question_after_call: { anew: t("It is asked anew"), stands: t("It stands") },
    misspelt: { any_time: t("Any time"), open_word: t("Once the word is open") },
    last_begins: { next_turn: t("With the next turn"), this_turn: t("With the running turn") },
    two_player_last: { player: t("One player has hidden spaces"), tray: t("One tray has hidden spaces") },
    last_bonus: { replace: t("100 instead of 50"), add: t("100 on top: 150") },
    last_trays: { together: t("Count as one"), each: t("Each by itself") },
    ranking_tie: { shared: t("Share the rank"), turn_order: t("First in turn is before") },
  },
};
