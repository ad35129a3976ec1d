"""Words at the table: what is taken back or put right tells nothing, nor does what the host logs."""

import json
import logging

import pytest

from table.command import Correct, NewGame, Refused, Submit, Undo
from table.errors import ConfigError
from table.host import Host
from table.journal import Journal
from table.settings.config import load_config

WORDS = ("OEUVRE", "..PHARE.", "BANANE")


@pytest.fixture
def probe(make_game):
    """Ann, Bo and Cy with their words typed; Ann has drawn a normal turn."""
    with Host(Journal(":memory:")) as host:
        game = make_game(host)
        game.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
        for seat, word in enumerate(WORDS):
            game.submit("word", player=seat, word=word)
        game.submit("draw", card="normal")
        yield game


def refused(game, command):
    outcome = game.host.handle(command)
    assert isinstance(outcome, Refused), outcome
    return outcome


def correct(game, index, **values):
    return Correct(index, values)


@pytest.mark.parametrize("word", ["PHARES", "..phare."])
def test_a_word_that_was_named_is_not_taken_back(probe, word):
    probe.submit("interrupt", player=2, of=1, word=word)
    probe.submit("ask", of=2, sign="Z")
    for count in (2, 3, 5):
        assert refused(probe, Undo(count)).rule == "call"
    probe.do(Undo(1))
    totals = probe.view["totals"]
    assert refused(probe, Undo(1)).rule == "call"
    assert probe.view["totals"] == totals != [0, 0, 0]


def test_a_word_named_aloud_is_taken_back_until_its_owner_judged(probe):
    probe.submit("interrupt", player=2, of=1)
    probe.do(Undo())
    assert probe.phase == "ask" and probe.view["told"] == "Taken back: Cy named Bo's word."
    probe.submit("interrupt", player=2, of=1)
    probe.submit("judge", right=False)
    assert refused(probe, Undo(1)).rule == "call"
    assert refused(probe, Undo(2)).rule == "call"


def test_an_owner_who_judged_wrongly_puts_it_right_and_the_call_is_settled_anew(probe):
    probe.submit("interrupt", player=2, of=1)
    probe.submit("judge", right=False)
    assert probe.view["totals"] == [0, 0, -50]
    probe.do(correct(probe, 5, event="judge", player=1, right=True))
    assert probe.view["totals"] == [0, 0, 175]
    assert probe.view["told"].startswith("Put right: the word named was right.")


def test_no_question_is_put_right_so_that_refusals_cannot_be_questions(probe):
    """Else whoever swaps the letter of a denied question for another learns whether that one is there."""
    probe.submit("ask", of=1, sign="Z")
    probe.submit("no")
    answers = {
        refused(probe, correct(probe, 4, event="ask", player=0, of=1, sign=sign)).reason for sign in "APZ."
    }
    assert len(answers) == 1
    call = correct(probe, 4, event="interrupt", player=0, of=1, word="..PHARE.")
    assert refused(probe, call).rule == "correct"
    assert refused(probe, correct(probe, 5, event="open", player=1, space=3)).rule == "correct"


def test_a_named_word_is_not_put_right_as_a_second_guess(probe):
    probe.submit("interrupt", player=2, of=1, word="PHARES")
    command = correct(probe, 4, event="interrupt", player=2, of=1, word="..PHARE.")
    assert refused(probe, command).rule == "correct"


def test_a_card_is_put_right_unless_that_could_tell_of_hidden_dots(probe):
    probe.do(correct(probe, 3, event="draw", player=0, card="dot"))
    probe.do(correct(probe, 3, event="draw", player=0, card="+20"))
    assert probe.view["told"].startswith("Put right: Ann drew: add 20. Until now it said: Ann drew")
    probe.submit("ask", of=1, sign="Z")
    assert probe.view["told"] is None
    probe.do(correct(probe, 3, event="draw", player=0, card="+25"))
    assert probe.view["totals"] == [25, 0, 0]
    assert refused(probe, correct(probe, 3, event="draw", player=0, card="dot")).rule == "correct"


def test_everybody_hears_of_an_undo_and_not_what_lay_open(probe):
    probe.submit("ask", player=0, of=1, sign="P")
    probe.submit("open", player=1, space=3, sign="P")
    probe.do(Undo(2))
    assert probe.view["told"].startswith("Taken back: Ann asked Bo and 1 more step.")
    probe.submit("ask", player=0, of=1, sign="P")
    probe.submit("open", player=1, space=3, sign="P")
    probe.do(Undo())
    assert probe.view["told"].startswith("Taken back: Bo opened space 3.")


def test_no_log_line_and_no_other_view_holds_a_word(probe, caplog):
    caplog.set_level(logging.DEBUG)
    probe.submit("interrupt", player=0, of=1, word="..WORTE.")
    probe.submit("ask", of=1, sign="P")
    for event in ({"event": "open", "player": 1, "space": 4}, {"event": "no", "player": 1}):
        assert not any(word.strip(".") in refused(probe, Submit(event)).reason for word in WORDS)
    refused(probe, Submit({"event": "word", "player": 1, "word": "..PHARES."}))
    refused(probe, Submit({"event": "interrupt", "player": 0, "of": 1, "word": "PHAR-E"}))
    for seat in (0, 2, None):
        view = json.dumps(probe.snapshot.view(seat), ensure_ascii=False)
        for owner, word in enumerate((*WORDS, "..WORTE.")):
            assert owner == seat or word.strip(".") not in view
    assert caplog.text
    assert not any(word.strip(".").upper() in caplog.text.upper() for word in (*WORDS, "WORTE", "PHARES"))


def test_a_restart_keeps_the_words_and_what_may_be_taken_back(tmp_path, make_game):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
        for seat, word in enumerate(WORDS):
            game.submit("word", player=seat, word=word)
        game.submit("interrupt", player=0, of=1, word="..WORTE.")
    with Host(Journal(path)) as host:
        game = make_game(host)
        assert game.view["totals"] == [-50, 0, 0]
        assert refused(game, Undo()).rule == "call"
        signs = [space["sign"] for space in game.snapshot.view(1)["seats"][1]["trays"][0]["spaces"]]
        assert "".join(signs) == "..PHARE."


def test_the_configuration_offers_probe_and_checks_its_rules(tmp_path):
    file = tmp_path / "familiar.toml"
    file.write_text('[game]\nname = "probe"\nrules = { max_dots = 3 }\n')
    assert load_config(file).game.rules == {"max_dots": 3}
    file.write_text('[game]\nname = "probe"\nrules = { max_dots = 9 }\n')
    with pytest.raises(ConfigError, match="max_dots"):
        load_config(file)
