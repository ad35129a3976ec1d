"""A damaged journal comes back as far as it can be read or was copied, and says so; nothing is deleted."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table.command import Accepted, NewGame, Refused, Submit, Undo
from table.errors import JournalDamaged, JournalError
from table.host import Host
from table.journal import Journal
from table.recovery import salvage
from table.recovery.backup import Backups
from table.recovery.rescue import RESTORED, examine, open_journal

HEADER = {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Zoë"], "dealer": 0, "rules": {}}


def event(number):
    return {"event": "bid", "player": 0, "tricks": number}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


@pytest.fixture
def backups(path):
    return Backups(path)


def fill(path, *counts, start=0):
    """Play games of so many steps each."""
    with Journal(path) as journal:
        for count in counts:
            game = journal.begin(HEADER)
            for number in range(start, start + count):
                journal.append(game, "event", event(number))


def content(path):
    with Journal(path, readonly=True) as journal:
        journal.check()
        return [journal.load(entry.id)[1] for entry in journal.games()]


def events(*counts):
    return [[event(number) for number in range(count)] for count in counts]


def crashed(path):
    """Leave the journal as a power cut does: with its log, which no closing has cleared."""
    files = [Path(f"{path}{part}") for part in ("", "-wal")]
    with Journal(path) as journal:
        journal.append(1, "event", event(99))
        for file in files:
            shutil.copy(file, f"{file}.copy")
    for file in files:
        Path(f"{file}.copy").replace(file)


def overwrite(path, at, data):
    content = bytearray(path.read_bytes())
    content[at : at + len(data)] = data
    path.write_bytes(content)


def damaged(path):
    (folder,) = path.parent.glob("*.damaged-*")
    return folder


def test_a_whole_journal_is_opened_as_it_is(path):
    fill(path, 3)
    assert examine(path, Backups(path)) is None
    with open_journal(path) as journal:
        assert journal.notice is None
        assert journal.load(1)[1] == events(3)[0]


def test_a_new_journal_is_made_where_there_was_none(path):
    with open_journal(path) as journal:
        assert journal.notice is None and journal.games() == []


def test_rows_that_can_still_be_read_come_back_without_a_backup(path):
    fill(path, 400, 3)
    whole = path.read_bytes()
    overwrite(path, 0, b"\xa5" * 4096)
    with open_journal(path) as journal:
        assert "2 games with 403 steps; no step is known to be missing" in journal.notice
    assert content(path) == events(400, 3)
    folder = damaged(path)
    assert (folder / path.name).read_bytes() == b"\xa5" * 4096 + whole[4096:]
    assert journal.notice in (folder / "WHAT-HAPPENED.txt").read_text()
    assert str(path.parent) not in journal.notice
    assert len((folder / "rows.jsonl").read_text().splitlines()) == 405


def test_a_long_row_comes_back_too(path):
    long = {"event": "note", "text": "Zoë " * 5000}
    with Journal(path) as journal:
        journal.append(journal.begin(HEADER), "event", long)
    overwrite(path, 0, bytes(100))
    open_journal(path).close()
    assert content(path) == [[long]]


def test_what_cannot_be_read_comes_from_the_newest_whole_backup(path, backups):
    fill(path, 5)
    backups.take()
    fill(path, 400)
    size = path.stat().st_size
    overwrite(path, 0, bytes(size))
    with open_journal(path, backups) as journal:
        assert "1 game with 5 steps" in journal.notice
    assert content(path) == events(5)


def test_a_backup_and_what_can_be_read_make_one_journal(path, backups):
    fill(path, 200, 1)
    backups.take()
    fill(path, 300)
    data = path.read_bytes()
    with sqlite3.connect(path) as database:
        pages = salvage.read(path)
    database.close()
    assert len(pages.operations) == 501
    first = next(
        at for at in range(0, len(data), 4096) if data[at] == 0x0D and b'"tricks":7}' in data[at:][:4096]
    )
    overwrite(path, first, bytes(4096))
    assert len(salvage.read(path).operations) < 501
    with open_journal(path, backups) as journal:
        assert "3 games with 501 steps; no step is known to be missing" in journal.notice
    assert content(path) == events(200, 1, 300)


def test_a_gap_ends_the_game_that_it_is_in_and_no_other(path):
    fill(path, 300, 100, 2)
    data = path.read_bytes()
    pages = [
        at for at in range(0, len(data), 4096) if data[at] == 0x0D and b'"tricks":100}' in data[at:][:4096]
    ]
    overwrite(path, pages[0], bytes(4096))
    with open_journal(path) as journal:
        assert "missing" in journal.notice and "after a gap" in journal.notice
    first, second, third = content(path)
    assert 0 < len(first) < 300 and first == events(len(first))[0]
    assert (second, third) == tuple(events(100, 2))


def test_one_letter_that_the_disk_changed_is_found_and_put_right_from_the_backup(path, backups):
    fill(path, 300)
    backups.take()
    data = path.read_bytes()
    overwrite(path, data.index(b'"tricks":250}') + 9, b"251")
    with pytest.raises(JournalDamaged, match="row 251 is not what was written"), Journal(path) as journal:
        journal.check()
    with open_journal(path, backups):
        pass
    assert content(path) == events(300)


def test_a_log_that_is_damaged_in_the_middle_hides_no_step(path):
    with Journal(path) as journal:
        game = journal.begin(HEADER)
        for number in range(30):
            journal.append(game, "event", event(number))
        for part in ("", "-wal"):
            shutil.copy(f"{path}{part}", f"{path}.copy{part}")
    copy = Path(f"{path}.copy")
    log = Path(f"{copy}-wal")
    overwrite(log, log.stat().st_size * 2 // 3, b"\xa5" * 64)
    assert "log is damaged" in examine(copy, Backups(copy))
    with open_journal(copy) as journal:
        assert "30 steps; no step is known to be missing" in journal.notice
    assert content(copy) == events(30)


@pytest.mark.parametrize("place", [8, 16, 24, 32, 60])
def test_a_log_whose_head_is_damaged_hides_no_step(path, place):
    fill(path, 2)
    with Journal(path) as journal:
        for number in range(2, 9):
            journal.append(1, "event", event(number))
        for part in ("", "-wal"):
            shutil.copy(f"{path}{part}", f"{path}.copy{part}")
    copy = Path(f"{path}.copy")
    overwrite(Path(f"{copy}-wal"), place, b"\xa5" * 8)
    with open_journal(copy) as journal:
        assert journal.notice
    assert content(copy) == events(9)


def test_a_journal_that_fell_back_behind_its_backup_catches_up(path, backups):
    fill(path, 2)
    before = path.read_bytes()
    fill(path, 5)
    backups.take()
    path.write_bytes(before)
    with open_journal(path, backups) as journal:
        assert "2 games with 7 steps" in journal.notice
    assert content(path) == events(2, 5)


def test_another_journal_put_in_its_place_is_no_fallback(path, backups):
    fill(path, 50)
    backups.take()
    path.unlink()
    fill(path, 3, start=70)
    with open_journal(path, backups) as journal:
        assert journal.notice is None


def test_a_torn_last_commit_is_no_damage(path):
    fill(path, 3)
    crashed(path)
    log = Path(f"{path}-wal")
    log.write_bytes(log.read_bytes()[:-700])
    with open_journal(path) as journal:
        assert journal.notice is None
    assert content(path) == events(3)


def test_a_journal_cut_to_nothing_comes_back_from_its_log(path):
    with Journal(path) as journal:
        game = journal.begin(HEADER)
        journal.append(game, "event", event(0))
        for part in ("", "-wal"):
            shutil.copy(f"{path}{part}", f"{path}.copy{part}")
    copy = Path(f"{path}.copy")
    copy.write_bytes(b"")
    with open_journal(copy) as journal:
        assert "1 game with 1 step;" in journal.notice
    assert content(copy) == events(1)


@pytest.mark.parametrize("left", [None, b"", bytes(5000)])
def test_a_journal_that_is_gone_or_blank_comes_back_from_its_backup(path, backups, left):
    fill(path, 4)
    backups.take()
    path.unlink()
    if left is not None:
        path.write_bytes(left)
    with open_journal(path, backups) as journal:
        assert "1 game with 4 steps" in journal.notice
    assert content(path) == events(4)


def test_a_file_in_which_nothing_is_ours_is_left_alone(path):
    path.write_text("Dear Ann, " * 500)
    with pytest.raises(JournalError, match="no journal, nor any database"):
        open_journal(path)
    assert path.read_text() == "Dear Ann, " * 500
    assert not list(path.parent.glob("*.damaged-*"))


def test_a_backup_of_another_journal_is_not_mixed_in(path, backups):
    fill(path, 9, start=50)
    backups.take()
    path.unlink()
    Path(f"{path}.lock").unlink()
    fill(path, 300)
    overwrite(path, 0, bytes(4096))
    open_journal(path, backups).close()
    assert content(path) == events(300)


@pytest.mark.parametrize("moved", [(), ("-wal",), ("-wal", "")])
def test_a_way_back_that_a_power_cut_interrupted_is_completed(path, moved):
    fill(path, 7)
    folder = path.parent / "journal.sqlite.damaged-20260101T000000"
    folder.mkdir()
    shutil.copy(path, folder / RESTORED)
    (folder / "WHAT-HAPPENED.txt").write_text("why\nIt has been brought back.\n")
    path.write_bytes(b"damaged")
    Path(f"{path}-wal").write_bytes(b"old log")
    for part in moved:
        Path(f"{path}{part}").replace(folder / f"{path.name}{part}")
    with open_journal(path) as journal:
        assert journal.notice == "It has been brought back."
    assert content(path) == events(7)
    assert (folder / path.name).read_bytes() == b"damaged"
    assert (folder / "journal.sqlite-wal").read_bytes() == b"old log"


def test_nothing_is_touched_while_another_host_plays(path, backups):
    fill(path, 3)
    with Journal(path), pytest.raises(JournalError, match="another Familiar"):
        open_journal(path, backups)


def test_after_the_way_back_the_journal_goes_on(path):
    fill(path, 300, 4)
    overwrite(path, 0, bytes(100))
    with open_journal(path) as journal:
        journal.append(2, "event", event(4))
    with open_journal(path) as journal:
        assert journal.notice is None
        assert journal.load(2)[1] == events(5)[0]


@pytest.mark.parametrize("left", ["a damaged file", "a copy"])
def test_after_the_way_back_a_phone_that_slept_is_still_found_stale(path, backups, left):
    header = {**HEADER, "players": ["Ann", "Bo", "Cy"]}
    with Host(open_journal(path)) as host:
        assert isinstance(host.handle(NewGame(header)), Accepted)
        assert isinstance(host.handle(Submit({"event": "turn_up", "card": "7H"})), Accepted)
    for _ in range(3):
        open_journal(path).close()
    with Host(open_journal(path)) as host:
        host.handle(Submit({"event": "bid", "player": 1, "tricks": 0}))
        seen = host.snapshot.number
    if left == "a copy":
        backups.take()
        path.unlink()
    else:
        overwrite(path, path.read_bytes().index(b'"tricks"'), b'"tracks"')
    with Host(open_journal(path)) as host:
        assert host.snapshot.journal_trouble and host.snapshot.number > seen
        refused = host.handle(Undo(1, seen=seen))
        assert isinstance(refused, Refused) and refused.stale


def test_where_an_older_copy_was_laid_in_its_place_a_phone_that_slept_is_still_found_stale(path, backups):
    header = {**HEADER, "players": ["Ann", "Bo", "Cy"]}
    with Host(open_journal(path)) as host:
        assert isinstance(host.handle(NewGame(header)), Accepted)
        assert isinstance(host.handle(Submit({"event": "turn_up", "card": "7H"})), Accepted)
    copy = backups.take()
    for _ in range(3):
        open_journal(path).close()
    with Host(open_journal(path)) as host:
        seen = host.snapshot.number
    shutil.copy(copy, path)
    with Host(open_journal(path)) as host:
        assert host.snapshot.journal_trouble is None and host.snapshot.number > seen
        refused = host.handle(Undo(1, seen=seen))
        assert isinstance(refused, Refused) and refused.stale
    with open_journal(path) as journal:
        assert journal.openings == 7


@pytest.mark.parametrize("text", ["", "many", "-3", str(2**60), "7" * 40])
def test_a_spoilt_note_of_openings_is_not_believed(path, backups, text):
    open_journal(path).close()
    (backups.folder / "journal.openings").write_text(text, encoding="ascii")
    with open_journal(path) as journal:
        assert journal.openings == 2


def test_a_spoilt_count_of_openings_is_not_believed(path):
    fill(path, 3)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'openings'", (2**60,))
    overwrite(path, path.read_bytes().index(b'"tricks":2'), b'"tricks":1')
    with open_journal(path) as journal:
        assert journal.notice and 0 < journal.openings < 10


@pytest.mark.parametrize("place", [18, 47])
def test_a_head_that_forbids_writing_or_tells_an_unknown_format_is_damage_and_mended(path, place):
    fill(path, 3)
    overwrite(path, place, b"\x07")
    with open_journal(path) as journal:
        assert "1 game with 3 steps; no step is known to be missing" in journal.notice
        journal.append(1, "event", event(3))
    assert content(path) == events(4)


def test_a_damage_that_even_the_complaint_about_it_cannot_be_read_of_is_mended(path):
    fill(path, 3)
    data = path.read_bytes()
    overwrite(path, data.index(b"CREATE TABLE games") + 13, b"\xab")
    with open_journal(path) as journal:
        assert "1 game with 3 steps; no step is known to be missing" in journal.notice
    assert content(path) == events(3)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (b"'correct')", b"'corrupt')"),
        (b"ABORT", b"ABORR"),
        (b"kind IN", b"kin\x8a IN"),
        (b"(name,seq)", b"(name\xb2seq)"),
        (b"\x13tablegames", b"\x12tablegames"),
    ],
)
def test_a_damaged_declaration_is_mended_before_it_refuses_every_step(path, was, now):
    fill(path, 3)
    overwrite(path, path.read_bytes().index(was), now)
    with open_journal(path) as journal:
        assert "1 game with 3 steps; no step is known to be missing" in journal.notice
        journal.append(1, "correct", {"index": 0, "event": event(0)})


def test_a_damaged_index_that_gives_one_step_twice_and_another_never_is_found_and_mended(path):
    fill(path, 3)
    data = path.read_bytes()
    # An entry of the index: two sizes, three kinds (the first says: game 1), the step's number and its row's.
    entry = data.index(b"\x06\x04\x09\x01\x01\x03\x03")
    overwrite(path, entry + 6, b"\x02")
    with open_journal(path) as journal:
        assert "1 game with 3 steps; no step is known to be missing" in journal.notice
    assert content(path) == events(3)


def lose(path):
    """Take the journal's own files away, as a failing card does; the copies lie elsewhere."""
    for each in path.parent.glob(f"{path.name}*"):
        if each.is_file():
            each.unlink()


