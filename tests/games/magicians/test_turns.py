"""The start, throws, moves, series and the duty to leave Life (docs/rules/magicians.md 3 and 4)."""

import pytest

from games.errors import NotAllowed, Unreadable
from games.magicians import Phase, expects, view

PEACE = dict(magicians=["sun", "tower", "forest"], apprentices=["slab"] * 3)


def test_the_highest_throw_begins_and_the_others_follow_clockwise(trio):
    state = trio.begin(1, opening="throw")
    assert state.turn == 1
    state = trio.play(state, "110", "ok", "220", "ok")
    assert state.turn == 0
    state = trio.play(state, "100", "ok")
    assert state.phase is Phase.THROW and state.active == 2 and state.order == (2, 0, 1)


@pytest.mark.parametrize("rule, order", [("tied", (0, 2)), ("all", (0, 1, 2))])
def test_who_tied_for_the_start_throws_again(trio, rule, order):
    state = trio.begin(opening="throw", opening_tie=rule)
    state = trio.play(state, "220", "ok", "100", "ok", "112", "ok")
    assert state.opening.waiting == order and state.opening.thrown == ()
    state = trio.play(state, *["000", "ok"] * (len(order) - 1), "222", "ok")
    # A Pasch decides nothing but the start.
    assert state.active == 2 and not state.now.extra and state.seats[0].apprentice == "life"


def test_seats_may_go_round_the_other_way(trio):
    state = trio.standing(**PEACE, turn_order="counterclockwise")
    assert trio.play(state, "010", "ok", "walk slab").active == 2


def test_a_throw_counts_only_once_it_is_confirmed(trio):
    state = trio.play(trio.standing(**PEACE), "120")
    assert state.phase is Phase.THROW_READ and state.now.sticks == ()
    for step in ("jump mill", "walk slab", "010"):
        with pytest.raises(NotAllowed) as refusal:
            trio.play(state, step)
        assert refusal.value.rule == "phase" and "confirm it" in str(refusal.value)
    assert trio.play(state, "again overlap").phase is Phase.THROW
    with pytest.raises(NotAllowed, match="no throw to confirm"):
        trio.play(trio.standing(**PEACE), "ok")


def test_an_impossible_stick_is_refused_with_a_sentence(trio):
    """The kit's red stick hides Force under 1 notch, so it shows Destiny and Magic."""
    sticks = trio.thrown("120")
    sticks[0]["sides"] = ["force", "magic"]
    with pytest.raises(NotAllowed, match="red stick cannot lie like this: with 1 notch it shows") as refusal:
        trio.play(trio.standing(**PEACE), {"event": "throw", "sticks": sticks})
    assert refusal.value.rule == "stick_table"
    state = trio.play(trio.standing(**PEACE, sticks="untied"), {"event": "throw", "sticks": sticks})
    assert state.reading[0].sides == ("force", "magic")


def test_a_known_table_fills_in_what_was_not_read(trio):
    notches = [{"color": color, "notches": 1} for color in ("white", "red", "black")]
    state = trio.play(trio.standing(**PEACE), {"event": "throw", "sticks": notches})
    assert [stick.color for stick in state.reading] == ["red", "black", "white"]
    assert {stick.sides for stick in state.reading} == {("destiny", "magic")}
    sides = [{"color": color, "sides": ["magic", "force"]} for color in ("red", "black", "white")]
    state = trio.play(trio.standing(**PEACE), {"event": "throw", "sticks": sides})
    assert {stick.notches for stick in state.reading} == {0}
    with pytest.raises(Unreadable, match='red stick needs "notches"'):
        trio.play(trio.standing(**PEACE, sticks="untied"), {"event": "throw", "sticks": sides})


def test_a_set_of_its_own_brings_its_own_table(trio):
    table = {
        "red": ["force", "magic", "destiny"],
        "black": ["magic", "force", "destiny"],
        "white": ["destiny", "force", "magic"],
    }
    state = trio.standing(**PEACE, sticks=table)
    sticks = trio.thrown("111", [table[color] for color in ("red", "black", "white")])
    assert len(trio.play(state, {"event": "throw", "sticks": sticks}).reading) == 3
    with pytest.raises(NotAllowed, match="red stick"):
        trio.play(state, "111")


