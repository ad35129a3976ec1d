"""An evening at a whole emulated machine, and its plug pulled: `make test-appliance`.

Debian's arm64 kernel starts, systemd is process 1 and starts the unit as it was installed, and phones play
from outside over one forwarded port. The tests are one story and run in their order. All the while what the
machine writes to its disk goes into a log as well (tests/appliance/writes.py). At the end its plug is pulled,
and from the log the disk is made as a cut at any other moment would have left it.
"""

import bisect
import json
import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from cut import leave, look
from evening import NOTHING, Program, stands
from hostile.kills import Evening
from hostile.phones import Phone
from installed import OFFLINE, STICK, digest, installed, package, stick
from left import Left
from machine import Machine, overlay
from writes import Disk, Log, cuts

IMAGE = Path(os.environ.get("FAMILIAR_IMAGE", "/nonexistent"))
NUMBER = int(os.environ.get("FAMILIAR_CUTS", "200"))
"""How many cuts: half of them in the evening, half while it is updated and goes back."""
STARTS = int(os.environ.get("FAMILIAR_STARTS", "1"))
"""From how many cuts of each half the machine is started."""
UPDATES = os.environ.get("FAMILIAR_UPDATES", "yes") != "no"
"""Updates take longest: each makes a whole version there."""
GAMES = os.environ.get("FAMILIAR_GAMES", "magicians probe wizard").split()
"""What is played, in this order."""
SEED = 7
DATA = "/var/lib/familiar"
BROKEN = ("familiar/play/run.py", "\n\ndef run(config, tell):\n    raise SystemExit(1)\n")
"""A version that passes its trial and does not start."""
NOBODY = "198.51.100.1"
"""An address of documentation's (RFC 5737): it is no house's."""
SEND = """
import socket, sys
open("/sys/fs/cgroup/system.slice/familiar.service/cgroup.procs", "w").write("0")
try:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", (sys.argv[1], 9))
except OSError as error:
    print(error.strerror)
else:
    print("sent")
"""

pytestmark = pytest.mark.skipif(not IMAGE.is_dir(), reason="tests/appliance/run.sh makes the image")


updates = pytest.mark.skipif(not UPDATES, reason="FAMILIAR_UPDATES=no leaves updates out")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("appliance")


@pytest.fixture(scope="module")
def releases(folder):
    """Build what the machine is updated to: one that is well, and one that does not start."""
    if not UPDATES:
        return {}
    return {
        "0.3.0": package(folder / "packages", "0.3.0", ("familiar/start.py", "\n# The newer one.\n")),
        "0.3.1": package(folder / "packages", "0.3.1", BROKEN),
    }


@pytest.fixture(scope="module")
def disks(folder):
    """Give the disk of a machine on which Familiar was installed and shut down, and a copy to run with."""
    before, running = folder / "before.raw", folder / "running.raw"
    made = installed(IMAGE, folder, print)
    subprocess.run(["qemu-img", "convert", "-O", "raw", str(made), str(before)], check=True)
    subprocess.run(["cp", "--sparse=always", str(before), str(running)], check=True)
    return before, running


@pytest.fixture(scope="module")
def machine(folder, disks, releases):
    """Start it; what it writes is logged."""
    more = [stick(folder / "stick", IMAGE / "wheels", *releases.values())]
    with Machine(IMAGE, folder, disks[1], log=folder / "writes", more=more) as made:
        made.system = made.wait_started()
        yield made


class Noted:
    """What was acknowledged, and how far the log was written then."""

    def __init__(self, log):
        self.log, self.acknowledged, self.moments = log, [], {}

    def told(self, done):
        self.acknowledged.append((self.log.size(), done))

    def mark(self, name):
        self.moments[name] = self.log.size()

    def before(self, cut):
        """Say what had been acknowledged when a cut came."""
        place = bisect.bisect_right(self.acknowledged, cut.end, key=lambda each: each[0])
        return self.acknowledged[place - 1][1] if place else NOTHING

    def cuts(self, begin, end, number):
        """Choose moments between two others."""
        entries = [each for each in self.log.entries() if each.end <= self.moments[end]]
        return cuts(entries, number, SEED, self.moments[begin])


@pytest.fixture(scope="module")
def noted(folder):
    return Noted(Log(folder / "writes"))


