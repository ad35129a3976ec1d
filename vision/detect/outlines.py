"""Find cards in a picture by their outlines: several ways to tell card from table, one list of quads."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.resample import scaled, warped
from vision.detect.edges import profiles
from vision.geometry.quads import Sides, area, following, iou, mostly, ordered, plausible, sides
from vision.geometry.suppression import suppress
from vision.median import median

OUTLINES_LONGEST_PX = 1280
"""Longest side, in pixels, of the picture in which outlines are sought."""

CARD_PX = 90
"""A card's short side, where it is known, in pixels of that picture.

The sides of what is found are fitted to the whole picture in the end. Of 500 quads about 108 changes at a
simulated table one was not found so that was found at full size, and two were more.
"""

TABLE_PX = 320
"""The same of the picture in which the table's colour and light are measured."""

OUTLINE_REACH = 0.5
"""Share of a card's long side, about unclear cards, within which their outlines are sought."""

LIGHTER_LEVELS = 8
"""Levels, of 255, by which a card must be lighter than what is about it."""

SMALLEST = 0.0011
"""Share of the picture that one card covers at least: a guess."""

LARGEST = 0.75
"""Share of the picture that one card covers at most: a guess."""

ROUGHLY = 0.25
"""Share by which an outline's four corners may miss a card's shape before its sides are fitted to it.

Fitting takes a third of the time that an empty table takes, and most outlines are a grain's or a check's.
Of 109 outlines of drawn tables that were a card's once fitted, all would have passed with 0.02.
"""

ONE_CARD_IOU = 0.85
"""Intersection over union from which two outlines are one card's."""


def candidates(
    image: np.ndarray,
    card: Sides | None = None,
    near: Sequence[np.ndarray] = (),
    taken: Sequence[np.ndarray] = (),
) -> list[np.ndarray]:
    """List quads that may be cards, best outlines first.

    image: uint8 (H, W, 3) BGR; card: how large one is there, where that is known; near: quads about which
    outlines are sought, everywhere where there are none; taken: cards already known, whose outlines are not
    wanted. Returns float32 (4, 2) quads in the picture's pixels. Not all are cards: the reader rejects the
    rest.
    """
    scale = min(1.0, OUTLINES_LONGEST_PX / max(image.shape[:2]), CARD_PX / card.short if card else 1.0)
    left, top, part = _part(image, near)
    work = scaled(part, scale)
    corner = np.array([left, top], np.float32)
    known = [(quad - corner) * np.float32(scale) for quad in taken]
    pixels = scale * scale * image.shape[0] * image.shape[1]
    areas = (SMALLEST * pixels, LARGEST * work.shape[0] * work.shape[1])
    if card is not None:
        whole = card.area * scale * scale
        areas = (0.6 * whole, 1.7 * whole)
    found: list[tuple[float, np.ndarray]] = []
    for mask in _masks(work, _table(image, (left, top, *part.shape[1::-1]), work.shape[1::-1])):
        found += _outlines(mask, areas, known)
    found.sort(key=lambda pair: -pair[0])
    kept = suppress((quad for _, quad in found), lambda find, kept: iou(find, kept) > ONE_CARD_IOU)
    return [refine(image, quad / np.float32(scale) + corner) for quad in kept]


def _part(image: np.ndarray, near: Sequence[np.ndarray]) -> tuple[int, int, np.ndarray]:
    """Cut out what lies within `OUTLINE_REACH` of these quads, all where there are none: left, top, part."""
    if not near:
        return 0, 0, image
    reach = OUTLINE_REACH * max(sides(quad)[1] for quad in near)
    points = np.concatenate(list(near))
    left, top = (int(max(0.0, v)) for v in points.min(0) - reach)
    right, bottom = (int(max(0.0, v)) for v in points.max(0) + reach)
    return left, top, image[top : bottom + 1, left : right + 1]


_GREY = np.array((0.0, 128.0, 128.0, 0.0))
"""The black of Lab, whose colours are 128 where there are none: OpenCV wants four values of a scalar."""


@dataclass(frozen=True)
class _Table:
    """What the whole picture says of the table.

    color: its commonest one, float (3,) Lab; far, chroma, light, white: how far from it a card is in colour
    and lightness together, in colour, how light and how white, 0..255; then the lightness about each point of
    a part of the picture, uint8 (h, w), narrowly and widely.
    """

    color: np.ndarray
    far: float
    chroma: float
    light: float
    white: float
    about: tuple[np.ndarray, ...]


def _table(image: np.ndarray, box: tuple[int, int, int, int], size: tuple[int, int]) -> _Table:
    """Measure the table in a small picture of all of it.

    box: left, top, width and height of the part that is sought through; size: width and height that it is
    worked on in.
    """
    scale = min(1.0, TABLE_PX / max(image.shape[:2]))
    small = scaled(image, scale)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    color = np.median(lab[::3, ::3].reshape(-1, 3), axis=0).astype(np.float32)
    far, chroma, light, white = (
        cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0] for plane in _planes(lab, color)
    )
    left, top, width, height = (v * scale for v in box)
    across, down = width / size[0], height / size[1]
    place = np.array([[across, 0, left + across / 2 - 0.5], [0, down, top + down / 2 - 0.5]])
    about = []
    for share in (6, 3):
        block = max(small.shape[:2]) // share | 1
        mean = cv2.boxFilter(lab[..., 0], -1, (block, block), borderType=cv2.BORDER_REPLICATE)
        about.append(warped(mean, place, size))
    return _Table(color, far, chroma, light, white, tuple(about))


