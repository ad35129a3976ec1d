"""Keep what was found out about a table: where it is, its mat, its empty picture, the camera's settings."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from device.camera import Settings
from files import obstacle
from files.pictures import TooManyPixels, as_jpeg, decode, holds_table
from files.regular import read_file
from files.whole import write_whole
from table.errors import TableError
from texts import say, spoken
from vision.calibrate.mat import MARKERS, Found

FILE = "calibration.json"
KIND = "familiar/1"
JPEG_QUALITY = 95
CORNERS = (3, 24)
"""How many corners the table's outline may have."""

MARKED = ("mat", "hand", "whole")
"""How the table's outline was found: by its mat, by its owner's taps, or as the whole picture."""

_PICTURE = re.compile(r"empty-table-[0-9a-f]{12}\.jpg")

Points = tuple[tuple[float, float], ...]


class CalibrationError(TableError):
    """What was kept of the table cannot be used; the message says which file, what is wrong, what to do."""


@dataclass(frozen=True)
class Calibration:
    """One table under one camera.

    camera: its name as in the configuration. size: of its pictures. table: the outline of what counts, in
    pixels; marked: one of MARKED. markers: the mat's, by id, each corner in pixels; empty without a mat.
    settings: what the camera was locked to, None where it cannot be. empty: the empty table, uint8
    (H, W, 3) BGR.
    """

    camera: str
    size: tuple[int, int]
    table: Points
    marked: str
    empty: np.ndarray = field(compare=False, repr=False)
    markers: Mapping[int, Points] = field(default_factory=dict)
    settings: Settings | None = None
    made: str = ""

    @property
    def found(self) -> Found:
        """Give the markers as `vision.calibrate.mat` finds them."""
        return {marker: np.array(quad, np.float32) for marker, quad in self.markers.items()}

    def outline(self) -> np.ndarray:
        """Give the table's outline, float32 (N, 2) pixels."""
        return np.array(self.table, np.float32)


def save(calibration: Calibration, folder: Path) -> Path:
    """Write the picture, then the file that names it, each whole or not at all; give the file.

    Raises CalibrationError.
    """
    picture = as_jpeg(calibration.empty, JPEG_QUALITY)
    if picture is None:
        raise CalibrationError(say("The picture of the empty table cannot be kept: take it again."))
    digest = hashlib.sha256(picture).hexdigest()
    name = f"empty-table-{digest[:12]}.jpg"
    said = {
        "calibration": KIND,
        "made": calibration.made,
        "camera": calibration.camera,
        "size": list(calibration.size),
        "marked": calibration.marked,
        "table": [list(point) for point in calibration.table],
        "markers": {
            str(marker): [list(point) for point in quad] for marker, quad in calibration.markers.items()
        },
        "settings": None if calibration.settings is None else asdict(calibration.settings),
        "picture": name,
        "sha256": digest,
    }
    file = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # The picture's name tells its content: a power cut between the two leaves the former pair whole.
        write_whole(folder / name, picture, 0o644)
        write_whole(file, (json.dumps(said, indent=1) + "\n").encode(), 0o644)
        for old in folder.iterdir():
            if _PICTURE.fullmatch(old.name) and old.name != name:
                old.unlink()
    except OSError as error:
        found = obstacle.of(error, file)
        raise CalibrationError(
            say("{file}: cannot be written: {why}; {remedy}", file=file, why=found.why, remedy=found.remedy)
        ) from None
    return file


def load(folder: Path) -> Calibration | None:
    """Read what was kept; None where nothing was. Raises CalibrationError with one sentence."""
    file = folder / FILE
    try:
        data = read_file(file)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CalibrationError(
            say(
                "{file}: cannot be read ({why}); run `familiar calibrate` again",
                file=file,
                why=error.strerror,
            )
        ) from None
    try:
        return _parse(json.loads(data.decode("utf-8")), folder)
    except (ValueError, RecursionError) as error:
        reason = spoken(error) if isinstance(error, _Wrong) else say("it is no JSON text")
        raise CalibrationError(
            say("{file}: {why}; run `familiar calibrate` again", file=file, why=reason)
        ) from None


