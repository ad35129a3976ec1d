"""A full disk, a read-only one, two hosts at one journal, a clock that jumps back, spoilt models."""

import itertools
import os
import shutil
import subprocess
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

from faults.evening import compare, play, script

from models import files
from table.backup import Backups
from table.command import Accepted
from table.errors import JournalError
from table.host import Host
from table.journal import Journal
from table.rescue import open_journal
from vision.errors import MissingModel
from vision.networks import network


class CannotMount(Exception):
    """Only root can mount a small disk, and not everywhere."""


@contextmanager
def small_disk(folder, kilobytes):
    """Mount a disk of so many kilobytes. Raises CannotMount."""
    folder.mkdir(parents=True, exist_ok=True)
    options = ["-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)]
    mount = shutil.which("mount")
    if os.geteuid() or mount is None or subprocess.run([mount, *options], capture_output=True).returncode:
        raise CannotMount
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def full_disk(folder, rounds=3):
    """Play until the disk is full, make room, go on; and so again. Returns figures."""
    games, figures = [script(5, rounds=rounds, players=3)], Counter(operations=0, refusals=0, filled=0)
    with small_disk(folder, 1024) as disk:
        path, ballast = disk / "journal.sqlite", disk / "ballast"
        with Host(open_journal(path, Backups(path, keep=0))) as host:
            assert isinstance(host.handle(games[0].begin), Accepted)
            for number, step in enumerate(games[0].steps):
                if number % 7 == 0:
                    _fill(ballast)
                    figures["filled"] += 1
                before = host.snapshot.history
                outcome = host.handle(step.command)
                if not isinstance(outcome, Accepted):
                    figures["refusals"] += 1
                    assert outcome.rule == "journal" and host.snapshot.history == before
                    ballast.unlink()
                    outcome = host.handle(step.command)
                    assert isinstance(outcome, Accepted), outcome
                figures["operations"] += 1
        ballast.unlink(missing_ok=True)
        with open_journal(path, Backups(path, keep=0)) as journal:
            difference = compare(journal, games, 0, len(games[0].steps))
            assert difference is None and journal.notice is None, difference
    assert figures["refusals"]
    return figures


def _fill(path):
    """Write until there is no room."""
    with open(path, "ab", buffering=0) as file:
        for size in (65536, 4096, 512):
            while True:
                try:
                    if not file.write(bytes(size)):
                        break
                except OSError:
                    break


def read_only_disk(folder, operations=20):
    """Let a disk become read-only under the host, as Linux does with a failing card. Returns figures."""
    whole = script(6, rounds=3, players=3)
    games, refusals = [type(whole)(whole.begin, whole.start, whole.steps[:operations])], 0
    with small_disk(folder, 4096) as disk:
        path = disk / "journal.sqlite"
        with Host(open_journal(path)) as host:
            play(host, games, 0, None, lambda *_: None)
            before = host.snapshot.history
            remount = ["mount", "-o", "remount,ro", str(disk)]
            if not subprocess.run(remount, capture_output=True).returncode:
                outcome = host.handle(whole.steps[operations].command)
                refusals += outcome.rule == "journal"
                assert refusals and host.snapshot.history == before
                subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True, capture_output=True)
        try:
            open_journal(path).close()
        except JournalError as error:
            assert len(str(error).splitlines()) == 1
            refusals += 1
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        with open_journal(path) as journal:
            assert compare(journal, games, 0, operations) is None and journal.notice is None
    assert refusals
    return Counter(operations=operations, refusals=refusals)


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
    "two hosts": two_hosts,
    "a clock that jumps back": clock_jumps_back,
    "models altered, cut, empty, gone": models,
}
