"""What becomes of later steps where a throw or a move of Les Trois Magiciens is put right."""

import pytest

from games.history import Game
from games.magicians import Phase
from games.record import event_from_dict

FIRST = (
    *("100", "ok", "jump mill", "walk slab", "010", "ok", "jump castle", "walk slab"),
    *("001", "ok", "jump magician", "walk slab"),
)
SPELL = ("100", "ok", "jump mill", "walk symbol", "cast")


def begun(trio, *steps):
    game = Game.begin(trio.header())
    for step in steps:
        event = step if isinstance(step, dict) else trio.event(step)
        game = game.play(event_from_dict(event, game.header))
    return game


@pytest.mark.parametrize(
    ("steps", "index", "right", "gone"),
    [
        ((*FIRST, "110", "ok", "stay magician", "walk slab"), 12, "020", 14),
        ((*FIRST, "110", "ok", "walk slab", "stay magician"), 12, "020", 15),
        ((*SPELL, "DDD", "ok", "choose force"), 5, "MDD", 7),
        ((*SPELL, "FDD", "ok", "stay apprentice"), 5, "MDD", 7),
    ],
)
def test_what_need_not_be_said_goes_where_a_stick_is_put_right(trio, steps, index, right, gone):
    game = begun(trio, *steps)
    after, places = game.mended(index, event_from_dict(trio.event(right), game.header))
    assert len(after.state.log) == len(game.state.log) and gone not in places


def test_a_card_is_not_declined_by_whoever_declined_a_spell(trio):
    left = {"event": "decline", "offer": "spell"}
    game = begun(trio, "100", "ok", "jump mill", "walk symbol", left)
    after = game.mend(3, event_from_dict(trio.event("walk mill"), game.header))
    assert after.state.phase is Phase.MEETING


def test_a_spell_is_not_declined_by_whoever_declined_a_card(trio):
    left = {"event": "decline", "offer": "card"}
    game = begun(trio, "100", "ok", "jump mill", "walk mill", left)
    after = game.mend(3, event_from_dict(trio.event("walk symbol"), game.header))
    assert after.state.phase is Phase.SPELL_OFFER


def test_an_older_record_does_not_say_what_was_declined(trio):
    game = begun(trio, "100", "ok", "jump mill", "walk symbol", {"event": "decline"})
    assert game.state.phase is Phase.THROW
