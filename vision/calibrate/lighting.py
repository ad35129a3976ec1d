"""Judge the light on a table, and whether the picture of it is sharp."""

from collections.abc import Sequence

import cv2
import numpy as np

from texts import decimal, say, sentences
from vision.calibrate import blur, mat
from vision.calibrate.finding import Finding, Level, where
from vision.calibrate.flicker import row_changes

DARK_TABLE, DIM_TABLE = 30, 42
"""Mean grey level of the table; below 22 no pile and no stick is read at all."""

DARK_PAPER, DIM_PAPER = 85, 120
"""Grey level of the mat's paper."""

GLARING_LEVELS, GLARE_SHARE = 250, 0.003
"""Grey level from which a pixel is burnt out, and the share of the table that may be."""

UNEVEN = 0.5
"""Brightness of the darkest part as a share of the brightest."""

FLICKER = 0.02
"""Share by which rows of one picture differ from those of the next, beyond the noise of the sensor."""

SOFT_MM, BLURRED_MM = 0.65, 0.95
"""Blur (sigma) in millimetres: the reader begins to go wrong at 1.6, and dim light or haste take from it."""

SOFT_SHARPNESS, BLURRED_SHARPNESS = 0.28, 0.19
"""The same where no mat says how large a millimetre is: see `sharp.sharpness`. Set on a dozen drawn
tables, to the blurs at which an earlier measure warned and refused."""

SMALL_PX = 480
"""Width of the picture in which light is measured."""


def light(small: np.ndarray, inside: np.ndarray, paper: float | None) -> Finding:
    """Judge how bright it is: by the mat's paper, where its grey level is known, else by the table."""
    level = float(small[inside].mean()) if inside.any() else float(small.mean())
    lamp = say("Switch on a lamp, or bring one nearer.")
    dark, dim = (DARK_PAPER, DIM_PAPER) if paper is not None else (DARK_TABLE, DIM_TABLE)
    measured = paper if paper is not None else level
    at = f"{measured:.0f}"
    if measured < dark:
        if paper is not None:
            return Finding(
                "light", "failure", say("Too dark: the mat's paper is at {level} of 255.", level=at), lamp
            )
        return Finding("light", "failure", say("Too dark: the table is at {level} of 255.", level=at), lamp)
    if measured < dim:
        # A dark cloth looks like little light; only paper tells them apart.
        if paper is not None:
            return Finding(
                "light", "warning", say("Rather dark: the mat's paper is at {level} of 255.", level=at), lamp
            )
        advice = sentences(lamp, say("If it is only a dark cloth, this does no harm.")) or lamp
        return Finding(
            "light", "warning", say("Rather dark: the table is at {level} of 255.", level=at), advice
        )
    if paper is not None:
        return Finding("light", "ok", say("Bright enough: the mat's paper is at {level} of 255.", level=at))
    return Finding("light", "ok", say("Bright enough: the table is at {level} of 255.", level=at))


def glare(small: np.ndarray, inside: np.ndarray) -> Finding:
    """Look for burnt out places of the table in a small picture, uint8 (h, w, 3)."""
    burnt = ((small.min(2) >= GLARING_LEVELS) & inside).astype(np.uint8)
    share = burnt.sum() / max(1, int(inside.sum()))
    if share <= GLARE_SHARE:
        return Finding("glare", "ok", say("Nothing glares."))
    spot = cv2.moments(burnt, True)
    at = np.array([spot["m10"], spot["m01"]]) / spot["m00"]
    place = where(at, (small.shape[1], small.shape[0]))
    return Finding(
        "glare",
        "warning",
        say("{percent} % of the table is burnt out ({place}).", percent=decimal(100 * share, 1), place=place),
        say("Move the lamp aside, dim it, or let it shine on the ceiling: print under glare cannot be read."),
    )


