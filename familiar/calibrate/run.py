"""``familiar calibrate``: find the table, take its empty picture, lock the camera, and keep all that."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from device.camera import Camera, LiveCamera
from device.errors import BrokenPicture, CameraError
from device.pictures import load_table_picture
from familiar.calibrate.eye import Holder, Lasting, Lockable, SurveyingEye, calibration_of
from familiar.calibrated import SIMULATED, calibration_folder
from familiar.configured import LIVE
from familiar.doctor.machine import plays
from familiar.guide.led import Owner, serve
from familiar.source import the_camera
from familiar.tell import Tell
from simulation.devices import SimulatedCamera
from simulation.table import SimulatedTable
from table.eye.calibration import Calibration, CalibrationError, save
from table.guides.calibrating import Event, Phase, Press, Setting, step
from table.settings.config import Config
from vision.calibrate.area import around
from vision.calibrate.finding import Finding
from vision.calibrate.mat import MAT_SIZE, to_pixels
from vision.calibrate.survey import Survey, survey
from vision.interval import FrameInterval
from web.calibrate import create_calibration_app

HINT = (
    "It shows what the camera sees, and what is to be done. Ctrl-C ends it; nothing is kept before its end."
)
SEED, SEATS = 1, 4
SIMULATED_PACE_S = 0.1
TIMEOUT_S = 5.0
GIVEN_UP = 20_000
"""Milliseconds after which the terminal waits no longer for a table at rest."""

PLAYS = "Familiar is playing and has the camera: sudo systemctl stop familiar, calibrate, and start it again."

MARKS = {"ok": "  ok      ", "warning": "  WARNING ", "failure": "  FAILURE ", "unknown": "  unknown "}


def run(
    config: Config,
    tell: Tell,
    *,
    table: SimulatedTable | None = None,
    ready: Callable[[Owner[Setting]], object] = id,
) -> int:
    """Lead through the calibration by a page. Raises the root errors of the rooms."""
    folder = calibration_folder(config)
    owner = Owner(Setting(), step, partial(_keep, folder))
    with ExitStack() as closing:
        camera, pace = _camera(config, table), config.camera.pace
        closing.callback(camera.close)
        if config.camera.source == SIMULATED:
            pace = 0.0
        eye = _eye(owner, config, camera)
        ready(owner)
        setting = serve(
            owner,
            eye,
            lambda: camera,
            config,
            tell,
            make_app=partial(create_calibration_app, owner),
            ended=lambda setting: setting.phase is Phase.OVER,
            hint=HINT,
            pace=pace,
        )
    if setting.kept is None:
        tell("Nothing was kept: the table is taken as it is seen.")
    else:
        tell(f"The calibration is kept in {folder}.")
    return 0


def run_here(
    config: Config, corners: Sequence[tuple[float, float]], tell: Tell, *, table: SimulatedTable | None = None
) -> int:
    """Calibrate without a page: look, say what is amiss, and keep it; 1 where something fails.

    corners: of the table, as shares of the picture's width and height; none: the mat, or the whole picture.
    Raises the root errors of the rooms.
    """
    folder = calibration_folder(config)
    with _camera(config, table) as camera:
        holder = _Here(folder, corners)
        eye = _eye(holder, config, camera)
        tell("Clear the table and keep your hands away.")
        interval, waited = FrameInterval(), 0
        while waited < GIVEN_UP:
            try:
                frame = camera.read(TIMEOUT_S)
            except BrokenPicture as error:
                # The next one may be well; many a USB camera begins with such a one.
                tell(f"{error}.")
                continue
            if frame is None:
                raise CameraError("The pictures ended before the table was seen at rest: give more of them.")
            if isinstance(camera, LiveCamera):
                interval.taken(frame.time)
                eye.taken(frame.time)
            waited += interval.passed
            eye.look(frame.image)
            setting = holder.snapshot
            if setting.kept is not None and setting.survey is not None:
                return _report(setting.survey, setting.kept, folder, tell)
            if setting.refused is not None:
                raise CalibrationError(setting.refused)
    raise CalibrationError("The table does not come to rest: take your hands away, and try again.")


def run_from(
    pictures: Sequence[Path], config: Config, corners: Sequence[tuple[float, float]], tell: Tell
) -> int:
    """Calibrate from pictures of the empty table; 1 where something fails. Raises DeviceError, TableError."""
    frames = [load_table_picture(path) for path in pictures]
    odd = next((k for k, frame in enumerate(frames) if frame.shape != frames[0].shape), None)
    if odd is not None:
        raise CalibrationError(
            f"{pictures[odd]}: has another size than {pictures[0]}; give pictures of one camera"
        )
    size = (frames[0].shape[1], frames[0].shape[0])
    outline = outline_of(corners, size)
    found = survey(frames, outline, _distance(config))
    marked = "hand" if outline is not None else "whole" if to_pixels(found.markers) is None else "mat"
    kept = calibration_of(frames, found, config.camera.source, marked, None, _now())
    folder = calibration_folder(config)
    save(kept, folder)
    return _report(found, kept, folder, tell)


def outline_of(corners: Sequence[tuple[float, float]], size: tuple[int, int]) -> np.ndarray | None:
    """Turn shares of the picture into the table's outline. Raises CalibrationError."""
    if not corners:
        return None
    outline = (
        around(np.array(corners, np.float32) * np.array(size, np.float32), size) if len(corners) > 2 else None
    )
    if outline is None:
        raise CalibrationError(
            "These corners enclose no table: give three or more, each as X,Y from 0,0 (top left) to 1,1."
        )
    return outline


