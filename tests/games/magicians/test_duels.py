"""Duels and expulsions (docs/rules/magicians.md 5 to 7), with the situations X07 to X16 and X19."""

import pytest

from games.errors import NotAllowed, Unreadable
from games.magicians import Phase, view

FOREST = dict(magicians=["castle", "forest", "moon"], apprentices=["slab"] * 3)
ATTACK = ("100", "ok", "jump forest", "walk slab")


def fought(trio, state, first, second):
    """Let the attacker and the defender throw series such as (4, 2)."""
    return trio.play(state, *trio.series(*first), *trio.series(*second))


def test_x07_the_winner_takes_the_card_that_lies_there_and_the_loser_is_exiled(trio):
    state = trio.play(trio.standing(cards=[(), ("forest",)], **FOREST), *ATTACK)
    state = fought(trio, state, (4, 2), (3, 2))
    assert state.owners("forest") == (0, 1) and state.log[-1].gains[0].source is None
    assert [player.magician for player in state.seats] == ["forest", "labyrinth", "moon"]


def test_x08_from_an_empty_place_the_winner_takes_the_losers_card(trio):
    state = trio.play(trio.standing(cards=[(), ("forest",), ("forest",)], **FOREST), *ATTACK)
    state = fought(trio, state, (5, 2), (2, 2))
    assert state.owners("forest") == (0, 2) and state.log[-1].gains[0].source == 1
    assert state.seats[1].magician == "labyrinth"


def test_x09_who_attacks_though_he_has_the_card_wins_none(trio):
    state = trio.play(trio.standing(cards=[("forest",), ("forest",)], **FOREST), *ATTACK)
    state = fought(trio, state, (5, 2), (2, 2))
    assert state.log[-1].gains == () and state.seats[1].magician == "labyrinth"


def test_x10_a_defender_who_lacks_the_card_takes_it(trio):
    state = trio.play(trio.standing(cards=[("forest",)], **FOREST), *ATTACK)
    state = fought(trio, state, (2, 2), (5, 2))
    assert state.owners("forest") == (0, 1) and state.lying("forest") == 0
    assert [player.magician for player in state.seats] == ["labyrinth", "forest", "moon"]


def test_x11_of_two_cards_the_winner_takes_one(trio):
    state = fought(trio, trio.play(trio.standing(**FOREST), *ATTACK), (5, 2), (2, 2))
    assert state.owners("forest") == (0,) and state.lying("forest") == 1


def test_x12_a_jump_over_a_hostile_magician_starts_no_duel(trio):
    state = trio.standing(magicians=["sun", "mill", "forest"], apprentices=["slab"] * 3)
    state = trio.play(state, "200", "ok", "jump moon", "walk slab")
    assert state.active == 1 and state.log[-1].fight is None


def test_x13_a_landing_magician_expels_an_apprentice_that_is_alone(trio):
    state = trio.standing(
        1, magicians=["moon", "castle", "sun"], apprentices=["slab", "slab", "forest"], stones=[2]
    )
    state = trio.play(state, "010", "ok", "jump forest")
    assert state.seats[2].apprentice == "labyrinth" and not state.seats[2].stone
    assert state.now.exiled == ((2, "apprentice"),) and state.duel is None


@pytest.mark.parametrize("vector, safe", [("X14", True), ("X15", False)])
def test_x14_x15_the_own_magician_protects_an_apprentice_unless_he_loses(trio, vector, safe):
    state = trio.standing(
        1, magicians=["moon", "castle", "forest"], apprentices=["slab", "slab", "forest"], stones=[2]
    )
    state = trio.play(state, "010", "ok", "jump forest", "walk slab")
    assert state.seats[2].apprentice == "forest" and state.phase is Phase.DUEL
    state = fought(trio, state, (1, 1), (2, 1)) if safe else fought(trio, state, (2, 1), (1, 1))
    white = state.seats[2]
    assert (white.magician, white.apprentice, white.stone) == (
        ("forest", "forest", True) if safe else ("labyrinth", "labyrinth", False)
    )
    assert state.seats[1].magician == ("labyrinth" if safe else "forest")


@pytest.mark.parametrize("place, start", [("life", "mill"), ("labyrinth", "life")])
def test_x16_on_life_and_in_the_labyrinth_all_live_in_peace(trio, place, start):
    state = trio.standing(1, magicians=[place, start, place], apprentices=[place] * 3, stones=[2])
    state = trio.play(state, "010", "ok", f"jump {place}", "walk slab")
    assert state.active == 2 and state.log[-1].fight is None and state.log[-1].exiled == ()


