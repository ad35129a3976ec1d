"""The state of a competition after its events."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce, singledispatch

from club.competition.events import (
    Drawn,
    Ended,
    Entered,
    Event,
    Gone,
    Here,
    Joined,
    Renamed,
    Seats,
    Told,
    Undrawn,
)
from club.competition.setting import PLAYERS_MAX, Format, Setting, check
from club.errors import ClubError
from club.messages import POINTS_MAX, player_name
from games.book import GAMES
from games.names import same
from games.nearest import quote
from texts import say


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part; `here`: he is seated when the next round is drawn.

    former: names that he bore before, the last one first: tables tell of him by the one that they know.
    """

    number: int
    name: str
    group: str
    here: bool
    former: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """What is known of a table's game; by seat. `told`, by the table of its game; `entered`, by hand.

    `overrules`: it was entered after the table had told, and so against it.
    """

    game: str | None = None
    told: tuple[int, ...] | None = None
    entered: tuple[int, ...] | None = None
    overrules: bool = False
    stopped: bool = False

    @property
    def points(self) -> tuple[int, ...] | None:
        """Give the points that count; None while there are none."""
        if self.entered is not None and (self.told is None or self.overrules):
            return self.entered
        return self.told

    @property
    def by_hand(self) -> bool:
        """Tell whether points by hand count."""
        return self.points is not None and self.points is self.entered


NOTHING = Result()


@dataclass(frozen=True)
class Table:
    """A table of a round."""

    name: str
    seats: Seats
    result: Result = NOTHING


@dataclass(frozen=True)
class Round:
    """A round as it was seated, with what was played in it; `here`: who was there when it was seated."""

    number: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    basis: tuple[int, ...]
    by_hand: bool
    knockout: bool
    began: float
    here: frozenset[int]

    @property
    def over(self) -> bool:
        """Tell whether every table has points."""
        return all(table.result.points is not None for table in self.tables)

    @property
    def begun(self) -> bool:
        """Tell whether some table has points."""
        return any(table.result.points is not None for table in self.tables)

    def at(self, name: str) -> Table:
        """Find a table by its name. Raises ClubError."""
        for table in self.tables:
            if table.name == name:
                return table
        raise ClubError(
            say("Round {number} has no table {table}.", number=self.number, table=quote(name)),
        )


@dataclass(frozen=True)
class State:
    """A competition as it stands: players by number, from 0, and the rounds that were seated."""

    setting: Setting
    players: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    ended: bool = False

    @property
    def round(self) -> Round | None:
        """Give the round that was seated last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def qualifying(self) -> tuple[Round, ...]:
        """Give the rounds before the knock-out."""
        return tuple(each for each in self.rounds if not each.knockout)

    @property
    def knockout(self) -> tuple[Round, ...]:
        """Give the rounds of the knock-out."""
        return tuple(each for each in self.rounds if each.knockout)

    @property
    def games(self) -> frozenset[str]:
        """Name the games that count, as TABLE/ID."""
        tables = (table for each in self.rounds for table in each.tables)
        return frozenset(f"{table.name}/{table.result.game}" for table in tables if table.result.game)

    @property
    def over(self) -> bool:
        """Tell whether nothing is left to be played."""
        last = self.round
        if self.ended:
            return True
        if last is None or not last.over or self.setting.format is Format.FREE:
            return False
        if self.setting.finalists:
            return last.knockout and len(last.tables) == 1
        return len(self.rounds) >= self.setting.rounds

    def player(self, number: int) -> Entrant:
        """Find a player by number. Raises ClubError."""
        if 0 <= number < len(self.players):
            return self.players[number]
        raise ClubError(say("There is no player number {number}.", number=number + 1))

    def find(self, name: str) -> Entrant | None:
        """Find a player by name, however it is written."""
        folded = same(name)
        return next((each for each in self.players if same(each.name) == folded), None)

    def names(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Name some players."""
        return tuple(self.players[number].name for number in numbers)


def replay(setting: Setting, events: Iterable[Event]) -> State:
    """Settle all events, one after the other. Raises ClubError."""
    check(setting)
    return reduce(apply, events, State(setting))


def apply(state: State, event: Event) -> State:
    """Settle an event. Raises ClubError: nothing is changed."""
    if state.ended and not isinstance(event, Told | Entered):
        raise ClubError(say("The competition has ended: only points can still be put right."))
    return _apply(event, state)


@singledispatch
def _apply(event: Event, _: State) -> State:
    raise TypeError(event)


@_apply.register
def _(event: Joined, state: State) -> State:
    if len(state.players) >= PLAYERS_MAX:
        raise ClubError(say("There are {most} players already.", most=PLAYERS_MAX))
    _check_name(state, event.name)
    if len(event.group) > 20:
        raise ClubError(say("A group's name has {most} characters at most.", most=20))
    here = not state.setting.check_in
    return replace(
        state, players=(*state.players, Entrant(len(state.players), event.name, event.group, here))
    )


