"""A game that the table has never heard of, played over host, reconciliation and journal."""

import sys
from pathlib import Path

import pytest

from games import book
from games.protocol import GameRules
from table.command import Correct, NewGame, Submit, Undo
from table.host import Host
from table.journal import Journal

sys.path.insert(0, str(Path(__file__).parent))
import war

HEADER = {"game": "war", "players": ["Ann", "Bo"], "dealer": 0}
BATTLES = (("7H", "9C"), ("KS", "3D"), ("AH", "2C"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


@pytest.fixture
def fourth(path, make_game):
    book.register("war", war)
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.do(NewGame(HEADER))
        game.look()
        yield game
    del book._GAMES["war"]


def test_it_has_every_name_that_the_protocol_wants():
    wanted = {name for name in vars(GameRules) if not name.startswith("_")} | set(GameRules.__annotations__)
    assert {"apply", "expects", "lies", "SEATS"} <= wanted
    for rules in (war, *book.GAMES.values()):
        assert wanted <= set(vars(rules))


def battle(game, *cards):
    for card in cards:
        game.lay(card)
    game.submit("confirm")
    game.take()


def test_it_is_played_by_the_camera_and_the_button(fourth):
    for cards in BATTLES:
        battle(fourth, *cards)
    assert fourth.phase == "game_over"
    assert fourth.view["taken"] == [2, 4] and fourth.view["winners"] == ["Bo"]


def test_an_unclear_card_is_asked_about_and_a_wrong_one_put_right(fourth):
    fourth.lay("7H", "7D", asks=True, confidence=0.6)
    assert fourth.question.options == ("7H", "7D")
    fourth.answer("7D")
    fourth.lay("9C")
    assert fourth.view["winning"] == 1
    fourth.do(Correct(1, {"event": "play", "player": 1, "card": "5C"}))
    assert fourth.view["winning"] == 0 and "Put right" in fourth.view["told"]
    fourth.do(Undo(1))
    assert fourth.view["turn"] == 1


def test_it_goes_on_after_the_plug_was_pulled(fourth, path, make_game):
    battle(fourth, *BATTLES[0])
    fourth.lay("KS")
    fourth.host.close()
    with Host(Journal(path)) as host:
        assert host.snapshot.view(None)["taken"] == [0, 2]
        again = make_game(host)
        again.do(Submit({"event": "play", "card": "3D"}))
        assert again.view["winning"] == 1
