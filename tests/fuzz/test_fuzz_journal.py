"""Whatever a disk makes of the journal's files: opened it holds true rows, or one sentence refuses it."""

import tempfile
from pathlib import Path

import pytest
from fuzzing import altered_bytes, fuzzed, one_sentence
from hypothesis import strategies as st

from table.errors import JournalError
from table.journal import Journal
from table.recovery import salvage
from table.recovery.backup import Backups
from table.recovery.rescue import examine, open_journal

HEADER = {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
EVENTS = [{"event": "bid", "player": 0, "tricks": number} for number in range(60)]


def made():
    """Play two games; give the file after the first, and file and log as a power cut leaves them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        with Journal(path) as journal:
            for event in EVENTS[:40]:
                journal.append(1 if journal.games() else journal.begin(HEADER), "event", event)
        closed = path.read_bytes()
        with Journal(path) as journal:
            for event in EVENTS[40:]:
                journal.append(1, "event", event)
            return closed, path.read_bytes(), Path(f"{path}-wal").read_bytes()


CLOSED, MAIN, LOG = made()


def opened(main, log, backup):
    """Open what lies there; return the events that stand, and what is said about it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        path.write_bytes(main)
        if log:
            Path(f"{path}-wal").write_bytes(log)
        if backup:
            (Path(folder) / "backups").mkdir()
            (Path(folder) / "backups" / "journal-000001-20260101T000000.sqlite").write_bytes(CLOSED)
        try:
            with open_journal(path) as journal:
                journal.check()
                found = [journal.load(game.id)[1] for game in journal.games()]
                return found[0] if found else [], journal.notice
        except JournalError as error:
            one_sentence(error)
            assert path.read_bytes() == main
            return None, str(error)


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level("CRITICAL")


@fuzzed(short=40, main=altered_bytes([MAIN]), backup=st.booleans())
def test_a_file_of_any_bytes_beside_its_log_gives_true_rows_or_a_sentence(main, backup):
    found, said = opened(main, LOG, backup)
    assert found is None or found == EVENTS[: len(found)]
    assert found == EVENTS or said


@fuzzed(short=40, log=altered_bytes([LOG]), backup=st.booleans())
def test_a_log_of_any_bytes_hides_nothing_but_what_a_power_cut_may_have_cut_off(log, backup):
    found, said = opened(MAIN, log, backup)
    assert found is not None and found == EVENTS[: len(found)] and len(found) >= 40


@fuzzed(short=40, main=st.one_of(altered_bytes([CLOSED]), st.binary(max_size=300)), backup=st.booleans())
def test_a_closed_file_of_any_bytes_gives_true_rows_or_a_sentence(main, backup):
    found, said = opened(main, b"", backup)
    assert found is None or found == EVENTS[: len(found)]
    assert found == EVENTS[:40] or said or not main
    assert not backup or found is None or len(found) >= 40


@fuzzed(short=60, main=altered_bytes([CLOSED, MAIN]), log=altered_bytes([LOG]))
def test_salvage_finds_nothing_that_was_not_written(main, log):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        path.write_bytes(main)
        Path(f"{path}-wal").write_bytes(log)
        rows = salvage.read(path)
        for number, (game, kind, body) in rows.operations.items():
            assert (game, kind) == (1, "event")
            assert body == f'{{"event":"bid","player":0,"tricks":{number - 1}}}'
        try:
            examine(path, Backups(path))
        except JournalError as error:
            one_sentence(error)
