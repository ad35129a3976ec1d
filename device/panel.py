"""The panel: lamps, buttons and a buzzer, and the patterns that they know."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, Self

Color = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""
Pattern = Literal["off", "on", "blink", "pulse"]
SeatPattern = Literal["off", "on", "blink", "pulse"]
Sound = Literal["good", "ask", "refused"]


@dataclass(frozen=True)
class Lights:
    """What the lamps show: the status light's color and pattern, and one pattern a seat."""

    status: Color = (0.0, 0.0, 0.0)
    pattern: Pattern = "off"
    seats: tuple[SeatPattern, ...] = ()


class Panel(Protocol):
    """What one can press and see; a context manager whose `close` may be called twice.

    `wired`: whether there is anything to press and to see.
    """

    wired: bool

    def show(self, lights: Lights) -> None:
        """Let the lamps show these lights until the next call; seats beyond the lamps are left out."""
        ...

    def on_press(self, callback: Callable[[str], None]) -> None:
        """Call `callback` with a button's name each time that it is meant, from a thread of the panel's own.

        "confirm" and "next" are pressed, "undo" is held; what each does is the host's affair.
        """
        ...

    def on_stuck(self, callback: Callable[[tuple[str, ...]], None]) -> None:
        """Call `callback` with the names of all buttons that are stuck: now if any is, and at each change."""
        ...

    def buzz(self, kind: Sound) -> None:
        """Sound "good", "ask" or "refused", and return at once."""
        ...

    def close(self) -> None:
        """Turn everything off and give the pins back."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class NullPanel:
    """A table without lamps and buttons."""

    wired = False

    def show(self, lights: Lights) -> None:
        """Show nothing."""

    def on_press(self, callback: Callable[[str], None]) -> None:
        """Never call."""

    def on_stuck(self, callback: Callable[[tuple[str, ...]], None]) -> None:
        """Never call."""

    def buzz(self, kind: Sound) -> None:
        """Stay silent."""

    def close(self) -> None:
        """Have nothing to give back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
