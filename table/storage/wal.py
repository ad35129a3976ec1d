"""Read SQLite's write-ahead log frame by frame, also behind a place where it is damaged.

The format is public (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). Every frame carries a
checksum that goes on from the frame before it, and the last frame of a commit a mark.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

MAGIC = b"SQLite format 3\x00"
"""What the file itself begins with."""
HEAD, FRAME_HEAD = 32, 24
PAGE = 4096
"""Bytes of a page, as SQLite makes them since 3.12."""
PAGE_SIZES = tuple(512 << shift for shift in range(8))
BIG_ENDIAN = 0x377F0683
_WORD = 0xFFFFFFFF


@dataclass(frozen=True)
class Log:
    """The pages of a log by their number, the newest copy of each first, and whether it is damaged.

    `committed` is what SQLite itself would read. `stray` lies behind damage, or is left of an earlier round
    of the log or of what was never committed; `commits` counts the commits among those of this round.
    """

    committed: dict[int, list[bytes]]
    stray: dict[int, list[bytes]]
    commits: int = 0


def read_log(path: Path) -> Log:
    """Read the log at `path`; a missing one is empty."""
    try:
        data = path.read_bytes()
    except OSError:
        data = b""
    size = page_size(int.from_bytes(data[8:12], "big"))
    order = ">" if data[:4] == BIG_ENDIAN.to_bytes(4, "big") else "<"
    salt = data[16:24]
    before = struct.unpack(">2I", data[24:32]) if len(data) >= HEAD else (0, 0)
    committed: dict[int, list[bytes]] = {}
    stray: dict[int, list[bytes]] = {}
    pending: list[tuple[int, bytes]] = []
    commits, whole = 0, _sum(data[:24], order, (0, 0)) == before
    head_whole = whole
    for at in range(HEAD, len(data) - FRAME_HEAD - size + 1, FRAME_HEAD + size):
        head, page = data[at : at + FRAME_HEAD], data[at + FRAME_HEAD : at + FRAME_HEAD + size]
        number, commit = struct.unpack(">2I", head[:8])
        told = struct.unpack(">2I", head[16:24])
        good = bool(number) and told == _sum(page, order, _sum(head[:8], order, before))
        before = told
        if good and not (head_whole or commits):
            # With its head gone, the round of the log is that of its first good frame.
            salt = head[8:16]
        if not good or (whole and head[8:16] != salt):
            # What came before in this transaction was cut off here; this page may still hold rows.
            whole, pending = False, []
            continue
        pending.append((number, page))
        if commit:
            for each, content in pending:
                (committed if whole else stray).setdefault(each, []).insert(0, content)
            commits += not whole and head[8:16] == salt
            pending = []
    return Log(committed, stray, commits)


def page_size(told: int) -> int:
    """Give the size of a page as a file tells it, or the usual one where that cannot be."""
    told = 65536 if told == 1 else told
    return told if told in PAGE_SIZES else PAGE


def _sum(data: bytes, order: str, start: tuple[int, int]) -> tuple[int, int]:
    """Sum up `data`, of a length that 8 divides, going on from `start`."""
    first, second = start
    words = struct.unpack(f"{order}{len(data) // 8 * 2}I", data[: len(data) // 8 * 8])
    for place in range(0, len(words), 2):
        first = (first + words[place] + second) & _WORD
        second = (second + words[place + 1] + first) & _WORD
    return first, second
