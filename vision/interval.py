"""How much time each picture counts for, for whatever waits by time and not by a number of pictures."""

USUAL_MS = 100
"""Milliseconds from one picture to the next where nobody says when they were taken."""

LONGEST_MS = 300
"""Milliseconds that one picture counts for at most after a gap: it says nothing of what went on in that."""

SLOWEST_MS = 500
"""The same where the one before came as late: it is no gap then but the pace of a small computer. Any slower
one is waited with for longer, for each wait is to see a few pictures that agree."""


class FrameInterval:
    """The milliseconds from one frame to the next, by the times at which they were taken, without gaps.

    Where these are not told, or no time passes, it is a tenth of a second from one frame to the next.
    """

    def __init__(self) -> None:
        self._taken: float | None = None
        self._last = self._passed = USUAL_MS

    @property
    def passed(self) -> int:
        """Give the milliseconds that the newest frame counts for: 1 to `SLOWEST_MS`."""
        return self._passed

    def taken(self, seconds: float) -> None:
        """Take in when the next frame was taken, in seconds of any clock that only goes on."""
        before, self._taken = self._taken, seconds
        passed = 0 if before is None else round(1000 * (seconds - before))
        passed = passed if passed > 0 else USUAL_MS
        self._passed = min(passed, max(LONGEST_MS, min(self._last, SLOWEST_MS)))
        self._last = passed
