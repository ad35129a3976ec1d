"""The doctor names what is amiss and its remedy, on a Raspberry Pi as anywhere else, and its status tells."""

import errno
import json
import os
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.camera import Frame, LiveCamera
from device.errors import BrokenPicture
from familiar import cli
from familiar.doctor import checks
from familiar.doctor import machine as doctor_machine
from familiar.doctor import run as doctor
from familiar.doctor.camera import look
from familiar.doctor.checks import Check, Looked
from familiar.doctor.machine import Machine, run_program
from familiar.doctor.report import report
from kit.wheel_picture import wheel_picture
from table.journal import Journal
from table.settings.config import Config, PanelConfig

TRY_PORT = doctor_machine.try_port
GB, MB = 10**9, 10**6
GOOD_LOOK = Looked((2304, 1296), (0.1,), 0.05)
JUDGED = [
    (checks.system((3, 11), "aarch64", 64), "ok", "aarch64"),
    (checks.system((3, 11), "armv7l", 32), "failure", "64-bit"),
    (checks.system((3, 14), "aarch64", 64), "warning", "3.11 to 3.13"),
    (checks.imports([], {"numpy": "2.4"}), "ok", "numpy 2.4"),
    (
        checks.imports(["simplejpeg cannot be loaded (dtype): install Familiar again"], {}),
        "failure",
        "simplejpeg",
    ),
    (
        checks.imports(
            ["cv2 cannot be loaded (libGL.so.1: cannot open it): install Familiar again", "b"], {}
        ),
        "failure",
        "cv2 cannot be loaded (libGL.so.1: cannot open it) (and 1 more). Install Familiar again.",
    ),
    (checks.imports(["the eye is blind"], {}), "failure", "the eye is blind. Install Familiar again."),
    (checks.models([], 6), "ok", "6 networks"),
    (checks.models([], 0), "failure", "list"),
    (
        checks.models(["the model file r.onnx is missing: install Familiar again", "b: c"], 6),
        "failure",
        "1 more",
    ),
    (checks.configuration(None, None), "ok", "usual values"),
    (checks.configuration("f.toml", None), "ok", "f.toml is understood"),
    (checks.configuration("f.toml", "f.toml: [web] port: 0 is out of bounds"), "failure", "port"),
    (checks.disk("/d", 9 * GB, None, 0.01), "ok", "9.0 GB are free"),
    (checks.disk("/d", None, "Read-only file system", None), "failure", "worn out"),
    (checks.disk("/d", 20 * MB, None, 0.01), "failure", "20 MB are free"),
    (checks.disk("/d", 300 * MB, None, 0.01), "warning", "300 MB"),
    (checks.disk("/d", 9 * GB, None, 2.5), "warning", "2.5 s"),
    (checks.journal("/j", False, None), "ok", "none yet"),
    (checks.journal("/j", True, None), "ok", "/j is whole"),
    (checks.journal("/j", True, "/j: the journal is damaged."), "failure", "familiar play"),
    (
        checks.journal("/j", True, "/j: written by a newer Familiar", "update Familiar"),
        "failure",
        "newer Familiar. Update Familiar.",
    ),
    (checks.barred("decks", "/d", "there is no such user", "check the path"), "failure", "Check the path"),
    (checks.decks([], []), "ok", "None is enrolled"),
    (checks.decks(["oma"], []), "ok", "oma"),
    (checks.decks(["oma"], ["x.deck: is damaged", "y"]), "failure", "--anew"),
    (checks.calibration("by its mat", None), "ok", "by its mat"),
    (checks.calibration(None, None), "warning", "familiar calibrate"),
    (checks.calibration(None, "calibration.json: damaged."), "warning", "familiar calibrate"),
    (checks.calibration(None, None, applies=False), "n/a", "needs none"),
    (checks.camera("picamera", (2304, 1296), GOOD_LOOK), "ok", "2304x1296"),
    (checks.camera("picamera", (2304, 1296), None), "n/a", "not opened"),
    (checks.camera("none", (2304, 1296), None), "n/a", "entered with the phones"),
    (
        checks.camera("usb:0", (2304, 1296), Looked(problem="no camera usb:0: plug it in")),
        "failure",
        "Plug it in",
    ),
    (checks.camera("picamera", (9, 9), Looked(problem="no picamera2: install it")), "failure", "Install it"),
    (
        checks.camera("picamera", (9, 9), Looked(problem="no picamera2: install it"), pi=False),
        "warning",
        "--camera none",
    ),
    (checks.camera("usb:0", (2304, 1296), replace(GOOD_LOOK, age=9.0)), "failure", "9.0 s old"),
    (
        checks.camera("usb:0", (2304, 1296), replace(GOOD_LOOK, gaps=(0.1, 1.5))),
        "warning",
        "only every 1.5 s",
    ),
    (checks.camera("usb:0", (1920, 1080), GOOD_LOOK), "warning", "1920x1080 was asked for"),
    (
        checks.camera("usb:0", (2304, 1296), replace(GOOD_LOOK, amiss=(("warning", "Dim.", "Lamp."),))),
        "warning",
        "Lamp",
    ),
    (
        checks.camera("/p", (9, 9), Looked(problem="/p: there are no pictures: none; put some in (.jpg)")),
        "failure",
        "/p: there are no pictures: none. Put some in (.jpg).",
    ),
    (
        checks.camera("p", (9, 9), Looked(problem="p/a.jpg: it is empty; replace it")),
        "failure",
        "p/a.jpg: it is empty. Replace it.",
    ),
    (
        checks.camera("p", (9, 9), Looked(problem="p: the folder cannot be read (no)")),
        "failure",
        "Give another file",
    ),
    (
        checks.camera(
            "x", (9, 9), replace(GOOD_LOOK, amiss=(("warning", "Dim.", ""), ("failure", "Blurred.", "Ring.")))
        ),
        "failure",
        "Blurred",
    ),
    (checks.pins("none", {}, None, [], False), "n/a", "No panel"),
    (checks.speaker(on=False, found=False, cards=True), "n/a", "espeak-ng is missing"),
    (checks.speaker(on=True, found=False, cards=True), "warning", "sudo apt install espeak-ng"),
    (checks.speaker(on=True, found=True, cards=False), "warning", "no sound card"),
    (checks.speaker(on=False, found=True, cards=True), "ok", "can speak"),
    (
        checks.pins("gpio", {6: ["confirm", "seat 1"]}, None, [], False),
        "failure",
        "GPIO 6 is given to confirm and seat 1",
    ),
    (checks.pins("gpio", {}, None, [], True), "n/a", "is playing"),
    (
        checks.pins("gpio", {}, "the pins need lgpio: sudo apt install", [], False),
        "failure",
        "sudo apt install",
    ),
    (checks.pins("gpio", {}, None, ["confirm"], False), "warning", "confirm is down"),
    (checks.pins("gpio", {}, None, [], False), "ok", "answer"),
    (checks.clock(2e9, 2033, True, 1e9), "ok", "is right"),
    (checks.clock(2e9, 2033, None, None), "ok", "looks right"),
    (checks.clock(2e9, 2033, False, None), "warning", "not synchronised"),
    (checks.clock(0, 1970, None, None), "warning", "1970"),
    (checks.clock(2e9, 2033, True, 2e9 + 7200), "warning", "2.0 hours behind"),
    (checks.memory(None, None), "n/a", "does not tell"),
    (checks.memory(2 * GB, GB), "ok", "1.0 GB of 2.0 GB"),
    (checks.memory(2 * GB, 200 * MB), "warning", "200 MB"),
    (checks.memory(2 * GB, 50 * MB), "failure", "2 GB"),
    (checks.temperature(None), "n/a", "does not tell"),
    (checks.temperature(48.3), "ok", "48 °C"),
    (checks.temperature(78), "warning", "heat sink"),
    (checks.temperature(85), "failure", "85 °C"),
    (checks.power(False, None, None), "n/a", "Only a Raspberry Pi"),
    (checks.power(True, None, None), "n/a", "vcgencmd"),
    (checks.power(True, 0, None), "ok", "enough"),
    (checks.power(True, None, False), "ok", "enough"),
    (checks.power(True, 0x50005, None), "failure", "too low now"),
    (checks.power(True, None, True), "failure", "too low now"),
    (checks.power(True, 0x50000, None), "warning", "has been too low since the start"),
    (checks.power(True, 0x80008, None), "warning", "slowed down now"),
    (checks.power(True, 0x20000, None), "warning", "slowed down since"),
    (checks.network("10.0.0.2", 80, False, None, "table"), "ok", "http://table.local:80/"),
    (checks.network("10.0.0.2", 80, True, "in use", "table"), "ok", "answers"),
    (checks.network("10.0.0.2", 80, False, "in use", "table"), "failure", "another port"),
    (
        checks.network("192.168.1.9", 80, False, "Cannot assign requested address", "table", own=False),
        "failure",
        "host under [web]",
    ),
    (checks.network("127.0.0.1", 80, False, None, "table"), "warning", "hotspot"),
    (checks.network("10.0.0.2", 80, False, None, None), "warning", "avahi"),
    (checks.network("192.0.2.7", 80, False, None, "table"), "warning", "IPAddressAllow=192.0.2.7/24"),
    (checks.network("2001:db8::7", 80, False, None, "table"), "warning", "IPAddressAllow=2001:db8::7/64"),
    (checks.network("fd00::7", 80, False, None, "table"), "ok", "http://table.local:80/"),
    (checks.network("table.lan", 80, False, None, "table"), "ok", "http://table.local:80/"),
    (checks.permissions("ann", [], 0), "n/a", "no camera"),
    (checks.permissions("ann", [], 3), "ok", "all 3"),
    (
        checks.permissions("ann", [("/dev/video0", "video"), ("/dev/gpiochip0", "gpio")], 3),
        "failure",
        "-aG gpio,video ann",
    ),
]


