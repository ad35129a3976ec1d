"""A full disk, a read-only one, two hosts at one journal, a clock that jumps back, spoilt models."""

import itertools
import shutil
from collections import Counter
from pathlib import Path

from faults.evening import compare, play, script
from faults.small import ext4, small_disk

from models import files
from table.command import Accepted
from table.core.writer import TRIAL_S
from table.errors import JournalError
from table.host import Host
from table.journal import Journal
from table.recovery.backup import Backups
from table.recovery.rescue import open_journal
from table.recovery.waiting import open_or_wait
from table.view.lamps import RED
from vision.errors import MissingModel
from vision.networks import network


def full_disk(folder, rounds=3):
    """Play until the disk is full, make room, go on; and so again. Returns figures."""
    games, figures = [script(5, rounds=rounds, players=3)], Counter(operations=0, refusals=0, filled=0)
    with small_disk(folder, 1024) as disk:
        path, now = disk.folder / "journal.sqlite", itertools.count(step=TRIAL_S)
        with Host(open_journal(path, Backups(path, keep=0))) as host:
            assert isinstance(host.handle(games[0].begin), Accepted)
            for number, step in enumerate(games[0].steps):
                if number % 7 == 0:
                    disk.fill()
                    figures["filled"] += 1
                before = host.snapshot.history
                outcome = host.handle(step.command)
                if not isinstance(outcome, Accepted):
                    figures["refusals"] += 1
                    assert outcome.rule == "journal" and host.snapshot.history == before
                    host.tick(next(now))
                    host.tick(next(now))
                    assert "disk is full" in host.snapshot.trouble and host.snapshot.lights.status == RED
                    disk.free()
                    host.tick(next(now))
                    assert host.snapshot.trouble is None and host.snapshot.history == before
                    outcome = host.handle(step.command)
                    assert isinstance(outcome, Accepted), outcome
                figures["operations"] += 1
        disk.free()
        with open_journal(path, Backups(path, keep=0)) as journal:
            difference = compare(journal, games, 0, len(games[0].steps))
            assert difference is None and journal.notice is None, difference
    assert figures["refusals"]
    return figures


def read_only_disk(folder, operations=20):
    """Let a disk be read-only when the host is switched on, and no more in the evening. Returns figures."""
    whole = script(6, rounds=3, players=3)
    games, refusals = [type(whole)(whole.begin, whole.start, whole.steps[:operations])], 0
    with small_disk(folder, 4096) as disk:
        path = disk.folder / "journal.sqlite"
        with Host(open_journal(path)) as host:
            play(host, games, 0, None, lambda *_: None)
        assert disk.lock()
        try:
            open_journal(path).close()
        except JournalError as error:
            assert "can only be read" in str(error) and len(str(error).splitlines()) == 1
            refusals += 1
        with Journal(path, readonly=True) as reader:
            assert compare(reader, games, 0, operations) is None
        with Host(open_or_wait(path)) as host:
            assert host.handle(whole.steps[operations].command).rule == "journal"
            assert "can only be read" in host.snapshot.trouble
            refusals += 1
            disk.unlock()
            host.tick(0.0)
            host.tick(TRIAL_S)
            assert host.snapshot.trouble is None
        with open_journal(path) as journal:
            assert compare(journal, games, 0, operations) is None and journal.notice is None
    assert refusals == 2
    return Counter(operations=operations, refusals=refusals)


def locking_disk(folder, operations=20):
    """Let the system lock a card under the host, as Linux does after an error. Returns figures."""
    whole, image = script(6, rounds=3, players=3), folder.with_suffix(".ext4")
    games = [type(whole)(whole.begin, whole.start, whole.steps[:operations])]
    with ext4(folder, image) as disk:
        path = disk.folder / "journal.sqlite"
        host = Host(open_journal(path))
        play(host, games, 0, None, lambda *_: None)
        before = host.snapshot.history
        disk.break_down()
        assert host.handle(whole.steps[operations].command).rule == "journal"
        assert host.snapshot.history == before and "can only be read" in host.snapshot.trouble
        assert host.snapshot.lights.status == RED
        host.close()
        with Journal(path, readonly=True) as reader:
            assert compare(reader, games, 0, operations) is None
    # A namespace that another process made may hold the locked disk, which a second mount would share.
    after = Path(shutil.copy(image, folder.with_suffix(".after")))
    with ext4(folder, after), open_journal(path) as journal:
        assert compare(journal, games, 0, operations) is None and journal.notice is None
    image.unlink()
    after.unlink()
    return Counter(operations=operations, refusals=1)


