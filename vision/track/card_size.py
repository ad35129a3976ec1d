"""How large cards are and in which plane they lie, learnt from those that are read with certainty."""

from collections.abc import Iterable, Sequence

import numpy as np

from vision.detect.fit import Fit
from vision.detect.merged import has_sides
from vision.geometry.quads import Sides, SlantedSides, is_even, median_sides, sides
from vision.geometry.tilt import anisotropy, plane_of
from vision.read.decide import NEVER_GONE
from vision.types import Reading

OWN_OUTLINE = 0.95
"""Certainty of the networks from which a clear card's outline is its own."""

ALL_CHANGED = 0.85
"""Share of a clear card's place that must have changed for its outline to be believed by itself: of one that
is too large a part is the table as before."""

AGREE = 3
"""Clear cards of which less changed, for a part of the cloth is as white as they, whose outlines are believed
because they agree. A guess: at a table of another renderer, with white and green checks, no card of a round
had more than 0.81, and their sides differed by 2 %.
"""

MEDIAN_CARDS = 9
"""Cards of which the median is taken."""

UNCLEAR_FACES = 3
"""Faces that come out unclear one after the other from which the size itself may be wrong."""


TILTED_ANISOTROPY = 1.2
"""Anisotropy from which a card does not lie on the table: a hand holds it, and it leans.

Of 37 cards laid at two tables of another renderer none had more than 1.08 to the others, of 169 at three
simulated ones 99 in 100 under 1.14; of six that hands held at the rim five had 1.21 to 1.50.
"""

OBLIQUE = 1.15
"""How many times what cards on the table have among each other must be exceeded, too: before a camera that
looks from the side they differ from place to place."""

FROM_ABOVE = np.array([[0, 0], [100, 0], [100, 144], [0, 144]], np.float32)
"""A card as a camera right above the table sees it, which stands beside those that were seen: the first of
them may be one that leans."""


SLANTED = (1.1, 1.6)
"""How many times as long one way as the other a length is in a picture that is taken from the side: 25 to 51
degrees. Less may be what outlines are off by, of more no card is read: guesses."""


PROPORTIONS = (1.25, 1.7)
"""Long side over short of what may tell roughly how large a card is: poker cards have 1.4, bridge cards and
Wizard's 1.5, and a camera that looks from the side adds to that or takes from it. Parts of fans that hands
held at a first look, and that were taken for backs, had 1.9, or uneven sides (one table, looked at)."""


class CardSize:
    """The running median of a card's sides, and the plane of the table."""

    def __init__(self) -> None:
        self._first: tuple[np.ndarray, ...] = ()
        self._seen: tuple[np.ndarray, ...] = ()
        self._apart: tuple[float, ...] = ()
        self._alike: tuple[np.ndarray, ...] = ()
        self._unclear = 0
        self._about: Sides | None = None
        self.sides: Sides | None = None
        """How large a card is in the frame; None where none was learnt."""

    def _estimated(self, quads: Sequence[np.ndarray]) -> Sides | None:
        plain = median_sides(map(sides, quads))
        if plain is None:
            return None
        plane = plane_of((*self._first, *self._seen))
        slanted = SlantedSides(*plain, plane)
        if not SLANTED[0] < slanted.nearer < SLANTED[1]:
            return plain
        return SlantedSides(*(median_sides(map(slanted.of, quads)) or plain), plane)

    @property
    def about(self) -> Sides | None:
        """Give how large a card is, be it roughly; None where nothing told.

        That is by the few faces that were read with certainty, else by what lay there at the first look. The
        edges of a stock are taken for its own, and what is nearer to the camera is larger: that tells one
        card from two, but is no measure of outlines.
        """
        return self.sides or self._about

    def tilted(self, quad: np.ndarray) -> bool:
        """Tell whether a card at a quad, float32 (4, 2) pixels, does not lie in the table's plane."""
        # The quarter that agrees best: one that leant itself makes others look as if they did.
        among = float(np.percentile(self._apart, 25)) if self._apart else 1.0
        return self._anisotropy(quad) > max(TILTED_ANISOTROPY, OBLIQUE * among)

    def _anisotropy(self, quad: np.ndarray) -> float:
        apart = [anisotropy(each, quad) for each in (*(self._seen or self._first), FROM_ABOVE)]
        # The camera need not hang above, and what lay there at first may be no card.
        return float(np.median(apart)) if self._seen else min(apart)

    def begin(self, quads: Iterable[np.ndarray]) -> None:
        """Take in what lay on the table at the first look, float32 (4, 2) pixels each.

        The stock tells that a camera looks from the side, and how large a card is elsewhere then but roughly.
        """
        self._first = (*self._first, *quads)
        self._about = self._estimated([quad for quad in self._first if _has_proportions(quad)])

    def learn(self, reading: Reading, fit: Fit, quad: np.ndarray, *, whole: bool = True) -> None:
        """Take in a new card: faces that were read with certainty and fit the change.

        Where faces come out unclear one after the other, what was learnt is forgotten. whole: all of it is in
        view; of one of which a hand hides a part the rest is outlined.
        """
        if reading.card in NEVER_GONE:
            return
        self._unclear = self._unclear + 1 if reading.asks else 0
        if self._unclear >= UNCLEAR_FACES:
            self._seen, self._apart, self._alike, self._unclear = (), (), (), 0
            self.sides = self._about = None
        if reading.asks or not whole:
            return
        # Where much else changes, hands at the rim, the networks tell that its outline is its own.
        own = fit.sure > OWN_OUTLINE
        if fit.share > ALL_CHANGED and (fit.cover > 0.8 or own):
            self._take(quad)
        elif own and self.sides is None:
            self._alike = (*self._alike[1 - MEDIAN_CARDS :], quad)
            card = median_sides(map(sides, self._alike))
            agree = [each for each in self._alike if card is not None and has_sides(each, card)]
            if len(agree) >= AGREE:
                for each in agree:
                    self._take(each)
            else:
                self._about = card

    def _take(self, quad: np.ndarray) -> None:
        self._apart = (*self._apart[1 - MEDIAN_CARDS :], self._anisotropy(quad))
        self._seen = (*self._seen[1 - MEDIAN_CARDS :], quad)
        self.sides = self._estimated(self._seen)


def _has_proportions(quad: np.ndarray) -> bool:
    """Tell whether a quad, float32 (4, 2), has a card's proportions, and opposite sides of one length."""
    short, long = sides(quad)
    return is_even(quad) and PROPORTIONS[0] * short <= long <= PROPORTIONS[1] * short
