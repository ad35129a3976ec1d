"""Hold the state of a game of Probe between two events (docs/rules/probe.md 8)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile

from games.chain import EMPTY, Chain
from games.header import Header
from games.probe.rules import Rules
from games.probe.signs import DOT, possible
from texts import Said

SEATS: Sequence[int] = range(2, 5)
SIDES = ("left", "right")
"""The two trays of each of two players, as their owner sees them."""

VALUES = (5, 10, 15, 15, 10, 5, 5, 10, 15, 15, 10, 5)
"""Points of the flaps of spaces 1 to 12 (docs/rules/probe.md 1); the same from both ends."""


class Phase(StrEnum):
    """Say what the game waits for."""

    SETUP = "setup"
    DRAW = "draw"
    NEIGHBOUR = "neighbour"
    OWN_DOT = "own_dot"
    ASK = "ask"
    ANSWER = "answer"
    JUDGE = "judge"
    FINAL = "final"
    GAME_OVER = "game_over"


@dataclass(frozen=True)
class Tray:
    """A tray. Its word begins in space `first`; `opened` are the spaces whose flap is up.

    `signs`: what stands in the used spaces as far as the engine knows, all of it where the word was `typed`,
    else what was uncovered. `side`: "left" or "right" of its owner, None where everybody has one tray.
    """

    side: str | None = None
    first: int = 1
    signs: tuple[str | None, ...] = field(default=(), repr=False)
    opened: frozenset[int] = frozenset()
    typed: bool = False
    misspelt: bool = False

    @property
    def ready(self) -> bool:
        """Tell whether a word stands in it."""
        return bool(self.signs)

    @property
    def spaces(self) -> range:
        """List the used spaces."""
        return range(self.first, self.first + len(self.signs))

    @property
    def hidden(self) -> tuple[int, ...]:
        """List the used spaces whose flap is down."""
        return tuple(space for space in self.spaces if space not in self.opened)

    @property
    def worth(self) -> int:
        """Add up the values of the hidden spaces."""
        return sum(value(space) for space in self.hidden)

    def sign(self, space: int) -> str | None:
        """Say what stands in a used space; None where the engine does not know. This may be a secret."""
        return self.signs[space - self.first]

    def exposed(self, space: int) -> str | None:
        """Say what everybody sees in a used space; None under a closed flap."""
        return self.sign(space) if space in self.opened else None

    def with_sign(self, space: int, sign: str) -> tuple[str | None, ...]:
        """Give the signs as they were if this one stood in that space."""
        place = space - self.first
        return (*self.signs[:place], sign, *self.signs[place + 1 :])

    def may_hold(self, space: int, sign: str | None, rules: Rules) -> bool:
        """Tell whether a sign may stand in a used space (None: any), as far as the engine knows."""
        known = self.sign(space)
        if sign is None or known is not None:
            return sign is None or known == sign
        return possible(self.with_sign(space, sign), rules)


@dataclass(frozen=True)
class Player:
    """What a player has: one tray, or two where two play; the points of this game."""

    trays: tuple[Tray, ...]
    points: int = 0

    @property
    def ready(self) -> bool:
        """Tell whether every tray holds a word."""
        return all(tray.ready for tray in self.trays)

    @property
    def hidden(self) -> int:
        """Count the hidden spaces."""
        return sum(len(tray.hidden) for tray in self.trays)


@dataclass(frozen=True)
class Score:
    """One line of the score: what somebody won or lost, why, and at whose space.

    `turn`: its number from 1, None after the last turn.
    """

    turn: int | None
    player: int
    points: int
    why: str
    of: int | None = None
    tray: str | None = None
    space: int | None = None


@dataclass(frozen=True)
class Turn:
    """A turn, finished or under way; `totals` by seat at its end."""

    number: int
    player: int
    cards: Chain[str] = EMPTY
    totals: tuple[int, ...] = ()


@dataclass(frozen=True)
class Question:
    """The question that waits for its answer: a letter or a dot of a seat."""

    of: int
    sign: str


@dataclass(frozen=True)
class Call:
    """An interruption that the owner must judge; `before` is the phase that goes on afterwards."""

    player: int
    of: int
    side: str | None
    before: Phase
    word: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Notice:
    """Tell the table something that is no error."""

    kind: str
    player: int
    text: str


@dataclass(frozen=True)
class State:
    """A whole game between two events.

    `times`: by how much the turn's first discovery is multiplied. `additional`: after a "no" another card is
    drawn. `neighbour`: who must uncover a space, and in which tray (None: any). `last`: how many turns of the
    last-word phase are still to pass. `denied`: signs that a seat said it did not have, never to be shown.
    `now`: the current turn, the last one once the game is over; `log`: the finished turns.
    `stopped`: where it was ended before all was uncovered.
    """

    header: Header
    phase: Phase
    seats: tuple[Player, ...]
    now: Turn
    times: int = 1
    additional: bool = False
    neighbour: tuple[int, str | None] | None = None
    question: Question | None = None
    call: Call | None = None
    last: int | None = None
    denied: frozenset[tuple[int, str]] = field(default=frozenset(), repr=False)
    scores: Chain[Score] = EMPTY
    log: Chain[Turn] = EMPTY
    notices: tuple[Notice, ...] = ()
    stopped: Said | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Name the players by seat."""
        return self.header.players

    def scored_in(self, turn: int, *, final: bool = False) -> tuple[Score, ...]:
        """List the lines of the score of a turn; `final`: and those that followed the last turn."""
        later = takewhile(lambda line: line.turn is None or line.turn >= turn, reversed(self.scores))
        return tuple(line for line in later if line.turn == turn or (final and line.turn is None))[::-1]

    def by_turn(self) -> dict[int | None, list[Score]]:
        """List the lines of the score by the number of their turn."""
        found: dict[int | None, list[Score]] = {}
        for line in self.scores:
            found.setdefault(line.turn, []).append(line)
        return found

    @property
    def rules(self) -> Rules:
        """Give the settings."""
        rules: Rules = self.header.rules
        return rules

    @property
    def over(self) -> bool:
        """Tell whether the score is final, or the game was stopped."""
        return self.phase is Phase.GAME_OVER

    @property
    def playing(self) -> bool:
        """Tell whether turns are taken: every word stands, and not all is uncovered."""
        return self.phase not in (Phase.SETUP, Phase.FINAL, Phase.GAME_OVER)

    @property
    def untouched(self) -> bool:
        """Tell whether nothing has happened but the setting out of words."""
        return self.phase in (Phase.SETUP, Phase.DRAW) and not (self.log or self.now.cards or self.scores)

    @property
    def active(self) -> int:
        """Name the seat whose turn it is."""
        return self.now.player

    @property
    def turn(self) -> int | None:
        """Say who must act; None where nobody in particular must."""
        match self.phase:
            case Phase.DRAW | Phase.OWN_DOT | Phase.ASK:
                return self.active
            case Phase.NEIGHBOUR if self.neighbour:
                return self.neighbour[0]
            case Phase.ANSWER if self.question:
                return self.question.of
            case Phase.JUDGE if self.call:
                return self.call.of
        return None

    @property
    def targets(self) -> tuple[int, ...]:
        """List the seats, left of the active one first, that may be asked: those with something hidden."""
        count = len(self.seats)
        others = ((self.active + step) % count for step in range(1, count))
        return tuple(seat for seat in others if self.seats[seat].hidden)

    @property
    def holder(self) -> int | None:
        """Name the one seat that still has hidden spaces; None while there are others, or nobody."""
        left = [seat for seat, player in enumerate(self.seats) if player.hidden]
        return left[0] if len(left) == 1 else None

    @property
    def wanted(self) -> str | None:
        """Say which sign must be uncovered now; None where any will do."""
        if self.phase is Phase.OWN_DOT:
            return DOT
        return self.question.sign if self.phase is Phase.ANSWER and self.question else None

    @property
    def totals(self) -> tuple[int, ...]:
        """Give the points by seat, with those brought from other tables."""
        carried = self.rules.carried or (0,) * len(self.seats)
        return tuple(player.points + more for player, more in zip(self.seats, carried, strict=True))

    @property
    def ranking(self) -> tuple[tuple[int, int], ...]:
        """List the seats from the best of this game on, each with its rank."""
        count = len(self.seats)
        order = [(self.header.dealer + step) % count for step in range(count)]
        points = [player.points for player in self.seats]
        ordered = sorted(order, key=lambda seat: -points[seat])
        if self.rules.ranking_tie == "turn_order":
            return tuple((seat, rank) for rank, seat in enumerate(ordered, 1))
        return tuple((seat, 1 + sum(other > points[seat] for other in points)) for seat in ordered)

    @property
    def winners(self) -> tuple[int, ...]:
        """List the seats of the first rank once the game is over; nobody where it was stopped."""
        won = self.over and not self.stopped
        return tuple(sorted(seat for seat, rank in self.ranking if rank == 1)) if won else ()


def value(space: int) -> int:
    """Give the points on the flap of a space, 1 to 12."""
    return VALUES[space - 1]
