"""The journal cut off, torn and altered at every byte, and opened again as the product does.

All of it happens in memory (a tmpfs where there is one): what is asked here is what a given state of the two
files leads to, not whether a disk keeps its word.
"""

import itertools
import random
import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from faults.evening import compare, play, script

from table.errors import JournalError
from table.host import Host
from table.recovery.backup import Backups
from table.recovery.rescue import open_journal

FRAME, HEAD, PAGE, SECTOR = 24 + 4096, 100, 4096, 512


@dataclass
class Tape:
    """A played game: the files after each acknowledgement, and after everything was put away.

    `logs[i]`: bytes of the log when operation i was acknowledged; `main` and `log` as a power cut leaves them
    at the end, `checkpointed` the file that the log was worked into.
    """

    games: list
    logs: list = field(default_factory=list)
    main: bytes = b""
    log: bytes = b""
    checkpointed: bytes = b""
    backup: bytes = b""


def record(folder, operations, seed=1):
    """Play the beginning of an evening, and keep what lies on the disk."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    path = folder / "journal.sqlite"
    whole = script(seed, rounds=3, players=3)
    tape = Tape([type(whole)(whole.begin, whole.start, whole.steps[:operations])])
    log = Path(f"{path}-wal")
    backups = Backups(path)
    # Opened before, so that the log holds this evening alone.
    open_journal(path, backups).close()
    host = Host(open_journal(path, backups))

    def told(game, count):
        tape.logs.append(log.stat().st_size)
        if count == operations // 2:
            tape.backup = backups.take().read_bytes()

    play(host, tape.games, 0, None, told)
    tape.main, tape.log = path.read_bytes(), log.read_bytes()
    host.close()
    assert not log.exists()
    tape.checkpointed = path.read_bytes()
    return tape


class Desk:
    """A folder in which one state of the files after the other is laid out and opened."""

    def __init__(self, folder, tape):
        self.folder, self.tape = folder, tape
        self.path = folder / "cut" / "journal.sqlite"
        self.figures = Counter()

    def lay(self, main, log=None, backup=False):
        """Lay out the files, and nothing beside them but a backup of half the evening."""
        shutil.rmtree(self.path.parent, ignore_errors=True)
        self.path.parent.mkdir(parents=True)
        if main is not None:
            self.path.write_bytes(main)
        if log is not None:
            Path(f"{self.path}-wal").write_bytes(log)
        if backup:
            copies = self.path.parent / "backups"
            copies.mkdir()
            (copies / "journal-000001-20260101T000000.sqlite").write_bytes(self.tape.backup)

    def open(self):
        """Open as the product does; return how many operations stand (-1: no game), and the notice.

        Raises AssertionError where what stands is not the beginning of what was played.
        """
        with open_journal(self.path) as journal:
            journal.check()
            entries = journal.games()
            count = len(journal.operations(entries[-1].id)) if entries else -1
            place = (0, count) if entries else (-1, 0)
            assert compare(journal, self.tape.games, *place) is None
            return count, journal.notice

    def expected(self, size):
        """Tell how many operations were acknowledged when the log had this many bytes."""
        return sum(each <= size for each in self.tape.logs) - 1


def every_log_byte(desk, step=1, offset=0):
    """Cut the log at every byte: exactly what was acknowledged by then stands, without a word."""
    tape = desk.tape
    for size in range(offset, len(tape.log) + 1, step):
        desk.lay(tape.main, tape.log[:size])
        count, notice = desk.open()
        assert (count, notice) == (desk.expected(size), None), (size, count, desk.expected(size), notice)
        yield


def every_checkpoint_byte(desk, step=1, offset=0):
    """Break off working the log into the file at every byte: everything stands, without a word."""
    tape, last = desk.tape, len(desk.tape.logs) - 1
    for size in range(offset, len(tape.checkpointed) + 1, step):
        desk.lay(tape.checkpointed[:size] + tape.main[size:], tape.log)
        count, notice = desk.open()
        # Cut to less than its first page a file is no database, which no checkpoint does: it is said then.
        assert count == last and (notice is None or size < PAGE), (size, count, notice)
        yield


def every_main_byte(desk, step=1, offset=0):
    """Cut the file itself at every byte, which only a failing disk does: no less than the backup stands."""
    tape, last = desk.tape, len(desk.tape.logs) - 1
    half = last // 2
    for size in range(offset, len(tape.checkpointed), step):
        desk.lay(tape.checkpointed[:size], backup=True)
        count, notice = desk.open()
        # A last page that holds no step may lack its end: that hurts nobody, and is not said.
        assert half <= count <= last and (notice or count == last), (size, count, notice)
        desk.figures["lost"] += last - count
        desk.figures["complete"] += count == last
        yield


def every_altered_byte(desk, step=1, offset=0, seed=1):
    """Alter every byte of the file: what stands is true, and what is missing is said."""
    tape, last, rng = desk.tape, len(desk.tape.logs) - 1, random.Random(seed)
    for place in range(offset, len(tape.checkpointed), step):
        data = bytearray(tape.checkpointed)
        data[place] ^= rng.randrange(1, 256)
        desk.lay(bytes(data), backup=True)
        try:
            count, notice = desk.open()
        except JournalError as error:
            # It looks like a newer Familiar's: refused in a sentence, and nothing is touched.
            assert "newer Familiar" in str(error), error
            desk.figures["refused"] += 1
            yield
            continue
        assert count == last or (notice and half_or_more(count, last)), (place, count, notice)
        desk.figures["unnoticed"] += notice is None
        desk.figures["complete"] += count == last
        yield


def half_or_more(count, last):
    """Tell whether no less stands than the backup held."""
    return last // 2 <= count <= last


def every_torn_commit(desk, step=1, offset=0, seed=1):
    """Tear the last commit as a power cut does, its sectors in any order: it stands whole or not at all."""
    tape, rng = desk.tape, random.Random(seed)
    starts = tape.logs[:-1]
    for number in range(offset, len(starts), step):
        begin, end = starts[number], tape.logs[number + 1]
        if end <= begin:
            continue
        for damage in _damages(tape.log[begin:end], rng):
            desk.lay(tape.main, tape.log[:begin] + damage)
            count, notice = desk.open()
            allowed = {number, number + 1} if damage == tape.log[begin:end] else {number}
            assert count in allowed and notice is None, (number, count, notice)
            yield


def _damages(commit, rng):
    """Give the last commit's bytes in the states that a power cut may leave them in."""
    frames = [commit[at : at + FRAME] for at in range(0, len(commit), FRAME)]
    yield commit
    for place in range(len(frames)):
        for other in (bytes(FRAME), rng.randbytes(FRAME), b"\xff" * FRAME):
            yield b"".join((*frames[:place], other, *frames[place + 1 :]))
    for first, second in itertools.combinations(range(len(frames)), 2):
        swapped = list(frames)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        if frames[first] != frames[second]:
            yield b"".join(swapped)
    sectors = range(0, len(commit), SECTOR)
    for _ in range(8):
        torn = bytearray(commit)
        for at in rng.sample(sectors, rng.randrange(1, len(sectors))):
            torn[at : at + SECTOR] = bytes(len(torn[at : at + SECTOR]))
        if bytes(torn) != commit:
            yield bytes(torn)


PARTS = {
    "log cut": every_log_byte,
    "checkpoint broken off": every_checkpoint_byte,
    "file cut": every_main_byte,
    "byte altered": every_altered_byte,
    "last commit torn": every_torn_commit,
}
