"""The log of writes: what a cut leaves is what was flushed, and of the rest any part."""

import random
import struct

import pytest
from writes import DISCARD, FLUSH, MAGIC, SECTOR, Cut, Disk, Log, cuts, cuts_at

OLD = b"o" * SECTOR


def entry(sector=0, data=b"", flags=0, count=None):
    count = len(data) // SECTOR if count is None else count
    return struct.pack("<QQQQ", sector, count, flags, 0).ljust(SECTOR, b"\0") + data


def log_of(path, *entries, more=b""):
    path.write_bytes(
        struct.pack("<QQQL", MAGIC, 1, len(entries), SECTOR).ljust(SECTOR, b"\0") + b"".join(entries) + more
    )
    return Log(path)


def full(letter, sectors=1):
    return letter * (SECTOR * sectors)


@pytest.fixture
def log(tmp_path):
    """Two writes, a flush, one write of eight sectors, a flush, one more."""
    return log_of(
        tmp_path / "log",
        entry(0, full(b"a")),
        entry(1, full(b"b")),
        entry(flags=FLUSH),
        entry(0, full(b"c", 8)),
        entry(flags=FLUSH),
        entry(2, full(b"d")),
    )


@pytest.fixture
def disk(tmp_path, log):
    (tmp_path / "disk").write_bytes(OLD * 8)
    return Disk(tmp_path / "disk", log)


def test_what_was_flushed_is_on_the_disk(disk):
    assert [each.flushes for each in disk.entries] == [False, False, True, False, True, False]
    disk.advance(3)
    assert disk.path.read_bytes() == full(b"a") + full(b"b") + OLD * 6
    disk.advance(5)
    assert disk.path.read_bytes() == full(b"c", 8)


def test_what_was_not_flushed_is_lost_in_any_part_and_laid_back(disk):
    disk.advance(3)
    before, seen = disk.path.read_bytes(), set()
    for seed in range(60):
        kept = disk.read([(each.sector, each.count) for each in disk.entries[3:4]])
        disk.lose(4, random.Random(seed))
        seen.add(disk.path.read_bytes().count(b"c") // SECTOR)
        disk.write(kept)
        assert disk.path.read_bytes() == before
    assert {0, 8} < seen


def test_an_entry_that_was_not_written_whole_ends_the_log(tmp_path):
    torn = entry(5, full(b"e", 4))[: 3 * SECTOR]
    log = log_of(tmp_path / "torn", entry(0, full(b"a")), more=torn)
    assert len(log.entries()) == 1
    # QEMU was ended while it wrote the entry, whose place it had taken: nothing lies there.
    assert len(log_of(tmp_path / "hole", entry(0, full(b"a")), more=bytes(4 * SECTOR)).entries()) == 1


def test_a_discard_has_no_data_behind_it(tmp_path):
    log = log_of(tmp_path / "log", entry(0, flags=DISCARD, count=8), entry(3, full(b"a")))
    assert [each.sector for each in log.entries()] == [0, 3]


def test_what_is_no_log_is_refused(tmp_path):
    (tmp_path / "other").write_bytes(bytes(4 * SECTOR))
    with pytest.raises(ValueError, match="is no log of writes"):
        Log(tmp_path / "other").entries()


def test_cuts_come_right_behind_a_flush_and_anywhere_before_the_next(log):
    entries = log.entries()
    made = cuts(entries, 10, seed=1)
    assert [(each.flushed, each.end) for each in made][0] == (3, entries[2].end)
    assert all(entries[each.flushed - 1].flushes for each in made)
    assert all(each.end == entries[each.last - 1].end for each in made)
    assert not any(entry.flushes for each in made for entry in entries[each.flushed : each.last])
    behind = cuts(entries, 10, seed=1, begin=entries[3].end)
    assert [each.flushed for each in behind] == [5]


def test_a_cut_at_a_moment_has_all_that_was_flushed_by_then_and_no_more(log):
    entries = log.entries()
    flush, write = entries[2].end, entries[3].end
    assert cuts_at(entries, [SECTOR, flush - 1, flush, write, log.size()]) == [
        Cut(0, 0, SECTOR),
        Cut(0, 0, flush - 1),
        Cut(3, 3, flush),
        Cut(3, 3, write),
        Cut(5, 5, log.size()),
    ]
