"""A disk that fails, fills up, forgets and lies, and a process that dies at every single call.

Usage, with the library made of disk.c preloaded and FAULT_FOLDER set: python -m faults.disk MODE STEP. It is
a process of its own that forks one child a case. `recording` writes down every call of an evening, from which
`replay` makes every state that a power cut may leave behind.
"""

import ctypes
import errno
import json
import os
import random
import shutil
import struct
import sys
from collections import Counter
from pathlib import Path

from faults.evening import compare, script

from table.command import Accepted
from table.errors import JournalError
from table.host import Host
from table.recovery.backup import Backups
from table.recovery.rescue import open_journal

SECTOR = 512
EVENING = 12
"""Operations of the short evening that each case plays."""
FAULTS = [("w", errno.ENOSPC), ("w", errno.EIO), ("h", errno.ENOSPC), ("s", errno.EIO)]
FOR_EVER = 10**6


class Shim:
    """The preloaded library."""

    def __init__(self):
        self._library = ctypes.CDLL(None)
        self._library.fault_calls.restype = ctypes.c_long

    def arm(self, kind, first, count, error=0):
        self._library.fault_arm(*map(ctypes.c_long, (ord(kind), first, count, error)))

    def calls(self, kind):
        return self._library.fault_calls(ctypes.c_long(ord(kind)))

    def record(self, path):
        self._library.fault_record(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))

    def mark(self, number):
        self._library.fault_mark(ctypes.c_long(number))


def evening():
    """Give the beginning of a game."""
    whole = script(3, rounds=3, players=3)
    return [type(whole)(whole.begin, whole.start, whole.steps[:EVENING])]


def play_on(path, games, shim, tell, retries=1):
    """Play, and do again what was refused because of the disk, as people at a table would.

    Once it was refused so often, room is made on the disk.
    """
    try:
        host = Host(open_journal(path, Backups(path)))
    except JournalError as error:
        assert "\n" not in str(error)
        tell("refused to open")
        shim.arm("w", 0, 0), shim.arm("h", 0, 0), shim.arm("s", 0, 0)
        host = Host(open_journal(path, Backups(path)))
    with host:
        commands = [games[0].begin, *(step.command for step in games[0].steps)]
        for number, command in enumerate(commands):
            for attempt in range(retries + 1):
                before = host.snapshot
                outcome = host.handle(command)
                if isinstance(outcome, Accepted):
                    break
                assert outcome.rule == "journal", outcome
                assert (host.snapshot.history, host.snapshot.game_id) == (before.history, before.game_id)
                tell("refused")
                if attempt == retries - 1:
                    shim.arm("w", 0, 0), shim.arm("h", 0, 0), shim.arm("s", 0, 0)
            assert isinstance(outcome, Accepted), outcome
            tell(f"ack {number}")
        try:
            Backups(path).take()
        except JournalError:
            tell("no backup")


def in_child(work):
    """Let a forked child do the work; return what it told and its exit status."""
    reading, writing = os.pipe()
    number = os.fork()
    if not number:
        os.close(reading)
        try:
            work(lambda line: os.write(writing, f"{line}\n".encode()))
            os._exit(0)
        except BaseException as error:
            os.write(writing, f"error {type(error).__name__} {' '.join(str(error).split())}\n".encode())
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode().splitlines()
    _, status = os.waitpid(number, 0)
    return said, os.waitstatus_to_exitcode(status)


def judge(path, games, said, figures):
    """Hold what stands against what was acknowledged."""
    complaints = [line for line in said if line.startswith("error")]
    assert not complaints, complaints
    acknowledged = [int(line.split()[1]) for line in said if line.startswith("ack")]
    figures["acknowledgements"] += len(acknowledged)
    figures["refusals"] += sum(line.startswith("refused") for line in said)
    with open_journal(path, Backups(path)) as journal:
        place = (0, acknowledged[-1]) if acknowledged else (-1, 0)
        difference = compare(journal, games, *place)
        assert difference is None, difference


def failing(folder, shim, step):
    """Let every single write and every flush of an evening fail, once or until room is made."""
    games, figures = evening(), Counter(cases=0)
    base = folder / "case" / "journal.sqlite"

    def fresh():
        shutil.rmtree(base.parent, ignore_errors=True)
        base.parent.mkdir(parents=True)

    for kind, error in FAULTS:
        fresh()
        before = shim.calls(kind if kind == "s" else "w")
        said, _ = in_child(
            lambda tell, kind=kind: (
                play_on(base, games, shim, str),
                tell(shim.calls(kind if kind == "s" else "w")),
            )
        )
        total = int(said[-1]) - before
        for first in range(1, total + 1, step):
            for count in (1, FOR_EVER):
                for dies in (False, True):
                    fresh()

                    def work(tell, kind=kind, first=first, count=count, error=error, dies=dies):
                        shim.arm(kind, first, count, error)
                        play_on(base, games, shim, _dying(tell) if dies else tell)

                    said, _ = in_child(work)
                    judge(base, games, said, figures)
                    figures["cases"] += 1
    return figures


def _dying(tell):
    """Tell, and pull the plug at the first refusal."""

    def told(line):
        tell(line)
        if line.startswith("refused"):
            os._exit(98)

    return told