def test_every_stick_must_lie_there_unless_only_invalid_ones_are_thrown_again(trio):
    with pytest.raises(NotAllowed, match=r"A stick is missing \(white\): throw again") as refusal:
        trio.play(trio.standing(**PEACE), "12.")
    assert refusal.value.rule == "sticks"
    with pytest.raises(NotAllowed, match=r"2 sticks are missing \(black and white\): throw again"):
        trio.play(trio.standing(**PEACE), "1..")
    state = trio.play(trio.standing(**PEACE, rethrow="invalid"), "12.")
    assert state.phase is Phase.THROW and expects(state).sticks == ("white",)
    state = trio.play(state, "again leaning", "..0")
    assert state.phase is Phase.THROW_READ and len(state.reading) == 3


def test_a_leaning_stick_voids_the_throw_unless_the_house_counts_it(trio):
    assert trio.play(trio.standing(**PEACE), "120", "again leaning").reading == ()
    with pytest.raises(NotAllowed, match="leaning stick counts") as refusal:
        trio.play(trio.standing(**PEACE, leaning="counts"), "again leaning")
    assert refusal.value.rule == "leaning"


def test_only_who_is_to_throw_throws(trio):
    throw = {"event": "throw", "player": 1, "sticks": trio.thrown("120")}
    with pytest.raises(NotAllowed, match="Bo cannot throw now") as refusal:
        trio.play(trio.standing(**PEACE), throw)
    assert refusal.value.rule == "turn"
    assert trio.play(trio.standing(1, **PEACE), throw).reading


def test_both_figures_move_in_either_order(trio):
    state = trio.play(trio.standing(**PEACE), "102", "ok")
    one = trio.play(state, "jump mill", "walk slab")
    other = trio.play(state, "walk slab", "jump mill")
    assert one.seats == other.seats and one.active == other.active == 1
    for steps in (("jump mill", "jump sun"), ("jump mill", "stay magician"), ("walk slab", "walk slab")):
        with pytest.raises(NotAllowed, match="has had (his|its) move") as refusal:
            trio.play(state, *steps)
        assert refusal.value.rule == "moved"


def test_a_magician_moves_by_all_his_notches_or_stays(trio):
    state = trio.play(trio.standing(**PEACE), "202", "ok")
    with pytest.raises(NotAllowed, match="from the Sun to the Mill with 2 jumps. He reaches") as refusal:
        trio.play(state, "jump mill")
    assert refusal.value.rule == "jump"
    with pytest.raises(NotAllowed, match="may not lead there and back"):
        trio.play(state, "jump sun")
    assert trio.play(state, "stay magician").magician_done
    with pytest.raises(NotAllowed, match="has had his move"):
        trio.play(state, "stay magician", "jump moon")


@pytest.mark.parametrize("step", ["jump mill", "jump sun", "stay magician"])
def test_a_magician_whose_own_stick_shows_nothing_is_told_so(trio, step):
    state = trio.play(trio.standing(**PEACE), "010", "ok")
    with pytest.raises(NotAllowed) as refusal:
        trio.play(state, step)
    assert str(refusal.value) == (
        "Ann's Magician cannot jump and stays: the red stick, Ann's own, shows 0 notches. "
        "The turn waits for Ann to move the Apprentice (1 square)."
    )
    assert refusal.value.rule == ("moved" if step.startswith("stay") else "jump")


@pytest.mark.parametrize(
    "counts, stones, said",
    [("010", (), "1 square"), ("011", (), "2 squares"), ("010", (0,), "1 or 2 squares")],
)
def test_squares_are_counted_in_words_that_fit_their_number(trio, counts, stones, said):
    state = trio.play(trio.standing(**PEACE, stones=stones), counts, "ok")
    assert view(state, 0)["awaited"].endswith(f"the Apprentice ({said}).")
    with pytest.raises(NotAllowed, match=f"Apprentice walks {said}, not 9"):
        trio.play(state, "walk slab 9")


# Walks without a board, where nobody sees the way


def offered(state):
    """List the squares that the moves offer to the Apprentice, with how far each may be."""
    return {to["square"]: to["squares"] for to in view(state, 0)["moves"]["apprentice"]["to"]}


