"""Games go out of the journal and come back, and an owner can see and mend what the disk has done to it."""

import csv
import io
from pathlib import Path

import pytest

from familiar.cli import run
from table.command import NewGame, Submit
from table.host import Host
from table.journal import Journal
from table.recovery.backup import Backups

ROUND = [
    {"event": "turn_up", "card": "7H"},
    *({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)),
    *({"event": "play", "card": card} for card in ("2C", "KS", "3H")),
    {"event": "confirm"},
]


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "familiar").mkdir()
    return tmp_path / "familiar" / "journal.sqlite"


@pytest.fixture
def call(capsys):
    """Run a command and give its status, what it said and what it complained of."""

    def call(*words):
        status = run(list(words))
        said = capsys.readouterr()
        assert len(said.err.splitlines()) == (status != 0)
        return status, said.out, said.err

    return call


def play(path, events=ROUND, players=("Ann", "Bo", "Cy")):
    with Host(Journal(path)) as host:
        host.handle(NewGame({"game": "wizard", "players": list(players), "dealer": 0, "rules": {}}))
        for event in events:
            host.handle(Submit(event))


def exported(call, path, *words):
    status, text, _ = call("export", *words)
    assert status == 0
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_sheet_is_a_table_of_commas_that_no_spreadsheet_calculates_with(path, call):
    play(path, players=("=Ann", "B,o", "Zoë"))
    status, text, _ = call("export", "--csv")
    (row,) = csv.DictReader(io.StringIO(text))
    assert status == 0
    assert (row["round"], row["dealer"], row["trump"]) == ("1", "'=Ann", "hearts")
    assert [row[f"{name} totals"] for name in ("'=Ann", "B,o", "Zoë")] == ["-10", "20", "20"]


def test_a_game_that_went_out_comes_back_whole(path, call, tmp_path):
    play(path)
    file = exported(call, tmp_path / "game.jsonl")
    path.unlink()
    assert "game 1 now, with 8 steps; the table goes on with it" in call("import", file)[1]
    assert exported(call, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_text() == (tmp_path / "game.jsonl").read_text()
    with Host(Journal(path)) as host:
        assert len(host.snapshot.history.events) == len(ROUND)


def test_of_a_strangers_names_the_journal_gets_what_is_seen(path, call, tmp_path):
    play(path, players=("Ann\u200b", "\u202eoB", "Zoe\u0308"))
    file = exported(call, tmp_path / "game.jsonl")
    path.unlink()
    assert "game 1 now" in call("import", file)[1]
    assert "is game 1 of this journal already" in call("import", file)[1]
    with Journal(path, readonly=True) as journal:
        assert journal.games()[0].header["players"] == ["Ann", "oB", "Zoë"]


@pytest.mark.parametrize("name", ["Ann\u200b", "A" + 30 * "\u0301", "\u115f"])
def test_a_strangers_name_that_is_another_or_none_is_refused(path, call, tmp_path, name):
    play(path, players=("Ann", "Bo", name))
    file = exported(call, tmp_path / "game.jsonl")
    path.unlink()
    status, _, error = call("import", file)
    assert status == 1 and "game.jsonl:1: " in error and not path.exists()


def test_importing_twice_is_harmless(path, call, tmp_path):
    play(path)
    file = exported(call, tmp_path / "game.jsonl")
    assert "is game 1 of this journal already" in call("import", file)[1]
    with Journal(path, readonly=True) as journal:
        assert len(journal.games()) == 1


def test_a_game_under_way_is_not_hidden_by_an_import_unless_that_is_wanted(path, call, tmp_path):
    play(path)
    file = exported(call, tmp_path / "game.jsonl")
    play(path, ROUND[:3])
    play(path, ROUND[:2])
    (tmp_path / "other.jsonl").write_text(
        "".join(Path(file).read_text(encoding="utf-8").splitlines(True)[:-1])
    )
    status, _, error = call("import", str(tmp_path / "other.jsonl"))
    assert status == 1 and "game 3 is not over" in error and "--anyway" in error
    assert call("import", str(tmp_path / "other.jsonl"), "--anyway")[0] == 0


def test_the_table_goes_on_with_a_game_that_was_left_for_another_by_mistake(path, call, tmp_path):
    play(path)
    play(path, ())
    file = exported(call, tmp_path / "left.jsonl", "1")
    said = call("import", file)[1]
    assert "is game 1 of this journal already; nothing was added. With --anyway" in said
    assert "game 3 now, with 8 steps; the table goes on with it" in call("import", file, "--anyway")[1]
    assert "is game 3 of this journal already; nothing was added.\n" in call("import", file, "--anyway")[1]
    with Host(Journal(path)) as host:
        assert host.snapshot.game_id == 3 and len(host.snapshot.history.events) == len(ROUND)


def test_a_wrong_record_changes_nothing(path, call, tmp_path):
    play(path)
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"record": "familiar/1"}\n')
    status, _, error = call("import", str(wrong), "--anyway")
    assert status == 1 and error.startswith(f"{wrong}:1: ")
    with Journal(path, readonly=True) as journal:
        assert len(journal.games()) == 1


def test_nothing_is_imported_while_a_host_plays(path, call, tmp_path):
    play(path)
    file = exported(call, tmp_path / "game.jsonl")
    with Journal(path):
        status, _, error = call("import", file, "--anyway")
    assert status == 1 and "another Familiar" in error


def test_a_whole_journal_is_said_to_be_whole(path, call):
    status, text, _ = call("journal", "check")
    assert "there is no journal yet" in text and "No backup lies in" in text
    play(path)
    Backups(path).take()
    status, text, _ = call("journal", "check")
    assert status == 0 and "whole, 1 game with 8 steps" in text and text.startswith("1 backup in ")
    play(path)
    Backups(path).take()
    text = call("journal", "check")[1]
    assert "whole, 2 games with 16 steps" in text and text.startswith("2 backups in ")
    assert "nothing to repair" in call("journal", "repair")[1]


def test_a_journal_in_which_nothing_stands_yet_is_no_trouble(path, call):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    status, text, _ = call("journal", "check")
    assert status == 0 and "no game in this journal yet" in text
    assert path.read_bytes() == b""


def test_a_damaged_journal_is_found_and_repaired(path, call):
    play(path)
    Backups(path).take()
    path.write_bytes(bytes(8192))
    status, _, error = call("journal", "check")
    assert status == 1 and "familiar journal repair" in error
    assert "1 game with 8 steps" in call("journal", "repair")[1]
    assert call("journal", "check")[0] == 0


def test_no_repair_is_offered_for_what_was_never_a_journal(path, call):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("a shopping list")
    status, _, error = call("journal", "check")
    assert status == 1 and "this is no journal" in error and "familiar journal repair" not in error
    assert call("journal", "repair")[0] == 1 and path.read_text() == "a shopping list"