@pytest.mark.parametrize("granted", [True, False])
def test_x19_after_a_lost_duel_the_extra_turn_follows_unless_the_house_says_no(trio, granted):
    state = trio.standing(extra_turn_after_lost_duel=granted, **FOREST)
    assert trio.play(state, "222", "ok", "stay magician", "walk slab").now.extra  # no duel, nothing lost
    state = trio.play(state, "111", "ok", "jump forest", "walk slab")
    state = fought(trio, state, (1, 1), (2, 1))
    assert (state.active, state.now.extra) == ((0, True) if granted else (1, False))


def test_every_stranger_on_the_place_is_expelled_before_the_duel(trio):
    """Nobody comes to stand so by the rules, but a table set up by hand must not break them either."""
    state = trio.standing(magicians=["castle", "forest", "moon"], apprentices=["slab", "forest", "forest"])
    state = trio.play(state, "100", "ok", "jump forest")
    assert state.now.exiled == ((2, "apprentice"),) and state.seats[1].apprentice == "forest"


@pytest.mark.parametrize("wins", [True, False])
def test_an_own_apprentice_that_comes_to_the_duel_waits_for_its_end(trio, wins):
    state = trio.standing(stones=[0], **FOREST)
    state = trio.play(state, "100", "ok", "jump forest", "walk forest")
    assert state.phase is Phase.DUEL and state.seats[0].apprentice == "forest"
    state = fought(trio, state, (2, 1), (1, 1)) if wins else fought(trio, state, (1, 1), (2, 1))
    red = state.seats[0]
    assert (red.apprentice, red.stone) == (("forest", True) if wins else ("labyrinth", False))
    assert len(red.cards) == wins and state.active == 1


@pytest.mark.parametrize("takes", [True, False])
def test_an_apprentice_that_comes_alone_to_a_hostile_magician_is_expelled_at_once(trio, takes):
    state = trio.standing(stones=[0], hostile_place_takes_stone=takes, **FOREST)
    state = trio.play(state, "100", "ok")
    moves = view(state, 0)["moves"]
    assert moves["apprentice"]["expelled_at"] == ["forest", "moon"]
    assert "the Forest moves the Magician first" in moves["hint"] and "Moon" not in moves["hint"]
    state = trio.play(state, "walk forest")
    assert state.seats[0].apprentice == "labyrinth" and state.seats[0].stone is not takes
    # The Magician may still follow, and then fights without it.
    state = fought(trio, trio.play(state, "jump forest"), (2, 1), (1, 1))
    assert state.seats[0].apprentice == "labyrinth" and state.seats[0].magician == "forest"


def test_the_duel_comes_when_both_figures_have_moved(trio):
    state = trio.play(trio.standing(**FOREST), "100", "ok", "jump forest")
    assert state.phase is Phase.MOVING and view(state, 0)["duel"]["defender"] == 1
    assert trio.play(state, "walk slab").phase is Phase.DUEL


def duel(trio, **rules):
    return trio.play(trio.standing(**FOREST, **rules), *ATTACK)


def test_sticks_set_aside_keep_their_count_and_stay_aside(trio):
    state = trio.play(duel(trio), "210", "keep red")
    assert state.to_throw == ("black", "white")
    state = trio.play(state, ".10", "keep red black")
    assert state.to_throw == ("white",) and view(state, 0)["duel"]["aside"][0]["notches"] == 2
    with pytest.raises(NotAllowed, match="lies there already") as refusal:
        trio.play(state, "1.2")
    assert refusal.value.rule == "sticks"
    state = trio.play(state, "..2", "ok")
    assert str(state.duel.announced) == "5 in 3"
    assert state.duel.thrower == 1 and state.duel.limit == 3
    state = trio.play(duel(trio), "210", "keep red", ".10")
    with pytest.raises(NotAllowed, match="stays aside: red") as refusal:
        trio.play(state, "keep black")
    assert refusal.value.rule == "keep"
    state = trio.play(duel(trio, kept_sticks="may_return"), "210", "keep red", ".10", "keep black")
    assert state.to_throw == ("red", "white")


def test_no_stick_need_be_set_aside(trio):
    state = trio.play(duel(trio), "000", "keep", "222", "ok")
    assert str(state.duel.announced) == "6 in 2"


def test_setting_all_three_aside_is_to_stop_or_refused(trio):
    state = trio.play(duel(trio), "210", "keep red black white")
    assert str(state.duel.announced) == "3 in 1"
    with pytest.raises(NotAllowed, match="at least one stick"):
        trio.play(duel(trio, keep_all="refused"), "210", "keep red black white")