@pytest.mark.parametrize(("check", "status", "part"), JUDGED, ids=[f"{c.name}-{s}-{p}" for c, s, p in JUDGED])
def test_each_matter_is_judged_and_has_its_remedy(check, status, part):
    assert check.status == status and part in f"{check.said} {check.remedy}"
    assert check.said.endswith(".") and "\n" not in check.said + check.remedy
    assert bool(check.remedy) == (status in ("warning", "failure"))


def put(root, path, text):
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


@pytest.fixture
def pi(tmp_path):
    """Lay out as much of a Raspberry Pi's file system as is read."""
    root = tmp_path / "pi"
    put(root, "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    put(
        root,
        "proc/meminfo",
        "MemTotal:  4000000 kB\nMemFree: 1 kB\nMemAvailable:  3000000 kB\nOdd\nHuge: x kB\n",
    )
    put(root, "sys/class/thermal/thermal_zone0/temp", "51200\n")
    put(root, "sys/class/thermal/thermal_zone1/temp", "-40000\n")
    put(root, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(root, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(root, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    put(root, "run/avahi-daemon/pid", "9\n")
    put(root, "etc/hostname", "familiar\n")
    for device in ("dev/gpiochip0", "dev/video0", "dev/dma_heap/system", "dev/vcio"):
        put(root, device, "")
    return root


def test_a_raspberry_pi_is_read_from_its_files_and_its_firmware(pi):
    said = {("vcgencmd", "get_throttled"): "throttled=0x50005\n"}
    machine = Machine(pi, lambda command: said.get(tuple(command)))
    assert machine.pi and machine.memory() == (4_096_000_000, 3_072_000_000)
    assert (
        machine.temperature() == 51.2 and machine.throttled() == 0x50005 and machine.voltage_alarm() is True
    )
    assert machine.name() == "familiar"
    assert [(path, group) for path, group, _ in machine.devices()] == [
        ("/dev/gpiochip0", "gpio"),
        ("/dev/video0", "video"),
        ("/dev/dma_heap/system", "video"),
        ("/dev/vcio", "video"),
    ]
    assert all(may for *_, may in machine.devices())


@pytest.mark.parametrize(
    "said", [None, "", "throttled", "throttled=", "throttled=zz", "VCHI failed", "a=b=c"]
)
def test_firmware_that_says_nothing_or_nonsense_is_no_trouble(tmp_path, said):
    machine = Machine(tmp_path, lambda command: said)
    assert machine.throttled() is None and machine.synchronised() is None
    assert machine.memory() == (None, None) and machine.temperature() is None
    assert (
        machine.voltage_alarm() is None
        and not machine.pi
        and machine.devices() == []
        and machine.name() is None
    )


def test_files_full_of_nonsense_are_no_trouble(pi):
    for path in (
        "proc/meminfo",
        "sys/class/thermal/thermal_zone0/temp",
        "sys/class/hwmon/hwmon1/in0_lcrit_alarm",
    ):
        (pi / path).write_bytes(b"\xff\x00:: nonsense")
    machine = Machine(pi, lambda command: None)
    assert (
        machine.memory() == (None, None) and machine.temperature() is None and machine.voltage_alarm() is None
    )


def test_the_clock_is_synchronised_by_a_file_or_by_what_the_system_says(tmp_path):
    assert Machine(tmp_path, lambda command: "no\n").synchronised() is False
    assert Machine(tmp_path, lambda command: "yes\n").synchronised() is True
    put(tmp_path, "run/systemd/timesync/synchronized", "")
    assert Machine(tmp_path, lambda command: None).synchronised() is True


def test_a_program_is_run_and_one_that_is_missing_or_fails_says_nothing(tmp_path, monkeypatch):
    fake = tmp_path / "vcgencmd"
    fake.write_text('#!/bin/sh\n[ "$1" = get_throttled ] && echo throttled=0x0\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert Machine(tmp_path).throttled() == 0
    assert run_program(("vcgencmd", "measure_temp")) is None
    assert run_program(("no-such-program-here",)) is None


def test_a_folder_is_tried_by_writing_and_leaves_nothing_behind(tmp_path):
    free, problem, took = doctor_machine.try_disk(tmp_path / "new")
    assert free > 0 and problem is None and took >= 0 and list((tmp_path / "new").iterdir()) == []
    put(tmp_path, "file", "")
    assert doctor_machine.try_disk(tmp_path / "file" / "below")[1] == "Not a directory"


def test_a_disk_that_refuses_to_write_through_is_told(tmp_path, monkeypatch):
    def fsync(number):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(doctor_machine.os, "fsync", fsync)
    assert doctor_machine.try_disk(tmp_path)[1] == "Input/output error" and list(tmp_path.iterdir()) == []


def test_what_is_at_a_port_is_known(tmp_path):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert doctor_machine.try_port("127.0.0.1", port) is not None
    assert doctor_machine.try_port("127.0.0.1", 0) is None
    assert not doctor_machine.answers(port)


def test_pins_that_two_things_share_are_found():
    assert doctor.shared_pins(PanelConfig()) == {}
    assert doctor.shared_pins(PanelConfig(confirm=23, buzzer=23)) == {23: ["confirm", "buzzer", "seat 1"]}


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("FAMILIAR_DECKS", raising=False)
    monkeypatch.delenv("FAMILIAR_CONFIG", raising=False)
    monkeypatch.setattr(doctor, "_imports", lambda: [])
    monkeypatch.setattr(doctor_machine, "answers", lambda port: False)
    monkeypatch.setattr(doctor_machine, "try_port", lambda host, port: None)
    return tmp_path / "data" / "familiar"


def checked(machine=None):
    said, machine = [], machine or Machine(run=lambda command: None)
    status = doctor.run(None, "simulated", "mock", True, True, said.append, machine)
    told = json.loads(said[0])
    return status, told, {check["name"]: check for check in told["checks"]}


def test_a_machine_that_is_no_raspberry_pi_passes(home):
    status, told, by_name = checked()
    assert status == 0 and told["ok"] and told["versions"]["numpy"]
    assert [check["name"] for check in told["checks"]] == [
        *("system", "imports", "models", "configuration", "disk", "journal", "update", "decks"),
        *("calibration", "clock"),
        *("camera", "pins", "speaker", "memory", "temperature", "power", "network", "permissions"),
    ]
    assert by_name["pins"]["status"] == "ok" and by_name["power"]["status"] == "n/a"


def test_a_pi_with_a_weak_supply_and_a_dead_journal_fails_and_says_why(home, pi):
    home.mkdir(parents=True)
    (home / "journal.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    (home / "decks").mkdir()
    (home / "decks" / "oma.deck").write_bytes(b"no deck")
    machine = Machine(pi, lambda command: "throttled=0x50005\n" if command[0] == "vcgencmd" else None)
    status, told, by_name = checked(machine=machine)
    assert status == 1 and not told["ok"]
    failed = {name for name, check in by_name.items() if check["status"] == "failure"}
    assert failed == {"journal", "decks", "power"}
    assert by_name["permissions"]["status"] == "ok"


@pytest.mark.parametrize("name", ["numpy", "flask"])
def test_a_broken_installation_is_told_before_anything_stumbles_over_it(home, monkeypatch, name):
    monkeypatch.setattr(
        doctor, "_imports", lambda: [f"{name} cannot be loaded (no such file): install Familiar again"]
    )
    status, told, by_name = checked()
    assert status == 1 and list(by_name) == ["system", "imports"]


def test_what_only_a_pi_s_camera_needs_stops_no_other_check(home, monkeypatch):
    said = "simplejpeg cannot be loaded (numpy.dtype size changed): install Familiar again"
    monkeypatch.setattr(doctor, "_imports", lambda: [said])
    assert checked()[2]["imports"]["status"] == "failure" and "permissions" in checked()[2]


def test_while_familiar_plays_camera_and_pins_are_left_to_it(home, monkeypatch):
    monkeypatch.setattr(doctor_machine, "answers", lambda port: True)
    status, told, by_name = checked()
    assert by_name["camera"]["status"] == by_name["pins"]["status"] == "n/a"
    assert status == 0 and told["ok"]


def test_a_wrong_configuration_is_one_failure_and_the_rest_is_checked(home, tmp_path, capsys):
    file = tmp_path / "familiar.toml"
    file.write_text("[web]\nport = 0\n")
    assert cli.run(["doctor", "--config", str(file), "--no-camera"]) == 1
    out = capsys.readouterr().out
    assert "FAILURE  configuration" in out and "-> Correct it there" in out and "memory" in out
    assert "1 thing fails" in out


NOBODY = "~nobody-here"


def test_what_cannot_be_looked_at_is_a_failure_of_its_own_and_the_rest_is_checked(
    home, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("FAMILIAR_DECKS", NOBODY)
    to = tmp_path / "report.json"
    assert cli.run(["doctor", "--camera", f"{NOBODY}/film.mp4", "--report", str(to)]) == 1
    out = capsys.readouterr().out
    why = "there is no such user on this machine"
    assert f"FAILURE  decks         {NOBODY}: {why}.\n" in out
    assert f"FAILURE  camera        {NOBODY}/film.mp4: cannot be opened ({why}).\n" in out
    assert "2 things fail" in out and "memory" in out and to.exists()


def test_where_the_system_names_no_file_the_matter_is_named(home, monkeypatch):
    def fails(*_, **__):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(doctor, "_decks", fails)
    monkeypatch.setattr("familiar.source.open_camera", fails)
    assert checked()[2]["decks"]["said"] == "decks: the disk reports an error."
    seen = look(replace(Config(), camera=replace(Config().camera, source="a.mp4")))
    assert seen.problem.startswith("a.mp4: the disk reports an error; ")


@pytest.fixture
def forbidden(monkeypatch):
    """Let the system refuse a path to this user, who may be root."""

    def refuse(path):
        may = os.access
        monkeypatch.setattr(os, "access", lambda each, mode: str(each) != str(path) and may(each, mode))
        real = Path.is_dir

        def is_dir(self):
            if self == path:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return real(self)

        monkeypatch.setattr(Path, "is_dir", is_dir)

    return refuse


def test_a_journal_that_this_user_may_not_write_is_not_called_whole(home, forbidden):
    with Journal(Config().journal_path()):
        pass
    assert checked()[2]["journal"]["status"] == "ok"
    forbidden(home / "journal.sqlite")
    check = checked()[2]["journal"]
    assert check["status"] == "failure" and "this user may not read and write there" in check["said"]
    # No start of Familiar brings anything back there.
    assert check["remedy"].startswith("Do it as the user to whom file and folder belong")


def test_a_newer_familiars_journal_is_not_to_be_brought_back(home):
    with Journal(Config().journal_path()):
        pass
    with closing(sqlite3.connect(home / "journal.sqlite")) as database:
        database.execute("PRAGMA user_version = 999")
    check = checked()[2]["journal"]
    assert "written by a newer Familiar" in check["said"] and check["remedy"] == "Update Familiar."


def test_a_film_in_a_home_that_is_closed_to_the_service_is_told(home, tmp_path, forbidden, capsys):
    film = tmp_path / "film.mp4"
    forbidden(film)
    assert cli.run(["doctor", "--camera", str(film)]) == 1
    out = capsys.readouterr().out
    assert f"FAILURE  camera        {film}: cannot be opened (Permission denied).\n" in out
    assert "-> Give a file or a folder that this user may read." in out
    assert "permissions" in out


def test_an_address_that_this_machine_has_not_is_no_matter_of_its_port(home, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(doctor_machine, "answers", lambda *_: False)
    monkeypatch.setattr(doctor_machine, "try_port", TRY_PORT)
    file = tmp_path / "familiar.toml"
    # Of a network for documentation (RFC 5737): no machine has it.
    file.write_text('[web]\nhost = "203.0.113.7"\n')
    assert cli.run(["doctor", "--config", str(file), "--no-camera"]) == 1
    out = capsys.readouterr().out
    assert "The page cannot be served at 203.0.113.7 (" in out and "host under [web]" in out
    assert "another port" not in out


def test_a_clock_that_went_back_is_noticed_by_what_was_written(home):
    home.mkdir(parents=True)
    (home / "journal.sqlite").touch()
    os.utime(home / "journal.sqlite", (time.time() + 7200,) * 2)
    assert "2.0 hours behind" in checked()[2]["clock"]["said"]


class Live(LiveCamera):
    """A camera whose pictures are given."""

    def __init__(self, frames):
        self.frames = iter(frames)
        self.number = 0

    def read(self, timeout, since=None):
        self.number += 1
        return Frame(next(self.frames), self.number, 0.1 * self.number)

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def looked(monkeypatch, frames):
    monkeypatch.setattr("familiar.source.open_camera", lambda *_, **__: Live(frames))
    config = Config()
    return look(replace(config, camera=replace(config.camera, source="usb:0")), clock=lambda: 0.0)


def test_a_camera_that_gives_the_same_picture_over_and_over_is_found_out(monkeypatch):
    frame = np.random.default_rng(1).integers(80, 160, (90, 160, 3), np.uint8)
    assert "same picture over and over" in looked(monkeypatch, [frame] * 20).problem


def test_a_damaged_picture_is_passed_over_and_a_camera_that_gives_no_other_is_not(monkeypatch):
    rng = np.random.default_rng(1)

    class Damaged(Live):
        def read(self, timeout, since=None):
            if next(self.damages):
                raise BrokenPicture("the camera usb:0 gave a damaged picture: check its cable")
            return super().read(timeout, since)

    for damages, problem in ((iter([True] + [False] * 20), None), (iter([True] * 20), "damaged picture")):
        frames = [rng.integers(80, 160, (90, 160, 3), np.uint8) for _ in range(20)]
        Damaged.damages = damages
        monkeypatch.setattr("familiar.source.open_camera", lambda *_, made=frames, **__: Damaged(made))
        seen = look(replace(Config(), camera=replace(Config().camera, source="usb:0")), clock=lambda: 0.0)
        assert seen.problem is None if problem is None else problem in seen.problem


def test_a_camera_in_the_dark_fails_with_what_to_do(monkeypatch):
    rng = np.random.default_rng(1)
    frames = [rng.integers(20, 32, (90, 160, 3), np.uint8) for _ in range(20)]
    check = checks.camera("usb:0", (160, 90), looked(monkeypatch, frames))
    assert check.status == "failure" and "lamp" in check.remedy


def test_bid_wheels_are_looked_for_only_where_they_are_to_be_read(tmp_path):
    picture, _ = wheel_picture(2, 11)
    whole = cv2.copyMakeBorder(picture, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(60, 90, 40))
    cv2.imwrite(
        str(tmp_path / "a.png"), cv2.resize(whole, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    )
    config = replace(Config(), camera=replace(Config().camera, source=str(tmp_path / "a.png")))
    assert look(config).wheels == (0, 0)
    reading = replace(config, wheels=replace(config.wheels, read=True))
    seen = look(reading)
    assert seen.wheels == (1, 1) and checks.wheels("usb:0", seen).status == "ok"
    assert checks.wheels("usb:0", replace(seen, wheels=(2, 1))).status == "warning"
    assert "docs/kit.md" in checks.wheels("usb:0", replace(seen, wheels=(0, 0))).remedy
    assert checks.wheels("usb:0", None).status == "n/a"
    assert checks.wheels("none", None).status == "failure"
    both = cv2.imread(str(tmp_path / "a.png"))
    cv2.imwrite(str(tmp_path / "a.png"), np.hstack([both, both]))
    seen = look(reading)
    assert (seen.wheels, seen.alike) == ((2, 2), ("green",))
    check = checks.wheels("usb:0", seen)
    assert check.status == "warning" and "one colour lie there: green" in check.said


def test_pictures_and_what_is_none_are_looked_at(tmp_path):
    config = Config()
    cv2.imwrite(str(tmp_path / "a.png"), np.full((90, 160, 3), 120, np.uint8))
    seen = look(replace(config, camera=replace(config.camera, source=str(tmp_path / "a.png"))))
    assert seen.size == (160, 90) and seen.problem is None
    missing = look(replace(config, camera=replace(config.camera, source="webcam")))
    assert "unknown camera" in missing.problem


def test_a_check_is_a_line_and_its_remedy_another():
    assert doctor.line(Check("disk", "ok", "Well.", "")) == "ok       disk          Well."
    assert doctor.line(Check("disk", "failure", "Full.", "Delete.")).splitlines()[1].strip() == "-> Delete."


PRIVATE = {
    "PIN": "90817263",
    "code": "wolf-anchor-hat",
    "broker": "hunter2secret",
    "player": "Wilhelmina",
    "deck": "grossmutter",
    "machine": "wilhelmina-laptop",
    "user": "wilma",
    "outside": "198.51.100.77",
    "outside, IPv6": "2001:db8:1:2::77",
}


def test_a_report_is_written_that_gives_nobody_away(home, pi, tmp_path, monkeypatch):
    """What must not be told lies where it does on a table: access, journal, decks, settings, hostname."""
    from table.command import NewGame
    from table.host import Host
    from table.journal import Journal

    (home / "decks").mkdir(parents=True)
    (home / "decks" / f"{PRIVATE['deck']}.deck").write_bytes(b"no deck")
    (home / "access.json").write_text(json.dumps({"code": PRIVATE["code"], "pin": PRIVATE["PIN"]}))
    with Host(Journal(home / "journal.sqlite")) as host:
        players = [PRIVATE["player"], "Bo", "Cy"]
        host.handle(NewGame({"game": "wizard", "players": players, "dealer": 0, "rules": {}}))
    settings = tmp_path / "familiar.toml"
    settings.write_text(f'[club]\nbroker = "a.example"\nuser = "a"\npassword = "{PRIVATE["broker"]}"\n')
    put(pi, "etc/hostname", PRIVATE["machine"])
    monkeypatch.setattr("socket.gethostname", lambda: PRIVATE["machine"])
    monkeypatch.setattr(doctor, "_user", lambda: PRIVATE["user"])
    monkeypatch.setenv("HOME", f"/home/{PRIVATE['user']}")
    monkeypatch.setattr(doctor, "_address", lambda host: PRIVATE["outside"])
    said, to = [], tmp_path / "report.json"
    machine = Machine(pi, lambda command: "NRestarts=2\nMainPID=7\n" if "show" in command else None)
    doctor.run(settings, "simulated", "mock", True, False, said.append, machine, to)
    assert any(PRIVATE["deck"] in line for line in said) and any(PRIVATE["outside"] in line for line in said)
    told = to.read_text(encoding="utf-8")
    assert [what for what, word in PRIVATE.items() if word in told] == []
    found = json.loads(told)
    assert found["report"] == "familiar doctor/1" and "Raspberry Pi" in found["machine"]["model"]
    assert found["service"] == {"NRestarts": "2"} and found["settings"]["panel"]["confirm"] == 6
    decks = next(check for check in found["checks"] if check["name"] == "decks")
    assert decks["status"] == "failure" and "(a deck)" in decks["said"]
    assert said[-1].startswith(str(to))


def test_addresses_of_any_house_stay_in_a_report_and_others_do_not(tmp_path):
    inside, outside = "10.0.0.7 192.168.1.2 fe80::1 ::1", f"{PRIVATE['outside']} {PRIVATE['outside, IPv6']}"
    checked = [Check("network", "ok", f"{inside} {outside} at 12:30:05, version 1.2.3")]
    told = json.loads(report(Machine(tmp_path, lambda command: None), {}, checked, None, {}))
    assert told["checks"][0]["said"] == f"{inside} (an address) (an address) at 12:30:05, version 1.2.3"


def test_a_report_that_cannot_be_written_is_told_and_fails(home, tmp_path, capsys):
    status = doctor.run(
        None, "simulated", "mock", True, True, print, Machine(run=lambda command: None), tmp_path / "no/file"
    )
    out, err = capsys.readouterr()
    assert status == 1 and json.loads(out)["ok"] and err.count("\n") == 1
    assert "cannot be written (No such file or directory)" in err and "/tmp" in err
