"""A game in the journal becomes a record that `replay` settles."""

import json

import pytest

from familiar.cli import run
from table.command import NewGame, Submit, Undo
from table.host import Host
from table.journal import Journal

HEADER = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {"edition": "us"}}
ROUND = [
    {"event": "turn_up", "card": "7H"},
    *({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)),
    *({"event": "play", "card": card} for card in ("2C", "KS", "3H")),
    {"event": "confirm"},
]


@pytest.fixture
def journal(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "familiar"
    folder.mkdir()
    return folder / "journal.sqlite"


def play(path, events):
    with Host(Journal(path)) as host:
        host.handle(NewGame(HEADER))
        host.handle(Submit({"event": "turn_up", "card": "W"}))
        host.handle(Undo(1))
        for event in events:
            host.handle(Submit(event))


def test_the_newest_game_is_written_as_a_record_without_what_was_undone(journal, tmp_path, capsys):
    play(journal, ROUND[:2])
    play(journal, ROUND)
    assert run(["export"]) == 0
    text = capsys.readouterr().out
    assert len(text.splitlines()) == 1 + len(ROUND)
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    assert run(["replay", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"][0]["tricks"] == [1, 0, 0]


def test_an_earlier_game_can_be_named(journal, capsys):
    play(journal, ROUND[:2])
    play(journal, ROUND)
    assert run(["export", "1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


@pytest.mark.parametrize(("begin", "words", "said"), [(False, [], "no journal"), (True, ["7"], "no game 7")])
def test_what_is_not_there_is_said_in_one_line(journal, capsys, begin, words, said):
    if begin:
        play(journal, ROUND[:1])
    assert run(["export", *words]) == 1
    error = capsys.readouterr().err
    assert said in error and len(error.splitlines()) == 1