def evenness(small: np.ndarray, inside: np.ndarray) -> Finding:
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
        return Finding("evenness", "ok", say("The light is even."))
    darkest, brightest = min(levels, key=lambda k: levels[k]), max(levels, key=lambda k: levels[k])
    share = 100 * levels[darkest] / max(1.0, levels[brightest])
    names = [where(np.array([(c + 0.5) / 4, (r + 0.5) / 3]), (1, 1)) for r, c in (darkest, brightest)]
    return Finding(
        "evenness",
        "warning",
        say(
            "The table is uneven: {dark} it is {percent} % as bright as {bright}.",
            dark=names[0],
            percent=f"{share:.0f}",
            bright=names[1],
        ),
        say(
            "Move the lamp away from the place that is bright, or add one for the part {dark}.", dark=names[0]
        ),
    )


def flicker(frames: Sequence[np.ndarray], outline: np.ndarray) -> Finding:
    """Look for stripes that wander through pictures of a still table."""
    name, level = "flicker", row_changes(frames, outline)
    if level is None:
        return Finding(name, "unknown", say("Flicker shows in several pictures of a still table only."))
    if level <= FLICKER:
        return Finding(name, "ok", say("The light does not flicker."))
    return Finding(
        name,
        "warning",
        say(
            "The light flickers: stripes of {percent} % run through the picture.",
            percent=decimal(100 * level, 1),
        ),
        say("Set mains under [camera] to 50 or 60 as in your country, or use a lamp that is not dimmed."),
    )


def focus(grey: np.ndarray, found: mat.Found, per_mm: float | None, outline: np.ndarray) -> Finding:
    """Judge the sharpness: by the edges of the mat's markers, else by what print lies there."""
    advice = say(
        "Measure from the camera to the table and write it as distance under [camera]; "
        "a USB camera has a ring to turn; wipe the lens."
    )
    if per_mm is not None:
        sigmas = {marker: blur.edge_blur(grey, quad) / per_mm for marker, quad in found.items()}
        worst = max(sigmas, key=lambda each: sigmas[each])
        sigma = float(np.median(list(sigmas.values())))
        if sigma > SOFT_MM:
            level: Level = "failure" if sigma > BLURRED_MM else "warning"
            return Finding(
                "focus", level, say("The picture is blurred by {blur} mm.", blur=decimal(sigma, 1)), advice
            )
        if sigmas[worst] > BLURRED_MM:
            place = where(found[worst].mean(0), (grey.shape[1], grey.shape[0]))
            return Finding(
                "focus",
                "warning",
                say("The picture is blurred {place} only.", place=place),
                say("Let it look straight down."),
            )
        return Finding("focus", "ok", say("Sharp: edges are blurred by {blur} mm.", blur=decimal(sigma, 1)))
    sharp = blur.print_sharpness(grey, outline)
    if sharp is None:
        return Finding(
            "focus",
            "unknown",
            say("Nothing with print lies there by which the focus could be judged."),
            say(
                "Lay some cards there, and look again; take them away before the picture of the empty table."
            ),
        )
    if sharp < SOFT_SHARPNESS:
        level = "failure" if sharp < BLURRED_SHARPNESS else "warning"
        said = say("The picture is blurred (sharpness {value}).", value=decimal(sharp, 2))
        return Finding("focus", level, said, advice)
    return Finding("focus", "ok", say("Sharp (sharpness {value}).", value=decimal(sharp, 2)))


def paper(grey: np.ndarray, found: mat.Found) -> float:
    """Give the grey level of the mat's paper: of the brightest modules in its markers."""
    levels = []
    for quad in found.values():
        low, high = np.maximum(quad.min(0).astype(int), 0), quad.max(0).astype(int) + 1
        levels.append(float(np.percentile(grey[low[1] : high[1], low[0] : high[0]], 92)))
    return float(np.median(levels))


def small(picture: np.ndarray) -> np.ndarray:
    """Make a picture SMALL_PX wide."""
    height = max(1, round(picture.shape[0] * SMALL_PX / picture.shape[1]))
    return cv2.resize(picture, (SMALL_PX, height), interpolation=cv2.INTER_AREA)


def inside(outline: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Tell of each place of a small picture whether it lies within the outline: bool (h, w)."""
    mask = np.zeros((max(1, round(size[1] * SMALL_PX / size[0])), SMALL_PX), np.uint8)
    cv2.fillPoly(mask, [np.round(outline * SMALL_PX / size[0]).astype(np.int32)], 1)
    return mask > 0
