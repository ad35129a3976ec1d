"""Tell a press from a bounce and a hold, from levels and times alone: no clock, no pins."""

from typing import Literal

Gesture = Literal["press", "hold"]
BOUNCE_S = 0.03
"""Tactile buttons settle within 5 to 20 milliseconds."""
HOLD_S = 1.0


class Debounce:
    """One button. Feed each change of its level, and once more while it is held if you can.

    A press is told at its release, a hold as soon as it is known; a button that was down from the start is
    stuck, or leant upon, and says nothing until it was let go.
    """

    def __init__(self, *, bounce: float = BOUNCE_S, hold: float = HOLD_S, pressed: bool = False):
        """Begin with the button as it is; `bounce` and `hold` in seconds."""
        self._bounce = bounce
        self._hold = hold
        self._since: float | None = None
        self._told = False
        self._stuck = pressed
        self._deaf_until = float("-inf")

    def feed(self, pressed: bool, time: float) -> Gesture | None:
        """Take the level at `time` in seconds and return what it means, if anything."""
        if self._stuck or time < self._deaf_until:
            if self._stuck and not pressed:
                self._stuck = False
                self._deaf_until = time + self._bounce
            return None
        return self._down(time) if pressed else self._up(time)

    def _down(self, time: float) -> Gesture | None:
        if self._since is None:
            self._since, self._told = time, False
        elif not self._told and time - self._since >= self._hold:
            self._told = True
            return "hold"
        return None

    def _up(self, time: float) -> Gesture | None:
        since, self._since = self._since, None
        # A contact that closed for a moment only is the first bounce of a press, or noise.
        if since is None or time - since < self._bounce:
            return None
        self._deaf_until = time + self._bounce
        if self._told:
            return None
        return "hold" if time - since >= self._hold else "press"
