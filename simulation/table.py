"""The simulated table: what a camera above a game of cards would see, and the truth about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from games import cards
from models.render import decks
from simulation.people.appearance import Faces
from simulation.people.family import Circle
from simulation.scene.cards import BENT_MM, CARD_THICK_MM, CardPainter, Deck, Laid, PlayingCards
from simulation.stage import SIZE, Stage, Streams, streams_of
from simulation.temperament import CALM, Temperament

HEAP_MM = 0.8  # how much higher each card of a trick lies: thrown cards do not lie flat on each other


@dataclass(frozen=True)
class Lying:
    """One card that lies face up: its name, who laid it (None: turned up), where its corners are.

    corners: float32 (4, 2) pixels, clockwise from the card's own top left.
    """

    card: str
    seat: int | None
    corners: np.ndarray


class CardTable(Stage):
    """A table on which cards are laid by hands: a stock, a trick, and piles of what was won.

    tilt: degrees, drawn where it is None.
    """

    def __init__(
        self,
        streams: Streams,
        seats: int,
        deck: Deck,
        size: tuple[int, int],
        cloth: str | None,
        tilt: float | None,
        noise: float | None,
        temperament: Temperament = CALM,
    ) -> None:
        self.deck = deck
        self._cards = CardPainter(deck)
        super().__init__(streams, seats, size, cloth, tilt, noise, temperament)
        self.new_round(0)

    @property
    def lying(self) -> tuple[Lying, ...]:
        """Tell which cards lie face up, in the order in which they were laid, and where."""
        shown = ([self._turned] if self._turned else []) + self._trick
        return tuple(Lying(each.card, each.seat, self._cards.corners(self.view, each)) for each in shown)

    def spread(self, picture: np.ndarray, size_mm: tuple[float, float], angle: float = 0.0) -> None:
        """Lay a printed sheet, uint8 (H, W, 3) BGR, on the middle of the cloth; what lay there is gone."""
        super().spread(picture, size_mm, angle)
        self.new_round(0)

    def new_round(self, stock: int) -> None:
        """Clear the table and put the stock of so many cards on it, backs up; 0 for none."""
        self._trick: list[Laid] = []
        self._turned: Laid | None = None
        self._won = [0] * self.seats
        self._stock = stock
        self._ground = self._cloth.copy()
        if stock:
            self._put_stock(self._ground)
        self._clean = self._ground.copy()
        self._bare = self._ground.copy()
        self.hand_out()
        self._deal()
        self._aimed: Laid | None = None

    def turn_up(self, card: str) -> None:
        """Turn up the top card of the stock; it stays on top."""
        nudge = self._moves.normal(0, 1.5, 2)
        centre = (self.layout.stock[0] + float(nudge[0]), self.layout.stock[1] + float(nudge[1]))
        angle = self.layout.stock_angle + float(self._moves.normal(0, 4))
        self._turned = Laid(card, None, centre, angle, max(0.3, self._stock * CARD_THICK_MM))
        self._put(self._ground, self._turned, floats=0.5)
        self._put(self._clean, self._turned, floats=0.5)

    def lay(self, card: str, seat: int) -> None:
        """Lay a card from a seat onto the trick."""
        laid = self._aim(card, seat)
        self._trick.append(laid)
        self._put(self._clean, laid)
        self._aimed = None
        if self._family is not None:
            self._family.play(seat, card)

    @property
    def trick(self) -> tuple[Laid, ...]:
        """Tell how the cards of the trick lie, the uppermost last."""
        return tuple(self._trick)

    def arrange(self, trick: Iterable[Laid]) -> None:
        """Let the trick be these cards, the uppermost last: what lay there before is gone."""
        self._trick = list(trick)
        np.copyto(self._clean, self._ground)
        for laid in self._trick:
            self._put(self._clean, laid)

    def take_back(self) -> str:
        """Take the newest card of the trick away again and tell which it was."""
        *left, gone = self._trick
        self.arrange(left)
        return gone.card

    def take_up(self, card: str) -> None:
        """Take one card of the trick up into a hand again, or before the first trick the turned-up one."""
        if self._turned is not None and self._turned.card == card:
            self._turned = None
            np.copyto(self._ground, self._bare)
            np.copyto(self._clean, self._ground)
            return
        place = next(k for k, laid in enumerate(self._trick) if laid.card == card)
        self.arrange(self._trick[:place] + self._trick[place + 1 :])

    def sweep(self, seat: int) -> None:
        """Put the trick, face down, onto the pile of the seat that won it."""
        height = self._won[seat] * CARD_THICK_MM * 1.5
        count = max(1, len(self._trick))
        pile = self.layout.piles[seat]
        centre = (pile[0] + float(self._moves.normal(0, 2)), pile[1] + float(self._moves.normal(0, 2)))
        across = 90 if (self._won[seat] // count) % 2 else 0
        angle = self.layout.angles[seat] + across + float(self._moves.normal(0, 5))
        top = Laid("back", seat, centre, angle, height + count * CARD_THICK_MM * 1.5)
        self._cards.packet(self._painter, self._ground, top, height, self._moves)
        self._won[seat] += count
        self._trick = []
        np.copyto(self._clean, self._ground)

    def hand_in(
        self,
        seat: int,
        *,
        card: str | None = None,
        at: str = "spot",
        progress: float = 1.0,
        beside: bool = False,
    ) -> None:
        """Reach in from a seat, holding a card or none.

        at: "spot" (where the seat lays his card), "trick", "stock" or "pile" (the seat's own).
        progress: 0 at the edge of the table, 1 there. The hand stays until it moves or goes out. beside: the
        hand that is in the picture stays in it as it was painted, with what lay there then.
        """
        if at == "spot":
            newest = self._trick[-1] if self._trick and self._trick[-1].seat == seat else None
            goal = self._aim(card, seat).centre if card else newest.centre if newest else self._spot(seat)
        else:
            piles, stock = self.layout.piles, self.layout.stock
            known: dict[str, tuple[float, float] | np.ndarray] = {"trick": (0.0, 0.0), "stock": stock}
            goal = {**known, "pile": piles[seat]}[at]
        if self._hand is None or not beside:
            self._hand = self._before_hands()
        pose = "sweep" if at in ("trick", "pile") else "lay"
        grip = 0.36 * self.deck.size_mm[1] if at == "spot" else 0.0
        held = None if card is None else partial(self._hold, card, seat, progress)
        self._reach(self._hand, seat, np.array(goal), pose, progress, grip=grip, held=held)

    def _hold(
        self,
        card: str,
        seat: int,
        progress: float,
        picture: np.ndarray,
        centre: np.ndarray,
        towards: float,
        height: float,
    ) -> None:
        """Paint the card that a hand holds by its near edge."""
        aimed = self._aim(card, seat)
        turn = (aimed.angle - towards + 180) % 360 - 180
        held = Laid(card, seat, tuple(centre), towards + turn * progress, height)
        self._cards.hold(self._painter, picture, held)

    def _aim(self, card: str, seat: int) -> Laid:
        """Decide where a seat's next card will fall; the hand and the card agree on it."""
        if self._aimed is None or (self._aimed.card, self._aimed.seat) != (card, seat):
            spot = self._spot(seat) + self._moves.normal(0, 9, 2)
            angle = self.layout.angles[seat] + float(np.clip(self._moves.normal(0, 11), -28, 28))
            height = 0.3 + HEAP_MM * len(self._trick)
            self._aimed = Laid(card, seat, (float(spot[0]), float(spot[1])), angle, height)
        return self._aimed

    def _deal(self) -> None:
        """Give everybody his cards to hold."""

    def _painted(self) -> list[np.ndarray]:
        return [*super()._painted(), self._ground]

    def _lasting(self) -> list[np.ndarray]:
        return [*super()._lasting(), self._ground, self._bare]

    def _to_be_seen(self) -> list[np.ndarray]:
        return [*super()._to_be_seen(), *(lying.corners for lying in self.lying)]

    def _kept(self) -> list[Circle]:
        return [*super()._kept(), (np.array(self.layout.stock), 60.0)]

    def _spot(self, seat: int) -> np.ndarray:
        return self.layout.spots[seat]

    def _put(self, picture: np.ndarray, laid: Laid, floats: float = BENT_MM) -> None:
        self._cards.put(self._painter, picture, laid, floats)

    def _put_stock(self, picture: np.ndarray) -> None:
        """Paint the stock, backs up."""
        layout = self.layout
        top = Laid("back", None, layout.stock, layout.stock_angle, self._stock * CARD_THICK_MM)
        self._cards.packet(self._painter, picture, top, 0.0, self._moves, jitter=0.3)


class SimulatedTable(CardTable):
    """A table for Wizard with cards, hands and light, all drawn from one seed.

    seats: how many players sit around it, seat 0 at the lower edge of the picture, the others clockwise.
    size: width and height of the picture in pixels.
    """

    def __init__(
        self,
        seed: int,
        seats: int,
        edition: str,
        size: tuple[int, int] = SIZE,
        *,
        cloth: str | None = None,
        tilt: float | None = None,
        noise: float | None = None,
        temperament: Temperament = CALM,
    ) -> None:
        self.edition = edition
        streams = streams_of(seed, seats, edition == "amigo")
        self._held_by = np.random.default_rng([seed, seats, 83])
        deck = PlayingCards(decks.design(int(streams.look.integers(1 << 30)), edition))
        super().__init__(streams, seats, deck, size, cloth, tilt, noise, temperament)

    def hold(self, hands: Sequence[Sequence[str]]) -> None:
        """Let each seat hold these cards: at a restless table they are seen in fans."""
        if self._family is not None:
            self._family.deal(hands)

    def turn_up(self, card: str) -> None:
        """Turn up the top card of the stock; it stays on top, and nobody holds it."""
        super().turn_up(card)
        if self._family is not None and cards.copies(card) == 1:
            self._family.turned(card)

    def _deal(self) -> None:
        """Let everybody hold as many cards as the stock says, whichever they are."""
        number = max(0, 60 - self._stock) // self.seats if self._stock else 0
        names = [name for name in cards.names(self.edition) for _ in range(cards.copies(name))]
        drawn = [str(name) for name in self._held_by.permutation(names)[: number * self.seats]]
        self.hold([drawn[seat :: self.seats] for seat in range(self.seats)])

    def _faces_held(self) -> Faces:
        return Faces(self._cards.sheet, self.deck.size_mm, self.deck.radius_mm)
