"""Spells (docs/rules/magicians.md 8)."""

import pytest

from games.errors import NotAllowed
from games.magicians import Phase, view

PEACE = dict(magicians=["sun", "tower", "forest"], apprentices=["slab"] * 3)
STOP = ("020", "ok", "walk symbol")


def test_a_spell_is_offered_to_an_apprentice_that_stops_on_a_symbol_and_may_be_declined(trio):
    state = trio.play(trio.standing(**PEACE), *STOP)
    assert state.phase is Phase.SPELL_OFFER
    after = trio.play(state, "decline")
    assert after.active == 1 and after.log[-1].spell is None
    # Who stands there already is not asked again.
    state = trio.standing(**PEACE | {"apprentices": ["symbol"] * 3}, apprentice_may_stay=True)
    assert trio.play(state, "020", "ok", "stay apprentice").active == 1


def test_once_cast_the_spell_binds(trio):
    state = trio.play(trio.standing(stones=[0], **PEACE), *STOP, "cast")
    with pytest.raises(NotAllowed) as refusal:
        trio.play(state, "decline")
    assert refusal.value.rule == "phase"
    state = trio.play(state, "FMM", "ok")
    assert (state.seats[0].apprentice, state.seats[0].stone) == ("labyrinth", False)
    assert state.active == 1 and state.log[-1].spell == "destiny"


def test_force_lends_the_stone_for_the_moves_to_come(trio):
    state = trio.play(trio.standing(**PEACE), *STOP, "cast", "MDD", "ok")
    assert state.seats[0].stone and state.active == 1
    state = trio.play(trio.standing(stones=[0], **PEACE), *STOP, "cast", "MDD", "ok")
    assert state.seats[0].stone and state.log[-1].spell == "force"


def test_a_pasch_means_nothing_in_a_spell(trio):
    state = trio.play(trio.standing(**PEACE), *STOP, "cast", "DDD", "ok")
    assert state.phase is Phase.CHOICE and not state.extra_due


def test_the_player_chooses_among_the_leading_symbols(trio):
    state = trio.play(trio.standing(**PEACE), *STOP, "cast", "DDD", "ok")
    with pytest.raises(NotAllowed, match="Destiny does not lead") as refusal:
        trio.play(state, "choose destiny")
    assert refusal.value.rule == "symbol"
    assert trio.play(state, "choose force").seats[0].stone
    assert trio.play(state, "choose magic").phase is Phase.TELEPORT


@pytest.mark.parametrize("to", ["life", "labyrinth", "moon"])
def test_magic_carries_the_apprentice_to_any_place_with_its_stone(trio, to):
    state = trio.play(trio.standing(stones=[0], **PEACE), *STOP, "cast", "FDD", "ok", f"teleport {to}")
    assert (state.seats[0].apprentice, state.seats[0].stone) == (to, True)
    assert state.active == 1 and state.log[-1].teleport == to


def test_magic_onto_a_hostile_magician_expels_the_apprentice_at_once(trio):
    state = trio.play(trio.standing(stones=[0], **PEACE), *STOP, "cast", "FDD", "ok", "teleport tower")
    assert (state.seats[0].apprentice, state.seats[0].stone) == ("labyrinth", False)


@pytest.mark.parametrize("may", [True, False])
def test_magic_may_be_left_unused_unless_the_house_says_no(trio, may):
    state = trio.play(trio.standing(teleport_may_stay=may, **PEACE), *STOP, "cast", "FDD", "ok")
    assert view(state, 0)["may_stay"] is may
    if may:
        assert trio.play(state, "stay apprentice").seats[0].apprentice == "symbol"
    else:
        with pytest.raises(NotAllowed, match="Magic must be used") as refusal:
            trio.play(state, "stay apprentice")
        assert refusal.value.rule == "stay"


def test_the_spell_comes_after_the_duel_or_at_once_by_the_houses_rule(trio):
    attack = dict(magicians=["castle", "forest", "moon"], apprentices=["slab"] * 3)
    steps = ("110", "ok", "jump forest", "walk symbol")
    state = trio.play(trio.standing(**attack), *steps)
    assert state.phase is Phase.DUEL
    state = trio.play(state, *trio.series(2, 1), *trio.series(1, 1))
    assert state.phase is Phase.SPELL_OFFER and state.active == 0
    state = trio.play(trio.standing(spell_timing="immediate", **attack), "110", "ok", "walk symbol")
    assert state.phase is Phase.SPELL_OFFER
    state = trio.play(state, "cast", "FDD", "ok", "teleport life")
    assert state.phase is Phase.MOVING
    state = trio.play(state, "jump forest")
    assert state.phase is Phase.DUEL


def test_an_immediate_spell_may_bring_the_apprentice_to_the_duel(trio):
    attack = dict(magicians=["castle", "forest", "moon"], apprentices=["slab"] * 3)
    state = trio.standing(spell_timing="immediate", **attack)
    state = trio.play(state, "110", "ok", "jump forest", "walk symbol", "cast", "FDD", "ok")
    state = trio.play(state, "teleport forest")
    assert state.phase is Phase.DUEL and state.seats[0].apprentice == "forest"
    state = trio.play(state, *trio.series(1, 1), *trio.series(2, 1))
    assert state.seats[0].apprentice == "labyrinth"


def test_only_the_sides_count_in_a_spell(trio):
    sticks = [{"color": color, "sides": ["magic", "force"]} for color in ("red", "black", "white")]
    state = trio.play(trio.standing(sticks="untied", **PEACE), "020", "ok", "walk symbol", "cast")
    assert trio.play(state, {"event": "throw", "sticks": sticks}, "ok").symbols == ("force", "magic")
