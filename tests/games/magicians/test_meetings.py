"""Meetings, taking and stealing (docs/rules/magicians.md 5), with the situations X01 to X06 and X18."""

import pytest

from games.errors import Ambiguous, NotAllowed, Unreadable
from games.magicians import Phase, view

MILL = dict(magicians=["sun", "tower", "forest"], apprentices=["slab"] * 3)


def test_x01_a_meeting_takes_the_card_that_lies_there(trio):
    state = trio.standing(cards=[(), ("mill",)], **MILL)
    state = trio.play(state, "102", "ok", "jump mill", "walk mill")
    assert state.phase is Phase.MEETING
    assert view(state, 0)["meeting"] == {"place": "mill", "from_place": True, "victims": []}
    after = trio.play(state, "take")
    assert after.seats[0].cards == ("mill",) and after.lying("mill") == 0
    assert after.active == 1


@pytest.mark.parametrize("victim", [1, 2])
def test_x02_from_an_empty_place_the_card_comes_from_the_opponent_of_ones_choice(trio, victim):
    state = trio.standing(cards=[(), ("mill",), ("mill",)], **MILL)
    state = trio.play(state, "102", "ok", "jump mill", "walk mill")
    assert view(state, 0)["meeting"]["victims"] == [1, 2]
    with pytest.raises(Ambiguous, match="Bo and Cy have it: Ann says whose"):
        trio.play(state, "take")
    with pytest.raises(NotAllowed, match="Ann does not have"):
        trio.play(state, "take 0")
    after = trio.play(state, f"take {victim}")
    assert after.owners("mill") == tuple(sorted({0, 1, 2} - {victim}))
    assert after.log[-1].gains[0].source == victim


def test_x03_who_has_the_card_meets_for_nothing(trio):
    state = trio.play(trio.standing(cards=[("mill",)], **MILL), "102", "ok", "jump mill", "walk mill")
    assert state.active == 1 and state.log[-1].gains == ()


def test_x04_running_through_the_magicians_place_and_beyond_takes_nothing(trio):
    state = trio.standing(magicians=["mill"], apprentices=["sun"], board="house")
    # Six squares along the paths: four to the Mill, two beyond.
    state = trio.play(state, "022", "ok", "walk mill")
    assert state.phase is Phase.MEETING
    state = trio.standing(magicians=["mill"], apprentices=["sun"], stones=[0], board="house")
    state = trio.play(state, "021", "ok", "walk mill-moon-2 6")
    assert state.phase is Phase.SPELL_OFFER and state.seats[0].cards == ()


def test_x05_a_magician_who_jumps_onto_the_apprentice_before_it_walks_on_takes_the_card(trio):
    state = trio.standing(magicians=["sun"], apprentices=["mill"])
    state = trio.play(state, "102", "ok", "jump mill")
    assert state.phase is Phase.MEETING
    after = trio.play(state, "take", "walk slab")
    assert after.seats[0].cards == ("mill",) and after.seats[0].apprentice == "slab"


@pytest.mark.parametrize("place", ["life", "labyrinth"])
def test_x06_no_card_belongs_to_life_or_the_labyrinth(trio, place):
    start = "mill" if place == "life" else "life"
    state = trio.play(trio.standing(magicians=[start]), "102", "ok", f"jump {place}", f"walk {place}")
    assert state.active == 1 and state.log[-1].gains == ()


def test_a_magician_who_jumps_two_passes_his_apprentice_for_nothing(trio):
    state = trio.play(trio.standing(magicians=["sun"], apprentices=["mill"]), "202", "ok", "jump moon")
    assert state.phase is Phase.MOVING


def test_figures_that_stood_together_do_not_meet_by_staying(trio):
    state = trio.standing(magicians=["mill"], apprentices=["mill"], apprentice_may_stay=True)
    state = trio.play(state, "102", "ok", "stay magician", "stay apprentice")
    assert state.active == 1 and state.log[-1].gains == ()


def test_a_card_may_be_declined(trio):
    state = trio.play(trio.standing(**MILL), "102", "ok", "jump mill", "walk mill", "decline")
    assert state.active == 1 and state.lying("mill") == 2


def test_a_lying_card_is_taken_and_no_opponents(trio):
    state = trio.play(trio.standing(cards=[(), ("mill",)], **MILL), "102", "ok", "jump mill", "walk mill")
    with pytest.raises(NotAllowed, match="lies there") as refusal:
        trio.play(state, "take 1")
    assert refusal.value.rule == "take"
    with pytest.raises(Unreadable, match="no player"):
        trio.play(state, "take 3")


def test_a_meeting_counts_on_the_owners_turn_only(trio):
    """Bo's turn ends beside Ann's figures, which stand together: nobody is offered a card."""
    state = trio.standing(1, magicians=["mill", "tower"], apprentices=["mill", "slab"])
    state = trio.play(state, "110", "ok", "stay magician", "walk slab")
    assert state.phase is Phase.THROW and state.active == 2


def test_x18_magic_carries_the_apprentice_to_a_theft(trio):
    state = trio.standing(magicians=["tower", "mill"], cards=[(), ("tower",), ("tower",)])
    state = trio.play(state, "010", "ok", "walk symbol", "cast", "FDD", "ok", "teleport tower")
    assert state.phase is Phase.MEETING and view(state, 0)["meeting"]["victims"] == [1, 2]
    after = trio.play(state, "take 2")
    assert after.owners("tower") == (0, 1) and after.active == 1


def test_x20_the_seventh_card_ends_the_game_at_once_in_the_middle_of_a_series(trio):
    cards = [("forest", "magician", "tower", "castle", "sun", "moon"), ("mill", "sun"), ("sun",)]
    state = trio.standing(magicians=["sun", "tower", "forest"], apprentices=["mill"], cards=cards)
    state = trio.play(state, "111", "ok", "jump mill", "take")
    assert state.over and state.turn is None
    seen = view(state, None)
    assert seen["winners"] == ["Ann"]
    assert [(line["player"], line["rank"], len(line["cards"])) for line in seen["ranking"]] == [
        ("Ann", 1, 7),
        ("Bo", 2, 2),
        ("Cy", 3, 1),
    ]
    for step in ("walk slab", "120", "ok", "again overlap", "decline"):
        with pytest.raises(NotAllowed, match="over") as refusal:
            trio.play(state, step)
        assert refusal.value.rule == "game_over"


@pytest.mark.parametrize("tie, ranks", [("shared", [1, 2, 2]), ("turn_order", [1, 2, 3])])
def test_the_second_and_third_rank_go_by_number_of_cards(trio, tie, ranks):
    cards = [("moon",), ("forest", "magician", "tower", "castle", "sun", "moon"), ("sun",)]
    figures = dict(magicians=["tower", "sun"], apprentices=["slab", "mill"])
    state = trio.standing(1, cards=cards, ranking_tie=tie, **figures)
    state = trio.play(state, "110", "ok", "jump mill", "take")
    assert [line["rank"] for line in view(state, None)["ranking"]] == ranks
    assert [line["player"] for line in view(state, None)["ranking"]] == ["Bo", "Cy", "Ann"]
