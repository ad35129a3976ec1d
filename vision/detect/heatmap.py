"""What a locating network's maps say: rough boxes of cards or of sticks."""

import cv2
import numpy as np

from models.labels import STRIDE, UNIT
from models.network import Network
from models.resample import shrunk

_SIGNS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def decode(network: Network, image: np.ndarray, scale: float, least: float) -> list[tuple[np.ndarray, float]]:
    """Look at a picture, uint8 (H, W, 3) BGR, at this scale.

    Gives boxes, float32 (4, 2) in the picture's pixels, clockwise, a long side first, each with its heat,
    which is above `least`, 0..1.
    """
    h, w = image.shape[:2]
    size = tuple(max(64, 32 * round(v * scale / 32)) for v in (w, h))
    small = shrunk(image, size)
    heat, box = network.run(["heat", "box"], small[None])
    sure, box = 1 / (1 + np.exp(-heat[0, 0])), box[0]
    peak = (cv2.dilate(sure, np.ones((3, 3), np.uint8)) == sure) & (sure > least)
    stretch = np.array([w / size[0], h / size[1]])
    found = []
    for y, x in np.argwhere(peak):
        dx, dy, short, long, cosine, sine = box[:, y, x]
        middle = (np.array([x + dx, y + dy]) + 0.5) * STRIDE
        along = np.arctan2(sine, cosine) / 2
        u = np.array([np.cos(along), np.sin(along)])
        v = np.array([-u[1], u[0]])
        half_long, half_short = UNIT / 2 * np.exp(np.clip([long, short], -4, 4))
        corners = [middle + a * half_long * u + b * half_short * v for a, b in _SIGNS]
        found.append(((np.array(corners) * stretch).astype(np.float32), float(sure[y, x])))
    return found