class _Here:
    """Hold the setting without a thread: the table is clear, and its picture is wanted at once."""

    def __init__(self, folder: Path, corners: Sequence[tuple[float, float]]) -> None:
        self.snapshot = Setting()
        self._folder, self._corners = folder, corners

    def post(self, event: Event) -> None:
        """Let it happen, and press what a person would."""
        before = self.snapshot
        self.snapshot = step(before, event)
        _keep(self._folder, before, self.snapshot)
        survey = self.snapshot.survey
        if self.snapshot.phase is Phase.AIM and survey is not None and self.snapshot.refused is None:
            outline = outline_of(self._corners, survey.size)
            if outline is not None:
                points = tuple((float(x), float(y)) for x, y in outline)
                self.snapshot = replace(self.snapshot, marked="hand", outline=points)
            self.snapshot = step(self.snapshot, Press.TAKE)


def _keep(folder: Path, before: Setting, setting: Setting) -> None:
    """Write down what was taken. Raises CalibrationError."""
    if setting.kept is not None and setting.kept is not before.kept:
        save(setting.kept, folder)


def _report(found: Survey, kept: Calibration, folder: Path, tell: Tell) -> int:
    for finding in found.findings:
        tell(sentence(finding))
    how = {"mat": "by its mat", "hand": "as you marked it", "whole": "as the whole picture"}[kept.marked]
    tell(f"The table is taken {how}; kept in {folder}.")
    return 1 if found.level == "failure" else 0


def sentence(finding: Finding) -> str:
    """Write a finding on one line."""
    return f"{MARKS[finding.level]}{finding.name}: {finding.said} {finding.remedy}".rstrip()


def _eye(holder: Holder, config: Config, camera: Camera) -> SurveyingEye:
    return SurveyingEye(
        holder,
        config.camera.source,
        lock=camera.lock if isinstance(camera, Lockable) else lambda: None,
        unlock=camera.unlock if isinstance(camera, Lockable) else lambda: None,
        distance=_distance(config),
        now=_now,
    )


def _distance(config: Config) -> float | None:
    # Only of the Pi's own camera is it known how wide it sees.
    return config.camera.distance if config.camera.source == "picamera" else None


def _camera(config: Config, table: SimulatedTable | None) -> Camera:
    """Open the camera; above the simulated table lies a mat. Raises CameraError."""
    source = config.camera.source
    if source == SIMULATED:
        if table is None:
            from kit.mat_picture import mat_picture

            table = SimulatedTable(SEED, SEATS, "us")
            table.spread(mat_picture(), MAT_SIZE, 3.0)
        return SimulatedCamera(table, min(config.camera.pace, SIMULATED_PACE_S))
    if source.startswith(LIVE):
        if plays(config.web):
            raise CameraError(PLAYS)
        return Lockable(partial(the_camera, config))
    return Lasting(the_camera(config))


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S")
