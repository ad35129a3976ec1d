"""SIGKILL at random moments of a fast evening, and the journal held against every acknowledgement.

Usage: python -m faults.kills FOLDER KILLS SEED; prints the figures as one JSON object. It is a process of its
own, without threads, so that each child can be forked from it in a moment: the child opens the journal as the
product does, with backups, and goes on with the evening until it is killed.
"""

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from faults.evening import compare, play, script

from table.host import Host
from table.journal import Journal
from table.recovery.backup import Backups, Keeper
from table.recovery.rescue import open_journal

GAMES = 4
LONGEST_S = 0.6
OPENING = 0.25
"""How many of the kills come at any moment from the very beginning; the others once the host plays."""


def child(path, games, pipe):
    """Go on where the journal stands, telling each acknowledgement through the pipe; never returns."""
    try:
        backups = Backups(path, keep=3)
        host = Host(open_journal(path, backups))
        keeper = Keeper(host, backups)
        keeper.start()
        with Journal(path, readonly=True) as journal:
            entries = journal.games()
            count = len(journal.operations(entries[-1].id)) if entries else None
        host.start()
        os.write(pipe, b"open\n")
        play(host, games, max(len(entries) - 1, 0), count, lambda *told: os.write(pipe, b"%d %d\n" % told))
        keeper.close()
        host.close()
        os._exit(0)
    except BaseException as error:
        os.write(pipe, f"error {type(error).__name__}: {error}\n".encode())
        os._exit(1)


def campaign(folder, kills, seed):
    """Kill so many children; return the figures. Raises AssertionError at the first difference."""
    rng = random.Random(f"kills {seed}")
    figures = Counter(
        kills=0, acknowledgements=0, while_opening=0, one_more_than_told=0, evenings=0, notices=0, wrong=0
    )
    while figures["kills"] < kills:
        path = folder / f"evening-{figures['evenings']}" / "journal.sqlite"
        path.parent.mkdir(parents=True)
        games = [script(rng.randrange(10**6)) for _ in range(GAMES)]
        acknowledged = (-1, 0)
        over = False
        while not over and figures["kills"] < kills:
            lines, killed = _kill_one(path, games, rng.uniform(0.0, LONGEST_S), rng.random() < OPENING)
            figures["kills"] += killed
            over = not killed
            complaints = [line for line in lines if line.startswith("error")]
            assert not complaints, complaints
            told = [tuple(map(int, line.split())) for line in lines if line[:1].isdigit()]
            figures["acknowledgements"] += len(told)
            figures["while_opening"] += killed and not lines
            before, acknowledged = acknowledged, told[-1] if told else acknowledged
            with open_journal(path, Backups(path, keep=3)) as journal:
                figures["notices"] += journal.notice is not None
                difference = compare(journal, games, *acknowledged)
                entries = journal.games()
                there = (len(entries) - 1, len(journal.operations(entries[-1].id)) if entries else 0)
            assert difference is None, f"after kill {figures['kills']}, from {before}: {difference}"
            figures["one_more_than_told"] += there != acknowledged
            acknowledged = there
        for copy in Backups(path).all():
            assert Backups(path).whole() is not None, copy
        figures["evenings"] += 1
    return figures


def _kill_one(path, games, seconds, at_once):
    """Let a child play for so long, from its start or from its opening on; return what it told.

    And whether it had to be killed: it may have come to the evening's end before.
    """
    reading, writing = os.pipe()
    number = os.fork()
    if not number:
        os.close(reading)
        child(path, games, writing)
    os.close(writing)
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        said = b"" if at_once else pipe.readline()
        time.sleep(seconds)
        os.kill(number, signal.SIGKILL)
        said += pipe.read()
    _, status = os.waitpid(number, 0)
    # A line without its end was cut off by the kill, and nobody was told.
    return said.decode().split("\n")[:-1], os.WIFSIGNALED(status)


if __name__ == "__main__":
    started = time.monotonic()
    result = campaign(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
    print(json.dumps({**result, "seconds": round(time.monotonic() - started, 1)}))
