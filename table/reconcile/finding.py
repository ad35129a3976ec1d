"""What every reconciler has in common: what is known of what lies there, and what follows from it.

Cards of tricks, a pile, and throws are each matched with the rules by a tracking of their own. All of them
give a `Finding`, and the host acts on that without asking which kind it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, Self

from games.history import Game
from games.protocol import EventDict, GameEvent
from table.command import Answer, CountThrow, ReadStick
from table.view.snapshot import Marked, Question, Shown, Thrown
from vision.types import Seen, Sight, ThrowSight


class Tracking(Protocol):
    """Know which of what lies there is which event; frozen.

    `number`: of the newest throw, of whichever game: no two of them may bear the same. `marks`: the events
    that were entered as they probably are, and nobody has confirmed yet.
    """

    @property
    def number(self) -> int:
        """Give the number of the newest throw."""
        ...

    @property
    def marks(self) -> frozenset[int]:
        """List the events that are marked."""
        ...

    def look(self, sight: Sight | ThrowSight, *, late: bool) -> Self:
        """Take in what the eye sees; `late`: the picture is older than the game's last change."""
        ...

    def next_action(self, game: Game) -> "Finding":
        """Find again what is known, and what is to be done next."""
        ...

    def heard(self, said: Answer | ReadStick | CountThrow, game: Game, finding: "Finding") -> "Action":
        """Say what follows from what somebody says of what lies there. Raises Refusal, GameError."""
        ...

    def entered(self, event: GameEvent, game: Game, asked: Seen | None) -> Self:
        """Let somebody enter an event; `asked`: the card that is asked about now."""
        ...

    def undone(self, length: int) -> Self:
        """Doubt what was an event that is gone; `length` events are left."""
        ...

    def settle(self, index: int) -> Self:
        """Let event `index` be confirmed, if it was marked."""
        ...

    def renumbered(self, places: Mapping[int, int]) -> Self:
        """Let each event stand where a correction put it, as `Game.mended` says; doubt what fell away."""
        ...

    def may_confirm(self, game: Game, finding: "Finding") -> bool:
        """Tell whether nothing that lies there speaks against a confirmation, where nothing is asked."""
        ...


@dataclass(frozen=True)
class Action:
    """Do what follows from what lies there, or from what somebody said of it.

    `tracking`: what is known of it then. `events`: to be entered one after the other; none: only what is
    known changes. `index`: the earlier event in whose place the only one comes. `quiet`: that is told only
    where more than this event changes. `kept`: though there is no event, it is written down: somebody settled
    a mark.
    """

    tracking: Tracking
    events: tuple[EventDict, ...] = ()
    index: int | None = None
    quiet: bool = False
    kept: bool = False


@dataclass(frozen=True)
class Finding:
    """What is known of what lies there, what to do next, what to ask, and what to show.

    `action`: what is certain and to be done next. `question`: without its number as long as the host has
    given it none; `asked`: the card that it is about. `missing`: the events whose card should lie there and
    does not; `out_of_step` says what the table should show and does not. `marked`: the cards that nobody has
    confirmed yet. `shown`: what the cards of this round looked like. `thrown`: the throw to be shown.
    """

    tracking: Tracking
    action: Action | None = None
    question: Question | None = None
    asked: Seen | None = None
    missing: tuple[int, ...] = ()
    out_of_step: str | None = None
    marked: tuple[Marked, ...] = ()
    shown: tuple[Shown, ...] = ()
    thrown: Thrown | None = None
