"""The plug pulled in an evening, at block level: `make test-plug`.

The real program plays with four phones on a file system whose every write is logged. From the log the disk
is made as a cut at any moment would have left it; its file system is brought back as a start does it, and
the journal and the files there are held against what had been acknowledged. From some of them the program is
started again. Then the same is done to two programs that forget to flush: if nothing is found missing there,
nothing is shown here.
"""

import os
import shutil
from collections import Counter

import pytest
from cut import NotMended, look
from evening import NOTHING, Noted, stands
from hostile.kills import START, Program
from logged import missing, mounted
from writes import Disk, Log, cuts, cuts_at

NUMBER = int(os.environ.get("FAMILIAR_CUTS", "200"))
"""How many cuts; half of them at the moment in which a phone was told something."""
STARTS = int(os.environ.get("FAMILIAR_STARTS", "5"))
"""From how many of them the program is started."""
SEED = int(os.environ.get("FAMILIAR_SEED", "7"))
UNFLUSHED = {
    "the journal": """
from table.storage import disk
class Forgetful(disk.Handle):
    def execute(self, statement, *values):
        return super().execute(statement.replace("synchronous = FULL", "synchronous = OFF"), *values)
disk.Handle = Forgetful
""",
    "the files beside it": """
import os
os.fsync = lambda handle: None
""",
}
"""What makes a program that does not flush what it writes."""

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))


class Played:
    """An evening that was played on a logged disk, and what a cut of it leaves."""

    def __init__(self, folder, begin=START):
        folder.mkdir(exist_ok=True)
        self.aside, log = folder / "table", Log(folder / "writes")
        with mounted(folder) as root:
            self.evening = Noted(Program(root / "table", begin), SEED, log)
            self.evening.play_all()
        self.disk = Disk(folder / "before.raw", log)
        self.figures = Counter()
        self.lost = []
        """What was acknowledged and did not stand, a sentence a cut."""

    def moments(self, number):
        """Choose the cuts, in their order: at what phones were told first of all, the rest anywhere."""
        told = cuts_at(self.disk.entries, self.evening.moments(number // 2))
        anywhere = cuts(self.disk.entries, number - len(told), SEED)
        return sorted([*told, *anywhere], key=lambda cut: (cut.flushed, cut.end))

    def pull(self, number, starts=0):
        """Make so many cuts; the program is started from some of them."""
        moments = self.moments(number)
        starts = set(moments[len(moments) // (2 * starts) :: len(moments) // starts]) if starts else set()
        for cut in moments:
            self.figures["cuts"] += 1
            flushed = self.disk.entries[cut.flushed - 1].end if cut.flushed else 0
            self.figures["something unflushed was lost"] += cut.end > flushed
            try:
                there = look(self.disk, cut, SEED, lambda root, cut=cut: self._examine(root, cut))
            except (AssertionError, NotMended) as error:
                self.lost.append(f"entry {cut.last}: {error}")
                continue
            if cut in starts:
                self._start(there)
                self.figures["started again"] += 1

    def _examine(self, root, cut):
        """Say where the evening stands after a cut. Raises AssertionError for what is missing."""
        _copy(root, self.aside)
        known, there = self.evening.before(cut.end), stands(self.aside / "journal.sqlite", self.evening.games)
        assert known <= there, f"{known} was acknowledged, {there} stands"
        self.figures["a step more than was told"] += there > known
        other = self.evening.other_files(cut.end, self.aside)
        assert not other, f"{', '.join(other)}: not as when a phone was told"
        return there

    def _start(self, there):
        """Start the program on what the last cut left: it serves, and goes on where the journal stands."""
        program, found = self.evening.program, self.aside
        program.move(found)
        program.start()
        try:
            program.ready()
            phone = self.evening.phones[0]
            state = phone.state()
            phone.close()
        finally:
            program.kill()
            program.wait()
        if there != NOTHING:
            number, count = there
            seen = state["game_id"], state["log"]["count"]
            assert seen == (number + 1, len(self.evening.games[number].after(count).events))

    def __str__(self):
        flushes = sum(each.flushes for each in self.disk.entries)
        counted = f"{len(self.evening.told)} answers, {len(self.disk.entries)} writes, {flushes} flushes"
        return f"{counted}: {dict(self.figures)}, something acknowledged missing: {len(self.lost)}"


def _copy(root, to):
    """Copy the table's folder as it lies there, without SQLite's shared memory, which no start finds."""
    shutil.rmtree(to, ignore_errors=True)
    if (root / "table").is_dir():
        shutil.copytree(root / "table", to, ignore=shutil.ignore_patterns("*-shm"))
    else:
        to.mkdir()


def pulled(folder, capsys, title, begin=START, starts=0):
    played = Played(folder, begin)
    played.pull(NUMBER, starts)
    with capsys.disabled():
        first = f"\n  the first: {played.lost[0][:300]}" if played.lost else ""
        print(f"\n{title}: {played}{first}")
    return played


def test_nothing_that_was_acknowledged_is_lost(tmp_path, capsys):
    played = pulled(tmp_path, capsys, "an evening", starts=STARTS)
    assert played.lost == []
    assert played.figures["cuts"] == NUMBER and played.figures["started again"] >= STARTS


@pytest.mark.parametrize("what", UNFLUSHED)
def test_a_program_that_flushes_less_is_found_out(what, tmp_path, capsys):
    assert pulled(tmp_path, capsys, f"without flushes of {what}", UNFLUSHED[what] + START).lost
