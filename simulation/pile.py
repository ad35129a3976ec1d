"""The simulated table for Probe: a stock of activity cards, and the pile on which each is laid face up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simulation.activity import ActivityDeck, design
from simulation.people.family import Circle
from simulation.scene.cards import CARD_THICK_MM, Laid
from simulation.scene.outlines import rectangle
from simulation.scene.painter import region
from simulation.stage import SIZE, streams_of
from simulation.table import CardTable, Lying
from simulation.temperament import CALM, Temperament

APART_MM = 118.0
"""From the middle of the stock to that of the pile."""
AROUND_MM = 24.0
"""How far around a stock that grew lower the picture is painted anew."""
NEAT_MM, NEAT_DEGREES = (0.8, 7.0), (0.8, 7.0)
"""How far cards fall from the pile's middle and from its direction: every table is tidy in its own way."""


class PileTable(CardTable):
    """A table with activity cards, hands and light, all drawn from one seed.

    Cards are drawn from the stock and laid on the pile; the same may come again, at once too. deck: drawn
    where it is None. neat: standard deviations of a card's place and direction on the pile, in millimetres
    and degrees, drawn likewise.
    """

    deck: ActivityDeck

    def __init__(
        self,
        seed: int,
        seats: int,
        size: tuple[int, int] = SIZE,
        *,
        deck: ActivityDeck | None = None,
        cloth: str | None = None,
        tilt: float | None = None,
        noise: float | None = None,
        neat: tuple[float, float] | None = None,
        temperament: Temperament = CALM,
    ) -> None:
        streams = streams_of(seed, seats, 31)
        look = streams.look
        drawn = design(int(look.integers(1 << 30)))
        self.neat = neat or (float(look.uniform(*NEAT_MM)), float(look.uniform(*NEAT_DEGREES)))
        # At some tables everybody lays cards to be read by himself, at others all lie the same way up.
        self._own_way = bool(look.random() < 0.5)
        angle = float(look.normal(0, 10)) + float(look.choice([0, 180]))
        along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        self._middle = look.normal(0, 12, 2) + along * APART_MM / 2
        super().__init__(streams, seats, deck or drawn, size, cloth, tilt, noise, temperament)
        stock = self._middle - along * APART_MM
        self.layout = replace(self.layout, stock=(float(stock[0]), float(stock[1])), stock_angle=angle)

    @property
    def lying(self) -> tuple[Lying, ...]:
        """Tell which card lies on top of the pile, who laid it and where; none on an empty one."""
        return super().lying[-1:]

    @property
    def stock(self) -> int:
        """Count the cards that are left to be drawn."""
        return self._stock

    @property
    def laid(self) -> int:
        """Count the cards on the pile."""
        return len(self._trick)

    def draw(self) -> None:
        """Take the top card off the stock."""
        self._stock -= 1
        outline = rectangle(self.deck.size_mm, self.layout.stock, self.layout.stock_angle)
        corners = np.concatenate([self.view.project(outline, height) for height in (0.0, 40 * CARD_THICK_MM)])
        place = region(corners, self.size, AROUND_MM * self.view.focal / self.view.distance)
        assert place is not None
        picture = self._cloth.copy()
        if self._stock:
            self._put_stock(picture)
        for each in (self._ground, self._clean):
            each[place] = picture[place]

    def _lie_there(self) -> int:
        return self.laid

    def _kept(self) -> list[Circle]:
        return [(np.zeros(2), 190.0)]

    def _spot(self, seat: int) -> np.ndarray:
        """Give the middle of the pile, which is the same for all."""
        return self._middle

    def _aim(self, card: str, seat: int) -> Laid:
        if self._aimed is None or (self._aimed.card, self._aimed.seat) != (card, seat):
            spot = self._middle + self._moves.normal(0, self.neat[0], 2)
            angle = self.layout.stock_angle + float(self._moves.normal(0, self.neat[1]))
            # Seats 0 and 1 sit on this side of the pile, the others on that one.
            over = 180.0 if self._own_way and seat > 1 else 0.0
            height = 0.3 + CARD_THICK_MM * len(self._trick)
            self._aimed = Laid(card, seat, (float(spot[0]), float(spot[1])), angle + over, height)
        return self._aimed