def test_after_the_loss_of_the_journal_nobody_calls_its_backup_whole(path, backups):
    fill(path, 3)
    backups.take()
    with Journal(path) as journal:
        for number in range(150):
            journal.append(1, "event", event(number))
    lose(path)
    with open_journal(path, backups) as journal:
        assert "backup has been brought back: 1 game with 3 steps; what was played after" in journal.notice
        assert "no step is known to be missing" not in journal.notice


@pytest.mark.parametrize(
    ("noted", "says"), [(153, "the last 150 steps"), (3, "no step is known"), (0, "no step is known")]
)
def test_how_many_steps_were_lost_is_known_where_it_was_noted(path, backups, noted, says):
    fill(path, 3)
    backups.take()
    backups.note(noted)
    lose(path)
    with open_journal(path, backups) as journal:
        assert says in journal.notice and "1 game with 3 steps" in journal.notice


@pytest.mark.parametrize("text", ["", "x", "-5", "9" * 5000, "\xff"])
def test_a_spoilt_note_is_none(path, backups, text):
    fill(path, 3)
    backups.take()
    (backups.folder / "journal.count").write_text(text, encoding="latin-1")
    lose(path)
    with open_journal(path, backups) as journal:
        assert "1 game with 3 steps" in journal.notice


def test_what_was_found_is_its_owners_alone_to_read_like_the_journal(path):
    fill(path, 3)
    overwrite(path, 0, bytes(100))
    before = os.umask(0o022)
    try:
        open_journal(path).close()
    finally:
        os.umask(before)
    for file in (path, damaged(path) / "rows.jsonl"):
        assert file.stat().st_mode & 0o077 == 0, file


