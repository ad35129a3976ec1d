"""A digital gain for pictures in little light, as if the lamp were as bright as in a well-lit room.

In little light all contrasts are less by one share, and what asks for grey levels that were set in good
light sees too little: paper upon a white cloth is few levels brighter than that. Noise is amplified as well,
so the gain ends where it would be taken for motion. Where anything is bright, paper upon a dark cloth in good
light, there is none.
"""

import cv2
import numpy as np

from vision.median import median

LITTLE_LIGHT_LEVELS = 100.0
"""Grey level of the brightest place below which there is little light. A guess: in good light, before any
card was laid, the brightest half percent of 21 drawn tables began at 113 to 219 with a stock of backs, and at
68 to 217 without. So a bare dark cloth is amplified until a hand or a card is seen."""

WHITE_LEVELS, CLIPPED_LEVELS = 180.0, 250.0
"""Grey levels that the brightest place is given, which leaves room for paper upon a white cloth, and from
which the gain is lowered. Guesses."""

MOST_NOISE_LEVELS = 1.5
"""Standard deviation of the noise up to which it is amplified in small pictures, in grey levels: less than a
fifth of what is motion in them (`static_scene.MOVED_DIFFERENCE`). A guess."""

TILES = (24, 14)
"""Tiles across and down, of which the middle one tells the noise: print and edges are in fewer than half."""

NOISE_KERNEL = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""The difference of two Laplacians, which leaves noise alone, with 6 times its standard deviation."""


class DigitalGain:
    """Follows one camera from a new start; every frame is pushed, in order.

    The first picture tells whether there is little light; from then on the gain is only lowered.
    """

    def __init__(self) -> None:
        self._gain = 0.0

    @property
    def value(self) -> float:
        """Give how many times as bright pictures are made: 1 or more."""
        return max(1.0, self._gain)

    def push(self, frame: np.ndarray, small: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Amplify the next frame, uint8 (H, W, 3) BGR, and the same made small."""
        if self._gain == 1:
            return frame, small
        brightest = max(1.0, float(small.max()))
        if not self._gain:
            wanted = WHITE_LEVELS / brightest if brightest < LITTLE_LIGHT_LEVELS else 1.0
            # The scene blurs small pictures by a mean of three by three places, which leaves a third of it.
            noise = max(1e-6, _noise(small) / 3)
            self._gain = max(1.0, min(wanted, MOST_NOISE_LEVELS / noise))
        if self.value * brightest > CLIPPED_LEVELS:
            self._gain = max(1.0, WHITE_LEVELS / brightest)
        if self.value == 1:
            return frame, small
        return cv2.convertScaleAbs(frame, alpha=self.value), cv2.convertScaleAbs(small, alpha=self.value)


def _noise(image: np.ndarray) -> float:
    """Give the standard deviation of a picture's noise, uint8 (h, w, 3), in grey levels (Immerkaer, 1996)."""
    apart = np.abs(cv2.filter2D(image, cv2.CV_32F, NOISE_KERNEL))
    tiles = cv2.resize(apart, TILES, interpolation=cv2.INTER_AREA)
    return median(tiles.ravel()) * float(np.sqrt(np.pi / 2)) / 6
