"""The unit and what lies beside it, as systemd itself reads them."""

import configparser
import ctypes
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest

from familiar.cli import commands
from familiar.doctor import checks as doctor_checks
from familiar.hotspot import run as hotspot
from table.settings.config import Config

SYSTEMD = Path(__file__).parent.parent.parent / "systemd"
UNIT = SYSTEMD / "familiar.service"
SETUP = "/usr/lib/familiar/setup"
EXPOSURE_MAX = 2.0
GIVE_BACK = """
import ctypes
names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
Info = type("Info", (ctypes.Structure,), {"_fields_": [(name, ctypes.c_size_t) for name in names]})
library = ctypes.CDLL(None)
library.mallinfo2.restype, library.malloc.restype = Info, ctypes.c_void_p
blocks = [ctypes.c_void_p(library.malloc(ctypes.c_size_t(1000))) for _ in range(5)]
used = library.mallinfo2().uordblks
for block in blocks:
    library.free(block)
print(used - library.mallinfo2().uordblks)
"""

needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="systemd-analyze is not installed: sudo apt install systemd",
)


def lines(key):
    return [line.partition("=")[2] for line in UNIT.read_text().splitlines() if line.startswith(f"{key}=")]


@needs_analyze
def test_systemd_has_nothing_to_say_against_the_unit(tmp_path):
    # The program and its user are not installed here; an unknown key is a warning with exit status 0.
    (start,) = lines("ExecStart")
    text = UNIT.read_text().replace(start.split()[0], "/bin/true").replace("=familiar\n", "=root\n")
    text = text.replace(SETUP, "/bin/true")
    copy = tmp_path / UNIT.name
    copy.write_text(text)
    said = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")


@needs_analyze
def test_the_unit_is_exposed_by_two_points_at_most():
    # The threshold is in tenths.
    call = ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE_MAX * 10:.0f}"]
    said = subprocess.run([*call, "--no-pager", UNIT], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, ""), said.stdout
    overall = next(line for line in said.stdout.splitlines() if "Overall exposure level" in line)
    assert float(overall.partition(": ")[2].split()[0]) <= EXPOSURE_MAX
    told = subprocess.run([*call, "--json=short", UNIT], capture_output=True, text=True, check=False)
    judged = {each["name"]: each for each in json.loads(told.stdout)}
    assert len(judged) > 50 and "defines IP address allow list" in judged["IPAddressDeny="]["description"]


def networks():
    """Return the addresses that the unit lets it speak with, systemd's words for some of them spelt out."""
    words = {
        "localhost": ["127.0.0.0/8", "::1/128"],
        "link-local": ["169.254.0.0/16", "fe80::/64"],
    }
    (allowed,) = lines("IPAddressAllow")
    assert lines("IPAddressDeny") == ["any"]
    return [ip_network(each) for word in allowed.split() for each in words.get(word, [word])]


def answers(address):
    return any(ip_address(address) in each for each in networks())


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "::1", "169.254.7.7", "fe80::1", "192.168.178.20", "10.0.0.7", "172.20.10.2"),
        *("fd00::7", hotspot.ADDRESS),
    ],
)
def test_the_service_speaks_with_the_house(address):
    assert answers(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "172.32.0.1", "192.169.0.1", "224.0.0.251", "2001:db8::1", "ff02::fb"]
)
def test_the_service_speaks_with_nobody_else(address):
    assert not answers(address)


def test_doctor_knows_to_whom_the_service_does_not_answer():
    assert set(networks()) == set(doctor_checks.HOUSE)


def test_the_unit_calls_the_program_with_options_that_it_has():
    (start,) = lines("ExecStart")
    program, command, *options = start.split()
    known = {name for option in commands.commands[command].params for name in option.opts}
    assert program == "/opt/familiar/current/bin/familiar" and set(options[::2]) <= known


def test_a_start_is_counted_before_it_and_settled_after_it_as_root():
    assert lines("ExecStartPre") == [f"-+{SETUP} attempt"] and lines("ExecStartPost") == [
        f"-+{SETUP} settled"
    ]


def test_the_manager_waits_for_the_page_and_for_signs_of_life():
    wanted = {"Type": "notify", "NotifyAccess": "main", "WatchdogSec": "30", "Restart": "on-failure"}
    assert {key: lines(key)[0] for key in wanted} == wanted