@pytest.fixture(scope="module")
def evening(machine, folder):
    """Sit down with four phones."""
    return Evening(folder, SEED, Program(machine), GAMES)


def shown(machine, *names, unit="familiar.service"):
    said = machine.run(f"systemctl show {unit} " + " ".join(f"--property {name}" for name in names))
    return dict(line.split("=", 1) for line in said.splitlines())


def journal(machine, folder):
    """Fetch the journal from the running machine."""
    kept = folder / "journal"
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir()
    for name in machine.run(f"cd {DATA} && ls journal.sqlite*").split():
        machine.fetch(f"{DATA}/{name}", kept / name)
    return kept / "journal.sqlite"


def test_the_unit_is_up_with_the_system_and_was_started_once(machine):
    assert machine.run("uname -m; cat /proc/1/comm").split() == ["aarch64", "systemd"]
    assert machine.run("systemctl --failed --plain --no-legend") == ""
    assert machine.system == "running"
    state = shown(machine, "ActiveState", "SubState", "NRestarts", "Type", "User", "WatchdogUSec")
    assert state == {
        **{"ActiveState": "active", "SubState": "running", "NRestarts": "0"},
        **{"Type": "notify", "User": "familiar", "WatchdogUSec": "30s"},
    }


def test_the_page_answers_outside_and_asks_for_the_code(machine):
    phone = Phone(machine.port)
    answer = phone.ask("GET", "/")
    assert answer.status in (200, 303) and "Familiar" in answer.text + phone.ask("GET", "/join").text
    assert phone.say("game", 1, game="wizard", players=["Ann", "Bo", "Cy"]).status == 403
    phone.close()


def test_its_process_may_little(machine):
    pid = shown(machine, "MainPID")["MainPID"]
    status = dict(re.findall(r"^(\w+):\s+(.*)$", machine.run(f"cat /proc/{pid}/status"), re.MULTILINE))
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0 and status["Uid"].split()[0] != "0"
    within = f"nsenter --target {pid} --mount setpriv --reuid familiar --regid familiar --clear-groups"
    said = machine.run(f"{within} touch /opt/familiar/x /home/x /etc/x {DATA}/x", code=1)
    assert (
        said.count("Read-only file system") + said.count("Permission denied") == 3 and f"{DATA}/x" not in said
    )
    machine.run(f"rm {DATA}/x")


def test_what_leaves_the_house_the_kernel_drops(machine):
    machine.run(f"cat >/tmp/send.py <<'END'{SEND}END")
    assert machine.run("python3 /tmp/send.py 10.0.2.2").strip() == "sent"
    assert machine.run(f"python3 /tmp/send.py {NOBODY}").strip() == "Operation not permitted"


def test_doctor_finds_nothing_that_fails(machine):
    said = machine.run("familiar doctor --json | tail -n 1")
    checks = {each["name"]: each for each in json.loads(said)["checks"]}
    assert [name for name, each in checks.items() if each["status"] == "failure"] == []
    well = (
        "system",
        "imports",
        "models",
        "configuration",
        "disk",
        "journal",
        "decks",
        "network",
        "permissions",
    )
    assert {name: checks[name]["status"] for name in well} == dict.fromkeys(well, "ok")


def test_an_evening_from_outside_is_in_the_journal_to_the_last_step(machine, evening, noted, folder):
    noted.mark("evening")
    for done in evening.go_on():
        noted.told(done)
    noted.mark("its end")
    assert evening.over
    assert stands(journal(machine, folder), evening.games) == evening.done
    assert shown(machine, "NRestarts") == {"NRestarts": "0"}


def test_a_process_that_hangs_is_ended_by_the_watchdog_and_phones_find_their_seats(machine, evening):
    pid = shown(machine, "MainPID")["MainPID"]
    machine.run(f"kill -STOP {pid} && while kill -0 {pid} 2>/dev/null; do sleep 0.5; done")
    machine.run("until systemctl --quiet is-active familiar; do sleep 0.5; done")
    assert shown(machine, "NRestarts", "Result") == {"NRestarts": "1", "Result": "success"}
    assert "watchdog" in machine.run("journalctl -u familiar -b | grep -i watchdog | head -n 3").lower()
    evening.find_back()


