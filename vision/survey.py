"""Judge the place where a camera hangs: the mat, how large and straight it is seen, light, focus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np

from vision import blur, mat
from vision.area import around, whole

Level = Literal["ok", "warning", "failure", "unknown"]

MAT_MARGIN = -3.0
"""Millimetres around the mat that count as table: its very edge, bright on a dark cloth, is read as a stick.

Of 36 sticks thrown onto mats on six drawn tables 24 were read and 12 asked about without a calibration, 33
and 3 with a margin of 15, 36 and none within the edge.
"""

FEW_PX_MM, LEAST_PX_MM = 1.6, 1.2
"""Pixels a millimetre: below 1.4 a corner index has no twelve pixels (PLATFORM section 4)."""

ASKEW = 1.3
"""By how much more pixels a millimetre the mat's nearest corner may have than its farthest."""

DARK, DIM = 30, 42
"""Mean grey level of the table; from 22 down nothing is read at all."""

PAPER_DARK, PAPER_DIM = 85, 120
"""Grey level of the mat's paper."""

GLARING, GLARE = 250, 0.003
"""Grey level from which a pixel is burnt out, and the share of the table that may be."""

UNEVEN = 0.5
"""Brightness of the darkest part as a share of the brightest."""

FLICKER = 0.02
"""Share by which rows of one picture differ from those of the next, beyond the noise of the sensor."""

SOFT_MM, BLURRED_MM = 0.65, 0.95
"""Blur (sigma) in millimetres: the reader begins to go wrong at 1.6, and dim light or haste take from it."""

SOFT, BLURRED = 0.26, 0.17
"""The same where no mat says how large a millimetre is: see `sharp.sharpness`."""

SMALL_PX = 480
"""Width of the picture in which light is measured."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what is so, in one sentence, and what to do about it."""

    name: str
    level: Level
    said: str
    remedy: str = ""


@dataclass(frozen=True)
class Survey:
    """All that one look found. outline: (N, 2) pixels of what counts if nobody says otherwise."""

    size: tuple[int, int]
    markers: dict[int, np.ndarray] = field(compare=False)
    outline: np.ndarray = field(compare=False)
    findings: tuple[Finding, ...]
    px_per_mm: float | None = None

    @property
    def level(self) -> Level:
        """Give the gravest level found."""
        return next(
            (each for each in ("failure", "warning") if any(f.level == each for f in self.findings)), "ok"
        )


def survey(
    frames: Sequence[np.ndarray], outline: np.ndarray | None = None, distance: float | None = None
) -> Survey:
    """Judge pictures of one still table, uint8 (H, W, 3) BGR of one size, the newest last.

    outline: (N, 2) pixels of the table where its owner marked it. distance: metres above the table at which a
    Camera Module 3 is said to hang.
    """
    image = frames[-1]
    size = (image.shape[1], image.shape[0])
    found = mat.find(image)
    homography = mat.to_pixels(found)
    if outline is None:
        outline = table_outline(homography, size)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    findings = [_mat(found, homography, size)]
    per_mm = None
    if homography is not None:
        middle = (mat.MAT_SIZE[0] / 2, mat.MAT_SIZE[1] / 2)
        per_mm = mat.scale(homography, middle)
        findings += [_height(per_mm, size, distance), _tilt(homography)]
    inside, small = _inside(outline, size), _small(grey)
    findings += [
        _light(small, inside, None if homography is None else _paper(grey, found)),
        _glare(_small(image), inside),
        _evenness(small, inside if homography is None else _inside(_sheet(homography), size) & inside),
        _flicker(frames, outline),
        _focus(grey, found, per_mm, outline),
    ]
    return Survey(size, found, outline, tuple(findings), per_mm)


def table_outline(homography: np.ndarray | None, size: tuple[int, int]) -> np.ndarray:
    """Give what counts if nobody says otherwise: the mat with a margin, else the whole picture."""
    if homography is None:
        return whole(size)
    outline = around(mat.project(homography, mat.outline_mm(MAT_MARGIN)), size)
    return whole(size) if outline is None else outline


def _sheet(homography: np.ndarray) -> np.ndarray:
    return mat.project(homography, mat.outline_mm(-mat.MARKER_SIZE / 6))