def test_a_camera_that_comes_back_wedged_again_and_again_does_not_end_the_service():
    """A restart for a wedged capture takes 30 s to judge and 30 s to wait: the limit is never reached."""
    from familiar.play.watchdog import STILL_S

    window, burst = float(lines("StartLimitIntervalSec")[0]), int(lines("StartLimitBurst")[0])
    assert window / (STILL_S + float(lines("WatchdogSec")[0])) < burst


def test_the_hardware_s_watchdog_waits_longer_than_the_service_s_own():
    manager = configparser.ConfigParser()
    manager.read_string((SYSTEMD / "familiar.watchdog").read_text())
    assert manager.sections() == ["Manager"] and set(manager["Manager"]) == {"runtimewatchdogsec"}
    assert int(manager["Manager"]["RuntimeWatchdogSec"]) > int(lines("WatchdogSec")[0])


def test_the_service_s_user_and_folder_are_declared():
    users = (SYSTEMD / "familiar.sysusers").read_text()
    assert "\nu familiar " in users
    for group in lines("SupplementaryGroups")[0].split():
        assert f"\nm familiar {group}\n" in users
    assert "/var/lib/familiar 0750 familiar familiar" in (SYSTEMD / "familiar.tmpfiles").read_text()
    assert lines("StateDirectory") == ["familiar"] and lines("StateDirectoryMode") == ["0750"]


def test_no_unit_lets_python_take_modules_from_a_home():
    """The service's own may hold whatever was laid there once it was taken over."""
    units = [*SYSTEMD.glob("*.service"), *SYSTEMD.parent.glob("packaging/card/*.service")]
    programs = [unit for unit in units if "ExecStart=/opt/familiar/" in unit.read_text()]
    assert UNIT in programs
    for unit in programs:
        told = [line.partition("=")[2] for line in unit.read_text().splitlines()]
        assert "PYTHONNOUSERSITE=1" in " ".join(told).split(), unit


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="this C library is not the Pi's")
def test_no_thread_of_the_service_keeps_memory_that_it_has_given_back():
    def given_back(environment):
        command = [sys.executable, "-c", GIVE_BACK]
        return int(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)

    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MALLOC_", "GLIBC_"))}
    own = dict(each.split("=", 1) for line in lines("Environment") for each in line.split())
    assert given_back(plain) < 5000 <= given_back(plain | own)


@pytest.mark.skipif(
    shutil.which("systemd-sysusers") is None,
    reason="systemd-sysusers is not installed: sudo apt install systemd",
)
def test_the_user_is_made_with_its_groups(tmp_path):
    etc = tmp_path / "etc"
    etc.mkdir()
    for _ in range(2):
        made = subprocess.run(
            ["systemd-sysusers", f"--root={tmp_path}", "--inline", *_sysusers()],
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, made.stderr
    rows = [line.split(":") for line in (etc / "group").read_text().splitlines()]
    groups = {row[0]: row[3] for row in rows}
    users = (etc / "passwd").read_text().splitlines()
    assert {name for name, members in groups.items() if members == "familiar"} == {
        "video",
        "gpio",
        "render",
        "audio",
    }
    assert any(line.startswith("familiar:") and "nologin" in line for line in users)


def _sysusers():
    text = (SYSTEMD / "familiar.sysusers").read_text()
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_the_announced_port_is_the_page_s():
    root = ElementTree.parse(SYSTEMD / "familiar.avahi").getroot()
    assert root.findtext("service/type") == "_http._tcp"
    assert int(root.findtext("service/port")) == Config().web.port


def test_no_key_stands_twice_by_mistake():
    """Environment, DeviceAllow and SystemCallFilter add up; any other key would replace its first value."""
    reader = configparser.ConfigParser(strict=False, interpolation=None)
    reader.optionxform = str
    reader.read(UNIT)
    adding = {"Environment", "DeviceAllow", "SystemCallFilter"}
    for section in reader.sections():
        for key in set(reader[section]) - adding:
            assert len(lines(key)) == 1, key


def test_a_camera_or_sound_card_that_comes_later_is_let_in_by_its_number():
    """Names are looked up in /proc/devices as the service starts: no module may be loaded for either then."""
    allowed = {line.split()[0] for line in lines("DeviceAllow")}
    # The fixed majors of Linux (Documentation/admin-guide/devices.txt).
    for name, major in (("char-video4linux", "char-81"), ("char-alsa", "char-116")):
        assert {name, major} <= allowed
