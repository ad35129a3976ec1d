"""What looks at the table for a guide: one finds the new card of any deck, one reads it as in a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from device.camera import Camera, Frame
from familiar.source import Relay
from table import command
from table.eye.protocol import Sees, Through
from table.guides.guide import Caught, Event, Guide, Look, Phase, Reread
from table.guides.leading import Pressed, Trouble
from table.view.snapshot import Snapshot
from vision.detect.newcard import Fault, Glance, NewCard, State
from vision.geometry.quads import from_corners, rectify
from vision.motion.stillness import StillnessDetector
from vision.read.reader import CardReader
from vision.types import Reading, Sight

REPEATS = 4
"""How often a picture of a folder is shown: as often as a table must be still to be looked at."""

BACK = 0.9
"""Probability of a back from which a crop is not kept for a face."""


class Holder(Protocol):
    """What holds the guide."""

    @property
    def snapshot(self) -> Guide:
        """Give the guide as it is now."""
        ...

    def post(self, event: Event | Pressed) -> object:
        """Let something happen."""
        ...


class Troubled(Protocol):
    """A state that knows what troubles the camera."""

    @property
    def trouble(self) -> str | None:
        """Say what keeps pictures from coming."""
        ...


class HoldsTrouble(Protocol):
    """What holds such a state, and hears of trouble."""

    @property
    def snapshot(self) -> Troubled:
        """Give the state as it is now."""
        ...

    def post(self, event: Trouble) -> object:
        """Let trouble be known."""
        ...


class Ear:
    """As much of a host as the watch needs: it hears of the camera's trouble, and plays no game."""

    def __init__(self, holder: HoldsTrouble) -> None:
        self._holder = holder
        self.closed = False

    @property
    def snapshot(self) -> Snapshot:
        """Give what the watch asks for: no game, no cards known, the trouble that it told of."""
        return Snapshot(camera_trouble=self._holder.snapshot.trouble)

    def handle(self, said: command.Command) -> None:
        """Pass trouble on."""
        if isinstance(said, command.Trouble):
            self._holder.post(Trouble(said.text))


class FindingEye:
    """Looks for the one new card and hands it to the guide."""

    def __init__(self, holder: Holder, finder: NewCard | None = None) -> None:
        self._holder, self._finder = holder, finder or NewCard()
        self._told = Look()
        self._insisted = 0

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | None:
        """Take the next picture, uint8 (H, W, 3) BGR."""
        guide = self._holder.snapshot
        if guide.phase is not Phase.LAYING:
            return None
        if guide.insisted != self._insisted:
            self._insisted = guide.insisted
            self._finder.insist()
        glance = self._finder.look(frame)
        if glance.fault is Fault.AGAIN and _one_of_several(guide):
            self._finder.insist()
        self._tell(glance, (frame.shape[1], frame.shape[0]))
        if glance.state is State.CARD and glance.crop is not None:
            self._holder.post(Caught(glance.crop))
        return None

    def forget(self) -> None:
        """Begin with the table as it is."""
        self._finder.forget()

    def hurries(self) -> bool:
        """Tell that nobody waits for the next picture: one card after the other is laid and taken away."""
        return False

    def taken(self, seconds: float) -> None:
        """Tell what looks for cards when the next picture was taken."""
        self._finder.taken(seconds)

    def _tell(self, glance: Glance, size: tuple[int, int]) -> None:
        if glance.state is State.CLEAR and self._told.state == State.CARD:
            return  # the outline of what was taken stays until something moves
        look = Look(glance.state, glance.fault, glance.corners, size)
        if look != self._told:
            self._told = look
            self._holder.post(look)


def _one_of_several(guide: Guide) -> bool:
    """Tell whether the card that is asked for may look like the last: the second Wizard after the first."""
    last = None if guide.last is None else guide.places[guide.last].card
    return guide.now is not None and guide.now.card == last


def no_back(reader: CardReader) -> Callable[[np.ndarray], Fault | None]:
    """Make a judge of crops that sends a card's back away."""
    column = reader.names.index("back")

    def judge(crop: np.ndarray) -> Fault | None:
        back = float(reader.read(crop[None]).probabilities[0, column])
        return Fault.BACK if back > BACK else None

    return judge


class ReadingEye(Through):
    """Lets the eye of the product read what is laid, and tells the guide each new card and each change.

    The cards laid before count as seen, as they do in a round of a game.
    """

    def __init__(self, holder: Holder, eye: Sees) -> None:
        self._holder, self._eye = holder, eye
        self._newest: int | None = None
        self._last: dict[int, Reading] = {}
        self._settle = StillnessDetector()
        self._told = Look()

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | None:
        """Take the next picture, uint8 (H, W, 3) BGR."""
        guide = self._holder.snapshot
        if guide.phase is not Phase.LAYING:
            return None
        laid = [place.card for place in guide.places if place.shot is not None]
        size = (frame.shape[1], frame.shape[0])
        if not self._settle.push(frame):
            self._tell(Look("moving", size=size))
        elif self._told.state in ("", "moving"):
            self._tell(Look("clear", size=size))
        sight = self._eye.look(frame, laid)
        if isinstance(sight, Sight):
            self._take(sight, frame, size)
        return None

    def forget(self) -> None:
        """Begin with the table as it is."""
        self._eye.forget()
        self._newest = None

    def _other(self) -> Sees:
        return self._eye

    def _tell(self, look: Look) -> None:
        if look != self._told:
            self._told = look
            self._holder.post(look)

    def _take(self, sight: Sight, frame: np.ndarray, size: tuple[int, int]) -> None:
        ids = {item.id: item.reading for item in sight.lying}
        before, self._newest = self._newest, max([self._newest or 0, *ids])
        if sight.trouble is not None:
            self._tell(Look("dark", size=size))
        elif self._told.state == "dark":
            self._tell(Look("clear", size=size))
        fresh = {k: r for k, r in ids.items() if before is not None and k > before and r.card != "back"}
        if fresh:
            self._last = fresh
            best = max(fresh.values(), key=lambda reading: reading.confidence)
            crop = best.crop if best.crop is not None else rectify(frame, from_corners(best.corners))
            self._tell(Look("card", corners=best.corners, size=size))
            self._holder.post(Caught(crop, tuple(fresh.values())))
        elif any(ids.get(k, r) != r for k, r in self._last.items()):
            self._last = {k: ids.get(k, r) for k, r in self._last.items()}
            self._holder.post(Reread(tuple(self._last.values())))


class Recorded(Relay):
    """Pictures from a file: each is shown until the table has settled, and their end is told once."""

    def __init__(self, source: Camera, at_end: Callable[[], object], repeats: int = REPEATS) -> None:
        """Show each picture so many times; at_end: is told once there are no more."""
        super().__init__(source)
        self._at_end, self._repeats = at_end, repeats
        self._last: Frame | None = None
        self._left = 0

    def read(self, timeout: float) -> Frame | None:
        """Give the next picture, or the last one again. Raises CameraError."""
        if self._left == 0:
            self._last, self._left = self._source.read(timeout), self._repeats
            if self._last is None:
                self._at_end()
        self._left -= 1
        return self._last
