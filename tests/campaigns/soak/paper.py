"""A table of paper: a live camera whose pictures differ by their noise, and an eye that knows what was laid.

Nothing is read here, so that hours of frames pass in minutes; what the networks make of pictures is measured
elsewhere. The camera can be told to freeze, to die, to give garbage or pictures of another size.
"""

import threading

import numpy as np

from device.camera import Frame, LiveCamera
from device.errors import BrokenPicture, CameraError
from vision.types import Reading, Seen, Sight

CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
PLACES = 7
PATIENCE_S = 60.0
SIZE = (360, 640, 3)
PICTURES = 16
"""More than the judge of frames remembers."""
FRAME_S = 0.1
TROUBLES = {
    "dies": 3,
    "cannot be opened": 3,
    "breaks a picture": 5,
    "freezes": 34,
    "goes black": 20,
    "gives garbage": 10,
    "changes size": 5,
}
"""How many frames each lasts: until it is noticed, and some more."""


class Table:
    """What lies there, as the eye would number it; replaced as a whole, so that no lock is needed."""

    def __init__(self):
        self.lying = ()
        self.laid = 0
        self.seen = threading.Event()

    def lay(self, card):
        """Lay a card, each beside the one before."""
        self.laid += 1
        corners = tuple((x + 100.0 * (self.laid % PLACES), y) for x, y in CORNERS)
        self.lying = (*self.lying, Seen(self.laid, Reading(card, 0.99, False, (), corners)))

    def sweep(self, keep=0):
        """Take all away but the first, and wait until the eye has seen it."""
        if len(self.lying) > keep:
            self.seen.clear()
            self.lying = self.lying[:keep]
            assert self.seen.wait(PATIENCE_S), "the eye has not looked"


class Eye:
    """Tells what lies there when that has changed; it stumbles over a picture of another size."""

    def __init__(self, table):
        self._table = table
        self._told = None

    def look(self, image, seen=()):
        if image.shape != SIZE:
            raise ValueError("this picture is of another size")
        lying = self._table.lying
        # Of garbage nothing can be said, and it settles to nothing.
        if image[0, 0, 0] != 7 or lying == self._told:
            return None
        self._told = lying
        self._table.seen.set()
        return Sight(lying)

    def forget(self):
        self._told = None


class Camera(LiveCamera):
    """Gives pictures as fast as they are asked for, 0.1 s apart by its own clock."""

    opened = 0

    def __init__(self, seed=1):
        rng = np.random.default_rng(seed)
        self._good = [rng.integers(60, 200, SIZE, dtype=np.uint8) for _ in range(PICTURES)]
        for picture in self._good:
            picture[0, 0, 0] = 7
        self._rng = rng
        self._number = 0
        self._trouble, self._left = None, 0
        self.happened = {trouble: 0 for trouble in TROUBLES}
        self.passed = threading.Event()
        self.passed.set()

    def suffer(self, trouble):
        """Do so for the next frames."""
        self.passed.clear()
        self._left = TROUBLES[trouble]
        self._trouble = trouble
        self.happened[trouble] += 1

    def open(self):
        self.opened += 1
        if self._trouble == "cannot be opened" and self._spend():
            raise CameraError("the camera cannot be opened: check its cable")
        return self

    def _spend(self):
        """Count one frame of trouble; tell whether there is any."""
        if self._trouble is None:
            return False
        self._left -= 1
        if self._left < 0:
            self._trouble = None
            self.passed.set()
            return False
        return True

    def read(self, timeout, since=None):
        self._number += 1
        time, good = self._number * FRAME_S, self._good[self._number % PICTURES]
        if not self._spend():
            return Frame(good, self._number, time)
        match self._trouble:
            case "dies" | "cannot be opened":
                raise CameraError("the camera is gone: check its cable")
            case "breaks a picture":
                raise BrokenPicture("this picture cannot be decoded")
            case "freezes":
                return Frame(self._good[0], self._number, time)
            case "goes black":
                return Frame(np.zeros(SIZE, np.uint8), self._number, time)
            case "gives garbage":
                picture = self._rng.integers(0, 255, SIZE, dtype=np.uint8)
                picture[0, 0, 0] = 8
                return Frame(picture, self._number, time)
        return Frame(good[: SIZE[0] // 2], self._number, time)

    def close(self):
        pass
