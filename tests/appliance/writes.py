"""The log of what was written to a disk, and the disk as a cut of the power would leave it.

QEMU's block driver blklogwrites writes the log in the form of Linux's dm-log-writes (its documentation:
"Log Ordering", "Log Format"): a superblock, then an entry each with its data, in the order in which they
were done. A write that was followed by a flush is on the disk. Of those since the last flush any may be, or
any sector of them: the disk's own cache was lost.
"""

import bisect
import os
import random
import struct
from dataclasses import dataclass

SUPER, ENTRY = struct.Struct("<QQQL"), struct.Struct("<QQQQ")
MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8
SECTOR = 512


@dataclass(frozen=True)
class Write:
    """One entry. at: where its data lie in the log; end: where the next entry begins; bytes all."""

    sector: int
    count: int
    flags: int
    at: int
    end: int

    @property
    def flushes(self):
        return bool(self.flags & FLUSH)


class Log:
    """The log as it lies in a file; QEMU may still write to it."""

    def __init__(self, path):
        self.path = path

    def size(self):
        """Say how far it was written; what was acknowledged before is in what lies before that."""
        return os.stat(self.path).st_size

    def entries(self):
        """List what was written, in its order. Raises ValueError for what is no log.

        The superblock counts them up to the last flush; an entry behind that is taken where it is whole.
        """
        found, size = [], self.size()
        with open(self.path, "rb") as file:
            magic, _, _, sector = SUPER.unpack(file.read(SUPER.size))
            if magic != MAGIC or sector != SECTOR:
                raise ValueError(f"{self.path} is no log of writes")
            at = SECTOR
            while at + SECTOR <= size:
                file.seek(at)
                first, count, flags, _ = ENTRY.unpack(file.read(ENTRY.size))
                data = at + SECTOR
                end = data + (0 if flags & DISCARD else count * SECTOR)
                if end > size or not (count or flags):
                    break
                if flags & ~(FLUSH | FUA | DISCARD | MARK):
                    raise ValueError(f"{self.path}: an entry at {at} has the flags {flags:#x}")
                found.append(Write(first, count, flags, data, end))
                at = end
        return found


class Disk:
    """A copy of the disk of before, to which the log is done again, cut by cut and only forwards."""

    def __init__(self, path, log):
        self.path, self._log = path, log
        self.entries = log.entries()
        self.done = 0
        """How many entries are on it."""

    def advance(self, count):
        """Do all entries up to this one again."""
        self._do(self.entries[self.done : count], None)
        self.done = count

    def lose(self, count, rng):
        """Do of the entries up to this one what a cut may leave: of each all, nothing, or some sectors.

        `read` before tells what `write` lays back.
        """
        self._do(self.entries[self.done : count], rng)

    def read(self, extents):
        """Give what lies on the disk at (sector, count) each."""
        found = []
        with open(self.path, "rb") as disk:
            for sector, count in extents:
                disk.seek(sector * SECTOR)
                found.append((sector, disk.read(count * SECTOR)))
        return found

    def write(self, found):
        """Lay back what `read` gave."""
        with open(self.path, "r+b") as disk:
            for sector, data in found:
                disk.seek(sector * SECTOR)
                disk.write(data)

    def _do(self, entries, rng):
        with open(self._log.path, "rb") as log, open(self.path, "r+b") as disk:
            for each in entries:
                if each.flags & DISCARD or not each.count:
                    continue
                log.seek(each.at)
                data = log.read(each.count * SECTOR)
                if rng is None:
                    disk.seek(each.sector * SECTOR)
                    disk.write(data)
                    continue
                fate = rng.random()
                for number in range(each.count):
                    if fate < 1 / 3 or (fate < 2 / 3 and rng.random() < 0.5):
                        disk.seek((each.sector + number) * SECTOR)
                        disk.write(data[number * SECTOR : (number + 1) * SECTOR])


@dataclass(frozen=True)
class Cut:
    """When the plug is pulled: all up to the entry `flushed` is there, of those up to `last` some."""

    flushed: int
    last: int
    end: int
    """Where the log stood: whatever was acknowledged by then must stand."""


def cuts(entries, number, seed, begin=0):
    """Choose moments, spread evenly over the flushes behind the byte `begin` of the log.

    Every second one is right behind a flush; the others are anywhere before the next, with what was written
    since then lost, whole or in part.
    """
    rng = random.Random(f"cuts {seed}")
    places = [place + 1 for place, each in enumerate(entries) if each.flushes and each.end >= begin]
    chosen = places if len(places) <= number else [places[k * len(places) // number] for k in range(number)]
    made = []
    for turn, flushed in enumerate(chosen):
        after = next((place for place in places if place > flushed), len(entries))
        last = rng.randint(flushed, max(flushed, after - 1)) if turn % 2 else flushed
        made.append(Cut(flushed, last, entries[last - 1].end))
    return made


def cuts_at(entries, places):
    """Pull the plug at each of these bytes of the log, and lose all that was not flushed by then.

    So it is when somebody was just told: nothing but what was flushed before may be needed for it.
    """
    ends = [each.end for each in entries]
    flushed = [0, *(place + 1 for place, each in enumerate(entries) if each.flushes)]
    made = []
    for place in places:
        whole = bisect.bisect_right(ends, place)
        last = flushed[bisect.bisect_right(flushed, whole) - 1]
        made.append(Cut(last, last, place))
    return made
