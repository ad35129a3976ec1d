"""Bands that a flickering lamp leaves in the pictures of a camera that reads its rows one after the other.

The lamp's light goes up and down with twice the mains' frequency, and each row is exposed a little later than
the one above (Sheinin, Schechner and Kutulakos, 2017): a picture is a still table times a profile over its
rows, another one each time. Here the profile between two pictures is estimated and divided out.
"""

import cv2
import numpy as np

from vision.median import median

STRIP_ROWS = 6
"""Rows of the small picture that are taken together: a band is thirty or more of them high."""

ROWS, COLUMNS = 2, 3
"""Of the small picture's, every second and third is asked: some hundred places a strip are enough."""

BIN = 0.01
"""Width of a class of ratios, as a natural logarithm: a hundredth of the light."""

WIDEST = 60
"""Classes on either side of equal light: from 0.55 to 1.8 times as bright."""

AVERAGED_CLASSES = 3
"""Classes on either side of the fullest one over which its ratio is averaged: noise spreads it as far."""

AGREEING_PLACES = 0.3
"""Share of a strip's places that must agree about its ratio: others show a hand or a card."""

ALIKE_STRIPS, STRIP_STEP = 0.4, 0.2
"""Share of the strips that may be as bright as the middle one, and logarithm by which neighbours may differ:
bands run through the whole picture, a sleeve that lies along its rows does not."""

DARK_LEVELS, BRIGHT_LEVELS = 16, 250
"""Grey levels between which a place tells how bright it is lit."""

PROFILE_HEIGHT = 0.012
"""Share of the light from which a profile's height is more than noise, and is divided out."""

PROFILE_LEVELS, PROFILE_SHARE = 2, 0.1
"""Grey levels by which places differ where a profile can be seen, and the share of them that must: noise
makes less of nearly all."""

_LOGARITHM = np.round(np.log(np.arange(256) + 4.0) / BIN).astype(np.int16)
_UNTOLD = np.where((np.arange(256) >= DARK_LEVELS) & (np.arange(256) < BRIGHT_LEVELS), 0, 4 * WIDEST).astype(
    np.int16
)
_BEFORE, _NOW = _UNTOLD - _LOGARITHM + WIDEST, _UNTOLD + _LOGARITHM


def profile(before: np.ndarray, now: np.ndarray, region: np.ndarray | None = None) -> np.ndarray | None:
    """Tell how many times as bright each row has become: float32 (h,); None: all alike.

    before and now: uint8 (h, w, 3), two pictures of one table; region: uint8 (h, w), 255 where it is seen,
    None: everywhere. All but a third of a strip of rows may have changed: the most frequent ratio counts,
    which the places share that are as they were.
    """
    strips = len(now) // STRIP_ROWS
    if strips < 3:
        return None
    # Of a red cloth red alone is bright enough to tell.
    color = int(before[::8, ::8].reshape(-1, 3).mean(0).argmax())
    one, other = (
        np.ascontiguousarray(image[: strips * STRIP_ROWS : ROWS, ::COLUMNS, color]) for image in (before, now)
    )
    places = np.full(strips, one.size / strips)
    if region is not None:
        seen = np.ascontiguousarray(region[: strips * STRIP_ROWS : ROWS, ::COLUMNS])
        # Black tells of nothing.
        one, other = cv2.bitwise_and(one, seen), cv2.bitwise_and(other, seen)
        places = np.count_nonzero(seen.reshape(strips, -1), axis=1).astype(float)
    if (
        cv2.countNonZero(cv2.inRange(cv2.absdiff(one, other), PROFILE_LEVELS, 255))
        < PROFILE_SHARE * places.sum()
    ):
        return None
    # A class on either side takes what tells of nothing.
    classes = 2 * WIDEST + 3
    ratios = np.clip(cv2.LUT(one, _BEFORE) + cv2.LUT(other, _NOW) + 1, 0, classes - 1)
    strip = np.repeat(np.arange(strips, dtype=np.int32), STRIP_ROWS // ROWS)[:, None] * classes
    counts = np.bincount((ratios + strip).ravel(), minlength=strips * classes).reshape(strips, classes)
    light, weight = _modes(counts[:, 1:-1].astype(np.float32))
    weight = np.where(weight >= AGREEING_PLACES * places, weight, 0.0)
    shown = places > 0
    if not np.any(weight) or np.count_nonzero(weight) < np.count_nonzero(shown) / 2:
        return None
    known = np.flatnonzero(weight)
    light = np.interp(np.arange(strips), known, light[known])
    seen_light = light[shown]
    level = np.mean(np.abs(seen_light - median(seen_light)) < PROFILE_HEIGHT / 2)
    if (
        np.ptp(seen_light) / 2 <= PROFILE_HEIGHT
        or level >= ALIKE_STRIPS
        or np.abs(np.diff(light)).max() > STRIP_STEP
    ):
        return None
    # The outermost strips' slope goes on to the picture's edges.
    light = np.pad(light, 1, mode="reflect", reflect_type="odd")
    middles = np.arange(-1, strips + 1) * STRIP_ROWS + (STRIP_ROWS - ROWS) / 2
    return np.exp(np.interp(np.arange(len(now)), middles, light)).astype(np.float32)


def without(image: np.ndarray, profile: np.ndarray) -> np.ndarray:
    """Divide a profile, float32 (h,) over a picture's whole height, out of it: uint8 (H, W, 3)."""
    height = len(image)
    factors = cv2.resize(1 / profile[:, None], (1, height), interpolation=cv2.INTER_LINEAR)
    even = np.empty_like(image)
    # Row by row with one factor each: a picture of factors would take four times its room.
    for row, flat, factor in zip(image, even, factors.ravel().tolist(), strict=True):
        cv2.convertScaleAbs(row, flat, factor)
    return even


def _modes(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give each row's most frequent ratio, as a logarithm, and how many share it: float32 (n, classes)."""
    window = np.ones((1, 2 * AVERAGED_CLASSES + 1), np.float32)
    about = cv2.filter2D(counts, -1, window, borderType=cv2.BORDER_CONSTANT)
    best = about.argmax(1)
    at = np.clip(best[:, None] + np.arange(-AVERAGED_CLASSES, AVERAGED_CLASSES + 1), 0, counts.shape[1] - 1)
    near = np.take_along_axis(counts, at, 1)
    many = near.sum(1)
    return ((near * at).sum(1) / np.maximum(many, 1) - WIDEST) * BIN, many
