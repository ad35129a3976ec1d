"""The eye above one pile: cards of an enrolled deck, each laid on top, and the same one may come again."""

from collections.abc import Sequence

import numpy as np

from vision import doubt, read
from vision.decide import decide
from vision.geometry import overlap, rectify
from vision.newcard import Fault, Glance, NewCard, State, same
from vision.reader import CardReader
from vision.types import Reading, Seen, Sight

PUSHED = 0.8
"""Overlap up to which a card that looks like the last, and is no longer where that lay, is the last one.

Above it too little of the old place is in sight to tell: it counts as new, and somebody will be asked.
"""

TOO_DARK = "too dark to read: switch on a lamp"
SEVERAL = "several things came to lie at once: take one away, or choose the card on a phone"


class PileEye:
    """Tells of the newest card on a pile, and of no other that lies there.

    Only at the first look it tells of all that lies there, in no known order. Each new card has a new id,
    also where its like was laid just before; a card that was pushed keeps its own.
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
        self._first: tuple[Seen, ...] | None = None
        self._top: Seen | None = None
        self._quad: np.ndarray | None = None
        self._crop: np.ndarray | None = None
        self._state: State | None = None
        self._trouble: str | None = None

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | None:
        """Take the next frame, uint8 (H, W, 3) BGR; None while nothing has changed."""
        glance = self._finder.look(frame)
        before, self._state = self._state, glance.state
        if self._first is None:
            return self._begin(frame) if glance.state is State.CLEAR else None
        match glance.state:
            case State.CARD:
                return self._laid(frame, glance)
            case State.DARK | State.SEVERAL:
                return self._say(TOO_DARK if glance.state is State.DARK else SEVERAL)
            case State.CLEAR if before is not State.CLEAR:
                gone = self._gone(frame)
                return self._say(None) or (self._sight() if gone else None)
        return None

    def _begin(self, frame: np.ndarray) -> Sight:
        """Take what lies there at the start, in no known order."""
        found = read.read_cards(frame, self._reader, strangers=False)
        faces = [each for each in found if each.card != "back"]
        self._first = tuple(Seen(self._next + k, each) for k, each in enumerate(faces))
        self._next += len(faces)
        return self._sight()

    def _laid(self, frame: np.ndarray, glance: Glance) -> Sight | None:
        """Read a card that came to lie there, or find the last one where it was pushed to."""
        quad = np.array(glance.corners, np.float32)
        known, lay = self._crop is not None, self._quad
        self._quad, self._crop = quad, glance.crop
        if glance.fault is Fault.AGAIN and known and lay is not None and overlap(lay, quad) < PUSHED:
            return self._say(None)
        reading = self._read(frame, quad, glance)
        if reading is not None:
            self._top = Seen(self._next, reading)
            self._next += 1
        elif self._top is None:
            return self._say(None)
        else:
            self._top = None
        self._first, self._trouble = (), None
        return self._sight()

    def _read(self, frame: np.ndarray, quad: np.ndarray, glance: Glance) -> Reading | None:
        """Say which card it is; None: none, or one that lies face down."""
        crop = glance.crop
        assert crop is not None
        row = self._reader.read(crop[None]).probabilities[0]
        row = doubt.probabilities(frame, quad, self._reader, row)
        if row[self._none] > read.NOTHING or int(np.argmax(row)) == self._back:
            return None
        return decide(self._reader.names, row, quad, crop=crop)

    def _gone(self, frame: np.ndarray) -> bool:
        """Tell whether the card that lay on top was taken away."""
        if self._top is None or self._quad is None or self._crop is None:
            return False
        if same(self._crop, rectify(frame, self._quad)):
            return False
        self._top = self._quad = self._crop = None
        return True

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
        return Sight((self._top,) if self._top is not None else self._first or (), self._trouble)