def dying(folder, shim, step):
    """Let the process die at every single call of an evening, and at every call of a way back."""
    games, figures = evening(), Counter(deaths=0, in_the_way_back=0)
    base = folder / "case" / "journal.sqlite"

    def case(prepare, number):
        shutil.rmtree(base.parent, ignore_errors=True)
        base.parent.mkdir(parents=True)
        prepare()

        def work(tell):
            shim.arm("x", number, 1)
            play_on(base, games, shim, tell)

        return in_child(work)

    number = 0
    while True:
        number += step
        said, status = case(lambda: None, number)
        judge(base, games, said, figures)
        if status == 0:
            break
        figures["deaths"] += 1

    with Host(open_journal(base, Backups(base))):
        damaged = bytearray(base.read_bytes())
    damaged[:4096] = bytes(4096)

    def open_it(tell):
        with open_journal(base, Backups(base)):
            tell("opened")

    number = 0
    while True:
        number += step
        shutil.rmtree(base.parent)
        base.parent.mkdir()
        base.write_bytes(damaged)

        def work(tell, number=number):
            shim.arm("x", number, 1)
            open_it(tell)

        _, status = in_child(work)
        with open_journal(base, Backups(base)) as journal:
            assert compare(journal, games, 0, EVENING) is None
            assert status == 0 or journal.notice or len(list(base.parent.glob("*.damaged-*")))
        if status == 0:
            break
        figures["in_the_way_back"] += 1
    return figures


def recording(folder, shim, step):
    """Play the evening once, with the log worked into the file on the way, and write down every call."""
    del step
    games, path = evening(), folder / "tape" / "journal.sqlite"
    path.parent.mkdir(parents=True)

    def work(tell):
        shim.record(Path(f"{folder}.calls"))
        with Host(open_journal(path)) as host:
            host._journal._database.execute("PRAGMA wal_autocheckpoint = 12")
            for number, command in enumerate([games[0].begin, *(step.command for step in games[0].steps)]):
                assert isinstance(host.handle(command), Accepted)
                shim.mark(number)

    said, status = in_child(work)
    assert status == 0, said
    return Counter(operations=EVENING)


def calls(path):
    """Read what the library wrote down: kind, name of the file, offset, data."""
    data, at = path.read_bytes(), 0
    while at < len(data):
        kind, length, offset, size = struct.unpack("<cIqI", data[at : at + 17])
        name = data[at + 17 : at + 17 + length].decode()
        at += 17 + length
        content = data[at : at + size] if kind == b"w" else b""
        at += len(content)
        if not name.endswith(("-shm", ".lock")):
            yield kind.decode(), Path(name).name, offset, content


class Disk:
    """What a disk holds after a power cut: files by name."""

    def __init__(self):
        self.files = {}

    def do(self, call, rng=None):
        """Carry out a call; with `rng` each of its sectors only perhaps."""
        kind, name, offset, data = call
        file = self.files.get(name)
        if kind == "d":
            self.files.pop(name, None)
        elif kind == "t" and file is not None:
            del file[offset:]
            file.extend(bytes(offset - len(file)))
        elif kind == "w":
            file = self.files.setdefault(name, bytearray())
            for at in range(0, len(data), SECTOR):
                if rng is None or rng.random() < 0.5:
                    begin, piece = offset + at, data[at : at + SECTOR]
                    file.extend(bytes(max(0, begin + len(piece) - len(file))))
                    file[begin : begin + len(piece)] = piece

    def lay(self, folder):
        """Lay the files out."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, content in self.files.items():
            if name.startswith("journal.sqlite"):
                (folder / name).write_bytes(content)


def crash(tape, until, rng, lies=None):
    """Give the disk as a power cut after so many calls may leave it.

    Of an honest disk all is there that was flushed, and of what came later any sectors. `lies`: "in order",
    it kept everything up to a moment of its own choice; "in any order", it kept what it liked.
    """
    disk = Disk()
    if lies == "in order":
        for call in tape[: rng.randrange(until + 1)]:
            disk.do(call)
        return disk
    flushed = {name: place for place, (kind, name, *_) in enumerate(tape[:until]) if kind == "s"}
    for place, call in enumerate(tape[:until]):
        # That a file is gone is on the disk once its folder was flushed.
        flush = flushed.get("tape" if call[0] == "d" else call[1], -1)
        sure = place < flush and lies is None
        if sure or call[0] in "sm":
            disk.do(call)
        elif call[0] in "dt":
            if rng.random() < 0.5:
                disk.do(call)
        else:
            disk.do(call, None if rng.random() < 0.3 else rng)
    return disk


def replay(folder, recorded, draws, seed=1, lies=None, step=1):
    """Cut the power at every call, so many draws each; return the figures."""
    games, tape, rng = evening(), list(calls(recorded)), random.Random(seed)
    path = folder / "cut" / "journal.sqlite"
    figures = Counter(calls=len(tape), states=0)
    for until in range(0, len(tape) + 1, step):
        acknowledged = [offset for kind, _, offset, _ in tape[:until] if kind == "m"]
        place = (0, acknowledged[-1]) if acknowledged else (-1, 0)
        for _ in range(draws):
            crash(tape, until, rng, lies).lay(path.parent)
            figures["states"] += 1
            try:
                journal = open_journal(path)
            except JournalError as error:
                assert lies and "\n" not in str(error), error
                figures["refused in a sentence"] += 1
                continue
            with journal:
                if lies is None:
                    difference = compare(journal, games, *place)
                    assert difference is None and journal.notice is None, (until, difference, journal.notice)
                    continue
                entries = journal.games()
                there = (0, len(journal.operations(entries[-1].id))) if entries else (-1, 0)
                assert compare(journal, games, *there) is None, until
                figures["whole"] += there >= place
                figures["shorter, and said"] += there < place and journal.notice is not None
                figures["shorter, and unnoticed"] += there < place and journal.notice is None
    return figures


MODES = {"failing": failing, "dying": dying, "recording": recording}

if __name__ == "__main__":
    import logging

    logging.disable(logging.CRITICAL)
    where = Path(os.environ["FAULT_FOLDER"])
    print(json.dumps(MODES[sys.argv[1]](where, Shim(), int(sys.argv[2]))))
