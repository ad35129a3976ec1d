"""``familiar doctor``: look at everything that an evening needs, and say what to do where it is not well."""

from __future__ import annotations

import errno
import getpass
import json
import os
import platform
import shutil
import socket
import struct
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from familiar.doctor import checks
from familiar.doctor import machine as machines
from familiar.doctor.checks import Check, Looked, in_the_way
from familiar.doctor.machine import Machine
from familiar.doctor.report import private_words, report
from familiar.smoke import NEEDED
from familiar.tell import Tell

if TYPE_CHECKING:
    from table.settings.config import Config, PanelConfig

DISTRIBUTIONS = (
    "familiar",
    "numpy",
    "opencv-python-headless",
    "onnxruntime",
    "simplejpeg",
    "picamera2",
    "lgpio",
)
MARKS = {"ok": "ok       ", "warning": "WARNING  ", "failure": "FAILURE  ", "n/a": "-        "}


def run(
    file: Path | None,
    camera: str | None,
    pins: str | None,
    with_camera: bool,
    as_json: bool,
    tell: Tell,
    machine: Machine | None = None,
    to: Path | None = None,
) -> int:
    """Check everything and print it; 1 where something fails. to: where a report is written as well."""
    machine, found = machine or Machine(), []
    for check in examine(machine, file, camera, pins, with_camera):
        found.append(check)
        if not as_json:
            tell(line(check))
    bad = [check.name for check in found if check.status == "failure"]
    if as_json:
        said = [asdict(check) for check in found]
        tell(json.dumps({"ok": not bad, "versions": versions(), "checks": said}, ensure_ascii=False))
    else:
        warned = sum(check.status == "warning" for check in found)
        tell(_sum(len(bad), warned))
    if to is not None and not _written(to, machine, file, found, tell if not as_json else _silent):
        return 1
    return 1 if bad else 0


def _written(to: Path, machine: Machine, file: Path | None, found: Sequence[Check], tell: Tell) -> bool:
    """Write the report, and say where it lies; where that fails say what to do, and give False."""
    config, check = _configuration(file)
    known = None if check.status == "failure" else config
    names = (socket.gethostname(), machine.name() or "")
    private = private_words(_user(), names, _names_of_decks(), Path.home())
    try:
        to.write_text(report(machine, versions(), found, known, private), encoding="utf-8")
    except OSError as error:
        why = error.strerror or type(error).__name__
        print(f"{to} cannot be written ({why}): name a file in a folder such as /tmp.", file=sys.stderr)
        return False
    tell(f"{to} holds what was found, without a password or a name of yours: it may be sent in.")
    return True


def _silent(line: str) -> None:
    """Print nothing beside a JSON object."""


def _names_of_decks() -> list[str]:
    """Name the decks and sets of sticks that were enrolled, often after whose they are."""
    try:
        from vision.read.decks import decks_folder
    except ImportError:
        return []
    try:
        folder = decks_folder()
        return [each.stem for each in folder.iterdir()] if folder.is_dir() else []
    except OSError:
        # Where they cannot be had no check has named one either.
        return []


def line(check: Check) -> str:
    """Write a check on one line, and its remedy on the next."""
    remedy = (
        f"\n{'':9}{'':13} -> {check.remedy}"
        if check.remedy and check.status in ("warning", "failure")
        else ""
    )
    return f"{MARKS[check.status]}{check.name:13} {check.said}{remedy}"


def _sum(failures: int, warnings: int) -> str:
    if not failures and not warnings:
        return "Everything is in order."
    fails = f"{failures} {'thing fails' if failures == 1 else 'things fail'}" if failures else ""
    warns = f"{warnings} {'warning' if warnings == 1 else 'warnings'}" if warnings else ""
    return f"{', '.join(filter(None, (fails, warns)))}."


def examine(
    machine: Machine, file: Path | None, camera: str | None, pins: str | None, with_camera: bool
) -> Iterator[Check]:
    """Give one check after the other, as it is made."""
    yield checks.system(sys.version_info[:2], platform.machine(), 8 * struct.calcsize("P"))
    problems = _imports()
    yield checks.imports(problems, versions())
    if any(problem.startswith(f"{name} ") for problem in problems for name in NEEDED):
        # Everything below stands on these.
        return
    yield _models()
    config, check = _configuration(file)
    yield check
    if camera is not None:
        config = replace(config, camera=replace(config.camera, source=camera))
    if pins is not None:
        config = replace(config, panel=replace(config.panel, pins=pins))
    config = _as_chosen(config)
    yield from _kept(config)
    yield _clock(machine)
    address, plays = _address(config.web.host), machines.plays(config.web)
    asked = with_camera and not plays and config.camera.source != checks.NO_CAMERA
    seen = _seen(config) if asked else None
    yield _camera(config, seen, machine.pi)
    if config.wheels.read:
        yield checks.wheels(config.camera.source, seen)
    yield _pins(config.panel, plays)
    yield _speaker(config, machine)
    yield from _state_of(machine)
    problem = None if plays else machines.try_port(config.web.host, config.web.port)
    own = problem is None or machines.try_port(config.web.host, 0) is None
    yield checks.network(address, config.web.port, plays, problem, machine.name(), own)
    found = machine.devices() if machine.pi else []
    refused = [(path, group) for path, group, may in found if not may]
    yield checks.permissions(_user(), refused, len(found))


def versions() -> dict[str, str]:
    """Give what is installed of what matters."""
    found = {}
    for name in DISTRIBUTIONS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _imports() -> list[str]:
    from familiar import smoke

    return smoke.problems()


def _models() -> Check:
    from models.files import FOLDER, complaint, shipped

    names = sorted(shipped())
    return checks.models([each for name in names if (each := complaint(FOLDER / name))], len(names))


