"""What is read of a blurred card: its crop, sharpened, must bear out what the crop itself says.

Blur takes lobes and points from a print, and the reader goes wrong one way: it takes a club for a spade, a
diamond for a heart, any face for a back, and is as sure of it as of any. Sharpened, the same crop is read
anew: what is wrong is seldom read of both, and what is right mostly is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.sharp import BLURRED

SOFT = 0.21
"""Sharpness (`vision.sharp`) below which a face must be borne out; of a back it is `BLURRED`."""

MASK_PX, AMOUNT = 2.5, 2.0
"""Blur (sigma, pixels of the crop) whose difference from it is added to it, and how many times.

Unsharp masking (Gonzalez and Woods, Digital Image Processing, 3.6). Wiener filters for the blur that the
sharpness tells were no better.
"""

BORNE_OUT = 2.0
"""How much likelier than any other card the sharpened crop must call it, at least: powers of ten."""

LOOKED_LIKE = ("S", "H")
"""Suits that others look like when they are blurred: clubs like spades, diamonds like hearts."""

OTHERS_CLEAR = 0.15
"""Sharpness from which `BORNE_OUT` is enough for other faces; for those suits it is from `SOFT` on."""

DECADE = 0.03
"""Sharpness below these by which a face must be ten times likelier still.

All this was chosen on drawn decks that never trained: 3,360 faces and 336 backs of 336 decks, each blurred by
Gaussians of 0 to 6 pixels of a picture 1,280 wide, and 2,000 of these faces and 200 backs by discs as wide as
Gaussians of 1.2 to 4. Of faces less sharp than `SOFT` the reader was certain of 6,982 and 3,285 rightly, of
1,024 and 657 wrongly; of these 4,215 and 1,588, and 5 and 10, are borne out. Backs less sharp than `BLURRED`
that are certain, or likely and borne out: 870 and 455 of 1,312 and 589; faces that look like such: 35 of 976
and 4 of 123. On other decks: models/measurements.md, Out of focus.
"""


@dataclass(frozen=True, eq=False)
class Sharpened:
    """What the reader makes of a blurred card's sharpened crop, float (K,), and how sharp that was before."""

    row: np.ndarray
    sharpness: float

    def bears_out(self, names: Sequence[str], card: str) -> bool:
        """Tell whether what the crop itself was read as, one of the row's names, may be trusted."""
        this = list(names).index(card)
        other = float(np.delete(self.row, this).max())
        return float(self.row[this]) > other * 10.0 ** _demanded(card, self.sharpness)


def sharpened(crop: np.ndarray) -> np.ndarray:
    """Add to a crop, uint8 (H, W, 3) BGR, what a blur takes from it: uint8 (H, W, 3)."""
    soft = cv2.GaussianBlur(crop, (0, 0), MASK_PX)
    return cv2.addWeighted(crop, 1.0 + AMOUNT, soft, -AMOUNT, 0.0)


def _demanded(card: str, sharpness: float) -> float:
    """Give the power of ten by which a sharpened crop must be likelier to show this card than any other."""
    if card == "back":
        return BORNE_OUT if sharpness < BLURRED else -np.inf
    enough = SOFT if card[-1] in LOOKED_LIKE else OTHERS_CLEAR
    return BORNE_OUT + max(0.0, enough - sharpness) / DECADE
