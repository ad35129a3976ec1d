"""The plug pulled in the middle of updates, at block level: a part of `make test-plug`.

Four phones play at the installed service. It is updated to a version that is well, then to one that does not
start and is left, then goes back by hand. Versions and data lie on a file system whose every write is logged,
and the disk is made as a cut at each flush would have left it. Each time the version that is used must be
whole, and start, or be left for the one before; and the games must be there.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from cut import look
from evening import Noted, stands
from logged import missing, mounted
from native import data, lay_out, overlaid, system
from native import missing as nothing_to_borrow
from writes import Disk, Log, cuts

from club.mosquitto import free_port

SEED = 7
SIZE = "1200M"
"""A version is made only where 900 MB are free."""
STARTS = 8
"""How often systemd starts what does not come up (StartLimitBurst of the unit)."""
MOST = int(os.environ.get("FAMILIAR_UPDATE_CUTS", "100000"))
"""How many cuts at most: one at each flush, as long as there are not more of them."""
NOT_STARTING = ("familiar/play/run.py", "\n\ndef run(config, tell, ask=None):\n    raise SystemExit(1)\n")
"""A version that passes its trial and does not come up."""
LESS_CARE = {
    "a version's files are not flushed": ('sync --file-system "$target"', ': "$target"'),
    "starts are not counted": ('write_down "$trial" "$new $old', ': "$new $old'),
    "the journal that is put back is not flushed": ("sync --file-system . ", ": "),
}
"""What an update might forget, each a text of packaging/setup and what stands there instead."""

why = missing() or nothing_to_borrow()
pytestmark = pytest.mark.skipif(why is not None, reason=str(why))


class Service:
    """The installed service, as an evening knows the program that it is played at."""

    def __init__(self, folder, port):
        self.folder, self.port = folder, port

    @property
    def code(self):
        """Give the code by which one joins."""
        return json.loads((data(self.folder) / "access.json").read_text())["code"]


class Updated:
    """An evening in which the service was updated, and what a cut of it leaves.

    change: what stands in packaging/setup and what stands there instead, for a script that takes less care.
    """

    def __init__(self, folder, change=None):
        self.folder, self.log, self.figures, self.lost = folder, Log(folder / "writes"), Counter(), []
        self._change = change
        self.made = {}
        """What each version holds: the sums of its files by their names."""
        self._started = {}
        """What came of a start, by what the cut had left."""

    def play(self):
        """Play, update, play, update to what does not start, play, go back, play."""
        port = free_port()
        with system(self.folder / "system", port) as self.system:
            if self._change is not None:
                self.system.alter(*self._change)
            with mounted(self.folder, SIZE) as root:
                lay_out(root)
                self.evening = Noted(Service(root, port), SEED, self.log)
                try:
                    self._story(root)
                finally:
                    self.system.systemctl(root, "stop", code=None)
            self._cut()

    def _story(self, root):
        self.made["0.3.0"] = self.system.release("0.3.0")
        self.system.setup(root, "install")
        self.evening.play_on(8)
        self.begin = self.log.size()
        self.made["0.3.1"] = self.system.release("0.3.1")
        self.system.setup(root, "install")
        assert used(root) == "0.3.1"
        self.evening.play_on(4)
        self.made["0.3.2"] = self.system.release("0.3.2", NOT_STARTING)
        said = self.system.setup(root, "install", code=1)
        assert "0.3.2" in said and "does not start, so 0.3.1" in said and used(root) == "0.3.1"
        assert "0.3.2 of Familiar did not start" in self.evening.phones[0].state()["advice"]
        self.evening.play_on(4)
        self.system.setup(root, "back")
        assert used(root) == "0.3.0"
        self.evening.play_on(4)
        self.end = self.log.size()

    def _cut(self):
        self.disk = Disk(self.folder / "before.raw", self.log)
        entries = [each for each in self.disk.entries if each.end <= self.end]
        for cut in cuts(entries, MOST, SEED, self.begin):
            self.figures["cuts"] += 1
            try:
                look(self.disk, cut, SEED, lambda root, cut=cut: self._examine(root, cut))
            except AssertionError as error:
                self.lost.append(f"entry {cut.last}: {error}")

    def _examine(self, root, cut):
        """Start what a cut left. Raises AssertionError where a version is not whole, or something is lost."""
        name = os.readlink(root / "opt/current").removeprefix("versions/")
        version = root / "opt/versions" / name
        assert (version / ".complete").exists(), f"{name} is used and not whole"
        faults = _faults(version, self.made[release(name)])
        assert not faults, f"{name} is used, and not what was made: {', '.join(faults[:3])}"
        other = self.evening.other_files(cut.end, root)
        assert not other, f"{', '.join(other)}: not as when a phone was told"
        trial = root / "opt/trial"
        left = (name, trial.read_text() if trial.exists() else None, *self._kept(root))
        if left not in self._started:
            self._started[left] = self._start(root)
        there, plays = self._started[left]
        told = self.evening.before(cut.end)
        assert told <= there, f"{told} was acknowledged, {there} stands"
        self.figures[f"left with {release(name)}, plays {plays}"] += 1

    def _kept(self, root):
        """Say what the journal holds as it lies there, and the one that an update keeps; or what is wrong."""
        for place in (data(root), data(root) / "before-update"):
            copy = _copy(place, self.folder / "copy")
            try:
                yield stands(copy / "journal.sqlite", self.evening.games)
            except AssertionError as error:
                yield str(error)

    def _start(self, root):
        """Start the machine as systemd does; give where the evening stands then, and which version plays."""
        self.figures["starts of the machine"] += 1
        self.system.power_off()
        with overlaid(root, self.folder, self.folder / "left") as left:
            for _ in range(STARTS):
                self.system.systemctl(left, "start", code=None)
                if (self.system.root / "run/manager/pid").exists():
                    break
                self.figures["starts that failed"] += 1
            else:
                raise AssertionError(f"nothing came up in {STARTS} starts: {self.system.journal()}")
            self.system.systemctl(left, "stop")
            copy = _copy(data(left), self.folder / "copy")
            return stands(copy / "journal.sqlite", self.evening.games), used(left)

    def __str__(self):
        flushes = sum(each.flushes for each in self.disk.entries if self.begin <= each.end <= self.end)
        return f"{len(self.evening.told)} steps acknowledged, {flushes} flushes in the updates: " + str(
            dict(self.figures)
        )


def _copy(place, to):
    """Copy a journal as it lies there, without SQLite's shared memory, which no start finds."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    for each in place.glob("journal.sqlite*"):
        if each.is_file() and not each.name.endswith("-shm"):
            shutil.copy(each, to)
    return to


