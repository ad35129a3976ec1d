"""Resample pictures so that every processor finds the same grey levels.

OpenCV 5 warps in single precision, by whatever instructions a processor has: single grey levels differ
between a PC and a Pi, and what stands on the edge of a threshold is another find there. Here each place
is rounded to 1/32 of a pixel first, and bilinear interpolation is done in whole numbers (`cv2.remap`
with maps in fixed point).
"""

from collections.abc import Sequence
from math import ceil

import cv2
import numpy as np

MOST = 8
"""Times that a part of a picture is sampled larger at most."""


def warped(
    image: np.ndarray,
    back: np.ndarray,
    size: tuple[int, int],
    times: int = 1,
    border: int = cv2.BORDER_REPLICATE,
) -> np.ndarray:
    """Warp a picture, uint8 (H, W) or (H, W, 3): uint8 of `size`, width and height.

    back: the homography from the new picture's pixels to those of `image`, (3, 3), or (2, 3) where it is
    affine; times: so many times larger it is sampled, and averaged down, so that fine print does not turn
    into noise; border: how the picture goes on beyond its rim, as OpenCV names it, black where constant.
    """
    width, height = size[0] * times, size[1] * times
    back = np.asarray(back, float) / (times, times, 1)
    across = (back[:, :1] * np.arange(width)).astype(np.float32)
    down = (back[:, 1:2] * np.arange(height) + back[:, 2:]).astype(np.float32)
    places = across[:, None] + down[..., None]
    if len(back) == 3:
        # Corners that are no card's can have the horizon between them.
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            places[:2] /= places[2]
    straight = sampled(image, places[0], places[1], border)
    return straight if times == 1 else cv2.resize(straight, size, interpolation=cv2.INTER_AREA)


def oversampling(length: float, wanted: float) -> int:
    """Give how many times larger, 1 to 8, a part of `length` pixels is sampled that is to have `wanted`."""
    return max(1, min(MOST, round(length / wanted)))


def sampled(
    image: np.ndarray, x: np.ndarray, y: np.ndarray, border: int = cv2.BORDER_REPLICATE
) -> np.ndarray:
    """Give a picture's levels, uint8 (H, W) or (H, W, 3), at places x and y, float32 (h, w), in pixels."""
    return cv2.remap(image, *cv2.convertMaps(x, y, cv2.CV_16SC2), cv2.INTER_LINEAR, borderMode=border)


def onto(corners: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Give the homography, (3, 3), from a picture of `size` to four corners, float (4, 2).

    They are listed clockwise from the one that comes to the top left, and rounded to 1/16 of a pixel: what a
    network says differs by millionths from one processor to another.
    """
    width, height = size
    own = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return cv2.getPerspectiveTransform(own, np.rint(np.float32(corners) * 16) / np.float32(16))


def around(image: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give the part of a picture that is sampled for what lies between points, and where its corner lies.

    image: uint8 (H, W) or (H, W, 3), whose memory the part shares, at least a pixel of it; points: float
    (N, 2) pixels. The corner is float32 (2,).
    """
    across, down = zip(*points.tolist(), strict=True)
    left, right = _span(across, image.shape[1] - 1)
    top, bottom = _span(down, image.shape[0] - 1)
    return image[top : bottom + 1, left : right + 1], np.array((left, top), np.float32)


def _span(at: Sequence[float], last: int) -> tuple[int, int]:
    """Give the first and the last pixel of a row that is sampled for what lies at these places along it."""
    return int(min(max(0.0, min(at) - 2), last)), ceil(min(max(0.0, max(at) + 2), last))


def shrunk(image: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Average a picture, uint8 (H, W, 3), down to `size`, width and height: uint8 (h, w, 3).

    Even sides are halved first, and what is left goes by way of a whole multiple of the size: averages over
    parts of pixels are taken in single precision. 1280 x 720 so takes a third of the time that one step does,
    and the grey levels differ by half a one.
    """
    width, height = size
    while not (image.shape[1] % 2 or image.shape[0] % 2):
        half = (image.shape[1] // 2, image.shape[0] // 2)
        if half[0] < width or half[1] < height:
            break
        image = cv2.resize(image, half, interpolation=cv2.INTER_AREA)
    times = -(-image.shape[1] // width), -(-image.shape[0] // height)
    image = cv2.resize(image, (times[0] * width, times[1] * height), interpolation=cv2.INTER_LINEAR)
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)


def scaled(image: np.ndarray, scale: float) -> np.ndarray:
    """Average a picture, uint8 (H, W, 3), down to this part of its sides, 0..1."""
    return shrunk(image, (round(image.shape[1] * scale), round(image.shape[0] * scale)))
