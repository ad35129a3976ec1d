"""How sharp a straightened crop is."""

import cv2
import numpy as np

BLURRED = 0.18
"""Sharpness below which a card's print runs together, and its picture teaches nothing.

Of 5,280 pictures of 480 drawn cards of decks that never trained, blurred by 0 to 9 of the crop's pixels,
2,786 were read rightly with certainty, 229 wrongly as another face and 246 as a back. Sharper than this are
5 of the 229, none of the 246, and of 1,587 that were right and blurred by less than 2 pixels all but 7. How a
blurred card of a game is read is told in `vision/read/blurred.py`.
"""

FINE_BLUR_PX, COARSE_BLUR_PX = 1.0, 2.0
"""Gaussian blurs (sigma, pixels) whose edges are compared: the first takes out what noise adds to them."""

STRONGEST = 200
"""Pixels with the steepest slopes that are an edge's."""

BORDER_PX = 8
"""Pixels along the border that count for nothing: the table looks in there."""


def sharpness(crop: np.ndarray) -> float:
    """Give the share of its strongest edges that a crop, uint8 (H, W, 3) BGR, loses when it is blurred: 0..1.

    A crop blurred already has little to lose: the re-blurring method (Crete et al., "The blur effect", 2007).
    Of drawn faces sharp ones lie from 0.36 to 0.50 (a tenth below, a tenth above); blurred by 2 to 2.5 of the
    crop's pixels, where the reader begins to go wrong, from 0.16 to 0.25. Noise of 4 to 6 grey levels lowers
    them by at most 0.06; what is compared is blurred by `FINE_BLUR_PX` already, for noise has edges of its
    own.
    """
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    before, after = (
        _edges(cv2.GaussianBlur(grey, (0, 0), sigma)) for sigma in (FINE_BLUR_PX, COARSE_BLUR_PX)
    )
    # The blur may bring in an edge of the border: that is no less than no sharpness.
    return max(0.0, 1.0 - after / max(1.0, before))


def _edges(grey: np.ndarray) -> float:
    """Give the mean slope of the strongest edges within the card's border, in grey levels."""
    slope = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    slope = slope[BORDER_PX:-BORDER_PX, BORDER_PX:-BORDER_PX].ravel()
    return float(np.partition(slope, -STRONGEST)[-STRONGEST:].mean())
