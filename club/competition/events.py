"""What happens in a competition, in the order in which it happened; players are named by their number."""

from dataclasses import dataclass

Seats = tuple[int, ...]
"""Who sits at a table, by number, in the order of the seats."""


@dataclass(frozen=True)
class Event:
    """Something that happened in a competition."""


@dataclass(frozen=True)
class Joined(Event):
    """Somebody takes part from now on; `group` is the league's, else ""."""

    name: str
    group: str = ""


@dataclass(frozen=True)
class Renamed(Event):
    """A name is put right."""

    player: int
    name: str


@dataclass(frozen=True)
class Here(Event):
    """Somebody has come."""

    player: int


@dataclass(frozen=True)
class Gone(Event):
    """Somebody leaves, or sits out, until he is here again."""

    player: int


@dataclass(frozen=True)
class Drawn(Event):
    """A round is seated, the next one or, as `number` says, the last one anew.

    seats: by table. byes: who is here and has no seat. basis: the players by rank on whom the draw stood,
    where it stood on a ranking. by_hand: the organiser seated it. began: when, in seconds since 1970.
    """

    number: int
    seats: tuple[tuple[str, Seats], ...]
    byes: tuple[int, ...] = ()
    basis: tuple[int, ...] = ()
    by_hand: bool = False
    knockout: bool = False
    began: float = 0.0


@dataclass(frozen=True)
class Undrawn(Event):
    """The last round is taken back, with what was played in it."""


@dataclass(frozen=True)
class Told(Event):
    """A table told of the finished game of a round; points by seat, None: it took the game up again."""

    number: int
    table: str
    game: str
    points: tuple[int, ...] | None
    stopped: bool = False


@dataclass(frozen=True)
class Entered(Event):
    """The organiser entered a table's points, by seat; None takes them back."""

    number: int
    table: str
    points: tuple[int, ...] | None


@dataclass(frozen=True)
class Ended(Event):
    """The organiser ends the competition, with whatever was played."""