@_apply.register
def _(event: Renamed, state: State) -> State:
    known = state.player(event.player)
    _check_name(state, event.name, but=known)
    return _with_player(state, replace(known, name=event.name, former=(known.name, *known.former)))


@_apply.register
def _(event: Here, state: State) -> State:
    return _with_player(state, replace(state.player(event.player), here=True))


@_apply.register
def _(event: Gone, state: State) -> State:
    return _with_player(state, replace(state.player(event.player), here=False))


@_apply.register
def _(event: Drawn, state: State) -> State:
    anew = event.number == len(state.rounds)
    if not anew and event.number != len(state.rounds) + 1:
        raise ClubError(say("Round {number} is not the next one.", number=event.number))
    if not anew and state.round is not None and not state.round.over:
        raise ClubError(say("Round {number} is not over yet.", number=len(state.rounds)))
    if anew and not state.rounds:
        raise ClubError(say("Round {number} is not the next one.", number=event.number))
    _check_seats(state, event)
    old = {table.name: table for table in state.rounds[-1].tables} if anew else {}
    tables = tuple(
        old[name] if name in old and old[name].seats == seats else Table(name, seats)
        for name, seats in event.seats
    )
    here = frozenset(player.number for player in state.players if player.here)
    drawn = event.basis, event.by_hand, event.knockout, event.began
    made = Round(event.number, tables, event.byes, *drawn, here)
    return replace(state, rounds=(*(state.rounds[:-1] if anew else state.rounds), made))


@_apply.register
def _(event: Undrawn, state: State) -> State:
    if not state.rounds:
        raise ClubError(say("No round is seated yet."))
    return replace(state, rounds=state.rounds[:-1])


@_apply.register
def _(event: Told, state: State) -> State:
    table = _round(state, event.number).at(event.table)
    if event.points is not None:
        _check_points(table, event.points)
    result = replace(
        table.result,
        game=None if event.points is None else event.game,
        told=event.points,
        stopped=event.stopped and event.points is not None,
    )
    return _with_result(state, event.number, event.table, result)


@_apply.register
def _(event: Entered, state: State) -> State:
    table = _round(state, event.number).at(event.table)
    if event.points is not None:
        _check_points(table, event.points)
    overrules = event.points is not None and table.result.told is not None
    result = replace(table.result, entered=event.points, overrules=overrules)
    return _with_result(state, event.number, event.table, result)


@_apply.register
def _(event: Ended, state: State) -> State:
    return replace(state, ended=True)


def _check_name(state: State, name: str, but: Entrant | None = None) -> None:
    player_name(name)
    if (known := state.find(name)) is not None and known != but:
        raise ClubError(
            say("Two players are called {name}: add something by which they differ.", name=quote(name))
        )


def _check_seats(state: State, event: Drawn) -> None:
    names = [name for name, _ in event.seats]
    if not names or not set(names) <= set(state.setting.tables) or len(set(names)) < len(names):
        raise ClubError(say("A round is seated at tables of the competition, each of them once."))
    sizes = GAMES[state.setting.game].SEATS
    for name, seats in event.seats:
        if len(seats) not in sizes:
            raise ClubError(
                say(
                    "{count} cannot play {game} at table {table}.",
                    count=len(seats),
                    game=GAMES[state.setting.game].TITLE,
                    table=name,
                )
            )
    twice = set[int]()
    for number in (*seated(event.seats), *event.byes):
        player = state.player(number)
        if number in twice:
            raise ClubError(say("{name} cannot sit twice.", name=quote(player.name)))
        twice.add(number)


def seated(seats: Iterable[tuple[str, Seats]]) -> Iterator[int]:
    """List who sits somewhere."""
    return (number for _, each in seats for number in each)


def _check_points(table: Table, points: tuple[int, ...]) -> None:
    if len(points) != len(table.seats) or any(abs(each) > POINTS_MAX for each in points):
        raise ClubError(
            say(
                "Table {table} has {players} players: enter a whole number for each.",
                table=table.name,
                players=len(table.seats),
            )
        )


def _round(state: State, number: int) -> Round:
    if not 1 <= number <= len(state.rounds):
        raise ClubError(say("There is no round {number}.", number=number))
    return state.rounds[number - 1]


def _with_player(state: State, player: Entrant) -> State:
    at = player.number
    return replace(state, players=(*state.players[:at], player, *state.players[at + 1 :]))


def _with_result(state: State, number: int, name: str, result: Result) -> State:
    changed = state.rounds[number - 1]
    tables = tuple(replace(table, result=result) if table.name == name else table for table in changed.tables)
    rounds = (*state.rounds[: number - 1], replace(changed, tables=tables), *state.rounds[number:])
    return replace(state, rounds=rounds)
