"""Judge the place where a camera hangs: the mat, how large and straight it is seen, light, focus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from texts import decimal, say, say_many
from vision.calibrate import lighting, mat
from vision.calibrate.area import around, whole
from vision.calibrate.finding import Finding, Level, where
from vision.geometry.homography import project

MAT_MARGIN_MM = -3.0
"""Millimetres around the mat that count as table: its very edge, bright on a dark cloth, is read as a stick.

Of 36 sticks thrown onto mats on six drawn tables 24 were read and 12 asked about without a calibration, 33
and 3 with a margin of 15, 36 and none within the edge.
"""

FEW_PX_MM, LEAST_PX_MM = 1.6, 1.2
"""Pixels a millimetre: below 1.4 a corner index has no twelve pixels (docs/platform.md 4)."""

ASKEW = 1.3
"""By how much more pixels a millimetre the mat's nearest corner may have than its farthest."""

SIDE_NAMES = {
    "left": say("the left side"),
    "right": say("the right side"),
    "upper": say("the upper side"),
    "lower": say("the lower side"),
}


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
    inside, small = lighting.inside(outline, size), lighting.small(grey)
    findings += [
        lighting.light(small, inside, None if homography is None else lighting.paper(grey, found)),
        lighting.glare(lighting.small(image), inside),
        lighting.evenness(
            small, inside if homography is None else lighting.inside(_sheet(homography), size) & inside
        ),
        lighting.flicker(frames, outline),
        lighting.focus(grey, found, per_mm, outline),
    ]
    return Survey(size, found, outline, tuple(findings), per_mm)


def table_outline(homography: np.ndarray | None, size: tuple[int, int]) -> np.ndarray:
    """Give what counts if nobody says otherwise: the mat with a margin, else the whole picture."""
    if homography is None:
        return whole(size)
    outline = around(project(homography, mat.outline_mm(MAT_MARGIN_MM)), size)
    return whole(size) if outline is None else outline


def _sheet(homography: np.ndarray) -> np.ndarray:
    return project(homography, mat.outline_mm(-mat.MARKER_SIZE / 6))


def _mat(found: mat.Found, homography: np.ndarray | None, size: tuple[int, int]) -> Finding:
    name = "mat"
    if not found:
        return Finding(name, "ok", say("No mat is in sight: the table is what you mark in the picture."))
    if homography is None:
        return Finding(
            name,
            "warning",
            say("Only one corner of the mat is in sight."),
            say("Bring the whole mat into the picture."),
        )
    missing = sorted(set(mat.MARKERS) - set(found))
    if missing:
        place = project(homography, np.array([mat.MARKERS[each] for each in missing]))
        out = [_beyond(point, size) for point in place]
        beyond = next((side for side in out if side), None)
        if beyond:
            return Finding(
                name,
                "warning",
                say("The mat reaches out of the picture at {side}.", side=SIDE_NAMES[beyond]),
                say(
                    "Move the camera, or turn it, towards {side} of the picture, or hang it higher.",
                    side=SIDE_NAMES[beyond],
                ),
            )
        return Finding(
            name,
            "warning",
            say_many(
                "{count} of the mat's four markers cannot be seen (look {where}).",
                "{count} of the mat's four markers cannot be seen (look {where}).",
                len(missing),
                where=where(place[0], size),
            ),
            say("Take away what lies on it, or the glare."),
        )
    if mat.wrong_by(found, homography) > mat.WRONG_MM:
        return Finding(
            name,
            "warning",
            say("The mat's markers do not lie as they were printed."),
            say("Lay the mat flat, and glue its halves along the strip."),
        )
    return Finding(name, "ok", say("The mat is in sight with its four markers."))


def _beyond(point: np.ndarray, size: tuple[int, int]) -> str | None:
    x, y = float(point[0]), float(point[1])
    beyond = {"left": -x, "right": x - size[0], "upper": -y, "lower": y - size[1]}
    side = max(beyond, key=lambda each: beyond[each])
    return side if beyond[side] > -8 else None


def _height(per_mm: float, size: tuple[int, int], distance: float | None) -> Finding:
    wide = decimal(per_mm, 1)
    if per_mm < FEW_PX_MM:
        lower = f"{100 * per_mm / (FEW_PX_MM * 1.25):.0f}"
        level: Level = "failure" if per_mm < LEAST_PX_MM else "warning"
        return Finding(
            "height",
            level,
            say("A millimetre of the mat is {wide} pixels wide: too few for a card's corner.", wide=wide),
            say("Hang it lower, at about {percent} % of its height, or take larger pictures.", percent=lower),
        )
    if distance is not None:
        # 66 degrees across (Camera Module 3): 1299 mm a metre of height.
        hangs = size[0] / per_mm / 1299
        if abs(hangs / distance - 1) > 0.15:
            return Finding(
                "height",
                "warning",
                say(
                    "The camera seems to hang {hangs} m high; the configuration says {distance} m.",
                    hangs=decimal(hangs, 2),
                    distance=decimal(distance, 2),
                ),
                say(
                    "Measure it, and write distance = {hangs} under [camera]: its focus is set by that.",
                    hangs=f"{hangs:.2f}",
                ),
            )
    return Finding("height", "ok", say("A millimetre of the mat is {wide} pixels wide.", wide=wide))


def _tilt(homography: np.ndarray) -> Finding:
    width, height = mat.MAT_SIZE
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    scales = np.array([mat.scale(homography, corner) for corner in corners])
    if scales.max() / scales.min() < ASKEW:
        return Finding("angle", "ok", say("The camera looks straight down."))
    pixels = project(homography, np.array(corners))
    away = pixels[int(scales.argmin())] - pixels.mean(0)
    side = (
        ("right" if away[0] > 0 else "left")
        if abs(away[0]) > abs(away[1])
        else ("lower" if away[1] > 0 else "upper")
    )
    return Finding(
        "angle",
        "warning",
        say("The camera leans: {side} of the picture is farther away from it.", side=SIDE_NAMES[side]),
        say("Move it towards {side} of the picture and let it look straight down.", side=SIDE_NAMES[side]),
    )
