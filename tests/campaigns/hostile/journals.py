"""Damaged journals, looked at with the commands that people have: no traceback, and "whole" only where it is.

Whatever lies there, `journal check` says that it is whole only where every step stands as it was, but for the
newest that a power cut could have taken; and after `journal repair` nothing stands that was never played.
"""

import json
import os
import random
import shutil
import sqlite3
from collections import Counter
from contextlib import suppress

from hostile.commands import ask
from hostile.plays import GAMES, play

from games.record import event_to_dict
from table.recovery.backup import Backups
from table.recovery.rescue import open_journal

STEPS = (90, 40, 50)
PAGE = 4096


class Base:
    """Three games, the last of them in the log alone as a power cut leaves it; a copy holds the first two.

    `kept` are the steps of each game by how much of it nothing may take: what the copy holds.
    """

    def __init__(self, folder):
        self.folder = folder / "base"
        self.folder.mkdir(parents=True)
        path = self.folder / "journal.sqlite"
        self.truth, self.kept, self.written = [], [], []
        backups = Backups(path, keep=5)
        with open_journal(path, backups) as journal:
            self._play(journal, 0)
            backups.take()
            self._play(journal, 1)
            backups.take()
        self.written = [len(steps) for steps in self.truth]
        with open_journal(path, backups) as journal:
            self._play(journal, 2)
            backups.note(sum(map(len, self.truth)))
            self.cut = folder / "cut"
            shutil.copytree(self.folder, self.cut)
        self.closed = self.folder
        self.alone = folder / "other"
        with open_journal(self.alone / "journal.sqlite") as journal:
            self._play(journal, 0, keep=False)
            shutil.copytree(self.alone, folder / "alone")
        self.alone = folder / "alone"

    def _play(self, journal, number, keep=True):
        whole = play(GAMES[number], 77 + number + (0 if keep else 50), STEPS[number])
        game = journal.begin({"record": "familiar/1", **whole.begin})
        events = [event_to_dict(each, whole.start.header) for each in whole.steps[-1].after.events]
        for event in events:
            journal.append(game, "event", event)
        if keep:
            self.truth.append(events)


def flip(path, rng, times=1):
    """Alter bytes."""
    data = bytearray(path.read_bytes())
    for _ in range(times):
        data[rng.randrange(len(data))] ^= rng.randrange(1, 256)
    path.write_bytes(data)


def truncate(path, rng):
    """Cut the file off."""
    size = path.stat().st_size
    os.truncate(path, rng.choice([0, 1, 100, 511, 512, PAGE - 1, rng.randrange(size)]))