def test_five_in_three_is_beaten_by_more_or_by_as_much_in_fewer_throws(trio):
    announced = trio.play(duel(trio), *trio.series(5, 3))
    for second, winner in (((6, 3), 1), ((5, 2), 1), ((5, 1), 1), ((4, 1), 0), ((4, 3), 0)):
        assert trio.play(announced, *trio.series(*second)).log[-1].fight.winner == winner
    assert trio.play(announced, *trio.series(5, 3)).phase is Phase.REPLAY


def test_the_second_thrower_is_told_when_he_has_won(trio):
    state = trio.play(duel(trio), *trio.series(4, 2), "210")
    assert view(state, 1)["duel"]["won"] is False
    state = trio.play(state, "keep red", ".20")
    assert view(state, 1)["duel"]["won"] is False  # as much in as many throws is a tie
    state = trio.play(duel(trio), *trio.series(4, 2), "220")
    assert view(state, 1)["duel"]["won"] is True and view(state, 1)["duel"]["may_keep"] is True


def test_a_pasch_means_nothing_in_a_duel(trio):
    state = trio.play(duel(trio), "222", "ok", "111", "ok")
    assert state.log[-1].fight.winner == 0 and not state.now.extra
    state = trio.play(duel(trio), "000", "ok", "100", "ok")
    assert state.seats[0].apprentice == "slab" and state.log[-1].fight.winner == 1


def tied(trio, state, times=1):
    for _ in range(times):
        state = trio.play(state, "110", "ok", "110", "ok")
    return state


def test_after_a_tie_the_second_thrower_says_whether_he_begins(trio):
    state = tied(trio, duel(trio))
    assert state.phase is Phase.REPLAY and state.turn == 1
    assert trio.play(state, "ok").duel.first == trio.play(state, "replay yes").duel.first == 1
    kept = trio.play(state, "replay no")
    assert kept.duel.first == 0 and kept.duel.announced is None and kept.duel.limit == 3
    with pytest.raises(NotAllowed, match="begin the next bout"):
        trio.play(state, "110")


@pytest.mark.parametrize("rule, first", [("second", 1), ("first", 0)])
def test_the_house_may_say_who_begins_the_replay(trio, rule, first):
    state = tied(trio, duel(trio, replay_begins=rule))
    assert state.phase is Phase.DUEL and state.turn == first


@pytest.mark.parametrize("rule, first", [("swap", 0), ("keep", 1)])
def test_after_a_further_tie_the_roles_swap_again_or_stay(trio, rule, first):
    state = tied(trio, duel(trio, second_tie=rule, replay_begins="second"), 2)
    assert state.duel.first == first


def test_a_void_throw_costs_nothing_in_a_duel_and_what_was_kept_stays(trio):
    state = trio.play(duel(trio), "210", "keep red", "again overlap", ".22")
    assert state.duel.throws == 2
    state = trio.play(state, "again leaning")
    assert state.duel.throws == 1 and state.to_throw == ("black", "white")
    assert str(trio.play(state, ".10", "ok").duel.announced) == "3 in 2"


def test_a_void_throw_may_cost_one_by_the_houses_rule(trio):
    state = trio.play(duel(trio, void_duel_throw="counts"), "210", "keep red", "again overlap")
    assert state.duel.throws == 2
    state = trio.play(state, ".22")
    assert state.duel.throws == 3
    lost = trio.play(state, "again overlap")
    assert lost.phase is Phase.DUEL_READ and view(lost, 0)["duel"]["total"] == 2
    assert str(trio.play(lost, "ok").duel.announced) == "2 in 3"


@pytest.mark.parametrize("step, error", [("keep green", Unreadable), ("keep red red", Unreadable)])
def test_a_stick_that_does_not_exist_cannot_be_set_aside(trio, step, error):
    with pytest.raises(error):
        trio.play(duel(trio), "210", step)


def test_nobody_sets_aside_outside_a_duel(trio):
    for step in ("keep red", "replay yes"):
        with pytest.raises(NotAllowed) as refusal:
            trio.play(trio.standing(**FOREST), step)
        assert refusal.value.rule == "phase"


def test_a_defender_can_win_the_game_on_the_attackers_turn(trio):
    cards = [(), ("magician", "tower", "castle", "sun", "moon", "mill")]
    state = trio.play(trio.standing(cards=cards, **FOREST), *ATTACK)
    state = fought(trio, state, (1, 1), (2, 1))
    assert state.over and view(state, None)["winners"] == ["Bo"]
