"""What an eye is to the table, and one that looks through another."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from table.view.snapshot import Shown
from vision.types import Sight, ThrowSight


class Sees(Protocol):
    """As much of an eye as the watch uses."""

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | ThrowSight | None:
        """Say what lies there; None: nothing new. `seen`: known cards, or the colours of sticks set aside."""
        ...

    def forget(self) -> None:
        """Forget what lay there."""
        ...


@runtime_checkable
class Remembers(Protocol):
    """An eye that learns, in the course of a game, what its cards look like."""

    def remember(self, shown: Sequence[Shown], laid: Sequence[str | None]) -> None:
        """Take in what the cards of this round looked like, by the names that they bear now.

        laid: the card that each event of the game laid, None where it laid none: what was learnt of another
        is to be forgotten.
        """
        ...


@runtime_checkable
class Paced(Protocol):
    """An eye that judges by the time, not by the number of pictures, what has come to rest."""

    def hurries(self) -> bool:
        """Tell whether the next picture had better come sooner: what moved may lie still in it."""
        ...

    def taken(self, seconds: float) -> None:
        """Take in when the next picture was taken, in seconds of a clock that only goes on."""
        ...


@runtime_checkable
class Limited(Protocol):
    """An eye that can be told which part of the picture shows the table."""

    def limit(self, region: np.ndarray | None) -> None:
        """Take in the region of interest of the next pictures: uint8 (H, W), 255 there; None: all of them."""
        ...


class Through(ABC):
    """An eye that looks with another, and passes on to it what that can take in."""

    @abstractmethod
    def _other(self) -> Sees | None:
        """Give the eye that it looks with now, None: with none."""

    def remember(self, shown: Sequence[Shown], laid: Sequence[str | None]) -> None:
        """Let that eye learn what its cards look like, if it can."""
        other = self._other()
        if isinstance(other, Remembers):
            other.remember(shown, laid)

    def hurries(self) -> bool:
        """Tell whether that eye had better be given the next picture sooner."""
        other = self._other()
        return isinstance(other, Paced) and other.hurries()

    def taken(self, seconds: float) -> None:
        """Tell that eye when the next picture was taken, if it wants to know."""
        other = self._other()
        if isinstance(other, Paced):
            other.taken(seconds)

    def limit(self, region: np.ndarray | None) -> None:
        """Tell that eye which part of the picture shows the table, if it wants to know."""
        other = self._other()
        if isinstance(other, Limited):
            other.limit(region)