def pages(path, rng):
    """Swap two pages, put one over another, or empty one."""
    data = bytearray(path.read_bytes())
    one, other = (rng.randrange(max(1, len(data) // PAGE)) * PAGE for _ in range(2))
    mine, yours = data[one : one + PAGE], data[other : other + PAGE]
    match rng.randrange(3):
        case 0:
            data[one : one + PAGE], data[other : other + PAGE] = yours, mine
        case 1:
            data[one : one + PAGE] = yours
        case _:
            data[one : one + PAGE] = bytes(len(mine))
    path.write_bytes(data)


def replace(path, rng):
    """Put something else there."""
    with suppress(FileNotFoundError):
        path.unlink()
    match rng.randrange(7):
        case 0:
            path.write_bytes(rng.randbytes(rng.randrange(1, 20_000)))
        case 1:
            path.write_text("This is a letter to my aunt.\n" * 200)
        case 2:
            path.mkdir()
        case 3:
            os.mkfifo(path)
        case 4:
            path.symlink_to("/dev/zero")
        case 5:
            path.symlink_to(path.name)
        case _:
            path.write_bytes(b"SQLite format 3\0" + rng.randbytes(5000))


def gone(path, rng):
    """Lose it."""
    path.unlink()


def told(statement):
    """Let somebody change rows with SQLite's own means."""

    def change(path, rng):
        with sqlite3.connect(path) as database:
            triggers = database.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall()
            for trigger, _ in triggers:
                database.execute(f"DROP TRIGGER {trigger}")
            database.execute(statement, {"row": rng.randrange(5, 100)} if ":row" in statement else {})
            for _, made in triggers:
                database.execute(made)
        database.close()

    change.__doc__ = "Rows: " + statement.split(" ")[0].lower()
    return change


MAIN, LOG, INDEX = "journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm"
COPY, COUNT = "backups/journal-*.sqlite", "backups/*.count"
DAMAGE = {
    "bytes of the file": ("both", [(MAIN, flip)]),
    "many bytes of the file": ("both", [(MAIN, lambda p, r: flip(p, r, 200))]),
    "the file cut off": ("both", [(MAIN, truncate)]),
    "pages of the file": ("both", [(MAIN, pages)]),
    "the file is another thing": ("both", [(MAIN, replace)]),
    "the file lost": ("both", [(MAIN, gone)]),
    "a row altered": (
        "closed",
        [(MAIN, told("UPDATE operations SET body = replace(body, '1', '2') WHERE id = :row"))],
    ),
    "a row's game altered": (
        "closed",
        [(MAIN, told("UPDATE operations SET game = 3 - game WHERE id = :row"))],
    ),
    "a row lost": ("closed", [(MAIN, told("DELETE FROM operations WHERE id = :row"))]),
    "a game's row lost": ("closed", [(MAIN, told("DELETE FROM games WHERE id = 1"))]),
    "a header altered": (
        "closed",
        [(MAIN, told("UPDATE games SET header = replace(header, 'Ann', 'Eve') WHERE id = 1"))],
    ),
    "a row twice": (
        "closed",
        [
            (
                MAIN,
                told(
                    "INSERT INTO operations SELECT :row + 500, game, kind, body, sum "
                    "FROM operations WHERE id = :row"
                ),
            )
        ],
    ),
    "bytes of the log": ("cut", [(LOG, flip)]),
    "many bytes of the log": ("cut", [(LOG, lambda p, r: flip(p, r, 50))]),
    "the log cut off": ("cut", [(LOG, truncate)]),
    "pages of the log": ("cut", [(LOG, pages)]),
    "the log lost": ("cut", [(LOG, gone)]),
    "the log is another thing": ("cut", [(LOG, replace)]),
    "the index damaged": ("cut", [(INDEX, lambda p, r: flip(p, r, 50))]),
    "the index is another thing": ("cut", [(INDEX, replace)]),
    "a copy damaged": ("both", [(COPY, lambda p, r: flip(p, r, 200))]),
    "a copy is another thing": ("both", [(COPY, replace)]),
    "the count damaged": ("both", [(COUNT, replace)]),
    "file and copies damaged": (
        "both",
        [(MAIN, lambda p, r: flip(p, r, 40)), (COPY, lambda p, r: flip(p, r, 40))],
    ),
    "file lost, copies cut off": ("both", [(MAIN, gone), (COPY, truncate)]),
    "file and log damaged": ("cut", [(MAIN, lambda p, r: flip(p, r, 5)), (LOG, lambda p, r: flip(p, r, 5))]),
    "file lost, log left": ("cut", [(MAIN, gone), (INDEX, gone)]),
    "file lost, nothing but the count left": ("closed", [(MAIN, gone), (COPY, gone)]),
    "everything lost": ("both", [(MAIN, gone), (LOG, gone), (INDEX, gone), (COPY, gone), (COUNT, gone)]),
}
"""What is damaged: in a journal that was closed, one as a power cut leaves it, or both by turns."""
SHORTER = ("log", "index", "everything")
"""Of these a shorter journal may be called whole: it may have been a power cut (docs/faults.md)."""


def damaged(base, folder, number, rng):
    """Lay a damaged journal into a folder; return the name of its damage and the folder."""
    name = list(DAMAGE)[number % len(DAMAGE)]
    shape, parts = DAMAGE[name]
    if shape == "both":
        shape = "cut" if number // len(DAMAGE) % 2 else "closed"
    shutil.copytree(base.closed if shape == "closed" else base.cut, folder)
    for pattern, change in parts:
        for path in sorted(folder.glob(pattern)):
            change(path, rng)
    return name, shape


def exported(config, game):
    """Give a game's events as `familiar export` writes them; None: it says why not."""
    said = ask("export", game, "--config", config)
    return [json.loads(line) for line in said.out.splitlines()][1:] if said.status == 0 else None


def untrue(base, found, floor=None):
    """Say what of the games found was never played, or lacks of the least that must stand; None: nothing."""
    for number, events in enumerate(found):
        if events is None:
            continue
        if not any(events == truth[: len(events)] for truth in base.truth):
            return f"game {number + 1} has steps that were never played"
    if floor is not None:
        for number, count in enumerate(floor):
            if count and (number >= len(found) or found[number] is None or len(found[number]) < count):
                return f"game {number + 1} lacks steps"
    return None


def look(base, folder, name, shape, figures):
    """Ask the commands about a damaged journal, and hold each answer. Raises AssertionError."""
    config = folder / "familiar.toml"
    config.write_text(f'[journal]\npath = "{folder}/journal.sqlite"\n')
    full = [len(steps) for steps in base.truth]
    everything = [full[0], full[1], full[2]]
    for turn in ("before", "after"):
        said = ask("journal", "check", "--config", config)
        figures["called whole" if said.status == 0 else "called damaged"] += turn == "before"
        found = [exported(config, game) for game in (1, 2, 3)]
        for rows in folder.glob("*.damaged-*/rows.jsonl"):
            assert not rows.stat().st_mode & 0o077, f"{rows} is not its owner's alone"
        if turn == "before":
            if said.status == 0 and "there is no journal yet" not in said.out:
                least = [*base.written, 0] if any(word in name for word in SHORTER) else everything
                problem = untrue(base, found, least)
                assert problem is None, f"{name}, {shape}: called whole, and {problem}: {said.out}"
            elif said.status == 0:
                assert name == "everything lost", f"{name}, {shape}: it is gone without a word: {said.out}"
            mended = ask("journal", "repair", "--config", config)
            figures["brought back" if mended.status == 0 else "left alone, with a sentence"] += 1
            if mended.status:
                return
        else:
            assert said.status == 0, f"{name}, {shape}: not whole after it was mended: {said.err}"
            problem = untrue(base, found)
            assert problem is None, f"{name}, {shape}: after it was mended {problem}"


def campaign(folder, cases, seed=1):
    """Damage so many journals; return the figures. Raises AssertionError."""
    base, figures = Base(folder), Counter()
    for number in range(cases):
        rng, place = random.Random(f"damage {seed} {number}"), folder / f"case-{number}"
        name, shape = damaged(base, place, number, rng)
        look(base, place, name, shape, figures)
        shutil.rmtree(place)
        figures["journals"] += 1
    figures["kinds of damage"] = len(DAMAGE)
    return figures
