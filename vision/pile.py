"""The eye above one pile: cards of an enrolled deck, each laid on top, and the same one may come again."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from texts import say
from vision import doubt, read
from vision.decide import decide
from vision.geometry import overlap, rectify
from vision.newcard import Fault, Glance, NewCard, State, same
from vision.reader import CardReader
from vision.types import TOO_DARK, Reading, Seen, Sight

PUSHED = 0.8
"""Overlap up to which a card that looks like the last, and is no longer where that lay, is the last one.

Above it too little of the old place is in sight to tell: it counts as new, and somebody will be asked.
"""

DEEP = 3
"""Cards below the newest that are told of: somebody may take a few back."""

SEVERAL = say("several things came to lie at once: take one away, or choose the card on a phone")


@dataclass(frozen=True, eq=False)
class _Laid:
    """One card of the pile, where it lies, and how it looked."""

    seen: Seen
    quad: np.ndarray
    crop: np.ndarray


class PileEye:
    """Tells of the cards that were laid on a pile, the newest last; those below it are taken to lie there.

    At the first look it tells of all that lies there, in no known order. Each new card has a new id, also
    where its like was laid just before; a card that was pushed keeps its own.
    """

    def __init__(self, reader: CardReader) -> None:
        """Begin; reader: of the deck's cards."""
        self._reader = reader
        self._back, self._none = (reader.names.index(name) for name in ("back", "none"))
        self._finder = NewCard(self._face_down, self._like)
        self._next = 1
        self.forget()

    def forget(self) -> None:
        """Start anew: the next still picture is the table as it is."""
        self._finder.forget()
        self._pile: tuple[_Laid, ...] | None = None
        self._state: State | None = None
        self._trouble: str | None = None

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | None:
        """Take the next frame, uint8 (H, W, 3) BGR; None while nothing has changed."""
        glance = self._finder.look(frame)
        frame = self._finder.picture
        before, self._state = self._state, glance.state
        if glance.state is State.DARK:
            return self._say(TOO_DARK)
        if self._pile is None:
            # A hand that is just moving in the first picture of all is seen only in the next.
            return self._begin(frame) if glance.state is before is State.CLEAR else None
        match glance.state:
            case State.CARD:
                return self._laid(frame, glance)
            case State.SEVERAL:
                return self._say(SEVERAL)
            case State.CLEAR | State.MOVING if before is not glance.state:
                # Where hands never rest the table is never clear again, and yet what it shows is at rest.
                gone = self._gone(frame)
                said = self._say(None) if glance.state is State.CLEAR else None
                return said or (self._sight() if gone else None)
        return None

    def _begin(self, frame: np.ndarray) -> Sight:
        """Take what lies there at the start."""
        self._pile, self._trouble = (), None
        for each in read.read_cards(frame, self._reader, strangers=False):
            if each.card != "back":
                self._put(each, np.array(each.corners, np.float32), rectify(frame, np.float32(each.corners)))
        return self._sight()

    def _laid(self, frame: np.ndarray, glance: Glance) -> Sight | None:
        """Read a card that came to lie there, or find the last one where it was pushed to."""
        assert self._pile is not None and glance.crop is not None
        quad = np.array(glance.corners, np.float32)
        last = self._pile[-1] if self._pile else None
        if last is not None and glance.fault is Fault.AGAIN and overlap(last.quad, quad) < PUSHED:
            self._pile = (*self._pile[:-1], _Laid(last.seen, quad, glance.crop))
            return self._say(None)
        reading = self._read(frame, quad, glance.crop)
        if reading is None:
            return self._say(None)
        self._put(reading, quad, glance.crop)
        self._trouble = None
        return self._sight()

    def _put(self, reading: Reading, quad: np.ndarray, crop: np.ndarray) -> None:
        assert self._pile is not None
        self._pile = (*self._pile[-DEEP:], _Laid(Seen(self._next, reading), quad, crop))
        self._next += 1

    def _read(self, frame: np.ndarray, quad: np.ndarray, crop: np.ndarray) -> Reading | None:
        """Say which card it is; None: none, or one that lies face down."""
        row = self._reader.read(crop[None]).probabilities[0]
        row = doubt.probabilities(frame, quad, self._reader, row)
        if row[self._none] > read.NOTHING or int(np.argmax(row)) == self._back:
            return None
        return decide(self._reader.names, row, quad, crop=crop)

    def _gone(self, frame: np.ndarray) -> bool:
        """Let go of the cards that were taken away, the uppermost first; tell whether there were any."""
        assert self._pile is not None
        left = self._pile
        while left and not same(left[-1].crop, rectify(frame, left[-1].quad)):
            left = left[:-1]
        gone, self._pile = len(left) < len(self._pile), left
        return gone

    def _like(self, crop: np.ndarray) -> float:
        row = self._reader.read(crop[None]).probabilities[0]
        return float(np.delete(row, self._none).max())

    def _face_down(self, crop: np.ndarray) -> Fault | None:
        row = self._reader.read(crop[None]).probabilities[0]
        return Fault.BACK if int(np.argmax(row)) == self._back else None

    def _say(self, trouble: str | None) -> Sight | None:
        if trouble == self._trouble:
            return None
        self._trouble = trouble
        return self._sight()

    def _sight(self) -> Sight:
        return Sight(tuple(laid.seen for laid in self._pile or ()), self._trouble)
