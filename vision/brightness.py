"""How bright a picture is where it is brightest."""

import numpy as np

BRIGHTEST_PERCENTILE = 95
"""Of a picture's pixels by their largest channel: the brightest twentieth, so that no single spot counts."""


def brightness(image: np.ndarray) -> float:
    """Give the level, 0..255, that the brightest twentieth of a picture, uint8 (H, W, 3) BGR, reaches.

    A pixel's level is its largest channel, the value of HSV.
    """
    return float(np.percentile(image.max(2), BRIGHTEST_PERCENTILE))
