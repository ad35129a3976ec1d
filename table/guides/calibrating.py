"""Lead a person through the calibration of a table: what is amiss, where the table is, the empty picture.

Pure: no clock, no camera, no thread. `step(setting, event)` gives the state as it is then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, assert_never

import numpy as np

from table.eye.calibration import Calibration, Points
from table.guides.leading import NotNow, Trouble
from texts import say
from vision.calibrate import mat
from vision.calibrate.area import around, whole
from vision.calibrate.survey import Survey
from vision.geometry.homography import project


class Phase(StrEnum):
    """Where the calibration is."""

    AIM = "aim"
    TAKING = "taking"
    SAVED = "saved"
    OVER = "over"


class Press(StrEnum):
    """What a person can press."""

    MAT = "mat"
    WHOLE = "whole"
    TAKE = "take"
    AGAIN = "again"
    FINISH = "finish"


@dataclass(frozen=True)
class Tapped:
    """Somebody has tapped the table's corners in the picture: shares of its width and height, 0..1."""

    corners: Points


@dataclass(frozen=True)
class Surveyed:
    """The camera has looked at the place."""

    survey: Survey


@dataclass(frozen=True)
class Taken:
    """The picture of the empty table is there, and the camera is locked."""

    calibration: Calibration
    survey: Survey


@dataclass(frozen=True)
class Failed:
    """No picture of the empty table came, and why."""

    reason: str


@dataclass(frozen=True)
class Setting:
    """All there is to know. `number` counts the moves.

    marked: how the table's outline was found, as in a calibration; None: nobody has said, and what was found
    stands. outline: (N, 2) pixels where it was tapped. kept: what was taken last.
    """

    phase: Phase = Phase.AIM
    survey: Survey | None = None
    marked: str | None = None
    outline: Points | None = None
    kept: Calibration | None = None
    trouble: str | None = None
    refused: str | None = None
    number: int = 0

    @property
    def by(self) -> str:
        """Say how the outline is found as things stand."""
        if self.marked is not None:
            return self.marked
        return (
            "mat" if self.survey is not None and mat.to_pixels(self.survey.markers) is not None else "whole"
        )

    def area(self) -> np.ndarray | None:
        """Give the outline that somebody wants, (N, 2) pixels; None: the one that is found."""
        if self.by == "hand" and self.outline is not None:
            return np.array(self.outline, np.float32)
        if self.by == "whole" and self.survey is not None:
            return whole(self.survey.size)
        return None


Event = Tapped | Surveyed | Taken | Failed | Trouble | Press


def step(setting: Setting, event: Event) -> Setting:
    """Go one step. Raises NotNow for what does not fit."""
    match event:
        case Surveyed(survey):
            if setting.phase is not Phase.AIM:
                return setting
            if setting.survey is not None and setting.survey.size != survey.size:
                # What was tapped in pictures of another size is no place in these.
                setting = replace(setting, marked=None, outline=None)
            return replace(setting, survey=survey)
        case Trouble(reason):
            return replace(setting, trouble=reason)
        case Tapped(corners):
            return _tapped(setting, corners)
        case Taken(calibration, survey):
            return _moved(setting, phase=Phase.SAVED, kept=calibration, survey=survey)
        case Failed(reason):
            return _moved(setting, phase=Phase.AIM, refused=reason)
        case Press():
            if event not in offers(setting):
                raise NotNow(say("That cannot be done at this point."))
            return _PRESSED[event](setting)
    assert_never(event)


def offers(setting: Setting) -> tuple[Press, ...]:
    """List what can be pressed now."""
    match setting.phase:
        case Phase.AIM if setting.survey is not None:
            able = [Press.TAKE]
            if setting.by != "whole":
                able.append(Press.WHOLE)
            if setting.by != "mat" and mat.to_pixels(setting.survey.markers) is not None:
                able.append(Press.MAT)
            return tuple(able)
        case Phase.SAVED:
            return Press.AGAIN, Press.FINISH
    return ()


_PRESSED: dict[Press, Callable[[Setting], Setting]] = {
    Press.MAT: lambda setting: _moved(setting, marked="mat", outline=None),
    Press.WHOLE: lambda setting: _moved(setting, marked="whole", outline=None),
    Press.TAKE: lambda setting: _moved(setting, phase=Phase.TAKING),
    Press.AGAIN: lambda setting: _moved(setting, phase=Phase.AIM),
    Press.FINISH: lambda setting: _moved(setting, phase=Phase.OVER),
}


def _tapped(setting: Setting, corners: Points) -> Setting:
    if setting.phase is not Phase.AIM or setting.survey is None:
        raise NotNow(say("The table's corners cannot be marked at this point."))
    size = setting.survey.size
    outline = around(np.array(corners, np.float32) * np.array(size, np.float32), size)
    if outline is None:
        raise NotNow(say("That is too small for a table: tap its corners one after the other."))
    points = tuple((float(x), float(y)) for x, y in outline)
    return _moved(setting, marked="hand", outline=points)


def _moved(setting: Setting, **changes: Any) -> Setting:
    return replace(setting, number=setting.number + 1, **{"refused": None, **changes})


def drawn(setting: Setting) -> dict[str, Any]:
    """Give what is drawn over the picture, in its pixels: the table, the mat's markers and zones."""
    survey = setting.survey
    if survey is None:
        return {"size": [16, 9], "table": [], "markers": [], "zones": []}
    homography = mat.to_pixels(survey.markers)
    zones = []
    if homography is not None:
        for left, top, width, height in mat.ZONES.values():
            corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
            zones.append(_rounded(project(homography, np.array(corners, np.float32))))
    area = setting.area()
    return {
        "size": list(survey.size),
        "table": _rounded(survey.outline if area is None else area),
        "markers": [_rounded(quad) for quad in survey.markers.values()],
        "zones": zones,
    }


def _rounded(points: np.ndarray) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
