"""The plug pulled in an evening, at block level: `make test-plug`.

The real program plays with four phones on a file system whose every write is logged. From the log the disk
is made as a cut at any moment would have left it; its file system is brought back as a start does it, and
the journal there is held against what had been acknowledged. From some of them the program is started
again.
"""

import bisect
import os
import shutil
from collections import Counter

import pytest
from cut import look
from evening import NOTHING, stands
from hostile.kills import Evening
from logged import missing, mounted
from writes import Disk, Log, cuts

NUMBER = int(os.environ.get("FAMILIAR_CUTS", "200"))
STARTS = int(os.environ.get("FAMILIAR_STARTS", "5"))
"""From how many of them the program is started."""
SEED = int(os.environ.get("FAMILIAR_SEED", "7"))

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("plug")


@pytest.fixture(scope="module")
def played(folder):
    """Play a Wizard, a Magiciens and a Probe; give the evening, and what was acknowledged when."""
    log, told = Log(folder / "writes"), []
    with mounted(folder) as root:
        evening = Evening(root / "table", SEED)
        evening.program.start()
        try:
            evening.program.ready()
            for done in evening.go_on():
                told.append((log.size(), done))
        finally:
            evening.program.kill()
            evening.program.wait()
    for phone in evening.phones:
        phone.close()
    return evening, told


def test_nothing_that_was_acknowledged_is_lost(folder, played, tmp_path, capsys):
    evening, told = played
    disk, figures = Disk(folder / "before.raw", Log(folder / "writes")), Counter()
    moments = cuts(disk.entries, NUMBER, SEED)
    starts = set(moments[NUMBER // 10 :: max(1, NUMBER // STARTS)]) if STARTS else set()
    for cut in moments:
        place = bisect.bisect_right(told, cut.end, key=lambda each: each[0])
        known = told[place - 1][1] if place else NOTHING
        found = look(disk, cut, SEED, lambda root: copied(root, tmp_path / "table"))
        there = stands(found / "journal.sqlite", evening.games)
        assert known <= there, f"entry {cut.last}: {known} was acknowledged, {there} stands"
        figures["cuts"] += 1
        figures["a step more than was told"] += there > known
        figures["something unflushed was lost"] += cut.last > cut.flushed
        if cut in starts:
            start(evening, found, there)
            figures["started again"] += 1
    flushes = sum(each.flushes for each in disk.entries)
    with capsys.disabled():
        counted = f"{len(told)} wishes acknowledged, {len(disk.entries)} writes, {flushes} flushes"
        print(f"\n{counted}: {dict(figures)}")
    assert figures["cuts"] == min(NUMBER, flushes)


def copied(root, to):
    """Copy the table's folder as it lies there, without SQLite's shared memory, which no start finds."""
    shutil.rmtree(to, ignore_errors=True)
    if (root / "table").is_dir():
        shutil.copytree(root / "table", to, ignore=shutil.ignore_patterns("*-shm"))
    else:
        to.mkdir()
    return to


def start(evening, found, there):
    """Start the program on what a cut left: it serves, and goes on where the journal stands."""
    program = evening.program
    config = found / "familiar.toml"
    config.write_text(f'[journal]\npath = "{found}/journal.sqlite"\nbackups = 3\n')
    program.folder, program.path, program._config = found, found / "journal.sqlite", config
    program.start()
    try:
        program.ready()
        phone = evening.phones[0]
        state = phone.state()
        phone.close()
    finally:
        program.kill()
        program.wait()
    if there != NOTHING:
        number, count = there
        seen = state["game_id"], state["log"]["count"]
        assert seen == (number + 1, len(evening.games[number].after(count).events))
