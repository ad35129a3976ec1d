"""What cards looked like is remembered by the names that their events bear now, and nothing else is."""

import numpy as np
import pytest

from games import cards
from table.command import Correct, NewGame, Undo
from table.eye.faces import MOST, Faces


@pytest.fixture
def faces(game):
    remembered = Faces()
    game.host.listeners.append(remembered.hear)
    return remembered


def lay(game, name, level, **options):
    crop = np.full((144, 96, 3), level, np.uint8)
    seen = game.seen(name, crop=crop, **options)
    game.lying.append(seen)
    game.look()
    return game.snapshot.shown[-1].event if game.snapshot.shown else None


def levels(faces):
    return {name: [int(crop[0, 0, 0]) for crop in crops] for name, crops in faces.named().items()}


def trick(game, *laid, **rules):
    """Play the first round's one trick, and confirm it."""
    game.new(**rules)
    game.submit("turn_up", card="7H")
    game.bid(0, 0, 0)
    events = [lay(game, name, level) for name, level in laid]
    game.submit("confirm")
    return events


LAID = ("2S", 2), ("9C", 3), ("4S", 4)


def test_only_cards_of_a_confirmed_trick_count(game, faces):
    game.new()
    game.submit("turn_up", card="7H")
    game.bid(0, 0, 0)
    for name, level in LAID:
        lay(game, name, level)
    assert faces.named() == {}
    game.submit("confirm")
    assert levels(faces) == {"2S": [2], "9C": [3], "4S": [4]}


def test_a_card_that_is_corrected_after_its_round_is_kept_under_its_right_name(game, faces):
    events = trick(game, *LAID)
    game.take()
    game.submit("turn_up", card="8H")
    assert game.snapshot.shown == ()
    game.do(Correct(events[1], {"event": "play", "player": 2, "card": "9D"}))
    assert levels(faces) == {"2S": [2], "9D": [3], "4S": [4]}


def test_a_step_that_comes_between_earlier_ones_moves_no_picture_to_another_card(game, faces):
    trick(game, *LAID, turned_wizard="dealer_chooses")
    game.do(Correct(0, {"event": "turn_up", "card": "W"}, {"event": "name_trump", "suit": "S"}))
    assert levels(faces) == {"2S": [2], "9C": [3], "4S": [4]}
    game.do(Correct(0, {"event": "turn_up", "card": "8D"}))
    assert levels(faces) == {"2S": [2], "9C": [3], "4S": [4]}


def test_a_card_that_was_undone_is_forgotten_and_taken_anew(game, faces):
    trick(game, *LAID)
    game.do(Undo(2))
    game.take(game.lying[-1])
    lay(game, "5S", 5)
    game.submit("confirm")
    assert levels(faces) == {"2S": [2], "9C": [3], "5S": [5]}


def test_a_marked_card_counts_by_what_the_press_confirmed(game, faces):
    game.new()
    game.submit("turn_up", card="7H")
    game.bid(0, 0, 0)
    for name, level in LAID[:2]:
        lay(game, name, level)
    game.guess("4S", "4C", crop=np.full((144, 96, 3), 4, np.uint8))
    index = game.marked[0][0]
    game.do(Correct(index, {"event": "play", "player": 0, "card": "4C"}))
    game.submit("confirm")
    assert levels(faces) == {"2S": [2], "9C": [3], "4C": [4]}


def test_another_game_begins_without_any_picture(game, faces):
    trick(game, *LAID)
    game.do(NewGame({"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    assert faces.named() == {}
    game.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    assert faces.named() == {}


def test_of_each_card_the_newest_pictures_are_remembered(game, faces):
    game.new()
    for number in range(1, MOST + 3):
        deck = [name for name in cards.names("us") if cards.copies(name) == 1 and name != "2S"]
        game.submit("turn_up", card=deck.pop())
        game.bid(*[0] * 3)
        for place in range(number):
            if place == 0:
                lay(game, "2S", number)
            for _ in range(3 - (place == 0)):
                game.submit("play", card=deck.pop())
            game.submit("confirm")
            game.take()
    assert levels(faces)["2S"] == list(range(3, MOST + 3))
