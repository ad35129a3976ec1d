"""Endless batches of card corners with what their indices say."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from games import cards
from models.labels import RANKS, SUITS, split
from models.render import corner_crops, decks
from models.render.cards import corners
from models.render.cards.canvas import fonts
from models.render.cards.corners import Corner
from models.render.cards.designs import Design
from models.render.cards.index_print import SCALE, SHARE
from models.training.data.faces import HELD_OUT

POOL = 2400
"""Printed corners that are photographed again and again; the oldest give way to new ones."""

A_CORNER, A_FACE = 6, 40
"""Pictures after which another corner is printed, and after which the corners of another deck's face are."""

BARE, TURNED = 0.09, 0.06
"""Shares of made-up corners without an index, and of pictures where none stands in its place."""

NONE = (RANKS.index("none"), SUITS.index("none"))
"""The labels of a corner that bears no index."""


@dataclass(frozen=True)
class Printed:
    """A corner and what its index says: the rank and suit labels; whole: whether it is always seen whole."""

    corner: Corner
    rank: int
    suit: int
    whole: bool


def name(rng: np.random.Generator) -> str:
    """Draw a card's name, some more often than a deck holds them.

    They are the Wizards and Jesters, and the queens, whose letter has more shapes than any other.
    """
    if rng.random() < 0.07:
        return "Q" + str(rng.choice(["S", "H", "D", "C"]))
    edition = "us" if rng.random() < 0.68 else "amigo"
    return ("W", "J")[int(rng.integers(2))] if rng.random() < 0.08 else str(rng.choice(cards.names(edition)))


def made_up(rng: np.random.Generator, known: tuple[str, ...]) -> Printed:
    """Print a corner of a deck of its own."""
    card, bare = name(rng), bool(rng.random() < BARE)
    return Printed(corners.corner(rng, card, known, bare=bare), *(NONE if bare else split(card)), whole=False)


def of_deck(deck: Design, card: str) -> list[Printed]:
    """Print a whole face and give its corners: those of which it is certain whether they bear an index."""
    if card in ("W", "J") and deck.variant is not None and deck.variant.titled and not deck.lettered:
        return []
    face, mask = decks.face(deck, card), decks.mask(deck)
    high = round(deck.size_mm[1] * SCALE)
    size = (round(deck.size_mm[0] * SCALE), high)
    face, mask = (cv2.resize(part, size, interpolation=cv2.INTER_AREA) for part in (face, mask))
    wide, tall = (round(side * share) for side, share in zip(size, SHARE, strict=True))
    number = card[:-1] not in ("J", "Q", "K", "A") and card not in ("W", "J")
    if deck.pips_only and number and deck.style["court"] > 0.93:
        return []
    said, beside = NONE if deck.pips_only and number else split(card), NONE
    if said != NONE and _across(deck, card):
        # A corner bears the rank alone or the sign alone.
        said, beside = (said[0], NONE[1]), (NONE[0], said[1])

    def part(picture: np.ndarray, right: bool, turned: bool = False) -> np.ndarray:
        whole = picture[::-1, ::-1] if turned else picture
        return np.ascontiguousarray(whole[:tall, -wide:] if right else whole[:tall, :wide])

    def printed(right: bool, labels: tuple[int, int], turned: bool = False) -> Printed:
        corner = Corner(part(face, right, turned), part(mask, right, turned), right, None, None)
        return Printed(corner, *labels, whole=True)

    found = [printed(False, said)]
    if deck.one_index:
        found += [printed(False, NONE, turned=True), printed(True, beside)]
    elif not deck.four_indices and not deck.four_on_aces:
        found.append(printed(True, beside))
    elif deck.four_indices and card not in ("W", "J") and card[:-1] != "A":
        found.append(printed(True, said))
    return found


def _across(deck: Design, card: str) -> bool:
    """Tell whether a card's sign stands in the corner beside its rank's (`variant_faces.index`)."""
    four = deck.four_indices or (deck.four_on_aces and card[:-1] == "A")
    look = deck.variant
    suited = deck.edition == "us" and card not in ("W", "J")
    return look is not None and look.layout == "across" and suited and not four


class Pool:
    """Printed corners that grow old and are replaced."""

    def __init__(self, rng: np.random.Generator, first_deck: int, decks_drawn: int, size: int = POOL) -> None:
        """Begin with a few; first_deck, decks_drawn: seeds of the decks whose faces are taken."""
        self._rng, self._known, self._size = rng, fonts(), size
        self._seeds = (first_deck, first_deck + decks_drawn)
        self._corners: list[Printed] = []
        self._next = self._drawn = 0
        for _ in range(min(size, 240)):
            self._put(made_up(rng, self._known))

    def _put(self, one: Printed) -> None:
        if len(self._corners) < self._size:
            self._corners.append(one)
        else:
            self._corners[self._next] = one
            self._next = (self._next + 1) % self._size

    def _grow(self) -> None:
        """Print what is due."""
        self._drawn += 1
        # A young pool grows faster, so that the first batches differ, too.
        if self._drawn % (A_CORNER if len(self._corners) == self._size else 2) == 0:
            self._put(made_up(self._rng, self._known))
        if self._drawn % A_FACE == 0:
            edition = "us" if self._rng.random() < 0.7 else "amigo"
            deck = decks.design(int(self._rng.integers(*self._seeds)), edition, self._known, muddle=True)
            for one in of_deck(deck, str(self._rng.choice(cards.names(edition)))):
                self._put(one)

    def picture(self) -> tuple[np.ndarray, int, int]:
        """Give one patch, uint8 (112, 64, 3) BGR, with its rank and suit."""
        rng = self._rng
        while True:
            self._grow()
            one = self._corners[int(rng.integers(len(self._corners)))]
            others = [self._corners[int(rng.integers(len(self._corners)))].corner.pixels for _ in range(2)]
            if rng.random() < TURNED:
                return corner_crops.turned(rng, one.corner, others), *NONE
            shown, rank, suit = corner_crops.patch(rng, one.corner, others, covered=not one.whole)
            if one.whole or (one.rank, one.suit) == NONE:
                return shown, one.rank, one.suit
            if rank is None or suit is None:
                continue
            return shown, one.rank if rank else NONE[0], one.suit if suit else NONE[1]


def batches(
    seed: int, size: int, *, held_out: bool = False, decks_drawn: int = 1280
) -> Iterator[tuple[np.ndarray, ...]]:
    """Give batches without end: uint8 (N, 112, 64, 3), and int64 (N,) of ranks and suits."""
    rng = np.random.default_rng([seed, 23, held_out])
    pool = Pool(rng, HELD_OUT if held_out else 0, decks_drawn)
    while True:
        shown, ranks, suits = zip(*(pool.picture() for _ in range(size)), strict=True)
        yield np.stack(shown), np.array(ranks, np.int64), np.array(suits, np.int64)
