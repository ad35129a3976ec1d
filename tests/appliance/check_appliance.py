"""An evening at a whole emulated machine: `make test-appliance`.

Debian's arm64 kernel starts, systemd is process 1 and starts the unit as it was installed, and phones play from
outside over one forwarded port. The tests are one story and run in their order.
"""

import http.client
import json
import os
import re
import shutil
from pathlib import Path

import pytest
from evening import Program, stands
from hostile.kills import Evening
from hostile.phones import Phone
from installed import OFFLINE, STICK, digest, installed, package, stick
from machine import Machine, MachineError, overlay

IMAGE = Path(os.environ.get("FAMILIAR_IMAGE", "/nonexistent"))
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


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("appliance")


@pytest.fixture(scope="module")
def releases(folder):
    """Build what the machine is updated to: one that is well, and one that does not start."""
    return {
        "0.3.0": package(folder / "packages", "0.3.0", ("familiar/start.py", "\n# The newer one.\n")),
        "0.3.1": package(folder / "packages", "0.3.1", BROKEN),
    }


@pytest.fixture(scope="module")
def disk(folder):
    said = []
    made = installed(IMAGE, folder, said.append)
    if said:
        assert any("is installed" in line or "Setting up familiar" in line for line in said), "\n".join(said)
    return overlay(folder / "table.qcow2", made)


@pytest.fixture(scope="module")
def machine(folder, disk, releases):
    """Start the machine on which Familiar was installed and shut down."""
    with Machine(IMAGE, folder, disk, more=[stick(folder / "more", IMAGE / "wheels", *releases.values())]) as made:
        made.system = made.wait_started()
        yield made


@pytest.fixture(scope="module")
def evening(machine, folder):
    """Sit down with four phones for a Wizard, a Magiciens and a Probe."""
    return Evening(folder, 7, Program(machine))


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
    assert said.count("Read-only file system") + said.count("Permission denied") == 3 and f"{DATA}/x" not in said
    machine.run(f"rm {DATA}/x")


def test_what_leaves_the_house_the_kernel_drops(machine):
    machine.run(f"cat >/tmp/send.py <<'END'{SEND}END")
    assert machine.run("python3 /tmp/send.py 10.0.2.2").strip() == "sent"
    assert machine.run(f"python3 /tmp/send.py {NOBODY}").strip() == "Operation not permitted"


def test_doctor_finds_nothing_that_fails(machine):
    said = machine.run("familiar doctor --json | tail -n 1")
    checks = {each["name"]: each for each in json.loads(said)["checks"]}
    assert [name for name, each in checks.items() if each["status"] == "failure"] == []
    well = ("system", "imports", "models", "configuration", "disk", "journal", "decks", "network", "permissions")
    assert {name: checks[name]["status"] for name in well} == dict.fromkeys(well, "ok")


def test_an_evening_from_outside_is_in_the_journal_to_the_last_step(machine, evening, folder):
    for _ in evening.go_on():
        pass
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


def test_an_update_plays_on_with_the_games_and_can_be_taken_back(machine, evening, releases, folder):
    before = current(machine)
    said = update(machine, releases["0.3.0"])
    assert "Familiar 0.3.0 is installed." in said and current(machine).startswith("0.3.0-")
    evening.find_back()
    assert stands(journal(machine, folder), evening.games) == evening.done
    machine.run("familiar-update --back")
    assert current(machine) == before
    evening.find_back()


def test_an_update_that_does_not_start_goes_back_by_itself(machine, evening, releases, folder):
    before = current(machine)
    assert f"does not start, so {before} plays on" in update(machine, releases["0.3.1"], code=1)
    assert current(machine) == before and shown(machine, "ActiveState") == {"ActiveState": "active"}
    evening.find_back()
    assert stands(journal(machine, folder), evening.games) == evening.done


def test_after_the_evening_s_end_it_shuts_down_and_starts_with_the_games(machine, evening, folder, disk):
    machine.shut_down()
    with pytest.raises((OSError, http.client.HTTPException, MachineError)):
        Phone(machine.port).ask("GET", "/")
    with Machine(IMAGE, folder / "again", disk) as again:
        assert again.wait_started() == "running"
        for phone in evening.phones:
            phone.port = again.port
        evening.find_back()
