"""Recorded pictures at which people can play: they wait until something is awaited."""

from __future__ import annotations

from device.camera import Camera, Frame
from familiar.source import Relay
from table.command import Trouble
from table.host import Host
from table.view.snapshot import Snapshot
from texts import say

END = say("The pictures have run out: enter the cards by hand from here on.")
HELD = 4
"""How often a recorded picture of sticks is shown: they are read when several pictures in a row are alike."""


class Patient(Relay):
    """Recorded pictures that wait for people: the next one comes only while a card or a throw is awaited.

    Left to itself a folder would be at its end before anybody had bid. While it waits, it shows the same
    picture again; at its end it tells the host.
    """

    def __init__(self, source: Camera, host: Host) -> None:
        super().__init__(source)
        self._host = host
        self._game = host.snapshot.game_id
        self._last: Frame | None = None
        self._held = 0

    def read(self, timeout: float) -> Frame | None:
        """Give the next picture, the last one again, or None at the end. Raises CameraError."""
        snapshot = self._host.snapshot
        self._held += 1
        # Where a game begins, what lies there now is what its eye must see first.
        begun, self._game = snapshot.game_id != self._game, snapshot.game_id
        still = bool(snapshot.expectation.sticks) and self._held < HELD
        if self._last is not None and (begun or still or not _awaits_something(snapshot)):
            return self._last
        self._held = 0
        frame = self._source.read(timeout)
        if frame is None:
            self._host.post(Trouble(END))
        else:
            self._last = frame
        return frame


def _awaits_something(snapshot: Snapshot) -> bool:
    """Tell whether the game waits for a card or a throw, and for nobody's answer."""
    throw = snapshot.throw
    asked = bool(snapshot.questions) or throw is not None and bool(throw.asks or throw.doubt)
    return snapshot.expectation.kind != "none" and not asked
