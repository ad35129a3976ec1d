// Every word of the house rules of Les Trois Magiciens, in the form that begins a game.

import { t, tn } from "./words.js";

export const R = {
  more: t("More house rules"),
  boardFile: t("Board file"),
  boardBad: t("This is no board file: it must hold JSON with nodes and edges."),
  boardKept: (n) => tn("A board of {count} square", "A board of {count} squares", n),
  fixed: t("Settled by the sticks on the table."),
  ownTable: t("The side that lies down under 0, 1 and 2 notches"),
  fields: {
    board: t("Paths of the Apprentices"), sticks: t("Throwing sticks"), opening: t("Who begins"), turn_order: t("Turn order"), layout: t("Upper left, upper middle, middle left"),
    spell_timing: t("The spell comes"), apprentice_may_stay: t("An Apprentice may stay"), replay_begins: t("After a tied bout"), labyrinth: t("A Magician enters the Labyrinth"),
    opening_tie: t("A tie for the start"), life_rule_first_turn: t("Life must be left in the first turn too"), life_rule_extra_turn: t("Life must be left in an extra turn too"),
    jump_back: t("Two jumps may lead there and back"), apprentice_path: t("The Apprentice’s way"), apprentice_labyrinth: t("An Apprentice may walk into the Labyrinth"),
    teleport_may_stay: t("Magic may be left unused"), hostile_place_takes_stone: t("Expelled on arrival: the stone is lost"), extra_turn_after_lost_duel: t("Extra turn even after a lost duel"),
    rethrow: t("A void throw"), leaning: t("A leaning stick"), void_duel_throw: t("A void throw in a duel"), kept_sticks: t("Sticks set aside in a duel"), keep_all: t("All three set aside"),
    second_tie: t("After a further tie"), ranking_tie: t("Equal numbers of cards"),
  },
  options: {
    board: { none: t("Moved by hand, tapped here"), house: t("Stand-in, not the original"), file: t("A board file…") },
    sticks: { kit: t("The kit’s sticks"), untied: t("Other sticks, table unknown"), own: t("Other sticks, with their table") },
    opening: { throw: t("The highest throw"), dealer: t("Who is marked above") },
    opening_tie: { tied: t("Who tied throws again"), all: t("Everybody throws again") },
    turn_order: { clockwise: t("Clockwise"), counterclockwise: t("Counterclockwise") },
    labyrinth: { from_life: t("From Life"), never: t("Never of his own will"), sideways: t("From the Tower and the Moon too") },
    apprentice_path: { no_return: t("No step straight back"), no_square_twice: t("No square twice") },
    spell_timing: { after_duels: t("After the duels"), immediate: t("At once") },
    rethrow: { all: t("All sticks again"), invalid: t("Only those that lie badly") },
    leaning: { again: t("Voids the throw"), counts: t("Counts") },
    void_duel_throw: { free: t("Costs no throw"), counts: t("Costs a throw") },
    kept_sticks: { stay: t("Stay aside"), may_return: t("May be taken back") },
    keep_all: { stops: t("Is to stop"), refused: t("Is not allowed") },
    replay_begins: { ask: t("The second thrower says"), second: t("The second thrower begins"), first: t("The first thrower begins") },
    second_tie: { swap: t("Roles swap again"), keep: t("Roles stay") },
    ranking_tie: { shared: t("Share the rank"), turn_order: t("Next in turn is before") },
  },
};
