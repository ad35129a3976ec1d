"""Take some pictures with the configured camera, and judge light, lens and wheels by them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from device.camera import Settings
from device.errors import BrokenPicture, DeviceError
from device.health import FROZEN, Judge
from familiar.calibrated import SIMULATED, known_table
from familiar.configured import LIVE
from familiar.doctor.checks import Looked, in_the_way
from familiar.source import the_camera
from table.settings.config import Config
from vision.calibrate.survey import survey
from vision.wheels.find import find
from vision.wheels.printed import COLORS

FRAMES = 6
"""Pictures by which the camera is judged."""
SETTLING = 8
"""Pictures that pass while a camera finds its exposure."""
TIMEOUT_S = 4.0


@dataclass(frozen=True)
class _Shots:
    """What the camera gave: uint8 (H, W, 3) BGR each, and when each came, in seconds of the clock.

    age: of the last picture when it came, in seconds; why: what was last amiss with one.
    """

    pictures: list[np.ndarray]
    times: list[float]
    age: float | None
    why: str | None


def look(config: Config, clock: Callable[[], float] = time.monotonic) -> Looked:
    """Take some pictures and judge them."""
    wanted = config.camera
    if wanted.source == SIMULATED:
        return Looked((wanted.width, wanted.height))
    live, known = wanted.source.startswith(LIVE), known_table(config)[0]
    try:
        shots = _shots(config, None if known is None else known.settings, live, clock)
    except DeviceError as error:
        return Looked(problem=str(error))
    except OSError as error:
        return Looked(problem=f"{error.filename or wanted.source}: {'; '.join(in_the_way(error))}")
    frames, times = shots.pictures, shots.times
    if not frames:
        return Looked(problem=shots.why or (FROZEN if live else "there is no picture: give other ones"))
    same = [frame for frame in frames if frame.shape == frames[-1].shape]
    fits = known is not None and known.size == same[-1].shape[1::-1]
    judged = survey(
        same,
        known.outline() if known is not None and fits else None,
        wanted.distance if wanted.source == "picamera" else None,
    )
    amiss = tuple((f.level, f.said, f.remedy) for f in judged.findings if f.level in ("warning", "failure"))
    gaps = tuple(after - before for before, after in zip(times, times[1:], strict=False)) if live else ()
    found = find(same[-1]).wheels if config.wheels.read else ()
    wheels = len(found), sum(each.place is not None for each in found)
    often = Counter(COLORS[each.color] for each in found)
    alike = tuple(color for color, count in often.items() if count > 1)
    return Looked(judged.size, gaps, shots.age if live else None, amiss, wheels=wheels, alike=alike)


def _shots(config: Config, settings: Settings | None, live: bool, clock: Callable[[], float]) -> _Shots:
    """Take the pictures; live: those while the camera settles pass. Raises DeviceError, OSError."""
    judge = Judge()
    pictures, times = list[np.ndarray](), list[float]()
    age: float | None = None
    why: str | None = None
    with the_camera(config, settings) as camera:
        for number in range(FRAMES + (SETTLING if live else 0)):
            try:
                frame = camera.read(TIMEOUT_S)
            except BrokenPicture as error:
                if not live:
                    raise
                # Many a USB camera's first picture is damaged; one that gives no other is told of later.
                why = str(error)
                continue
            if frame is None:
                break
            age = clock() - frame.time
            verdict = judge.judge(frame.image, frame.time)
            why = verdict.text or why
            if not live or (number >= SETTLING and verdict.good):
                pictures.append(frame.image)
                times.append(clock())
    return _Shots(pictures, times, age, why)
