"""Say what a game is to all that play it: the names that its package has, and their types.

A game's package is such a game as it stands: mypy holds a module against a Protocol, and `games/book.py` lets
it do so with each game's own states, events and rules. Where games of several kinds are held side by side,
their states are `GameState` and their events `GameEvent`, and whoever needs more narrows them
(`games.history.Game.state_as`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from games.expectation import Expectation, Lies
from games.header import Header
from games.laid import Laid
from games.moment import Moment
from games.narration import Line
from games.signals import Signal, Signals
from games.throws import Fall
from texts import Said

EventDict = dict[str, Any]
"""An event as it stands in a record, for example {"event": "bid", "player": 1, "tricks": 0}."""


class GameEvent:
    """Something that happened in a game: a frozen dataclass of that game."""


class GameState(Protocol):
    """A whole game between two events; frozen."""

    @property
    def header(self) -> Header:
        """Say which game it is, by whom and under which rules."""
        ...

    @property
    def over(self) -> bool:
        """Tell whether it has ended."""
        ...

    @property
    def stopped(self) -> Said | None:
        """Say where it was stopped before its end: then it is over, and nobody has won."""
        ...


S = TypeVar("S", bound=GameState)
E = TypeVar("E", bound=GameEvent)
R = TypeVar("R")


class GameRules(Protocol[S, E, R]):
    """A game: pure functions over its states S, its events E and the rules R that were agreed.

    SEATS: the numbers of players. SETTINGS: rule -> its values, the default first ("turned_wizard" follows
    the edition, "board" and "sticks" may also be objects, "carried" a list of points). BEFORE: the rules that
    were none when older records were written, each with what it meant then. PASSES: the events by which a
    seat leaves what it may leave. SECRETS: whether a game that cannot be read any more may hold what was
    never shown.
    """

    TITLE: str
    SEATS: Sequence[int]
    SETTINGS: Mapping[str, tuple[Any, ...]]
    BEFORE: Mapping[str, Any]
    PASSES: tuple[E, ...]
    SECRETS: bool

    def parse_rules(self, values: object, /) -> R:
        """Read the rules that were agreed. Raises Unreadable."""
        ...

    def rules_to_dict(self, rules: R, /) -> Mapping[str, Any]:
        """Write the rules as a record does, every one of them."""
        ...

    def lies(self, rules: R, /) -> Lies:
        """Say what lies on the table."""
        ...

    def begin(self, header: Header, /) -> S:
        """Give the state before the first event."""
        ...

    def apply(self, state: S, event: E, /) -> S:
        """Settle an event. Raises NotAllowed where the rules forbid it."""
        ...

    def carry(self, state: S, waiting: Sequence[E], was: S, /) -> tuple[int, E | None]:
        """Say which of the events that wait goes on after a correction, and as what; None: it is dropped.

        was: the state in which the first of them happened before.
        """
        ...

    def event_from_dict(self, values: Mapping[str, Any], header: Header, /) -> E:
        """Read an event of a record. Raises Unreadable."""
        ...

    def event_to_dict(self, event: E, /) -> EventDict:
        """Write an event as a record does."""
        ...

    def shown(self, event: E, header: Header, seat: int | None, /) -> EventDict:
        """Write an event as a seat may see it, with a sentence; None: who sits nowhere."""
        ...

    def meant(self, state: S, event: E, /) -> object:
        """Give what an event settles in a state: where that is the same, the event means the same."""
        ...

    def describe(self, event: E, header: Header, /) -> Said:
        """Say in a few words what happened."""
        ...

    def view(self, state: S, seat: int | None, /) -> dict[str, Any]:
        """Give what a seat may see, ready for JSON; None: who sits nowhere."""
        ...

    def introduce(self, state: S, /) -> Sequence[Line]:
        """Say aloud which game begins, and what comes first."""
        ...

    def narrate(self, before: S, event: E, after: S, /) -> Sequence[Line]:
        """Say aloud, for everybody, what happened with an event and who is next; no secret is in it."""
        ...

    def restate(self, before: S, after: S, /) -> Sequence[Line]:
        """Say aloud what stands otherwise after an undo or a correction, and nothing else."""
        ...

    def expects(self, state: S, /) -> Expectation:
        """Say what the camera should look for."""
        ...

    def laid(self, event: E, /) -> Laid | None:
        """Say which card an event laid on the table, and where; None: it laid none."""
        ...

    def thrown(self, state: S, fall: Fall, /) -> E:
        """Give the event of what sticks tell. Raises NotAllowed."""
        ...

    def fall(self, event: E, /) -> Fall | None:
        """Say what sticks told with an event; None: it was not told by sticks."""
        ...

    def moment(self, state: S, /) -> Moment:
        """Say what the game waits for, and of whom, in the words of any game."""
        ...

    def signals(self, state: S, /) -> Signals:
        """Say what wheels and tags may tell now."""
        ...

    def signalled(self, state: S, signal: Signal, /) -> E:
        """Give the event of what a wheel or a tag tells. Raises NotAllowed."""
        ...

    def awaited(self, state: S, /) -> Said | None:
        """Say in a sentence what the game waits for."""
        ...

    def standing(self, state: S, /) -> Sequence[int]:
        """Give what everybody has by seat: points, or cards."""
        ...

    def result(self, state: S, /) -> dict[str, Any]:
        """Give the score, ready for JSON."""
        ...

    def score_sheet(self, state: S, /) -> str:
        """Write the score for people."""
        ...

    def check_undo(self, events: Sequence[E], states: Sequence[S], count: int, /) -> None:
        """Let the newest events be taken back. Raises NotAllowed where the game forbids it."""
        ...

    def check_correct(self, events: Sequence[E], index: int, event: E, /) -> None:
        """Let an event be put in another's place. Raises NotAllowed where the outcome could tell a secret."""
        ...

    def uncovered(self, before: S, after: S, /) -> Said | None:
        """Say what everybody has seen by an event that lay hidden before it; None: nothing."""
        ...

    def retold(self, event: E, /) -> E:
        """Give an event as it may be told again."""
        ...


AnyGame = GameRules[Any, Any, Any]
"""A game of whichever kind: the one place at which states and events of several kinds meet."""