def copied(path, backups):
    """Play, copy, and lose the journal's own files."""
    fill(path, 30)
    backups.take()
    for part in ("", "-wal", "-shm"):
        Path(f"{path}{part}").unlink(missing_ok=True)
    return backups.all()[0]


def test_where_no_copy_is_whole_either_what_they_still_hold_comes_back(path, backups):
    copy = copied(path, backups)
    data = bytearray(copy.read_bytes())
    at = data.index(b'"tricks":20')
    data[at : at + 11] = b'"tricks":21'
    copy.write_bytes(data)
    assert "is gone, and it was not so before" in examine(path, backups)
    with open_journal(path, backups) as journal:
        assert "missing: 1 step before step 22" in str(journal.notice)
    assert content(path) == events(20)


@pytest.mark.parametrize("left", ["a copy of nothing", "the number of steps"])
def test_a_journal_of_which_nothing_is_left_does_not_begin_anew_without_a_word(path, backups, left):
    copy = copied(path, backups)
    if left == "a copy of nothing":
        copy.write_bytes(b"")
    else:
        copy.unlink()
        backups.note(30)
    assert "is gone, and it was not so before" in examine(path, backups)
    with open_journal(path, backups) as journal:
        assert "is missing" in str(journal.notice) or "missing: the last 30 steps" in str(journal.notice)
        assert journal.games() == []
    assert examine(path, backups) is None
