"""From where, and through which lens, a camera sees the table."""

import cv2
import numpy as np
from eye.cameras import plain


def turned():
    """Turn the picture by a quarter: a camera that was fixed on its side."""
    return lambda picture: cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE)


def upside_down():
    """Turn the picture by a half."""
    return lambda picture: cv2.rotate(picture, cv2.ROTATE_180)


def vga():
    """Show the middle of the table alone, 640 x 480 pixels of it, in which cards are about 60 wide."""

    def camera(picture):
        y, x = (np.array(picture.shape[:2]) - (480, 640)) // 2
        return picture[y : y + 480, x : x + 640]

    return camera


def wide(bend=0.775):
    """See the table's middle towards the rim of a wide lens, through which straight lines are bent (barrel).

    The equidistant model, r' = arctan(bend r) / bend with half the picture's diagonal as the unit, so that
    Brown's k1 is -bend^2 / 3. Shows the part of a picture to the right of and below its middle.
    """

    def camera(picture):
        size = np.array(picture.shape[1::-1]) // 2
        unit = np.hypot(*size) / 2
        across, down = np.meshgrid(*(np.arange(each, dtype=np.float32) - (each - 1) / 2 for each in size))
        angle = np.hypot(across, down) * (bend / unit)
        further = np.tan(angle) / np.maximum(angle, 1e-6)
        # So far below and to the right of the table's middle that what is laid there is in the picture still.
        x, y = 0.63 * np.array(picture.shape[1::-1])
        return cv2.remap(
            picture,
            (across * further + x).astype(np.float32),
            (down * further + y).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )

    return camera


VIEWS = {
    "slanting_20": (plain, {"tilt": 20}),
    "slanting_30": (plain, {"tilt": 30}),
    "slanting_40": (plain, {"tilt": 40}),
    "turned": (turned, {"tilt": 30, "size": (1640, 1232)}),
    "upside_down": (upside_down, {"size": (1920, 1080)}),
    "wide": (wide, {}),
    "far": (plain, {"size": (960, 540)}),
    "vga": (vga, {"size": (974, 730)}),
}
"""By its name what makes its camera, and how it hangs, as `SimulatedTable` takes it.

The slanting ones lean so many degrees towards a side that the seed draws; in a far one's picture, and in one
of 640 x 480, cards are 55 to 65 pixels wide.
"""
