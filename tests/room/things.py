"""Things that lie on a table and are no cards, and cards that no reader knows: drawn, to be put there."""

import cv2
import numpy as np

from models.render import other_games
from models.render.cards.canvas import rounded_mask

TELEPHONE_MM = 72.0, 150.0
PX_PER_MM = 4


def telephone(seed, *, lit):
    """Draw a telephone, its display lit or dark: uint8 (H, W, 3) BGR and where it is, uint8 (H, W)."""
    rng, (w, h) = np.random.default_rng([seed, 21]), (round(PX_PER_MM * each) for each in TELEPHONE_MM)
    out = np.full((h, w, 3), 26, np.uint8)
    out[24:-24, 12:-12] = rng.integers(90, 256, 3) if lit else 34
    for at in rng.uniform((20, 40), (w - 200, h - 120), (4 * lit, 2)).astype(int):
        cv2.rectangle(
            out, at, at + rng.integers((60, 10), (180, 60)), tuple(map(int, rng.integers(0, 256, 3))), -1
        )
    return out, rounded_mask((w, h), 6 * PX_PER_MM)


def strange_card(seed, deck):
    """Draw a card of another game that is as large as a deck's: picture and mask likewise."""
    mask = deck.mask()
    face = other_games.face(np.random.default_rng([seed, 22]))
    return cv2.resize(face, mask.shape[::-1], interpolation=cv2.INTER_CUBIC), mask
