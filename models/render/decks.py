"""Decks to play with: a design by its seed, and the picture of each of its cards."""

from typing import Protocol

import cv2
import numpy as np

from games import cards
from models.render.cards import (
    art,
    backs,
    lettered_specials,
    plain_faces,
    special_faces,
    variant_faces,
    variant_paintings,
)
from models.render.cards.canvas import Canvas, rounded_mask
from models.render.cards.designs import Design, design

__all__ = ["FACE_PX", "Design", "design", "face", "mask"]

FACE_PX = 360
"""Height of a drawn face in pixels."""


class Shape(Protocol):
    """A card's width and height, and how far its corners are rounded, in millimetres."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""

    @property
    def radius_mm(self) -> float:
        """How far the corners are rounded."""


def mask(deck: Shape) -> np.ndarray:
    """Draw the card's outline with its rounded corners: uint8 (H, W), 255 inside."""
    height, width = FACE_PX, _width(deck, FACE_PX)
    radius = round(deck.radius_mm * FACE_PX / deck.size_mm[1])
    return rounded_mask((width, height), radius)


def face(deck: Design, name: str, height: int = FACE_PX) -> np.ndarray:
    """Draw one card (or ``back``): uint8 (height, W, 3) BGR.

    Raises games.errors.Unreadable where the deck has no card of that name.
    """
    rng = np.random.default_rng([deck.seed, 11, *name.encode()])
    canvas = Canvas(deck.size_mm, 2 * height / deck.size_mm[1], deck.paper)
    if name == "back":
        draw_back = backs.back if deck.variant else art.back
        draw_back(canvas, np.random.default_rng([deck.seed, 13]))
    elif name in cards.SPECIALS:
        special_faces.draw(canvas, name)
    elif name in ("W", "J"):
        draw_special = variant_paintings.special if deck.variant else plain_faces.special
        (lettered_specials.special if deck.lettered else draw_special)(canvas, deck, name, rng)
    else:
        suit = cards.parse_card(name, deck.edition).suit
        # Wizards and Jesters, who have none, are drawn above.
        assert suit is not None
        rank = name[: -len(suit)]
        if deck.variant:
            draw = variant_paintings.painted if deck.edition == "amigo" else variant_faces.suited
        else:
            draw = plain_faces.painted if deck.edition == "amigo" else plain_faces.suited
        draw(canvas, deck, rank, suit, rng)
    return cv2.resize(canvas.pixels, (_width(deck, height), height), interpolation=cv2.INTER_AREA)


def _width(deck: Shape, height: int) -> int:
    return round(height * deck.size_mm[0] / deck.size_mm[1])
