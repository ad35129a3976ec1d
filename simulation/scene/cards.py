"""The cards of a simulated table: what a deck is, and how single ones and packets come into the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from models.render import decks
from simulation.scene.outlines import rectangle, rounded
from simulation.scene.painter import Painter, Sheet
from simulation.scene.view import View

CARD_THICK_MM = 0.3
"""How thick one card is."""
BENT_MM = 2.2  # a card is never quite flat: how far its edges stand off, which is what its shadow shows
PAPER = (205.0, 222.0, 228.0)


@dataclass(frozen=True)
class Laid:
    """A card that was laid: its middle and height in millimetres, its direction in degrees."""

    card: str
    seat: int | None
    centre: tuple[float, float]
    angle: float
    height: float


class Deck(Protocol):
    """A deck to be drawn: its cards' size and rounded corners in millimetres, and their pictures."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""

    @property
    def radius_mm(self) -> float:
        """How far the corners are rounded."""

    def face(self, name: str) -> np.ndarray:
        """Draw one card (or ``back``): uint8 (H, W, 3) BGR."""
        ...

    def mask(self) -> np.ndarray:
        """Draw the outline: uint8 (H, W), 255 inside."""
        ...


class PlayingCards:
    """The cards of an edition of Wizard in one design."""

    def __init__(self, design: decks.Design) -> None:
        self._design = design
        self.size_mm, self.radius_mm = design.size_mm, design.radius_mm

    def face(self, name: str) -> np.ndarray:
        """Draw one card (or ``back``): uint8 (H, W, 3) BGR."""
        return decks.face(self._design, name)

    def mask(self) -> np.ndarray:
        """Draw the outline: uint8 (H, W), 255 inside."""
        return decks.mask(self._design)


class CardPainter:
    """Paints the cards of a deck into pictures, uint8 (H, W, 3) BGR; each face is drawn once."""

    def __init__(self, deck: Deck) -> None:
        self._deck, self._mask = deck, deck.mask()
        self._sheets: dict[str, Sheet] = {}

    def sheet(self, name: str) -> Sheet:
        """Give a card's face, or ``back``."""
        if name not in self._sheets:
            self._sheets[name] = Sheet(self._deck.face(name), self._mask)
        return self._sheets[name]

    def corners(self, view: View, laid: Laid) -> np.ndarray:
        """Give where a card's corners are in the picture, float32 (4, 2) pixels."""
        return view.project(rectangle(self._deck.size_mm, laid.centre, laid.angle), laid.height)

    def put(self, painter: Painter, picture: np.ndarray, laid: Laid, floats: float = BENT_MM) -> None:
        """Paint a card that lies; floats: millimetres by which its edges stand off what is beneath."""
        self._paint(painter, picture, laid, laid.height, floats)

    def hold(self, painter: Painter, picture: np.ndarray, laid: Laid) -> None:
        """Paint a card in a hand: its shadow falls upon the cloth."""
        self._paint(painter, picture, laid, 0, laid.height)

    def packet(
        self,
        painter: Painter,
        picture: np.ndarray,
        top: Laid,
        bottom: float,
        rng: np.random.Generator,
        jitter: float = 0.5,
    ) -> None:
        """Paint a packet of cards with its shadow, its sides and its uppermost card.

        bottom: height in millimetres of what it lies on. jitter: of a card, as Painter.sides has it.
        """
        outline = self._outline(top)
        painter.shadow(picture, outline, bottom, top.height - bottom + 1.0)
        painter.sides(picture, outline, bottom, top.height, PAPER, rng, jitter)
        painter.paint(picture, self.sheet(top.card), self.corners(painter.view, top))

    def _paint(self, painter: Painter, picture: np.ndarray, laid: Laid, ground: float, above: float) -> None:
        painter.shadow(picture, self._outline(laid), ground, above)
        painter.paint(picture, self.sheet(laid.card), self.corners(painter.view, laid))

    def _outline(self, laid: Laid) -> np.ndarray:
        return rounded(self._deck.size_mm, self._deck.radius_mm, laid.centre, laid.angle)
