"""Cards upon each other in a still picture: where each lies whole, and which of two is the upper one."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from models.resample import sampled
from vision.detect.corner_locator import Cornered
from vision.detect.locator import Locator
from vision.geometry.quads import edge_normals, following, grown, sides, usual_sides
from vision.median import median

SIDE_POINTS = 60
"""Places along each side of a card where its edge is looked for."""

VISIBLE_LEVELS = 3.0
"""Grey levels by which an edge must stand out to be one."""

UPPER_EDGE_RATIO = 1.3
"""How much more one card's edge must stand out than the other's for it to be the upper."""

FOLLOWS, FOLLOWS_HIDDEN = 0.2, 0.08
"""Share of a card's short side by which a corner in view may move when it is refined; where at most two are
in view: in a fan the next card's corner is a tenth of it away."""

NEARLY_WHOLE = 3
"""Corners in view from which a card's outline is known as it was found."""

HIDDEN_CORNER_WEIGHT = 0.03
"""Weight of a corner that is hidden, beside those in view, for where a card of known size lies."""

WELL_INSIDE = 0.94
"""Share of a card's sides within which a point lies upon it and not at its edge."""

SIZE_RATIO = 1.4
"""Times by which the short sides of a picture's cards may differ from their median, for perspective."""


def placed(image: np.ndarray, found: Sequence[Cornered], locator: Locator) -> list[Cornered]:
    """Place cards that were found by their corners: refine them, and complete what is mostly hidden.

    image: uint8 (H, W, 3) BGR. Where at most two corners are in view, a card of the others' size is laid upon
    them: rotation and translation by weighted least squares (orthogonal Procrustes; Kabsch, 1976). On drawn
    heaps that halves the error of the hidden corners, from 0.16 to 0.06 of the short side in the median
    where 40 to 70 % of a card are in view. What has another size, and what cannot lie so, is left out.
    """
    if not found:
        return []
    quads, _ = locator.refine(image, [each.quad for each in found])
    out = []
    for each, quad in zip(found, quads, strict=True):
        moved = np.linalg.norm(quad - each.quad, axis=1)[each.seen > 0].max()
        follows = FOLLOWS if (each.seen > 0).sum() >= NEARLY_WHOLE else FOLLOWS_HIDDEN
        out.append(replace(each, quad=quad) if moved < follows * sides(each.quad)[0] else each)
    sure = [each for each in out if each.is_sure] or out
    known = [each.quad for each in sure if (each.seen > 0).sum() >= NEARLY_WHOLE] or [
        each.quad for each in sure
    ]
    lengths = np.array([sides(quad) for quad in known])
    middles = np.array([quad.mean(0) for quad in known])
    short = float(np.median(lengths[:, 0]))
    out = [each for each in out if short / SIZE_RATIO < sides(each.quad)[0] < short * SIZE_RATIO]
    if out:
        usual = usual_sides(np.array([each.quad.mean(0) for each in out]), middles, lengths)
        out = [
            each if (each.seen > 0).sum() >= NEARLY_WHOLE else laid(each, float(a), float(b))
            for each, (a, b) in zip(out, usual, strict=True)
        ]
    return [each for each in out if not any(_impossible(each, other) for other in out if other is not each)]


def laid(card: Cornered, short: float, long: float) -> Cornered:
    """Lay a card of this size upon the corners that are in view."""
    weights = np.where(card.seen > 0, 1.0, HIDDEN_CORNER_WEIGHT)
    model = np.array([[0, 0], [short, 0], [short, long], [0, long]])
    middle, at = (np.average(points, axis=0, weights=weights) for points in (model, card.quad))
    covariance = ((model - middle) * weights[:, None]).T @ (card.quad - at)
    turn = np.arctan2(covariance[0, 1] - covariance[1, 0], covariance[0, 0] + covariance[1, 1])
    c, s = np.cos(turn), np.sin(turn)
    return replace(card, quad=((model - middle) @ np.array([[c, s], [-s, c]]) + at).astype(np.float32))


def _impossible(one: Cornered, other: Cornered) -> bool:
    """Tell whether a card's single corner lies within another that is seen whole."""
    single, whole = (one.seen > 0).sum() == 1, (other.seen > 0).all()
    return bool(single and whole and inside(one.quad[one.seen > 0], other.quad))


def inside(points: np.ndarray, quad: np.ndarray) -> bool:
    """Tell whether the corners of a card that are in view, float32 (N, 2), all lie within a quad.

    Where that is a card in full view, the first would have to lie upon it, and would show its other corners,
    too.
    """
    inner = grown(quad, WELL_INSIDE)
    return all(cv2.pointPolygonTest(inner, tuple(map(float, point)), False) > 0 for point in points)


def upper(mine: float, theirs: float) -> bool:
    """Tell whether a card surely lies upon another where they overlap, by the steps at their edges there.

    mine, theirs: `edge_step` of the card within the other, and of the other within it. The upper card's edge
    runs across the lower, whose own is hidden.
    """
    return mine > VISIBLE_LEVELS and mine > UPPER_EDGE_RATIO * theirs


def edge_step(gray: np.ndarray, quad: np.ndarray, within: np.ndarray) -> float:
    """Give how much the sides of a quad stand out inside another: the strongest one's median step, 0..255.

    gray: uint8 (H, W); quad, within: float32 (4, 2) pixels. Print makes steps of either sign, an edge and its
    shadow always the same: so the steps are signed.
    """
    reach = max(2.0, 0.03 * sides(quad)[0])
    inner, found = grown(within, 0.92), 0.0
    for a, b, normal in edge_normals(quad):
        points = a + _ALONG_SIDE * (b - a)
        points = points[_within(points, inner)]
        if len(points) < SIDE_POINTS // 10:
            continue
        both = np.concatenate([points + reach * normal, points - reach * normal])
        outside, inside = np.split(_sample(gray, both), 2)
        found = max(found, abs(median(outside - inside)))
    return found


_ALONG_SIDE = np.linspace(0.06, 0.94, SIDE_POINTS, dtype=np.float32)[:, None]


def _within(points: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Tell which points lie inside a convex quad that runs clockwise on the screen: bool (N,)."""
    along, away = following(quad) - quad, points[:, None] - quad
    return (along[:, 0] * away[..., 1] - along[:, 1] * away[..., 0] > 0).all(1)


def _sample(gray: np.ndarray, points: np.ndarray) -> np.ndarray:
    x, y = (np.ascontiguousarray(points[:, i], np.float32)[:, None] for i in (0, 1))
    return sampled(gray, x, y)[:, 0].astype(np.float32)