@pytest.mark.parametrize("counts", ["010", "011"])
def test_a_short_walk_does_not_lead_back_to_the_place_where_the_apprentice_stands(trio, counts):
    on_mill = dict(magicians=["mill", "tower", "forest"], apprentices=["mill", "slab", "slab"])
    state = trio.play(trio.standing(**on_mill), counts, "ok")
    assert "mill" not in offered(state) and {"sun", "slab", "symbol"} <= offered(state).keys()
    with pytest.raises(
        NotAllowed, match="does not walk there and back: it leaves where it stands"
    ) as refusal:
        trio.play(state, "walk mill")
    assert refusal.value.rule == "walk" and state.meeting is None
    assert trio.play(state, "walk moon").seats[0].cards == ()


def test_a_walk_that_is_long_enough_for_a_loop_may_lead_back(trio):
    on_mill = dict(magicians=["mill", "tower", "forest"], apprentices=["mill", "slab", "slab"])
    state = trio.play(trio.standing(**on_mill), "012", "ok")
    assert offered(state)["mill"] == [3]
    assert trio.play(state, "walk mill").meeting == "mill"
    state = trio.play(trio.standing(**on_mill, stones=[0]), "011", "ok")
    assert offered(state)["mill"] == [4] and offered(state)["sun"] == [2, 4]
    with pytest.raises(NotAllowed, match="there and back"):
        trio.play(state, "walk mill 2")
    assert trio.play(state, "walk mill").meeting == "mill"
    state = trio.play(trio.standing(**on_mill, apprentice_path="no_square_twice"), "012", "ok")
    assert "mill" not in offered(state)


def test_from_a_slab_another_slab_may_be_as_near(trio):
    state = trio.play(trio.standing(**PEACE), "010", "ok")
    assert offered(state)["slab"] == [1] and trio.play(state, "walk slab").active == 1


@pytest.mark.parametrize(
    "place, notches, to", [("moon", 1, "labyrinth"), ("moon", 2, "tower"), ("labyrinth", 1, "moon")]
)
def test_the_labyrinth_has_no_side_steps(trio, place, notches, to):
    state = trio.play(trio.standing(magicians=[place]), f"{notches}10", "ok")
    with pytest.raises(NotAllowed, match="cannot get"):
        trio.play(state, f"jump {to}")


@pytest.mark.parametrize(
    "rule, allowed", [("from_life", {"life"}), ("never", set()), ("sideways", {"life", "moon", "tower"})]
)
def test_the_house_says_from_where_a_magician_enters_the_labyrinth(trio, rule, allowed):
    found = set()
    for place in ("life", "moon", "tower", "mill"):
        state = trio.play(trio.standing(magicians=[place], labyrinth=rule), "100", "ok")
        found |= {place} if "labyrinth" in view(state, 0)["moves"]["magician"]["to"] else set()
    assert found == allowed
    state = trio.play(trio.standing(magicians=["labyrinth"], labyrinth=rule), "100", "ok")
    assert view(state, 0)["moves"]["magician"]["to"] == ["life"]


def test_a_jump_there_and_back_lands_where_the_house_allows_it(trio):
    state = trio.play(trio.standing(jump_back=True), "200", "ok", "jump life")
    assert state.magician_done  # it has left Life and come back
    state = trio.standing(magicians=["mill"], apprentices=["mill"], jump_back=True)
    assert trio.play(state, "200", "ok", "jump mill").phase is Phase.MEETING


def test_a_magician_must_leave_life_on_his_next_turn_unless_his_stick_shows_0(trio):
    state = trio.play(trio.standing(), "100", "ok")
    with pytest.raises(NotAllowed, match="must leave it, for his stick shows 1 notch") as refusal:
        trio.play(state, "stay magician")
    assert refusal.value.rule == "life"
    assert trio.play(trio.standing(), "010", "ok").magician_done
    # Who only comes to Life this turn may be there.
    assert trio.play(trio.standing(magicians=["mill"]), "100", "ok", "jump life", "walk slab").active == 1


