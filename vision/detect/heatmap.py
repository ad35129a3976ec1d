"""What a locating network's maps say: rough boxes of cards or of sticks, or a card's corners."""

from typing import NamedTuple

import cv2
import numpy as np

from models.labels import STRIDE, UNIT
from models.network import Network
from models.resample import shrunk

_SIGNS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)[..., None, None]
"""On which side of its middle each corner of a box lies, along it and across."""


class Maps(NamedTuple):
    """What a network tells of a picture, in cells of `STRIDE` pixels of what it was shown.

    heat: float32 (h, w), how surely something lies there, 0..1; box: float32 (K, h, w), what each cell says
    of that; peaks: int (N, 2), row and column of each local maximum; stretch: float (2,), pixels of the
    picture to one that was shown, across and down.
    """

    heat: np.ndarray
    box: np.ndarray
    peaks: np.ndarray
    stretch: np.ndarray


def look(network: Network, image: np.ndarray, scale: float, least: float) -> Maps:
    """Show a network a picture, uint8 (H, W, 3) BGR, at this scale; peaks have a heat above `least`, 0..1."""
    h, w = image.shape[:2]
    size = tuple(max(64, 32 * round(v * scale / 32)) for v in (w, h))
    small = shrunk(image, size)
    heat, box = network.run(["heat", "box"], small[None])
    sure, box = 1 / (1 + np.exp(-heat[0, 0])), box[0]
    peak = (cv2.dilate(sure, np.ones((3, 3), np.uint8)) == sure) & (sure > least)
    return Maps(sure, box, np.argwhere(peak), np.array([w / size[0], h / size[1]]))


def decode(network: Network, image: np.ndarray, scale: float, least: float) -> list[tuple[np.ndarray, float]]:
    """Look at a picture, uint8 (H, W, 3) BGR, at this scale.

    Gives boxes, float32 (4, 2) in the picture's pixels, clockwise, a long side first, each with its heat,
    which is above `least`, 0..1.
    """
    heat, box, peaks, stretch = look(network, image, scale, least)
    y, x = peaks.T
    dx, dy, short, long, cosine, sine = box[:, y, x]
    middle = (np.stack([x + dx, y + dy]) + 0.5) * STRIDE
    along = np.arctan2(sine, cosine) / 2
    u = np.stack([np.cos(along), np.sin(along)])
    v = np.stack([-u[1], u[0]])
    half_long, half_short = UNIT / 2 * np.exp(np.clip([long, short], -4, 4))
    # The corners first, then across and down, then the finds.
    corners = middle + _SIGNS[:, 0] * half_long * u + _SIGNS[:, 1] * half_short * v
    quads = (corners * stretch[:, None]).astype(np.float32).transpose(2, 0, 1)
    return list(zip(np.ascontiguousarray(quads), heat[y, x].tolist(), strict=True))
