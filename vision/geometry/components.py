"""Connected components of a mask."""

import cv2
import numpy as np


def components(mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Label what hangs together, corner to corner included, in a mask, uint8 (h, w).

    Gives labels, uint16 (h, w), 0 where the mask is; and stats, int32 (n, 5), of each label left, top, width,
    height and pixels (`cv2.CC_STAT_LEFT` and so on). Labels of 16 bits take less than half the time of 32 and
    are enough for 65,535 things: those of a mask of 500 x 500 pixels, or of a larger one that was opened.
    """
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, ltype=cv2.CV_16U)
    return labels, stats