def _mat(found: mat.Found, homography: np.ndarray | None, size: tuple[int, int]) -> Finding:
    name = "mat"
    if not found:
        return Finding(name, "ok", "No mat is in sight: the table is what you mark in the picture.")
    if homography is None:
        return Finding(
            name,
            "warning",
            "Only one corner of the mat is in sight.",
            "Bring the whole mat into the picture.",
        )
    missing = sorted(set(mat.MARKERS) - set(found))
    if missing:
        place = mat.project(homography, np.float32([mat.MARKERS[each] for each in missing]))
        out = [_beyond(point, size) for point in place]
        beyond = next((side for side in out if side), None)
        if beyond:
            return Finding(
                name,
                "warning",
                f"The mat reaches out of the picture ({beyond}).",
                f"Move the camera, or turn it, towards the {beyond} side of the picture, or hang it higher.",
            )
        return Finding(
            name,
            "warning",
            f"{len(missing)} of the mat's four markers cannot be seen (look {where(place[0], size)}).",
            "Take away what lies on it, or the glare.",
        )
    if mat.wrong_by(found, homography) > mat.WRONG_MM:
        return Finding(
            name,
            "warning",
            "The mat's markers do not lie as they were printed.",
            "Lay the mat flat, and glue its halves along the strip.",
        )
    return Finding(name, "ok", "The mat is in sight with its four markers.")


def _beyond(point: np.ndarray, size: tuple[int, int]) -> str | None:
    x, y = float(point[0]), float(point[1])
    beyond = {"left": -x, "right": x - size[0], "upper": -y, "lower": y - size[1]}
    side = max(beyond, key=lambda each: beyond[each])
    return side if beyond[side] > -8 else None


def _height(per_mm: float, size: tuple[int, int], distance: float | None) -> Finding:
    seen = f"A millimetre of the mat is {per_mm:.1f} pixels wide"
    if per_mm < FEW_PX_MM:
        lower = f"Hang it lower, at about {100 * per_mm / (FEW_PX_MM * 1.25):.0f} % of its height"
        level: Level = "failure" if per_mm < LEAST_PX_MM else "warning"
        return Finding(
            "height", level, f"{seen}: too few for a card's corner.", f"{lower}, or take larger pictures."
        )
    if distance is not None:
        # 66 degrees across (Camera Module 3): 1299 mm a metre of height.
        hangs = size[0] / per_mm / 1299
        if abs(hangs / distance - 1) > 0.15:
            return Finding(
                "height",
                "warning",
                f"The camera seems to hang {hangs:.2f} m high; the configuration says {distance:.2f} m.",
                f"Measure it, and write distance = {hangs:.2f} under [camera]: its focus is set by that.",
            )
    return Finding("height", "ok", f"{seen}.")


def _tilt(homography: np.ndarray) -> Finding:
    width, height = mat.MAT_SIZE
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    scales = np.array([mat.scale(homography, corner) for corner in corners])
    if scales.max() / scales.min() < ASKEW:
        return Finding("tilt", "ok", "The camera looks straight down.")
    pixels = mat.project(homography, np.float32(corners))
    away = pixels[int(scales.argmin())] - pixels.mean(0)
    side = (
        ("right" if away[0] > 0 else "left")
        if abs(away[0]) > abs(away[1])
        else ("lower" if away[1] > 0 else "upper")
    )
    return Finding(
        "tilt",
        "warning",
        f"The camera leans: the {side} side of the picture is farther away from it.",
        f"Move it towards the {side} side of the picture and let it look straight down.",
    )


def _light(small: np.ndarray, inside: np.ndarray, paper: float | None) -> Finding:
    level = float(small[inside].mean()) if inside.any() else float(small.mean())
    lamp = "Switch on a lamp, or bring one nearer."
    dark, dim = (PAPER_DARK, PAPER_DIM) if paper is not None else (DARK, DIM)
    measured = paper if paper is not None else level
    of = "the mat's paper" if paper is not None else "the table"
    if measured < dark:
        return Finding("light", "failure", f"Too dark: {of} is at {measured:.0f} of 255.", lamp)
    if measured < dim:
        # A dark cloth looks like little light; only paper tells them apart.
        lamp = lamp if paper is not None else f"{lamp} If it is a dark cloth only, this is no harm."
        return Finding("light", "warning", f"Rather dark: {of} is at {measured:.0f} of 255.", lamp)
    return Finding("light", "ok", f"Bright enough: {of} is at {measured:.0f} of 255.")


def _glare(small: np.ndarray, inside: np.ndarray) -> Finding:
    burnt = ((small.min(2) >= GLARING) & inside).astype(np.uint8)
    share = burnt.sum() / max(1, int(inside.sum()))
    if share <= GLARE:
        return Finding("glare", "ok", "Nothing glares.")
    spot = cv2.moments(burnt, True)
    at = np.array([spot["m10"], spot["m01"]]) / spot["m00"]
    place = where(at, (small.shape[1], small.shape[0]))
    return Finding(
        "glare",
        "warning",
        f"{100 * share:.1f} % of the table is burnt out ({place}).",
        "Move the lamp aside, dim it, or let it shine on the ceiling: print under glare cannot be read.",
    )


