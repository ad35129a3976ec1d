"""Find cards by their four straight sides, where a shadow or a table like themselves breaks the outline."""

from collections.abc import Iterator

import cv2
import numpy as np

from models.resample import scaled
from vision.detect.outlines import LARGEST, ONE_CARD_IOU, SMALLEST, refine
from vision.geometry.quads import area, following, iou, ordered, plausible
from vision.geometry.suppression import suppress

LINES_LONGEST_PX = 900
"""Longest side, in pixels, of the picture in which lines are sought."""

MOST_LINES, MOST_QUADS = 36, 16
"""Lines, the longest first, of which quads are made, and quads that are given: time grows with both."""

PARALLEL, SQUARE = np.radians(10), np.radians(18)
"""How far sides of a card may be from parallel, and neighbouring ones from square, under perspective."""

BORNE = 0.55
"""Share of each side that must lie on an edge of the picture."""


def candidates(image: np.ndarray) -> list[np.ndarray]:
    """List quads whose four sides lie on straight edges, best first: float32 (4, 2) in the picture's pixels.

    image: uint8 (H, W, 3) BGR. Dearer than outlines, and most of what it lists is no card.
    """
    scale = min(1.0, LINES_LONGEST_PX / max(image.shape[:2]))
    work = scaled(image, scale)
    edges = _edges(work)
    lines = _lines(edges)
    near = cv2.dilate(edges, np.ones((3, 3), np.uint8)) > 0
    total = work.shape[0] * work.shape[1]
    found: list[tuple[float, np.ndarray]] = []
    for quad in _quads(lines, SMALLEST * total, LARGEST * total):
        borne = _borne(near, quad)
        if borne.min() > BORNE:
            # Of nested quads the larger one is the card, the smaller one the frame that is printed on it.
            found.append((float(borne.mean()) + 0.2 * area(quad) / total, quad))
    found.sort(key=lambda pair: -pair[0])
    kept = suppress(
        (quad for _, quad in found),
        lambda find, kept: iou(find, kept) > ONE_CARD_IOU,
        lambda find, kept: len(kept) < MOST_QUADS,
    )
    return [refine(image, quad / scale) for quad in kept]


def _edges(work: np.ndarray) -> np.ndarray:
    """Give the edges of lightness and of both colours together: uint8 (h, w)."""
    lab = cv2.cvtColor(cv2.GaussianBlur(work, (5, 5), 0), cv2.COLOR_BGR2LAB)
    channels = [cv2.Canny(np.ascontiguousarray(lab[..., i]), *limits) for i, limits in enumerate(_LIMITS)]
    return cv2.bitwise_or(cv2.bitwise_or(channels[0], channels[1]), channels[2])


_LIMITS = ((14, 40), (8, 24), (8, 24))
"""Canny's lower and upper threshold, slopes in grey levels, for lightness and the colours of Lab: guesses."""


def _lines(edges: np.ndarray) -> list[tuple[float, float, float]]:
    """List the longest straight edges as (a, b, c): a x + b y = c, (a, b) of length one; near ones merged."""
    diagonal = float(np.hypot(*edges.shape))
    shortest, gap = round(0.05 * diagonal), round(0.015 * diagonal)
    segments = cv2.HoughLinesP(edges, 1, np.pi / 360, 40, minLineLength=shortest, maxLineGap=gap)
    if segments is None:
        return []
    segments = segments.reshape(-1, 4).astype(np.float64)
    lengths = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
    lines: list[tuple[float, float, float]] = []
    for x0, y0, x1, y1 in segments[np.argsort(-lengths)]:
        normal = np.array([y0 - y1, x1 - x0])
        a, b = normal / np.linalg.norm(normal)
        c = a * x0 + b * y0
        middle = np.array([x0 + x1, y0 + y1]) / 2
        same = (
            abs(p * middle[0] + q * middle[1] - r) < 4 and abs(a * q - b * p) < 0.035 for p, q, r in lines
        )
        if not any(same):
            lines.append((a, b, c))
        if len(lines) == MOST_LINES:
            break
    return lines


def _quads(lines: list[tuple[float, float, float]], least: float, most: float) -> Iterator[np.ndarray]:
    """List what two pairs of parallel lines, square to each other, enclose: float32 (4, 2).

    least, most: square pixels. All pairs of pairs are judged at once; few are left to look at one by one.
    """
    if len(lines) < 4:
        return
    rows = np.array(lines)
    angles = np.arccos(np.minimum(1.0, np.abs(rows[:, :2] @ rows[:, :2].T)))
    first, second = np.triu_indices(len(rows), 1)
    parallel = angles[first, second] < PARALLEL
    first, second = first[parallel], second[parallel]
    one, other = np.triu_indices(len(first), 1)
    square = np.abs(angles[first[one], first[other]] - np.pi / 2) <= SQUARE
    one, other = one[square], other[square]
    ends = ((first, first), (first, second), (second, second), (second, first))
    corners = np.stack([_cross(rows[i[one]], rows[j[other]]) for i, j in ends], 1)
    x, y = corners[..., 0], corners[..., 1]
    areas = np.abs((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1)) / 2
    for quad in map(ordered, corners[(areas > 0.99 * least) & (areas < 1.01 * most)]):
        if least < area(quad) < most and plausible(quad):
            yield quad


def _cross(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Give where lines meet: (N, 3) and (N, 3) of a, b, c to float (N, 2)."""
    (a, b, c), (p, q, r) = one.T, other.T
    d = a * q - b * p
    return np.stack([(c * q - b * r) / d, (a * r - c * p) / d], 1)


def _borne(near: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Give for each side the share, between the rounded corners, that lies on an edge: float (4,)."""
    t = np.linspace(0.1, 0.9, 48)[:, None]
    ends = following(quad)
    points = quad[:, None] + t[None] * (ends - quad)[:, None]
    x, y = (points[..., i].round().astype(int) for i in (0, 1))
    height, width = near.shape
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    on = near[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
    return (on & inside).mean(1)
