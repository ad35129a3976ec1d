"""Notice that a picture is overexposed: where the sensor is full, paper and cloth are one white."""

import numpy as np

CLIPPED_LEVELS = 254
"""Grey level from which a channel is taken for clipped: noise lifts few places of a pale table to it."""

OVEREXPOSED, WELL_EXPOSED = 0.5, 0.4
"""Share of the table that is clipped from which it is overexposed, and below which it no longer is. Guesses:
glare and the cards of a trick cover less, a pale cloth more."""

STRIDE = 8
"""Of a picture every 8th pixel is looked at, both ways."""


def clipped_share(image: np.ndarray, region: np.ndarray | None = None) -> float:
    """Give the share of a picture, uint8 (H, W, 3) BGR, of which two channels or all three are clipped.

    One alone is what a coloured lamp or cloth does: then the others still tell cards from the cloth. region:
    uint8 (H, W), 255 upon the table, None: all of it.
    """
    sample = image[::STRIDE, ::STRIDE]
    clipped = np.count_nonzero(sample >= CLIPPED_LEVELS, axis=2) >= 2
    if region is not None:
        clipped = clipped[region[::STRIDE, ::STRIDE] > 0]
    return float(clipped.mean()) if clipped.size else 0.0


class Exposure:
    """Tells whether the pictures of one table are overexposed.

    A change is given once two looks in a row agree on it, for a white sleeve may be in one of them.
    """

    def __init__(self) -> None:
        self._before = self._said = False

    def look(self, image: np.ndarray, region: np.ndarray | None = None) -> bool:
        """Take in a picture and the region of it that counts, as `clipped_share` does."""
        now = clipped_share(image, region) >= (WELL_EXPOSED if self._said else OVEREXPOSED)
        if now == self._before:
            self._said = now
        self._before = now
        return self._said