def _evenness(small: np.ndarray, inside: np.ndarray) -> Finding:
    """Compare parts of the table (with a mat, of its paper), each by its brighter half: print is dark."""
    ys, xs = np.nonzero(inside)
    levels: dict[tuple[int, int], float] = {}
    if len(ys):
        rows = np.minimum(3 * (ys - ys.min()) // (np.ptp(ys) + 1), 2)
        columns = np.minimum(4 * (xs - xs.min()) // (np.ptp(xs) + 1), 3)
        values = small[ys, xs]
        for row in range(3):
            for column in range(4):
                cell = values[(rows == row) & (columns == column)]
                if len(cell) > 60:
                    levels[row, column] = float(np.percentile(cell, 75))
    if not levels or min(levels.values()) >= UNEVEN * max(levels.values()):
        return Finding("evenness", "ok", "The light is even.")
    darkest, brightest = min(levels, key=lambda k: levels[k]), max(levels, key=lambda k: levels[k])
    share = 100 * levels[darkest] / max(1.0, levels[brightest])
    names = [where(np.array([(c + 0.5) / 4, (r + 0.5) / 3]), (1, 1)) for r, c in (darkest, brightest)]
    return Finding(
        "evenness",
        "warning",
        f"The table is uneven: {names[0]} it is {share:.0f} % as bright as {names[1]}.",
        f"Move the lamp away from the place that is bright, or add one for the part {names[0]}.",
    )


def _flicker(frames: Sequence[np.ndarray], outline: np.ndarray) -> Finding:
    name, level = "flicker", blur.flicker(frames, outline)
    if level is None:
        return Finding(name, "unknown", "Flicker shows in several pictures of a still table only.")
    if level <= FLICKER:
        return Finding(name, "ok", "The light does not flicker.")
    return Finding(
        name,
        "warning",
        f"The light flickers: stripes of {100 * level:.1f} % run through the picture.",
        "Set mains under [camera] to 50 or 60 as in your country, or use a lamp that is not dimmed.",
    )


def _focus(grey: np.ndarray, found: mat.Found, per_mm: float | None, outline: np.ndarray) -> Finding:
    advice = (
        "Measure from the camera to the table and write it as distance under [camera]; "
        "a USB camera has a ring to turn; wipe the lens."
    )
    if per_mm is not None:
        sigmas = {marker: blur.edge_blur(grey, quad) / per_mm for marker, quad in found.items()}
        worst = max(sigmas, key=lambda each: sigmas[each])
        sigma = float(np.median(list(sigmas.values())))
        if sigma > SOFT_MM:
            level: Level = "failure" if sigma > BLURRED_MM else "warning"
            return Finding("focus", level, f"The picture is blurred by {sigma:.1f} mm.", advice)
        if sigmas[worst] > BLURRED_MM:
            place = where(found[worst].mean(0), (grey.shape[1], grey.shape[0]))
            return Finding(
                "focus", "warning", f"The picture is blurred {place} only.", "Let it look straight down."
            )
        return Finding("focus", "ok", f"Sharp: edges are blurred by {sigma:.1f} mm.")
    sharp = blur.print_sharpness(grey, outline)
    if sharp is None:
        return Finding(
            "focus",
            "unknown",
            "Nothing with print lies there by which the focus could be judged.",
            "Lay some cards there, and look again; take them away before the picture of the empty table.",
        )
    if sharp < SOFT:
        level = "failure" if sharp < BLURRED else "warning"
        return Finding("focus", level, f"The picture is blurred (sharpness {sharp:.2f}).", advice)
    return Finding("focus", "ok", f"Sharp (sharpness {sharp:.2f}).")


def where(point: np.ndarray, size: tuple[int, int]) -> str:
    """Say in which part of the picture a point lies."""
    across = ("at the left", "", "at the right")[int(np.clip(3 * point[0] / size[0], 0, 2))]
    down = ("at the top", "", "at the bottom")[int(np.clip(3 * point[1] / size[1], 0, 2))]
    return " and ".join(each for each in (down, across) if each) or "in the middle"


def _paper(grey: np.ndarray, found: mat.Found) -> float:
    """Give the grey level of the mat's paper: of the brightest modules in its markers."""
    levels = []
    for quad in found.values():
        low, high = np.maximum(quad.min(0).astype(int), 0), quad.max(0).astype(int) + 1
        levels.append(float(np.percentile(grey[low[1] : high[1], low[0] : high[0]], 92)))
    return float(np.median(levels))


def _small(picture: np.ndarray) -> np.ndarray:
    height = max(1, round(picture.shape[0] * SMALL_PX / picture.shape[1]))
    return cv2.resize(picture, (SMALL_PX, height), interpolation=cv2.INTER_AREA)


def _inside(outline: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    mask = np.zeros((max(1, round(size[1] * SMALL_PX / size[0])), SMALL_PX), np.uint8)
    cv2.fillPoly(mask, [np.round(outline * SMALL_PX / size[0]).astype(np.int32)], 1)
    return mask > 0
