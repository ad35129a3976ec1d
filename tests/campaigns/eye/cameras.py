"""What cameras and rooms make of a picture before the eye sees it."""

import cv2
import numpy as np


def plain():
    """Leave each picture as it is."""
    return lambda picture: picture


def averaging(share=0.12):
    """Show so much of each new picture and the rest as it was: temporal noise reduction."""
    shown = []

    def camera(picture):
        new = picture.astype(np.float32)
        shown[:] = [new if not shown else shown[0] + share * (new - shown[0])]
        return shown[0].astype(np.uint8)

    return camera


def dim(light=0.35):
    """Leave so much of the light."""
    return lambda picture: (picture * np.float32(light)).astype(np.uint8)


def soft(share=1 / 850):
    """Put the lens out of focus: a Gaussian of so much of the picture's width."""
    return lambda picture: cv2.GaussianBlur(picture, (0, 0), share * picture.shape[1])


def noisy(levels=9.0):
    """Add noise of so many grey levels, anew to each picture."""
    chance = np.random.default_rng(1)

    def camera(picture):
        noise = chance.standard_normal(picture.shape, np.float32) * np.float32(levels)
        return np.clip(picture + noise, 0, 255).astype(np.uint8)

    return camera


def warm(gains=(0.45, 0.85, 1.15)):
    """Let an incandescent lamp burn, with no white balance: gains of blue, green and red."""
    return lambda picture: np.clip(picture * np.float32(gains), 0, 255).astype(np.uint8)


def coarse(quality=20):
    """Compress each picture as a cheap webcam does: JPEG's quality."""
    return lambda picture: cv2.imdecode(
        cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
    )


def bright(gain=1.5):
    """Expose each picture too long: so much light, clipped where the sensor is full."""
    return lit(lambda x, y: gain)


def side_lamp(most=1.3, least=0.4):
    """Let one lamp stand beside the table: so much light at the picture's left, so much at its right."""
    return lit(lambda x, y: most + (least - most) * x)


def hot_spot(more=2.0, across=0.1):
    """Let a lamp throw a spot upon the table: so much more light in its midst, a Gaussian so wide."""
    return lit(lambda x, y: 1 + more * np.exp(-((x - 0.45) ** 2 + (y - 0.3) ** 2) / (2 * across**2)))


def lit(gain):
    """Multiply each picture by a gain of each place (x, y), both as shares of its width, and clip it."""

    def camera(picture):
        height, width = picture.shape[:2]
        y, x = np.ogrid[:height, :width]
        gains = np.broadcast_to(np.float32(gain(x / width, y / width)), (height, width))
        return np.clip(picture * gains[:, :, None], 0, 255).astype(np.uint8)

    return camera


CAMERAS = {
    made.__name__: made
    for made in (plain, averaging, dim, soft, noisy, warm, coarse, bright, side_lamp, hot_spot)
}
"""Cameras by their names: each call makes one, that remembers what it must."""
