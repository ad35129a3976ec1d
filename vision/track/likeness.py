"""Does a card still lie where it lay? Compare what its place looks like with what it looked like."""

import cv2
import numpy as np

from models.labels import CROP_SIZE
from vision.geometry.correlation import FEWEST_PIXELS, ncc, ncc_map
from vision.geometry.homography import project
from vision.geometry.quads import fill, rectify

ALIKE_CORRELATION = 0.75
"""Correlation from which two crops show the same thing under another light."""

FADED = 0.25
"""Share of a card's contrast, the slope of what is seen regressed on how it looked, below which it has faded.
Of a card in a hand's deep shadow (`shadow.DEEP_SHADOW`) more is left."""

PUSH_REACH = 0.35
"""How far a card that was pushed is looked for, as a share of its sides."""

TURNS_DEG = (0, -4, 4, -8, 8, -12, 12)
"""Degrees by which a card that was pushed may have turned."""

LEAST_IN_SIGHT = 0.3
"""Share of a card that must be in sight for it to be known again elsewhere."""


def visible(quad: np.ndarray, above: list[np.ndarray]) -> np.ndarray:
    """Give the part of a card's crop that no newer card hides: bool (H, W)."""
    width, height = CROP_SIZE
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    hidden = np.zeros((height, width), np.uint8)
    fill(hidden, (np.clip(project(matrix, other), -4000, 4000) for other in above))
    return hidden == 0


def smooth_ncc(one: np.ndarray, other: np.ndarray, where: np.ndarray) -> float:
    """Correlate two crops, less their noise, where `where` is true: -1..1. See `ncc`."""
    return ncc(_smooth(one), _smooth(other), where)


def is_ghost(known: np.ndarray, bare: np.ndarray, seen: np.ndarray, where: np.ndarray) -> bool:
    """Tell whether a place shows the bare table with a faded picture of a card upon it.

    A camera that averages its pictures against noise lets what was taken away fade. What is seen is a mixture
    of the table and the card (least squares), whose weights add up to the light of now: either may be darker.
    In the light of before what is seen less the table is regressed on the card less the table, each about its
    own mean: shade leaves the slope of a card.

    known: how the card looked; bare: the table beneath it; seen: uint8 (144, 96, 3) BGR each; where: bool
    (144, 96), what of it is in view.
    """
    if where.sum() < FEWEST_PIXELS:
        return False
    table, card, now = (_smooth(each)[where].astype(np.float32) for each in (bare, known, seen))
    both = np.stack([table.ravel(), card.ravel()])
    light = float((np.linalg.pinv(both @ both.T) @ both @ now.ravel()).sum())
    if light <= 0:
        return False
    card, now = ((each - table) - (each - table).mean(0) for each in (card, now / light))
    slope = (card * now).sum() / max(1e-6, (card * card).sum())
    return bool(slope < FADED and slope * np.linalg.norm(card) > ALIKE_CORRELATION * np.linalg.norm(now))


def _smooth(crop: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(crop, (0, 0), 1.5)


def pushed(
    frame: np.ndarray, quad: np.ndarray, crop: np.ndarray, above: list[np.ndarray]
) -> np.ndarray | None:
    """Find the quad of a card that was pushed a little from where it lay, by what it looked like, or None.

    frame: uint8 (H, W, 3) BGR; crop: uint8 (144, 96, 3), how it looked; above: the quads of what lies on it.
    """
    seen = visible(quad, above)
    if seen.mean() < LEAST_IN_SIGHT:
        return None
    half = (CROP_SIZE[0] // 2, CROP_SIZE[1] // 2)
    size = np.array(half)
    template = cv2.resize(crop, half, interpolation=cv2.INTER_AREA)
    mask = cv2.resize(seen.astype(np.float32), half, interpolation=cv2.INTER_AREA)
    # Where nothing hides it, as after a sweep, the same is found without a mask in half the time.
    weights = None if seen.all() else np.dstack([mask] * 3)
    wide, high = (int(side) for side in np.round(size * (1 + 2 * PUSH_REACH)))
    room = (wide, high)
    middle, smooth = quad.mean(0), _smooth(crop)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    best = (ALIKE_CORRELATION, quad)
    for turn in TURNS_DEG:
        angle = np.radians(turn)
        turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
        around = ((quad - middle) @ turned * (1 + 2 * PUSH_REACH) + middle).astype(np.float32)
        place = rectify(frame, around, room)
        found = ncc_map(place, template, weights)
        y, x = np.unravel_index(int(found.argmax()), found.shape)
        corners = unit * size + (x, y)
        matrix = cv2.getPerspectiveTransform((unit * room).astype(np.float32), around)
        there = project(matrix, corners)
        bare = visible(there, above)
        likeness = ncc(smooth, _smooth(rectify(frame, there)), bare)
        if likeness > best[0] and bare.mean() >= LEAST_IN_SIGHT:
            best = (likeness, there)
    return None if best[1] is quad else best[1]
