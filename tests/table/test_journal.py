"""What is written stays; what is no journal is refused in one sentence."""

import json
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing

import pytest

from table.errors import JournalError
from table.journal import APPLICATION_ID, Journal, checksum, fold
from table.recovery.backup import Backups
from table.recovery.rescue import open_journal

HEADER = {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Zoë"], "dealer": 0, "rules": {}}


def event(number):
    return {"event": "bid", "player": 0, "tricks": number}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deeper" / "journal.sqlite"


def test_games_and_events_come_back_as_they_were_written(path):
    with Journal(path, clock=lambda: 12.5) as journal:
        game = journal.begin(HEADER)
        for number in range(3):
            journal.append(game, "event", event(number))
    with Journal(path) as journal:
        assert journal.load(game) == (HEADER, [event(0), event(1), event(2)])
        assert [(entry.id, entry.began, entry.header) for entry in journal.games()] == [(game, 12.5, HEADER)]


def test_undo_and_correction_fold_and_nothing_is_lost(path):
    with Journal(path) as journal:
        game = journal.begin(HEADER)
        for number in range(4):
            journal.append(game, "event", event(number))
        journal.append(game, "undo", {"count": 2})
        journal.append(game, "event", event(9))
        journal.append(game, "correct", {"index": 0, "event": event(7)})
        assert journal.load(game)[1] == [event(7), event(1), event(9)]
        assert len(journal.operations(game)) == 7


def test_games_do_not_mix(path):
    with Journal(path) as journal:
        first, second = journal.begin(HEADER), journal.begin(HEADER)
        journal.append(first, "event", event(1))
        journal.append(second, "event", event(2))
        journal.append(second, "undo", {"count": 1})
        assert journal.load(first)[1] == [event(1)]
        assert journal.load(second)[1] == []


def test_a_check_reads_each_game_s_steps_once(path):
    with Journal(path) as journal:
        for _ in range(3):
            journal.append(journal.begin(HEADER), "event", event(1))
        read = []
        journal._database.set_trace_callback(read.append)
        journal.check()
    assert sum("kind, body" in statement for statement in read) == 3


def test_every_commit_is_on_the_disk_before_it_is_told(path):
    with Journal(path) as journal:
        read = journal._database.execute
        assert read("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert read("PRAGMA synchronous").fetchone()[0] == 2  # FULL
        assert read("PRAGMA foreign_keys").fetchone()[0] == 1


@pytest.mark.parametrize(
    "statement", ["DELETE FROM operations", "UPDATE operations SET body = '{}'", "DELETE FROM games"]
)
def test_rows_can_only_be_added(path, statement):
    with Journal(path) as journal:
        journal.append(journal.begin(HEADER), "event", event(1))
        with pytest.raises(sqlite3.IntegrityError, match="append only"):
            journal._database.execute(statement)


def test_an_event_of_an_unknown_game_is_refused(path):
    with Journal(path) as journal, pytest.raises(JournalError, match="FOREIGN KEY"):
        journal.append(5, "event", event(1))


def test_a_game_that_is_not_there_names_those_that_are(path):
    with Journal(path) as journal:
        journal.begin(HEADER)
        with pytest.raises(JournalError, match="no game 5 .* it holds 1"):
            journal.load(5)


def test_openings_are_counted_over_restarts(path):
    for count in (1, 2, 3):
        with Journal(path) as journal:
            assert journal.openings == count


def test_two_hosts_cannot_share_a_journal(path):
    with Journal(path):
        with pytest.raises(JournalError, match="another Familiar is playing with this journal"):
            Journal(path)
    Journal(path).close()


def test_a_journal_can_be_read_while_a_host_plays(path):
    with Journal(path) as journal:
        game = journal.begin(HEADER)
        with Journal(path, readonly=True) as reader:
            journal.append(game, "event", event(1))
            assert reader.load(game)[1] == [event(1)]
            with pytest.raises(JournalError, match="readonly|cannot be"):
                reader.append(game, "event", event(2))


def test_no_other_program_takes_the_log_away_though_the_host_opens_its_journal_twice(path):
    look = f"import sqlite3 as s; d = s.connect({str(path)!r}); d.execute('PRAGMA user_version'); d.close()"
    with Journal(path) as journal:
        game = journal.begin(HEADER)
        Journal(path, readonly=True).close()
        subprocess.run([sys.executable, "-c", look], check=True)
        journal.append(game, "event", event(0))
        with Journal(path, readonly=True) as reader:
            assert reader.count() == (1, 1)


def test_only_its_owner_may_read_a_journal_and_its_backups(path):
    with Journal(path) as journal:
        game = journal.begin(HEADER)
        journal.append(game, "event", event(0))
        backup = Backups(path).take()
        for each in (*path.parent.glob(f"{path.name}*"), backup):
            if each.suffix != ".lock":
                assert stat.S_IMODE(each.stat().st_mode) == 0o600, each


def test_reading_makes_no_journal(path):
    with pytest.raises(JournalError, match="there is no journal here"):
        Journal(path, readonly=True)
    assert not path.exists()


def test_after_close_it_says_so_and_twice_is_harmless(path):
    journal = Journal(path)
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.games()


def test_memory_keeps_a_game_without_a_file():
    with Journal(":memory:") as journal:
        game = journal.begin(HEADER)
        journal.append(game, "event", event(1))
        assert journal.load(game)[1] == [event(1)]


def refusal(path):
    with pytest.raises(JournalError) as error:
        Journal(path)
    assert str(path) in str(error.value) and "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("length", [1, 51, 500])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_was(tmp_path, length):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * length)
    assert "no journal, nor any database" in refusal(path)
    assert path.read_text() == "Dear Ann, " * length


def test_a_database_of_another_program_is_refused_and_left_as_it_was(tmp_path):
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE songs (name TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    assert "another program" in refusal(path)
    assert path.read_bytes() == before


def test_a_journal_of_a_newer_familiar_is_refused(path):
    Journal(path).close()
    newer = sqlite3.connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    assert "newer Familiar" in refusal(path)


def test_a_damaged_journal_is_refused(path):
    with Journal(path) as journal:
        game = journal.begin(HEADER)
        for number in range(400):
            journal.append(game, "event", event(number))
    data = bytearray(path.read_bytes())
    assert len(data) > 3 * 4096
    data[4096 + 100 : -4096] = b"\xa5" * (len(data) - 8292)
    path.write_bytes(data)
    assert "damaged" in refusal(path)


def write(path, body, began=1.0):
    """Write a game of one event as a stranger may have made it, with a checksum that is right."""
    with Journal(path):
        pass
    with closing(sqlite3.connect(path)) as database, database:
        header = json.dumps(HEADER)
        values = 1, began, header, checksum(1, began, header)
        database.execute("INSERT INTO games (id, began, header, sum) VALUES (?, ?, ?, ?)", values)
        row = 1, "event", body
        values = 1, *row, checksum(1, *row)
        database.execute("INSERT INTO operations (id, game, kind, body, sum) VALUES (?, ?, ?, ?, ?)", values)


@pytest.mark.parametrize("began", ["yesterday", b"\xff", float("inf")])
def test_a_strangers_game_that_began_at_no_time_is_read(path, began):
    write(path, json.dumps(event(1)), began)
    with Journal(path, readonly=True) as journal:
        assert [entry.began for entry in journal.games()] == [0.0]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-1e999"])
def test_what_no_record_can_hold_is_damage_and_brought_back_without_it(path, number):
    write(path, f'{{"event": "bid", "player": 0, "tricks": {number}}}')
    with Journal(path, readonly=True) as journal, pytest.raises(JournalError, match="a row is not JSON"):
        journal.check()
    with open_journal(path, Backups(path)) as journal:
        journal.check()
        assert journal.load(1) == (HEADER, [])


def test_a_folder_is_refused(tmp_path):
    assert "this is a folder" in refusal(tmp_path)


def test_a_path_below_a_file_is_refused(tmp_path):
    (tmp_path / "file").touch()
    assert "cannot be written" in refusal(tmp_path / "file" / "journal.sqlite")


def test_a_journal_left_while_it_was_made_is_made_again(path):
    path.parent.mkdir()
    path.touch()
    with Journal(path) as journal:
        assert journal._database.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID


def test_a_full_disk_is_a_refusal_and_what_was_told_is_kept(path):
    with Journal(path) as journal:
        game = journal.begin(HEADER)
        journal.append(game, "event", event(1))
        pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
        journal._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match="disk is full"):
            for number in range(1000):
                journal.append(game, "event", event(number) | {"note": "x" * 500})
        journal._database.execute("PRAGMA max_page_count = 100000")
        count = len(journal.load(game)[1])
        journal.append(game, "event", event(2))
        assert len(journal.load(game)[1]) == count + 1


@pytest.mark.parametrize(
    "operations",
    [
        [("undo", {"count": 1})],
        [("correct", {"index": 0, "event": {}})],
        [("undo", {"count": 0})],
        [("?", {})],
        *([("event", {}), ("correct", {"index": 0, "event": each})] for each in (5, None, "x", [])),
    ],
)
def test_operations_that_contradict_each_other_do_not_fold(operations):
    with pytest.raises(ValueError, match="does not fit"):
        fold(operations)


def test_a_host_that_died_leaves_no_lock_behind(path):
    journal = Journal(path)
    journal._lock.close()
    journal._database.close()
    Journal(path).close()