def _configuration(file: Path | None) -> tuple[Config, Check]:
    from table.errors import ConfigError
    from table.settings.config import Config, load_config

    shown = str(file or os.environ.get("FAMILIAR_CONFIG") or "") or None
    try:
        return load_config(file), checks.configuration(shown, None)
    except ConfigError as error:
        return Config(), checks.configuration(shown, str(error))


def _as_chosen(config: Config) -> Config:
    """Give the settings with what the owner switched on a page."""
    from familiar.configured import choices_of

    chosen = choices_of(config).now
    speech = replace(config.speech, on=chosen.speaks)
    return replace(config, speech=speech, wheels=replace(config.wheels, read=chosen.wheels))


def _kept(config: Config) -> Iterator[Check]:
    """Judge what is written down: the disk, the journal, the decks, the calibration."""
    from familiar.calibrated import SIMULATED, known_table
    from familiar.went_back import way_back
    from table.settings.config import data_dir

    folder = data_dir()
    yield checks.disk(str(folder), *machines.try_disk(folder))
    yield _tried("journal", lambda: _journal(config))
    back = way_back(folder)
    day = "" if back is None else time.strftime("%Y-%m-%d", time.localtime(back.at))
    yield checks.update("" if back is None else back.new, "" if back is None else back.old, day)
    yield _tried("decks", lambda: checks.decks(*_decks()))
    table, reason = known_table(config)
    known = (
        None
        if table is None
        else {"mat": "by its mat", "hand": "by hand", "whole": "as the whole picture"}[table.marked]
    )
    yield checks.calibration(known, reason, config.camera.source not in (SIMULATED, checks.NO_CAMERA))


def _tried(name: str, judge: Callable[[], Check]) -> Check:
    """Judge a matter; where a file that it needs cannot be had, that is what is told of it."""
    try:
        return judge()
    except OSError as error:
        return checks.barred(name, str(error.filename or name), *in_the_way(error))


def _is_read_only(path: Path) -> bool:
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _journal(config: Config) -> Check:
    """Judge the journal. Raises OSError where this user may not read and write it."""
    from familiar.configured import backups_of
    from table.errors import TableError
    from table.recovery.rescue import examine as look_into

    path, remedy = config.journal_path(), checks.REPAIRS
    # That a whole disk cannot be written to is told of the disk.
    if path.exists() and not os.access(path, os.R_OK if _is_read_only(path) else os.R_OK | os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    try:
        problem = look_into(path, backups_of(config, path))
    except TableError as error:
        # It is not damaged, and its sentence says itself what helps.
        problem, _, remedy = str(error).partition("; ")
    return checks.journal(str(path), path.exists(), problem, remedy or "check the path")


def _speaker(config: Config, machine: Machine) -> Check:
    from device.speaker import PROGRAM

    return checks.speaker(config.speech.on, shutil.which(PROGRAM) is not None, machine.sounds())


def _clock(machine: Machine) -> Check:
    from table.settings.config import data_dir

    written = machines.newest(data_dir())
    return checks.clock(time.time(), time.localtime().tm_year, machine.synchronised(), written)


def _decks() -> tuple[list[str], list[str]]:
    from vision.errors import VisionError
    from vision.read import decks, profile
    from vision.sticks import profile as stick_profile
    from vision.sticks import sets as stick_sets

    good, bad = [], []
    for known, suffix, load in (
        (decks.known_decks(), profile.SUFFIX, profile.load),
        (stick_sets.known_sets(), stick_profile.SUFFIX, stick_profile.load),
    ):
        for name in known:
            path = decks.decks_folder() / f"{name}{suffix}"
            if not path.is_file():
                continue
            try:
                load(path)
                good.append(name)
            except VisionError as error:
                bad.append(str(error).rstrip("."))
    return good, bad


def _seen(config: Config) -> Looked:
    from familiar.doctor.camera import look

    return look(config)


def _camera(config: Config, seen: Looked | None, pi: bool) -> Check:
    wanted = config.camera
    return checks.camera(wanted.source, (wanted.width, wanted.height), seen, pi)


def _pins(panel: PanelConfig, plays: bool) -> Check:
    from device.errors import PanelError
    from device.gpio import open_panel

    twice = shared_pins(panel)
    problem, stuck = None, []
    if panel.pins != "none" and not twice and not plays:
        try:
            with open_panel(panel.pins, panel.wiring()) as opened:
                told: list[str] = []
                if hasattr(opened, "on_stuck"):
                    opened.on_stuck(told.extend)
                stuck = told
        except PanelError as error:
            problem = str(error)
    return checks.pins(panel.pins, twice, problem, stuck, plays)


def shared_pins(panel: PanelConfig) -> dict[int, list[str]]:
    """List the pins that are given to more than one thing, by their numbers."""
    wiring = panel.wiring()
    users: dict[int, list[str]] = defaultdict(list)
    named: dict[str, Any] = {
        name: getattr(wiring, name, None)
        for name in ("confirm", "undo", "next", "red", "green", "blue", "buzzer")
    }
    for name, pin in named.items():
        if pin is not None:
            users[pin].append(name)
    for seat, pin in enumerate(wiring.seats, 1):
        users[pin].append(f"seat {seat}")
    return {pin: names for pin, names in users.items() if len(names) > 1}


def _state_of(machine: Machine) -> Iterator[Check]:
    yield checks.memory(*machine.memory())
    yield checks.temperature(machine.temperature())
    yield checks.power(machine.pi, machine.throttled(), machine.voltage_alarm())


def _address(host: str) -> str:
    from familiar.page import own_address

    return own_address(host)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"
