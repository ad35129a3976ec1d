"""A heap of cards on a drawn table, and an eye above it: laid, taken back, exchanged, pushed behind hands."""

from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from games import cards
from simulation.table import SimulatedTable
from vision.interval import USUAL_MS
from vision.track import tentative
from vision.track.cards import CardTracker

SETTLES = 6 + tentative.SETTLES_MS // USUAL_MS
"""Pictures, a tenth of a second apart, in which all that lies there is known."""

KEPT = 4
"""Beginnings that are kept, with their table and what their eye knows of it."""


def beside(laid, far_mm):
    """Tell where lies what lies so many millimetres beside a card, in a slanting direction."""
    return laid.centre[0] + 0.6 * far_mm, laid.centre[1] + 0.8 * far_mm


class Heap:
    """A drawn table on which cards are laid upon each other, and an eye above it.

    camera: what becomes of each picture before the eye sees it; place: how the camera hangs, as
    `SimulatedTable` takes it.
    """

    def __init__(self, seed, edition, camera=lambda picture: picture, place=MappingProxyType({})):
        self.table, self.eye = SimulatedTable(seed, 4, edition, **place), CardTracker(edition)
        self.camera = camera
        names = [name for name in cards.names(edition) if cards.copies(name) == 1]
        self.deck = [str(name) for name in np.random.default_rng(seed).permutation(names)]
        self.lying, self.trouble, self.seen = (), None, []
        self.table.new_round(20)
        self.look()

    def look(self, frames=SETTLES):
        for _ in range(frames):
            sight = self.eye.look(self.camera(self.table.render()), self.seen)
            if sight is not None:
                self.lying, self.trouble = sight.lying, sight.trouble

    def reach(self, seat, change=lambda: None):
        """Reach in, do something behind the hand, and draw it back."""
        for far in (0.4, 0.85):
            self.table.hand_in(seat, progress=far)
            self.look(1)
        change()
        self.table.hand_in(seat, progress=0.85)
        self.look(1)
        self.table.hand_out()
        self.look()
        self.seen = [lying.card for lying in self.table.lying]

    def reach_both(self, *hands):
        """Let two hands reach in, the second a moment after the first, which draws back meanwhile.

        hands: of each its seat, and what it does.
        """
        (first, change), (second, other) = hands
        for far, further, done in (
            (0.4, None, None),
            (0.85, 0.4, change),
            (0.85, 0.85, other),
            (0.4, 0.85, None),
            (None, 0.4, None),
        ):
            self.table.hand_out()
            for seat, progress in ((first, far), (second, further)):
                if progress is not None:
                    self.table.hand_in(seat, progress=progress, beside=True)
            self.look(1)
            if done is not None:
                done()
        self.table.hand_out()
        self.look()
        self.seen = [lying.card for lying in self.table.lying]

    def lay(self, seat, beside_mm=None, card=None, turned=0.0):
        """Lay a card, so far beside the newest one and turned against it, or where its seat lays."""
        card = card or self.deck.pop()
        if beside_mm is None:
            self.reach(seat, lambda: self.table.lay(card, seat))
            return
        below = self.table.trick[-1]
        laid = replace(
            below,
            card=card,
            seat=seat,
            centre=beside(below, beside_mm),
            angle=below.angle + turned,
            height=below.height + 0.8,
        )
        self.reach(seat, lambda: self.table.arrange([*self.table.trick, laid]))

    def lay_at_rim(self, seat):
        """Lay a card half beyond the picture's lower rim; give it as it lies where it belongs."""
        card, (width, height) = self.deck.pop(), self.table.size
        self.table.lay(card, seat)
        there = self.table.trick[-1]
        ((x, y),) = self.table.view.ground([(0.5 * width, height - 1)])
        self.put(replace(there, centre=(float(x), float(y))))
        self.reach(seat)
        return there

    def take_back(self):
        self.reach(self.table.trick[-1].seat, self.table.take_back)

    def put(self, *laid):
        """Let other cards lie there instead of the newest ones."""
        self.table.arrange([*self.table.trick[: -len(laid)], *laid])

    def exchange(self, beside_mm):
        """Put another card in the place of the newest one, so far beside it, behind one hand."""
        gone, card = self.table.trick[-1], self.deck.pop()
        put = replace(gone, card=card, centre=beside(gone, beside_mm))
        self.reach(gone.seat, lambda: self.put(put))
        return gone.card, card

    def push(self, far_mm, towards, turned=0.0):
        """Push the newest card so far in a direction, in degrees, behind one hand, and turn it a little."""
        pushed, angle = self.table.trick[-1], np.radians(towards)
        there = (pushed.centre[0] + far_mm * np.cos(angle), pushed.centre[1] + far_mm * np.sin(angle))
        put = replace(pushed, centre=there, angle=pushed.angle + turned)
        self.reach(pushed.seat, lambda: self.put(put))

    @property
    def sure(self):
        return [item.reading.card for item in self.lying if not item.reading.asks and self.is_face(item)]

    @property
    def asked(self):
        return [(item.reading.card, item.reading.doubt) for item in self.lying if item.reading.asks]

    @property
    def true(self):
        return [lying.card for lying in self.table.lying]

    @staticmethod
    def is_face(item):
        return item.reading.card != "back"


def begun(seed, edition, card=None):
    """Give a heap whose first card lies there: what it costs to draw and see that is paid once a process."""
    heap = _begun(seed, edition, card)
    # How people are, and what reads a picture of a card and remembers none.
    shared = heap.table.temperament, heap.eye._reader
    return deepcopy(heap, {id(each): each for each in shared})


@lru_cache(maxsize=KEPT)
def _begun(seed, edition, card):
    heap = Heap(seed, edition)
    heap.lay(0, card=card)
    return heap