class _Wrong(ValueError):
    """One value of the file is not what it must be."""


def _parse(said: Any, folder: Path) -> Calibration:
    if not isinstance(said, dict) or said.get("calibration") != KIND:
        raise _Wrong(say("it is no calibration of the kind {kind}", kind=KIND))
    size = said.get("size")
    if not (
        isinstance(size, list) and len(size) == 2 and all(type(n) is int and 0 < n <= 20000 for n in size)
    ):
        raise _Wrong(say("its size is no width and height in pixels"))
    if not holds_table(size[0], size[1]):
        raise _Wrong(say("{width} x {height} pixels cannot show a table", width=size[0], height=size[1]))
    if said.get("marked") not in MARKED:
        raise _Wrong(say("its table is marked by none of {known}", known=", ".join(MARKED)))
    camera, made = said.get("camera"), said.get("made", "")
    if not isinstance(camera, str) or not isinstance(made, str):
        raise _Wrong(say("its camera or date is no text"))
    table = _points(said.get("table"), say("table"), CORNERS)
    markers = said.get("markers")
    if not isinstance(markers, dict) or not set(markers) <= {str(marker) for marker in MARKERS}:
        raise _Wrong(say("its markers are not those of the mat"))
    quads = {
        int(marker): _points(quad, say("marker {number}", number=marker), (4, 4))
        for marker, quad in markers.items()
    }
    settings, empty = _settings(said.get("settings")), _picture(said, folder, (size[0], size[1]))
    return Calibration(
        camera, (size[0], size[1]), table, said["marked"], empty, quads, settings, made
    )  # fmt: skip


def _points(value: Any, name: str, count: tuple[int, int]) -> Points:
    if not isinstance(value, list) or not count[0] <= len(value) <= count[1]:
        raise _Wrong(
            say(
                "its {what} has no {least} corners or more than {most}",
                what=name,
                least=count[0],
                most=count[1],
            )
        )
    for point in value:
        if not isinstance(point, list) or len(point) != 2 or not all(map(_number, point)):
            raise _Wrong(say("its {what} has a corner that is no pair of numbers", what=name))
    return tuple((float(x), float(y)) for x, y in value)


def _number(value: Any) -> bool:
    # Which keeps out what is no number, and infinite; an int may be too large to be asked whether it is.
    return type(value) in (int, float) and abs(value) < 1e6


def _settings(value: Any) -> Settings | None:
    if value is None:
        return None
    known = set(Settings.__dataclass_fields__)
    if not isinstance(value, dict) or not set(value) <= known:
        raise _Wrong(say("its settings are not {known}", known=", ".join(sorted(known))))
    return Settings(
        exposure_us=_whole(value.get("exposure_us")),
        gain=_real(value.get("gain")),
        colour_gains=_pair(value.get("colour_gains")),
        lens_position=_real(value.get("lens_position")),
        temperature=_whole(value.get("temperature")),
    )


def _real(value: Any) -> float | None:
    if value is None:
        return None
    if not _number(value):
        raise _Wrong(say("its settings hold something that is no number"))
    return float(value)


def _whole(value: Any) -> int | None:
    real = _real(value)
    return None if real is None else round(real)


def _pair(value: Any) -> tuple[float, float] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(map(_number, value)):
        raise _Wrong(say("its colour_gains are no pair of numbers"))
    return float(value[0]), float(value[1])


def _picture(said: Mapping[str, Any], folder: Path, size: tuple[int, int]) -> np.ndarray:
    name = said.get("picture")
    if not isinstance(name, str) or not _PICTURE.fullmatch(name):
        raise _Wrong(say("it names no picture of the empty table"))
    try:
        data = read_file(folder / name)
    except OSError as error:
        raise _Wrong(
            say("its picture {name} cannot be read ({why})", name=name, why=error.strerror)
        ) from None
    if hashlib.sha256(data).hexdigest() != said.get("sha256"):
        raise _Wrong(say("its picture {name} is damaged", name=name))
    try:
        picture = decode(data)
    except TooManyPixels:
        picture = None
    if picture is None or (picture.shape[1], picture.shape[0]) != size:
        raise _Wrong(say("its picture {name} has another size", name=name))
    return picture
