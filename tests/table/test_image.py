"""Reading without writing: what stands in a journal is seen whole where nothing can be written."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from table.errors import JournalDamaged, JournalError, JournalUnwritten
from table.journal import Journal
from table.recovery.backup import Backups
from table.recovery.rescue import examine
from table.storage import image

HEADER = {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Zoë"], "dealer": 0, "rules": {}}
NOBODY = 65534


def event(number):
    return {"event": "bid", "player": 0, "tricks": number}


def left(path, steps=40, folded=20, shm=True):
    """Leave a journal as a pulled plug does: its newest steps stand in the log alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Journal(path) as journal:
        game = journal.begin(HEADER)
        for number in range(steps):
            if number == folded:
                journal._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            journal.append(game, "event", event(number))
        parts = [part for part in ("", "-wal", "-shm") if shm or part != "-shm"]
        copies = {part: Path(f"{path}{part}").read_bytes() for part in parts}
    for part, data in copies.items():
        Path(f"{path}{part}").write_bytes(data)
    return copies


def steps_of(path):
    with Journal(path, readonly=True) as journal:
        journal.check()
        return len(journal.operations(1))


@pytest.mark.parametrize("folded", [0, 20, 40])
def test_the_image_holds_what_sqlite_would_read_log_and_all(tmp_path, folded):
    path = tmp_path / "journal.sqlite"
    left(path, folded=folded)
    database = sqlite3.connect(":memory:")
    database.deserialize(image.read(path))
    rows = database.execute("SELECT * FROM operations ORDER BY id").fetchall()
    database.close()
    there = sqlite3.connect(path)
    assert rows == there.execute("SELECT * FROM operations ORDER BY id").fetchall() and len(rows) == 40
    there.close()


def test_what_was_never_committed_is_not_in_the_image(tmp_path):
    path = tmp_path / "journal.sqlite"
    copies = left(path)
    Path(f"{path}-wal").write_bytes(copies["-wal"][:-1])
    database = sqlite3.connect(":memory:")
    database.deserialize(image.read(path))
    assert database.execute("SELECT count(*) FROM operations").fetchone() == (39,)
    database.close()


def test_a_journal_that_is_written_meanwhile_has_no_image(tmp_path, monkeypatch):
    path = tmp_path / "journal.sqlite"
    copies = left(path)
    read = Path.read_bytes

    def read_while_written(file):
        data = read(file)
        with open(f"{path}-wal", "ab") as log:
            log.write(copies["-wal"][-4120:])
        return data

    monkeypatch.setattr(Path, "read_bytes", read_while_written)
    assert image.read(path) is None


def test_a_log_that_may_not_be_read_is_not_passed_over(tmp_path):
    path = tmp_path / "journal.sqlite"
    left(path)
    Path(f"{path}-wal").unlink()
    # Nobody, not even root, can read a folder as a file.
    Path(f"{path}-wal").mkdir()
    with pytest.raises(OSError):
        image.read(path)


# A disk that is locked or full.


@pytest.fixture(params=["left with its log", "left without its index", "closed"])
def written(request, small_disk):
    path = small_disk.folder / "familiar" / "journal.sqlite"
    left(path, shm="index" not in request.param)
    if request.param == "closed":
        Journal(path).close()
        assert not Path(f"{path}-wal").exists()
    return path


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("way", ["full", "locked"])
def test_all_is_read_from_a_disk_that_cannot_be_written_and_nothing_changes(way, written, small_disk):
    Backups(written).take()
    small_disk.fill() if way == "full" else small_disk.lock()
    before = contents(written.parent)
    assert steps_of(written) == 40
    assert examine(written, Backups(written)) is None
    assert steps_of(Backups(written).whole()) == 40
    after = contents(written.parent)
    index = Path(f"{written}-shm")
    assert {**after, index: None} == {**before, index: None}


def test_nothing_is_written_into_what_was_read_into_memory(written, small_disk):
    small_disk.lock()
    with Journal(written, readonly=True) as journal, pytest.raises(JournalError):
        journal.append(1, "event", event(0))


def test_damage_is_found_on_a_locked_disk_too(written, small_disk):
    data = bytearray(written.read_bytes())
    data[4096 + 100 :] = b"\xa5" * (len(data) - 4196)
    for part in ("-wal", "-shm"):
        Path(f"{written}{part}").unlink(missing_ok=True)
    written.write_bytes(data)
    small_disk.lock()
    with pytest.raises(JournalDamaged, match="damaged"):
        steps_of(written)


# Files and folders of somebody else, on any machine.


@contextmanager
def somebody():
    """Be somebody whom rights bind: root is not."""
    root = not os.geteuid()
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def shared():
    """Give a folder in which anybody may look, also a stranger."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder / "familiar"
    for each in (folder / "familiar", folder):
        each.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize("shm", [True, False], ids=["with its index", "without its index"])
@pytest.mark.parametrize("closed", [True, False], ids=["closed", "left with its log"])
@pytest.mark.parametrize(("file", "folder"), [(0o444, 0o755), (0o444, 0o555), (0o644, 0o555)])
def test_who_may_only_read_reads_all(shared, shm, closed, file, folder):
    path = shared / "journal.sqlite"
    left(path, shm=shm)
    if closed:
        Journal(path).close()
    Path(f"{path}.lock").unlink()
    for part in shared.iterdir():
        part.chmod(file)
    shared.chmod(folder)
    with somebody():
        assert steps_of(path) == 40
        assert examine(path, Backups(path)) is None
        if folder == 0o555:
            with pytest.raises(JournalUnwritten, match="may not read and write there; do it as the user"):
                Journal(path)


def test_who_may_not_even_read_is_told_what_to_do(shared):
    path = shared / "journal.sqlite"
    left(path)
    path.chmod(0)
    with somebody(), pytest.raises(JournalUnwritten, match="may not read and write there; do it as"):
        Journal(path, readonly=True)
