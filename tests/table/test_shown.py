"""What the host tells the eye about how the cards of a round looked."""

from dataclasses import replace

import numpy as np
import pytest

from device.camera import Frame
from table.command import Correct, Undo
from table.watch import Watch


def with_crop(seen, level):
    return replace(seen, reading=replace(seen.reading, crop=np.full((144, 96, 3), level, np.uint8)))


def lay(game, name, level):
    game.lying.append(with_crop(game.seen(name), level))
    game.look()


def shown(game):
    return [(each.card, int(each.crop[0, 0, 0])) for each in game.snapshot.shown]


def test_every_card_of_the_round_that_was_laid_and_seen_is_shown_with_its_crop(game):
    game.new()
    game.submit("turn_up", card="7H")
    game.bid(0, 0, 0)
    lay(game, "2S", 2)
    lay(game, "9C", 3)
    assert shown(game) == [("2S", 2), ("9C", 3)]


def test_a_card_that_was_turned_up_is_not_shown(game):
    game.new()
    lay(game, "7H", 1)
    assert game.snapshot.history.events and shown(game) == []


def test_a_corrected_card_is_shown_by_its_new_name(game):
    game.new()
    lay(game, "7H", 1)
    game.bid(0, 0, 0)
    lay(game, "2S", 2)
    index = game.snapshot.shown[-1].event
    game.do(Correct(index, {"event": "play", "player": 1, "card": "3S"}))
    assert shown(game)[-1] == ("3S", 2)


@pytest.mark.parametrize("typed", [False, True], ids=["answered", "typed"])
def test_cards_that_were_laid_out_of_turn_and_put_in_order_keep_their_own_crops(game, typed):
    game.new()
    lay(game, "7H", 1)
    game.bid(0, 0, 0)
    lay(game, "9C", 3)
    lay(game, "5C", 2)
    game.do(Undo(2))
    for card in ("5C", "9C"):
        assert "taken back" in game.question.why
        game.submit("play", card=card) if typed else game.answer(card)
    assert game.trick == ["5C", "9C"] and game.snapshot.questions == ()
    assert shown(game) == [("5C", 2), ("9C", 3)]
    # So it is known, too, which of them is taken back.
    game.take(next(seen for seen in game.lying if seen.reading.card == "5C"))
    assert [each["card"] for each in game.view["missing"]] == ["5C"]


@pytest.mark.parametrize(("named", "own"), [("9C", True), ("W", False)])
def test_what_an_unclear_card_is_called_is_the_sure_one_beside_it_unless_it_is_a_wizard(game, named, own):
    game.new()
    lay(game, "7H", 1)
    game.bid(0, 0, 0)
    game.lying += [
        with_crop(game.seen("5C", named, asks=True, confidence=0.5), 2),
        with_crop(game.seen(named), 3),
    ]
    game.look()
    game.answer(named)
    assert game.trick[0] == named and shown(game)[0] == (named, 3 if own else 2)


def test_what_was_entered_by_hand_or_had_no_crop_is_not_shown(game):
    game.new()
    game.submit("turn_up", card="7H")
    game.bid(0, 0, 0)
    game.lay("2S")
    assert game.snapshot.shown == ()


def test_an_eye_that_remembers_is_told_before_each_look(game):
    class Eye:
        def __init__(self):
            self.told = []

        def look(self, frame, seen=()):
            return None

        def forget(self):
            pass

        def remember(self, shown, laid):
            self.told.append(([each.card for each in shown], laid))

    class Camera:
        def read(self, timeout):
            return Frame(np.zeros((30, 40, 3), np.uint8), 1, 0.0)

        def close(self):
            pass

    game.new()
    lay(game, "7H", 1)
    game.bid(0, 0, 0)
    lay(game, "2S", 2)
    eye = Eye()
    Watch(game.host, Camera, eye).step()
    assert eye.told == [(["2S"], ("7H", None, None, None, "2S"))]