def test_the_first_turn_is_bound_too_unless_the_house_says_no(trio):
    state = trio.play(trio.begin(life_rule_first_turn=False), "100", "ok", "stay magician", "walk slab")
    for counts in ("010", "001"):
        state = trio.play(state, counts, "ok", "stay magician", "walk slab")
    assert state.active == 0 and state.must_leave
    assert trio.begin().must_leave


@pytest.mark.parametrize("bound", [True, False])
def test_an_extra_turn_counts_as_a_turn_unless_the_house_says_no(trio, bound):
    state = trio.standing(magicians=["mill"], life_rule_extra_turn=bound)
    state = trio.play(state, "111", "ok", "jump life", "walk slab")
    assert state.now.extra and state.must_leave is bound


@pytest.mark.parametrize("counts", ["111", "222"])
def test_a_pasch_of_1_or_2_is_played_and_followed_by_a_whole_extra_turn(trio, counts):
    state = trio.play(trio.standing(**PEACE), counts, "ok", "stay magician", "walk slab")
    assert (state.active, state.now.extra, state.phase) == (0, True, Phase.THROW)
    state = trio.play(state, counts, "ok", "stay magician", "walk slab")
    assert (state.active, state.now.extra) == (0, True)  # it may chain
    state = trio.play(state, "120", "ok", "stay magician", "walk slab")
    assert (state.active, state.now.extra) == (1, False)


def test_a_pasch_of_0_exiles_both_figures_and_ends_the_turn_and_the_series(trio):
    state = trio.play(trio.standing(stones=[0], **PEACE), "111", "ok", "stay magician", "walk slab")
    state = trio.play(state, "000", "ok")
    red = state.seats[0]
    assert (red.magician, red.apprentice, red.stone) == ("labyrinth", "labyrinth", False)
    assert state.active == 1 and [turn.number for turn in state.log] == [1, 2]


def test_an_apprentice_with_the_stone_walks_once_or_twice_the_total(trio):
    """X17."""
    state = trio.play(trio.standing(stones=[0], **PEACE), "102", "ok")
    assert view(state, 0)["moves"]["apprentice"]["squares"] == [3, 6]
    for far in (3, 6):
        assert trio.play(state, f"walk slab {far}").apprentice_done
    for far in (0, 4, 5, 12, -3):
        with pytest.raises(NotAllowed, match="walks 3 or 6 squares") as refusal:
            trio.play(state, f"walk slab {far}")
        assert refusal.value.rule == "squares"


def test_an_apprentice_must_walk_unless_the_house_lets_it_stay(trio):
    state = trio.play(trio.standing(**PEACE), "120", "ok")
    with pytest.raises(NotAllowed, match="must walk") as refusal:
        trio.play(state, "stay apprentice")
    assert refusal.value.rule == "stay"
    state = trio.play(trio.standing(apprentice_may_stay=True, **PEACE), "120", "ok", "stay apprentice")
    assert state.apprentice_done


def test_without_a_board_players_tap_where_the_apprentice_stopped(trio):
    state = trio.play(trio.standing(**PEACE), "102", "ok")
    offered = view(state, 0)["moves"]["apprentice"]["to"]
    assert {to["kind"] for to in offered} == {"place", "symbol", "slab"} and len(offered) == 11
    with pytest.raises(NotAllowed, match='no square "s12"') as refusal:
        trio.play(state, "walk s12")
    assert refusal.value.rule == "walk"


@pytest.mark.parametrize("allowed", [True, False])
def test_an_apprentice_may_walk_into_the_labyrinth_with_its_stone(trio, allowed):
    state = trio.play(trio.standing(stones=[0], apprentice_labyrinth=allowed, **PEACE), "020", "ok")
    if allowed:
        state = trio.play(state, "walk labyrinth")
        assert state.seats[0].apprentice == "labyrinth" and state.seats[0].stone
    else:
        with pytest.raises(NotAllowed, match="cannot stop at the Labyrinth"):
            trio.play(state, "walk labyrinth")


def test_apprentices_share_any_square(trio):
    state = trio.standing(magicians=["sun"], apprentices=["slab", "forest", "symbol"])
    assert trio.play(state, "020", "ok", "walk forest").seats[0].apprentice == "forest"