def two_hosts(folder, operations=20):
    """Let a second host ask for the journal at every step of the first. Returns figures."""
    whole, figures = script(7, rounds=3, players=3), Counter(refused=0, read=0)
    games = [type(whole)(whole.begin, whole.start, whole.steps[:operations])]
    folder.mkdir(parents=True)
    path = folder / "journal.sqlite"

    def other(game, count):
        try:
            open_journal(path).close()
        except JournalError as error:
            assert "another Familiar" in str(error)
            figures["refused"] += 1
        with Journal(path, readonly=True) as reader:
            assert len(reader.operations(game + 1)) == count
            figures["read"] += 1

    with Host(open_journal(path)) as host:
        play(host, games, 0, None, other)
    with open_journal(path) as journal:
        assert compare(journal, games, 0, operations) is None
    assert figures["refused"] == figures["read"] == operations + 1
    return figures


def clock_jumps_back(folder, openings=12):
    """Open, play and copy with a clock that stands anywhere. Returns figures."""
    whole = script(8, rounds=2, players=3)
    folder.mkdir(parents=True)
    path, games = folder / "journal.sqlite", [whole]
    times = itertools.cycle([2e9, 0.0, 1e9, -5.0, 3e9, 1.0])
    numbers, done = [], None
    for _ in range(openings):
        backups = Backups(path, keep=3, clock=lambda: next(times))
        with Host(open_journal(path, backups, clock=lambda: next(times))) as host:
            numbers.append(host.snapshot.number)
            upto = min(len(whole.steps), (done or 0) + 2)
            part = [type(whole)(whole.begin, whole.start, whole.steps[:upto])]
            play(host, part, 0, done, lambda *_: None)
            done = upto
            backups.take()
        assert backups.whole() == backups.all()[0]
        with Journal(backups.all()[0], readonly=True) as copy:
            assert len(copy.operations(1)) == done
    with open_journal(path) as journal:
        assert compare(journal, games, 0, done) is None and journal.notice is None
    assert numbers == sorted(numbers)
    return Counter(openings=openings, operations=done)


def models(folder):
    """Alter, cut and take away every shipped network, and let it be loaded. Returns figures."""
    folder.mkdir(parents=True)
    kept, figures = (files.FOLDER, files.SUMS), Counter(refused=0)
    shutil.copy(files.SUMS, folder)
    try:
        names = list(files.shipped())
        files.FOLDER, files.SUMS = folder, folder / files.SUMS.name
        for name in names:
            data = (kept[0] / name).read_bytes()
            middle = len(data) // 2
            bad = (data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :], data[:-1], b"", None)
            for number, content in enumerate(bad):
                Path(folder / name).unlink(missing_ok=True)
                if content is not None:
                    (folder / name).write_bytes(content)
                getattr(files.complaint, "cache_clear", lambda: None)()
                try:
                    network(folder / name)
                except MissingModel as error:
                    assert name in str(error) and len(str(error).splitlines()) == 1, number
                    figures["refused"] += 1
        assert figures["refused"] == 4 * len(names)
    finally:
        files.FOLDER, files.SUMS = kept
    return figures


PARTS = {
    "a full disk": full_disk,
    "a read-only disk": read_only_disk,
    "a disk that locks itself": locking_disk,
    "two hosts": two_hosts,
    "a clock that jumps back": clock_jumps_back,
    "models altered, cut, empty, gone": models,
}