def _planes(lab: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    """Give four ways to tell card from table, uint8 (h, w) each, the cards the higher.

    Far from the table's colour and lightness, and from its colour alone, which a shadow across a card does
    not change; light; and white.
    """
    away = lab.astype(np.float32)
    away -= table
    squares = away * away
    colors = squares[..., 1] + squares[..., 2]
    # Lightness falls off over a table, its colour does not.
    yield cv2.convertScaleAbs(cv2.sqrt(0.25 * squares[..., 0] + 1.69 * colors), alpha=2)
    # In 256ths: a blur of whole numbers is the same on every processor, one of floats is not.
    chroma = cv2.GaussianBlur((cv2.sqrt(colors) * 256).astype(np.uint16), (5, 5), 0)
    yield cv2.convertScaleAbs(chroma, alpha=6 / 256)
    light = np.ascontiguousarray(lab[..., 0])
    yield light
    gray = cv2.absdiff(lab, _GREY)
    yield cv2.transform(gray, np.array([[1, -2, -2]], np.float32))


def _masks(work: np.ndarray, table: _Table) -> Iterator[np.ndarray]:
    """Split card from table in several ways, each uint8 0 or 255."""
    smooth = cv2.GaussianBlur(work, (5, 5), 0)
    lab = cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB)
    limits = (table.far, table.chroma, table.light, table.white)
    masks = [plane > limit for plane, limit in zip(_planes(lab, table.color), limits, strict=True)]
    masks += [cv2.subtract(lab[..., 0], about) > LIGHTER_LEVELS for about in table.about]
    square = np.ones((3, 3), np.uint8)
    for mask in masks:
        yield cv2.morphologyEx(mask.astype(np.uint8) * 255, cv2.MORPH_OPEN, square)
    for low, high in ((12, 36), (30, 90)):
        edges = cv2.dilate(cv2.Canny(smooth, low, high, L2gradient=True), square)
        yield edges
        yield cv2.bitwise_not(edges)


def _outlines(
    mask: np.ndarray, areas: tuple[float, float], taken: Sequence[np.ndarray]
) -> list[tuple[float, np.ndarray]]:
    """List (quality, quad) of every outline in the mask that four straight sides describe.

    areas: the least and the most that it may cover; taken: quads, of which none may hold it.
    """
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        # Nearly all are specks.
        if len(contour) < 60:
            continue
        _, _, w, h = cv2.boundingRect(contour)
        if w * h < areas[0]:
            continue
        hull = cv2.convexHull(contour)
        if not areas[0] <= cv2.contourArea(hull) <= areas[1]:
            continue
        quad = four(hull)
        if quad is None or not plausible(quad, ROUGHLY) or any(mostly(quad, other) for other in taken):
            continue
        quad = ordered(_sharpen(contour.reshape(-1, 2).astype(np.float32), quad))
        if not plausible(quad):
            continue
        fill = cv2.contourArea(hull) / max(1.0, area(quad))
        if 0.86 <= fill <= 1.06:
            found.append((1 - abs(0.99 - fill), quad))
    return found


def four(hull: np.ndarray) -> np.ndarray | None:
    """Reduce a hull to four corners, or None where it has none."""
    length = cv2.arcLength(hull, True)
    for share in (0.02, 0.035, 0.05, 0.075):
        corners = cv2.approxPolyDP(hull, share * length, True)
        if len(corners) == 4:
            return ordered(corners)
    box = cv2.boxPoints(cv2.minAreaRect(hull))
    return ordered(box) if cv2.contourArea(hull) > 0.86 * area(box) else None


def _sharpen(contour: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Fit each side to the outline's points along its middle: rounded corners would pull the sides in."""
    lines = []
    for a, b in zip(quad, following(quad), strict=True):
        along = b - a
        length = float(np.linalg.norm(along))
        along = along / max(length, 1e-6)
        offset = contour - a
        t, d = offset @ along, offset @ np.array([-along[1], along[0]])
        near = (t > 0.15 * length) & (t < 0.85 * length) & (np.abs(d) < 0.05 * length + 2)
        if near.sum() < 8:
            return quad
        vx, vy, x, y = cv2.fitLine(contour[near], cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((np.array([x, y]), np.array([vx, vy])))
    return _corners(lines, quad, 0.12)


def _corners(lines: list[tuple[np.ndarray, np.ndarray]], quad: np.ndarray, most: float) -> np.ndarray:
    """Intersect neighbouring sides; keep the quad where a corner would move by over `most` of a side."""
    corners = []
    for (p, u), (q, v) in zip([lines[-1], *lines[:-1]], lines, strict=True):
        cross = u[0] * v[1] - u[1] * v[0]
        if abs(cross) < 0.2:
            return quad
        step = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / cross
        corners.append(p + step * u)
    new = np.array(corners, np.float32)
    reach = most * float(np.linalg.norm(quad[2] - quad[0]))
    return new if np.linalg.norm(new - quad, axis=1).max() < reach else quad


def refine(image: np.ndarray, quad: np.ndarray, reach: float = 0.05) -> np.ndarray:
    """Move each side to the strongest edge within `reach` of the card's short side, in the full picture."""
    short, _ = sides(quad)
    span = max(2.0, reach * short)
    lines = []
    for side in profiles(image, quad, span):
        slope = side.slope.sum(2) * (1 - 0.35 * (np.abs(side.steps) / span)[None])
        best, steepest = slope.argmax(1), slope.max(1)
        strong = steepest > max(12.0, 0.4 * median(steepest))
        if strong.sum() < 12:
            return quad
        edge = side.base[strong] + side.steps[best[strong], None] * side.normal
        vx, vy, x, y = cv2.fitLine(edge.astype(np.float32), cv2.DIST_WELSCH, 0, 0.01, 0.01).ravel()
        lines.append((np.array([x, y]), np.array([vx, vy])))
    new = ordered(_corners(lines, quad, 0.06))
    return new if plausible(new) else quad
