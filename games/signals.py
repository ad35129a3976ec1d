"""Say what people may tell with what lies before them: a number with a wheel each, a suit with a tag."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from games.errors import NotAllowed
from texts import Said, say


@dataclass(frozen=True)
class Number:
    """The number that a seat's wheel shows."""

    seat: int
    number: int


@dataclass(frozen=True)
class Suit:
    """The suit whose tag lies there, by its place in the deck; one place further is the tag of none.

    seat: whose wheel was turned for it, where that is to be told too.
    """

    place: int
    seat: int | None = None


@dataclass(frozen=True)
class Covered:
    """That a seat's wheel was laid face down: it tells a number, and nobody knows which."""

    seat: int


Signal = Number | Covered | Suit


@dataclass(frozen=True)
class Signals:
    """What wheels and tags may tell at one moment of a game. It is for the table alone: it may hold secrets.

    `about`: what the numbers are about, None: nothing; a number that was shown for something else is old.
    `numbers`: by seat, what was told of it. `secret`: whether that is not for everybody yet. `wanted`: the
    seats whose number is awaited now; with `together` they count once all of them are shown. `covers`: a
    wheel that is laid face down tells one too; `face_down`: the seats whose wheels stay so. `suit`: whether a
    tag is awaited now; `whose`: and a turned wheel that says who lays it. `press`: the event that the button
    tells where nothing lies there to be confirmed. `how`: in a sentence, how what is awaited is told here,
    where the wait itself does not say so.
    """

    about: object | None = None
    numbers: Sequence[int | None] = ()
    secret: bool = False
    wanted: Sequence[int] = ()
    together: bool = False
    covers: bool = False
    face_down: Sequence[int] = ()
    suit: bool = False
    whose: bool = False
    press: Any = None
    how: Said | None = None

    @property
    def changing(self) -> bool:
        """Tell whether somebody is to tell another number than was told of him."""
        return any(self.numbers[seat] is not None for seat in self.wanted)


NOTHING = Signals()


def signals(state: object) -> Signals:
    """Await nothing: this game knows neither wheels nor tags."""
    return NOTHING


def signalled(state: object, signal: Signal) -> NoReturn:
    """Refuse whatever a wheel or a tag tells. Raises NotAllowed."""
    raise NotAllowed(say("Neither wheels nor tags tell anything in this game."), "signal")
