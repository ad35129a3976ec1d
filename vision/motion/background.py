"""The table as it was seen without a card on it, against which a card's leaving is told from its coming.

A background model of two components a place, as mixtures have several (Stauffer and Grimson, 1999): how the
place looked when it was last seen at rest, and how it looked when it last was so for seconds. A hand that
rests for a moment where a card is laid then is taken into the first alone, so the table that is bared when
that card is picked up is still known by the second.
"""

import cv2
import numpy as np

from vision.motion.stillness import changed_smooth, in_light, light_gain

BARE_TABLE_MS = 2000
"""Milliseconds for which a place must have been in view at rest to be the table itself."""

ASKED_STEP, FEWEST_LIT_PLACES = 8, 100
"""Every so many rows and columns are asked for the light, and the fewest places that must tell of it."""

BACKGROUND_SAME_LIGHT = 0.01
"""Share by which the light may change without being followed."""


def patched(picture: np.ndarray, other: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Give a picture with a part of another one, both uint8 (h, w, 3); where: uint8 (h, w), not 0 there."""
    out = picture.copy()
    cv2.copyTo(other, where, out)
    return out


class Background:
    """Two pictures of one table without cards, uint8 (h, w, 3) BGR, `smoothed` and `CHANGE_WIDTH_PX` wide."""

    def __init__(self, now: np.ndarray) -> None:
        """Begin with how the table looks now."""
        self._newest = self._settled = now

    @property
    def settled(self) -> np.ndarray:
        """Give how the table looked when it was last so for seconds, uint8 (h, w, 3)."""
        return self._settled

    def amplify(self, gain: float) -> None:
        """Let both components be so many times as bright."""
        self._newest, self._settled = (
            cv2.convertScaleAbs(each, alpha=gain) for each in (self._newest, self._settled)
        )

    def learn(self, now: np.ndarray, covered: np.ndarray, settled: np.ndarray) -> None:
        """Take in how the table looks now, where no card covers it.

        now: uint8 (h, w, 3); covered: uint8 (h, w), 255 where cards lie; settled: likewise of any size, where
        the picture has been at rest for `BARE_TABLE_MS` milliseconds.
        """
        # What cards cover is kept in the light of now: beside the rest, in one picture, it would be a change.
        self._newest, self._settled = (
            _in_light_of(each, now, covered) for each in (self._newest, self._settled)
        )
        long_at_rest = cv2.resize(settled, now.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        self._newest = patched(now, self._newest, covered)
        self._settled = patched(self._settled, now, cv2.subtract(long_at_rest, covered))

    def differs(self, now: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Outline where a picture, uint8 (h, w, 3), is not the table: uint8 (h, w) each, 255 there.

        First where it looks like neither component, then where it does not look like the settled one: a hand
        that rests is the table by the first alone.
        """
        settled = changed_smooth(self._settled, now)
        return cv2.bitwise_and(changed_smooth(self._newest, now), settled), settled


def _in_light_of(known: np.ndarray, now: np.ndarray, covered: np.ndarray) -> np.ndarray:
    """Give a picture in the light of another one, uint8 (h, w, 3) each, told where no card covers it."""
    bare = covered[::ASKED_STEP, ::ASKED_STEP] == 0
    if np.count_nonzero(bare) < FEWEST_LIT_PLACES:
        return known
    gain = light_gain(known[::ASKED_STEP, ::ASKED_STEP][bare], now[::ASKED_STEP, ::ASKED_STEP][bare])
    return in_light(known, gain) if np.abs(gain - 1).max() > BACKGROUND_SAME_LIGHT else known
