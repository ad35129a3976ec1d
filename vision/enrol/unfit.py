"""Why a picture of a card is no good as a model."""

import cv2
import numpy as np

from texts import Said, say
from vision.brightness import brightness
from vision.geometry.components import components
from vision.geometry.quads import sides
from vision.sharp import sharpness

LEARNABLE_CARD_PX = 45
"""Short side of a card, in pixels, below which nothing can be learnt from a picture."""

LEAST_LEARNT_SHARPNESS = 0.12
"""Sharpness below which nothing can be learnt; the camera's guide asks for more, since it can try again."""

DIM_LEARNT_CARD_LEVELS = 40
"""Grey level that a twentieth of a card must reach."""

BURNT_LEVELS, CARD_GLARE, PAPER_PERCENTILE = 250, (0.02, 0.5), 60
"""Grey level of a burnt out pixel; share of a card that glare burns out; percentile of light in paper."""


def unfit(image: np.ndarray | None, quad: np.ndarray, crop: np.ndarray) -> Said | None:
    """Say why a card is no good as a model, and what to do; None: it is good.

    image: where it lies, uint8 (H, W, 3) BGR, if it must not touch the picture's edge; crop: the card itself.
    """
    if sides(quad)[0] < LEARNABLE_CARD_PX:
        return say(
            "the card is only {wide} pixels wide; take the picture from nearer ({least} at least)",
            wide=round(sides(quad)[0]),
            least=LEARNABLE_CARD_PX,
        )
    if image is not None and ((quad < 1) | (quad > np.array(image.shape[1::-1]) - 2)).any():
        return say(
            "the card is cut off by the picture's edge; move it or the camera until all of it is in view"
        )
    why = spoilt(crop)
    if why is not None:
        return why
    if sides(quad)[0] >= 96 and sharpness(crop) < LEAST_LEARNT_SHARPNESS:
        return say("the card is blurred; hold the camera still and take the picture again")
    return None


def spoilt(crop: np.ndarray) -> Said | None:
    """Say why the light makes a card no good as a model, and what to do; None: it does not.

    crop: the straightened card, uint8 (H, W, 3) BGR.
    """
    if brightness(crop) < DIM_LEARNT_CARD_LEVELS:
        return say("the card is too dark; take the picture in more light")
    if _glares(crop):
        return say("light glares on the card; move the lamp or the card until no spot of it is burnt out")
    return None


def _glares(crop: np.ndarray) -> bool:
    """Tell whether a burnt out spot with a soft edge hides a part of a card; printed white ends sharply."""
    least = crop.min(2)
    burnt = (least >= BURNT_LEVELS).astype(np.uint8)
    if not CARD_GLARE[0] < burnt.mean() < CARD_GLARE[1]:
        return False
    labels, stats = components(burnt)
    if len(stats) < 2:
        return False
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    spot = (labels == largest).astype(np.uint8)
    if spot.mean() < CARD_GLARE[0]:
        return False
    ring = cv2.dilate(spot, np.ones((9, 9), np.uint8)) - cv2.dilate(spot, np.ones((3, 3), np.uint8))
    paper = float(np.percentile(least, PAPER_PERCENTILE))
    return bool(
        paper < BURNT_LEVELS - 25
        and ring.any()
        and np.percentile(least[ring > 0], 25) > (paper + BURNT_LEVELS) / 2 - 20
    )