def used(folder):
    return release(os.readlink(folder / "opt/current").removeprefix("versions/"))


def release(name):
    return name.partition("-")[0]


def _faults(version, made):
    """List the files of a version that are not what its wheel held."""
    (packages,) = version.glob("lib/python3*/site-packages")
    paths = {name: packages / name for name in made}
    return [
        name
        for name, path in paths.items()
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != made[name]
    ]


def updated(capsys, change=None, title="updates"):
    with tempfile.TemporaryDirectory(prefix="familiar-") as folder:
        made = Updated(Path(folder), change)
        made.play()
    with capsys.disabled():
        first = f"\n  the first: {made.lost[0][:200]}" if made.lost else ""
        print(f"\n{title}: {made}, something missing: {len(made.lost)}{first}")
    return made


def test_pulled_in_an_update_one_of_the_versions_plays_on_with_all_games(capsys):
    made = updated(capsys)
    assert made.lost == []
    assert {"left with 0.3.1, plays 0.3.1", "left with 0.3.2, plays 0.3.1"} <= set(made.figures)


@pytest.mark.parametrize("forgotten", LESS_CARE)
def test_an_update_that_takes_less_care_is_found_out(forgotten, capsys):
    assert updated(capsys, LESS_CARE[forgotten], forgotten).lost
