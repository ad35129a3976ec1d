"""Tell a game in short, and put the games of an evening, or of all, together by the people who played."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from chronicle import magicians, probe, wizard
from chronicle.figures import Award, Figures, Measure, Prize, Series, awards, together
from games.header import Header
from games.history import Game
from games.names import same
from table.journal import Entry
from texts import Said


class Chronicle(Protocol):
    """Tell of games of one kind.

    MEASURES: what is counted of a player; PRIZES: what is awarded for it.
    """

    MEASURES: tuple[Measure, ...]
    PRIZES: tuple[Prize, ...]

    def series(self, game: Game, /) -> Series:
        """Give how the totals grew."""
        ...

    def figures(self, game: Game, /) -> tuple[Figures, ...]:
        """Count what each seat did."""
        ...

    def sheet(self, game: Game, /) -> dict[str, Any]:
        """Give what the score sheet is drawn from."""
        ...

    def rounds(self, game: Game, /) -> tuple[dict[str, Any], ...]:
        """Tell every finished round or turn."""
        ...

    def secret(self, game: Game, /) -> bool:
        """Tell whether its events hold what was never shown."""
        ...

    def outcome(self, game: Game, /) -> Said:
        """Say in a few words how far a game has come that is not over."""
        ...


CHRONICLES: Mapping[str, Chronicle] = MappingProxyType(
    {"wizard": wizard, "magicians": magicians, "probe": probe}
)
"""How each game is told, by its name."""
NIGHT = timedelta(hours=6)
"""Who plays past midnight still plays on the evening before."""


@dataclass(frozen=True)
class Story:
    """A game in short. `figures` by seat; `ranking` the seats from the best on, each with its rank.

    `began` in seconds since 1970. `stopped`: where it was ended before its end; nobody has won then.
    `faults`: these rules cannot settle it, and only its header is known.
    `secret`: its events tell what was never shown, for it was left before its end.
    """

    id: int
    began: float
    header: Header
    over: bool = False
    stopped: Said | None = None
    faults: bool = False
    secret: bool = False
    totals: tuple[int, ...] = ()
    ranking: tuple[tuple[int, int], ...] = ()
    outcome: Said | None = None
    figures: tuple[Figures, ...] = field(default=(), repr=False)

    @property
    def winners(self) -> tuple[str, ...]:
        """Name who won, once it is over."""
        won = self.over and self.stopped is None
        return tuple(self.header.players[seat] for seat, rank in self.ranking if won and rank == 1)


Began = TypeVar("Began", Entry, Story)


def tell(number: int, began: float, game: Game) -> Story:
    """Tell a game in short."""
    of = CHRONICLES[game.header.game]
    totals = tuple(of.sheet(game)["totals"])
    over, stopped = game.state.over, game.state.stopped
    return Story(
        number,
        began,
        game.header,
        over,
        stopped,
        secret=(not over or stopped is not None) and of.secret(game),
        totals=totals,
        ranking=getattr(game.state, "ranking", None) or _by_total(totals),
        outcome=of.outcome(game),
        figures=of.figures(game),
    )


def evening(began: float, zone: tzinfo | None = None) -> date:
    """Say to which evening a game belongs, by the clock of `zone`; None: this machine's."""
    return (datetime.fromtimestamp(began, zone) - NIGHT).date()


def evenings(games: Iterable[Began], zone: tzinfo | None = None) -> dict[date, list[Began]]:
    """Put games together by the evening on which they were begun; in the order in which they come."""
    found: dict[date, list[Began]] = {}
    for game in games:
        found.setdefault(evening(game.began, zone), []).append(game)
    return found


def by_player(game: str, stories: Iterable[Story]) -> dict[str, Figures]:
    """Put together what each person did in all games of one kind; by name, whoever came first is first."""
    names: dict[str, str] = {}
    done: dict[str, list[Figures]] = {}
    for story in stories:
        if story.header.game != game or story.faults:
            continue
        for name, figures in zip(story.header.players, story.figures, strict=True):
            key = same(name)
            names.setdefault(key, name)
            done.setdefault(key, []).append(figures)
    measures = CHRONICLES[game].MEASURES
    return {names[key]: together(measures, each) for key, each in done.items()}


def honours(game: str, figures: Mapping[str, Figures]) -> tuple[Award, ...]:
    """Say who stood out in games of one kind."""
    return awards(CHRONICLES[game].PRIZES, figures)


def _by_total(totals: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return tuple((seat, 1 + sum(other > totals[seat] for other in totals)) for seat in order)