def update(machine, path, code=0):
    machine.run(f"mountpoint -q /media/stick || {{ {STICK}; }}")
    return machine.run(f"familiar-update /media/stick/{path.name} {digest(path)}", env=OFFLINE, code=code)


def current(machine):
    return machine.run("basename $(readlink /opt/familiar/current)").strip()


@updates
def test_an_update_plays_on_with_the_games_and_can_be_taken_back(machine, evening, noted, releases, folder):
    before = current(machine)
    noted.mark("update")
    said = update(machine, releases["0.3.0"])
    assert "Familiar 0.3.0 is installed." in said and current(machine).startswith("0.3.0-")
    evening.find_back()
    assert stands(journal(machine, folder), evening.games) == evening.done
    machine.run("familiar-update --back")
    noted.mark("back")
    assert current(machine) == before
    evening.find_back()


@updates
def test_an_update_that_does_not_start_goes_back_by_itself(machine, evening, releases, folder):
    before = current(machine)
    assert f"does not start, so {before} plays on" in update(machine, releases["0.3.1"], code=1)
    assert current(machine) == before and shown(machine, "ActiveState") == {"ActiveState": "active"}
    evening.find_back()
    assert stands(journal(machine, folder), evening.games) == evening.done


def test_pulled_in_an_evening_nothing_that_was_acknowledged_is_lost(pulled, tmp_path, capsys):
    figures = pulled.count("evening", "its end", tmp_path)
    with capsys.disabled():
        print(f"\nevening: {len(pulled.noted.acknowledged)} wishes were acknowledged; {dict(figures)}")
    assert figures["cuts"] == (NUMBER // 2 if UPDATES else NUMBER)


@updates
def test_pulled_in_an_update_the_games_stand_and_a_whole_version_is_used(pulled, tmp_path, capsys):
    figures = pulled.count("update", "back", tmp_path, thorough=True)
    with capsys.disabled():
        print(f"\nupdate and going back: {dict(figures)}")
    assert figures["0.3.0 is used"] and sum(
        figures[name] for name in figures if name.endswith("is used")
    ) == (NUMBER // 2)


class Pulled:
    """The disk of before, and all that was written to it, to be cut anywhere."""

    def __init__(self, folder, disk, noted, evening):
        self.folder, self.noted, self.evening = folder, noted, evening
        self.disk = Disk(disk, noted.log)

    def _left(self, root, aside, thorough):
        return Left(root, self.evening.games, aside, thorough=thorough)

    def count(self, begin, end, aside, *, thorough=False):
        """Make the cuts, hold each against what was acknowledged, and start the machine from some."""
        moments, figures = self.noted.cuts(begin, end, NUMBER // 2 if UPDATES else NUMBER), Counter()
        starts = {moments[(2 * k + 1) * len(moments) // (2 * STARTS)] for k in range(STARTS)}
        for cut in moments:
            told = self.noted.before(cut)
            left = look(self.disk, cut, SEED, lambda root: self._left(root, aside / "journal", thorough))
            assert told <= left.stands, f"entry {cut.last}: {told} was acknowledged, {left.stands} stands"
            assert left.version in left.versions, f"entry {cut.last}: {left.version} is not whole"
            assert left.faults == [], f"entry {cut.last}: {left.faults[:5]}"
            figures["cuts"] += 1
            figures["more stands than was told"] += left.stands > told
            figures["something unflushed was lost"] += cut.last > cut.flushed
            figures[f"{left.version.split('-')[0]} is used"] += 1
            if cut in starts:
                self.start(cut, left)
                figures["the machine was started"] += 1
        return figures

    def start(self, cut, left):
        """Start the machine from what a cut left: the page answers, and the game is where it was."""
        with leave(self.disk, cut, SEED):
            over = overlay(self.folder / "started.qcow2", self.disk.path)
            with Machine(IMAGE, self.folder / "started", over) as machine:
                machine.wait_started()
                assert machine.run("systemctl is-active familiar").strip() == "active"
                for phone in self.evening.phones:
                    phone.port = machine.port
                self.evening.done = left.stands
                self.evening.find_back()


@pytest.fixture(scope="module")
def pulled(folder, disks, machine, noted, evening):
    """Pull the plug."""
    machine.pull()
    return Pulled(folder, disks[0], noted, evening)
