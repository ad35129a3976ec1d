"""Decode pictures that people give, none so large that it stops the machine; encode what they are shown."""

import cv2
import numpy as np

from files.header import size
from files.quiet import quiet
from texts import say

MOST_PIXELS = 64_000_000
"""About what the largest cameras in phones take. Reading takes up to 6 bytes a pixel: 400 MB."""


LEAST_SIDE = 32
"""Pixels that the shorter side of a picture of a table has at least: of less, nothing on it could be told."""

SLIMMEST = 16
"""How many times as long as the shorter its longer side is at most: the eye halves a picture by its width,
and of a slimmer one nothing would be left."""


class TooManyPixels(ValueError):
    """A picture is too large to be decoded; the message says how large."""


def check_size(width: int, height: int) -> None:
    """Refuse a picture that is too large. Raises TooManyPixels."""
    if width * height > MOST_PIXELS:
        raise TooManyPixels(
            say(
                "it has {width} x {height} pixels, and {most} million are the most: make it smaller",
                width=width,
                height=height,
                most=MOST_PIXELS // 1_000_000,
            )
        )


def holds_table(width: int, height: int) -> bool:
    """Tell whether a picture of so many pixels can show a table at all."""
    short, long = sorted((width, height))
    return short >= LEAST_SIDE and long <= SLIMMEST * short


def decode(data: bytes) -> np.ndarray | None:
    """Decode a JPEG, PNG, WebP, BMP or TIFF: uint8 (H, W, 3) BGR, turned as its EXIF tag says.

    None where it is none of these, or broken. Raises TooManyPixels, before anything is decoded.
    """
    told = size(data)
    if told is None:
        return None
    check_size(*told)
    try:
        with quiet():
            return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None


def as_jpeg(picture: np.ndarray, quality: int) -> bytes | None:
    """Encode a picture, uint8 (H, W, 3) BGR, as JPEG; quality: 0 to 100, as libjpeg counts it.

    None where JPEG cannot hold it: it has no pixel, or more than 65,500 a side.
    """
    try:
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    except cv2.error:
        return None
    return data.tobytes() if done else None
