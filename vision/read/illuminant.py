"""The light on a card whose suit its colour alone tells: what the card is, whatever colour that light has.

A lamp that gives no blue makes a painted blue card yellow, before a camera whose white balance is off or
locked by another light. Nothing in one card's picture tells such a light from such paint. So the card is read
as it looks and as it would look by white light, and both readings count: what they contradict each other
about is asked.

White is what is brightest in each colour (white patch: Land and McCann, "Lightness and retinex theory",
1971), card by card, for two lamps may light one table. The light is taken out by a gain for each colour (von
Kries) and by what green sees of red inks by a warm lamp, after the idea of sharpened sensors (Finlayson, Drew
and Funt, "Spectral sharpening", 1994).
"""

import cv2
import numpy as np

from games import cards
from vision.read.decide import SURE

SMOOTH_PX, BORDER_PX = 1.0, (6, 4)
"""Blur (sigma) that takes grain for no white; rows and columns at a crop's edges, where the table shows."""

BRIGHTEST = 98.0
"""Percentile of each colour's levels that is taken for white: a number is a few hundredths of a card."""

RED_IN_GREEN = 0.6
"""Share of what red has more than green that is taken from green.

A guess. Of 240 faces of 20 drawn painted decks (331236 to 331293) by a drawn bulb of 2,200 kelvins, its white
balanced, 26 were certain and wrong; both readings together leave 2, with 0.3 here 16, without it 29.
"""

BY_LIGHT = 0.5
"""Probability that a crop's cast is the light's and not the paint's: a guess, either is as likely."""

BORNE_OUT = 0.5
"""Probability that the reading without the light must give a card certain as it looks, to leave it certain.

A guess. Of 360 faces of 32 drawn decks (331200 to 331293) 341 were certain by white light, 336 both ways.
"""

_COLORED = cards.suits("amigo")


def is_colored(name: str) -> bool:
    """Tell whether a card's suit is told by its colour alone."""
    return name[-1] in _COLORED


def white(crop: np.ndarray) -> np.ndarray:
    """Estimate the light on a card by the levels of white under it: blue, green and red, float32 (3,).

    crop: uint8 (144, 96, 3) BGR.
    """
    high, wide = BORDER_PX
    within = cv2.GaussianBlur(crop, (0, 0), SMOOTH_PX)[high:-high, wide:-wide].reshape(-1, 3)
    return np.maximum(np.percentile(within, BRIGHTEST, axis=0), 1.0).astype(np.float32)


def without_light(picture: np.ndarray, light: np.ndarray) -> np.ndarray:
    """Show a picture, uint8 (H, W, 3) BGR, as by white light: uint8 (H, W, 3).

    light: what `white` gives.
    """
    blue, green, red = cv2.split(picture * (light.max() / light))
    green -= RED_IN_GREEN * np.maximum(red - green, 0)
    return np.clip(cv2.merge([blue, green, red]), 0, 255).astype(np.uint8)


def marginal(as_it_is: np.ndarray, without: np.ndarray) -> np.ndarray:
    """Give what a card is whatever the light, by the law of total probability: float (..., K).

    as_it_is, without: what is read of it with the light and without, float (..., K). What is certain as it
    looks, and borne out, stays as it is.
    """
    best = as_it_is.argmax(-1)[..., None]
    sure = np.take_along_axis(as_it_is, best, -1) >= SURE
    borne_out = np.take_along_axis(without, best, -1) >= BORNE_OUT
    both = (1 - BY_LIGHT) * as_it_is + BY_LIGHT * without
    return np.where(sure & borne_out, as_it_is, both)
