"""The plug of a whole machine pulled, in an evening and in an update: `make test-appliance`.

The machine plays and updates once, while everything that it writes to its disk goes into a log as well. The cuts are
made here afterwards, from that log: the file system as each left it is brought back and read (tests/appliance/cut.py),
and from a few of them the machine is started again.
"""

import bisect
import csv
import hashlib
import os
import shutil
import subprocess
from base64 import urlsafe_b64encode
from collections import Counter
from pathlib import Path

import pytest
from cut import leave, look
from evening import NOTHING, Program, stands
from hostile.kills import Evening
from installed import OFFLINE, STICK, digest, installed, package, stick
from machine import Machine, overlay
from writes import Disk, Log, cuts

IMAGE = Path(os.environ.get("FAMILIAR_IMAGE", "/nonexistent"))
NUMBER = int(os.environ.get("FAMILIAR_CUTS", "200"))
"""How many cuts, half of them in the evening and half in the update."""
STARTS = int(os.environ.get("FAMILIAR_STARTS", "2"))
"""From how many of each half the machine is started."""
SEED = 1
DATA, HOME = "var/lib/familiar", "opt/familiar"

pytestmark = pytest.mark.skipif(not IMAGE.is_dir(), reason="tests/appliance/run.sh makes the image")


class Written:
    """What was written and acknowledged. acknowledged: (how far the log was written then, what it was)."""

    def __init__(self, folder):
        self.folder, self.log, self.base = folder, Log(folder / "writes"), folder / "before.raw"
        self.acknowledged, self.moments, self.evening = [], {}, None

    def play(self):
        """Let the machine play a Wizard and be updated, then pull its plug."""
        newer = package(self.folder / "packages", "0.3.0", ("familiar/start.py", "\n# The newer one.\n"))
        disk = self.folder / "system.raw"
        subprocess.run(["cp", "--sparse=always", str(self.base), str(disk)], check=True)
        sticks = [stick(self.folder / "stick", IMAGE / "wheels", newer)]
        with Machine(IMAGE, self.folder, disk, log=self.log.path, more=sticks) as machine:
            machine.wait_started()
            self.evening = Evening(self.folder, SEED, Program(machine), names=("wizard",))
            self._mark("evening")
            for done in self.evening.go_on():
                self.acknowledged.append((self.log.size(), done))
            self._mark("update")
            machine.run(f"{STICK} && familiar-update /media/stick/{newer.name} {digest(newer)}", env=OFFLINE)
            self._mark("updated")
        for phone in self.evening.phones:
            phone.close()

    def _mark(self, name):
        self.moments[name] = self.log.size()

    def cuts(self, begin, end, number):
        """Choose moments between two others."""
        entries = [each for each in self.log.entries() if each.end <= self.moments[end]]
        return cuts(entries, number, SEED, self.moments[begin])

    def told(self, cut):
        """Say what had been acknowledged when a cut came."""
        place = bisect.bisect_right(self.acknowledged, cut.end, key=lambda each: each[0])
        return self.acknowledged[place - 1][1] if place else NOTHING


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plug")
    made = Written(folder)
    convert = ["qemu-img", "convert", "-O", "raw", str(installed(IMAGE, folder, print)), str(made.base)]
    subprocess.run(convert, check=True)
    made.play()
    return made


@pytest.fixture(scope="module")
def disk(written):
    return Disk(written.base, written.log)


class Found:
    """What a cut left: where the evening stands, which version is used, and what of the versions is not whole."""

    def __init__(self, root, written, aside):
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir()
        for each in sorted((root / DATA).glob("journal.sqlite*")):
            if not each.name.endswith("-shm"):
                shutil.copy(each, aside)
        self.stands = stands(aside / "journal.sqlite", written.evening.games)
        link = root / HOME / "current"
        self.version = os.readlink(link) if link.is_symlink() else None
        whole = [each.parent for each in sorted((root / HOME).glob("versions/*/.complete"))]
        self.versions = [each.name for each in whole]
        self.faults = [fault for each in whole for fault in faults(each)]
        unit, program = root / "usr/lib/systemd/system/familiar.service", root / "usr/bin/familiar"
        self.faults += [f"{each} is empty" for each in (unit, program) if not each.stat().st_size]


def faults(version):
    """Hold a version's files against what pip wrote down of them; list what differs."""
    found = []
    for record in version.glob("lib/python3*/site-packages/*.dist-info/RECORD"):
        with open(record, newline="") as file:
            rows = list(csv.reader(file))
        if not rows:
            found.append(f"{record.parent.name}: its list is empty")
        for name, known, *_ in rows:
            path = record.parents[1] / name
            if known and _sum(path) != known:
                found.append(f"{path.name} of {record.parent.name} is another")
    if not found and not (version / "bin/familiar").exists():
        found.append(f"{version.name} has no program")
    return found


def _sum(path):
    if not path.exists():
        return None
    digest = urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest())
    return "sha256=" + digest.decode().rstrip("=")


def count(written, disk, moments, tmp_path, figures):
    """Make the cuts, hold each against what was acknowledged, and start the machine from some of them."""
    starts = set(moments[len(moments) // (2 * STARTS) :: max(1, len(moments) // STARTS)]) if STARTS else set()
    for cut in moments:
        told = written.told(cut)
        found = look(disk, cut, SEED, lambda root: Found(root, written, tmp_path / "journal"))
        assert told <= found.stands, f"entry {cut.last}: {told} was acknowledged, {found.stands} stands"
        assert found.version is not None and found.version.removeprefix("versions/") in found.versions
        assert found.faults == [], f"entry {cut.last}: {found.faults[:5]}"
        figures["cuts"] += 1
        figures["one or more than told"] += found.stands > told
        figures["with writes lost"] += cut.last > cut.flushed
        figures[f"version {found.version.removeprefix('versions/')[:5]}"] += 1
        if cut in starts:
            start(written, disk, cut, found)
            figures["started"] += 1
    return figures


def start(written, disk, cut, found):
    """Start the machine from what a cut left: the page answers, and the game stands where it stood."""
    with leave(disk, cut, SEED):
        over = overlay(written.folder / "started.qcow2", disk.path)
        with Machine(IMAGE, written.folder / "started", over) as machine:
            machine.wait_started()
            assert machine.run("systemctl is-active familiar").strip() == "active"
            for phone in written.evening.phones:
                phone.port = machine.port
            written.evening.done = found.stands
            written.evening.find_back()


def test_in_an_evening_nothing_acknowledged_is_lost(written, disk, tmp_path, capsys):
    moments = written.cuts("evening", "update", NUMBER // 2)
    figures = count(written, disk, moments, tmp_path, Counter())
    with capsys.disabled():
        print(f"\nevening of {len(written.acknowledged)} wishes: {dict(figures)}")
    assert figures["cuts"] == NUMBER // 2


def test_in_an_update_games_and_a_whole_version_stand(written, disk, tmp_path, capsys):
    moments = written.cuts("update", "updated", NUMBER // 2)
    figures = count(written, disk, moments, tmp_path, Counter())
    with capsys.disabled():
        print(f"\nupdate: {dict(figures)}")
    assert figures["version 0.2.0"] and figures["version 0.3.0"]
