"""A game is stopped at the table: journal, undo, and what the camera sees of what is left lying there."""

import pytest

from table.command import Accepted, Press, Refused, Submit
from table.host import Host
from table.journal import Journal

STOP = Submit({"event": "stop"})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


def test_it_stands_in_the_journal_and_the_table_is_free_after_a_restart(path, make_game):
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.to_trick()
        game.do(STOP)
        assert (game.phase, str(game.view["stopped"])) == ("game_over", "Stopped in the first round")
        number = host.snapshot.game_id
    journal = Journal(path)
    assert journal.load(number)[1][-1] == {"event": "stop"}
    with Host(journal) as host:
        assert host.snapshot.history is None


def test_it_is_taken_back_and_the_trick_goes_on(game):
    game.to_trick()
    game.lay("2H")
    game.do(STOP)
    assert not game.snapshot.questions
    game.do(Press("undo"))
    assert (game.phase, game.view["stopped"], game.trick) == ("trick", None, ["2H"])
    game.lay("9H")
    assert game.trick == ["2H", "9H"]


def test_neither_a_question_nor_a_mark_is_left_standing(game):
    game.to_trick()
    game.lay("2H", "2D", asks=True, confidence=0.6)
    assert game.question is not None
    game.do(STOP)
    assert game.snapshot.questions == () and game.snapshot.marked == ()
    # What lies there is no card of any game.
    game.look()
    game.lay("KS")
    assert game.snapshot.questions == () and game.phase == "game_over"


def test_a_marked_card_of_a_round_that_was_left_is_no_longer_marked(game):
    game.to_trick()
    game.lay("2H")
    game.guess("9H", "8H")
    game.look()
    assert game.marked
    game.do(STOP)
    assert game.snapshot.marked == ()


def test_a_stop_that_was_meant_before_a_card_came_is_done_and_one_of_another_round_is_not(game):
    game.to_trick()
    seen = game.snapshot.number
    game.lay("2H")
    host = game.host
    assert isinstance(host.handle(Submit({"event": "stop"}, seen=seen)), Accepted)
    late = host.handle(Submit({"event": "stop"}, seen=seen))
    assert isinstance(late, Refused) and late.stale
