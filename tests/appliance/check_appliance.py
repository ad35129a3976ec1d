"""The package on a whole emulated machine: the first part of `make test-appliance`.

Debian's arm64 kernel starts, systemd is process 1, the package is installed there from a stick without a
network, and after another start its hardened unit is up. The tests run in their order.
"""

import json
import re

from hostile.phones import Phone
from installed import installed

DATA = "/var/lib/familiar"
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
WELL = {"system", "imports", "models", "configuration", "disk", "journal", "update", "decks", "network"}


def test_the_package_is_installed_and_its_service_starts(image, tmp_path):
    for old in image.glob("installed-*"):
        old.unlink()
    said = []
    installed(image, tmp_path, said.append)
    assert said[0] == "started: running"
    assert any(line.startswith("Familiar is installed: ") for line in said)


def test_the_unit_is_up_with_the_system_and_was_started_once(machine):
    assert machine.run("uname -m; cat /proc/1/comm").split() == ["aarch64", "systemd"]
    assert machine.run("systemctl --failed --plain --no-legend") == ""
    assert machine.system == "running"
    state = machine.show("ActiveState", "SubState", "NRestarts", "Type", "User", "WatchdogUSec")
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
    pid = machine.show("MainPID")["MainPID"]
    status = dict(re.findall(r"^(\w+):\s+(.*)$", machine.run(f"cat /proc/{pid}/status"), re.MULTILINE))
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0 and status["Uid"].split()[0] != "0"
    within = f"nsenter --target {pid} --mount setpriv --reuid familiar --regid familiar --clear-groups"
    said = machine.run(f"{within} touch /opt/familiar/x /home/x /etc/x {DATA}/x", code=1)
    refused = said.count("Read-only file system") + said.count("Permission denied")
    assert refused == 3 and f"{DATA}/x" not in said
    machine.run(f"rm {DATA}/x")


def test_what_leaves_the_house_the_kernel_drops(machine):
    machine.run(f"cat >/tmp/send.py <<'END'{SEND}END")
    # The emulator's network names no way out; with one it is the unit that keeps it in.
    machine.run("ip route replace default via 10.0.2.2")
    assert machine.run(f"grep -v cgroup /tmp/send.py | python3 - {NOBODY}").strip() == "sent"
    assert machine.run("python3 /tmp/send.py 10.0.2.2").strip() == "sent"
    assert machine.run(f"python3 /tmp/send.py {NOBODY}").strip() == "Operation not permitted"


def test_doctor_finds_nothing_that_fails_and_its_report_names_nobody(machine):
    said = machine.run("familiar doctor --json --report /tmp/report.json | tail -n 1")
    checks = {each["name"]: each["status"] for each in json.loads(said)["checks"]}
    assert [name for name, status in checks.items() if status == "failure"] == []
    assert {name for name, status in checks.items() if status == "ok"} >= WELL
    report = machine.run("cat /tmp/report.json")
    assert json.loads(report) and machine.run("hostname").strip() not in report
