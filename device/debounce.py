"""Tell a press from a bounce and a hold, from levels and times alone: no clock, no pins."""

from typing import Literal

Gesture = Literal["press", "hold", "stuck", "freed"]
BOUNCE_S = 0.03
"""Tactile buttons settle within 5 to 20 milliseconds."""
HOLD_S = 1.0
STUCK_S = 10.0
"""Nobody holds a button for so long: something lies on it, or its wires touch."""


class Debounce:
    """One button. Feed each change of its level, and now and then while it is held.

    A press is told at its release, a hold as soon as it is known. A button that was down from the start, or
    is down for STUCK_S, is stuck: it says so, says nothing else until it is let go, and then that it is free.
    """

    def __init__(self, *, bounce: float = BOUNCE_S, hold: float = HOLD_S, pressed: bool = False):
        """Begin with the button as it is; `bounce` and `hold` in seconds."""
        self.stuck = pressed
        self._bounce = bounce
        self._hold = hold
        self._since: float | None = None
        self._told = False
        self._deaf_until = float("-inf")

    def feed(self, pressed: bool, time: float) -> Gesture | None:
        """Take the level at `time` in seconds and return what it means, if anything."""
        if self.stuck:
            if pressed:
                return None
            self.stuck, self._since, self._deaf_until = False, None, time + self._bounce
            return "freed"
        if time < self._deaf_until:
            return None
        return self._down(time) if pressed else self._up(time)

    def _down(self, time: float) -> Gesture | None:
        if self._since is None:
            self._since, self._told = time, False
        elif time - self._since >= STUCK_S:
            self.stuck = True
            return "stuck"
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
        if self._told or time - since >= STUCK_S:
            return None
        return "hold" if time - since >= self._hold else "press"
