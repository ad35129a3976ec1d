"""What everybody may know of a competition: where it stands, who sits where, and the ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from club.competition.ranking import Line
from club.competition.setting import DRAWN_MAX, MOST, PLAYERS_MAX, ROUNDS_MAX, TABLES_MAX, Format, Scoring
from club.competition.state import State, Table
from club.errors import BadMessage
from club.messages import POINTS_MAX, VERSION, listed, one_of, player_name, switch, text, whole
from club.plan import STAMP
from games.book import GAMES
from games.names import same
from games.nearest import quote
from table.settings.club import NAME
from texts import say

LARGEST = 256 * 1024
"""Bytes of such a message: 1024 players in twenty rounds."""
SCORE_MAX = DRAWN_MAX * POINTS_MAX
SECONDS_MAX = 2**40
BY_HAND, STOPPED = "hand", "stopped"


@dataclass(frozen=True)
class Seated:
    """A table of the round: its players by number, their points once it has finished, and how these came.

    how: "" by the table itself, "hand", or "stopped" where it ended its game early.
    """

    name: str
    seats: tuple[int, ...]
    points: tuple[int, ...] | None = None
    how: str = ""


@dataclass(frozen=True)
class Ranked:
    """A line of the ranking; `stage`: rounds of the knock-out that were reached, `points` of every round."""

    rank: int
    player: int
    score: int
    total: int
    stage: int
    points: tuple[int | None, ...]


@dataclass(frozen=True)
class Entered:
    """Somebody who takes part."""

    name: str
    group: str
    here: bool


@dataclass(frozen=True)
class Summary:
    """A competition as it stands; `ends`: when the round's time is up, in seconds since 1970."""

    id: str
    title: str
    format: Format
    game: str
    scoring: Scoring
    rounds: int
    stages: tuple[int, ...]
    round: int = 0
    stage: int = 0
    over: bool = False
    ends: int | None = None
    players: tuple[Entered, ...] = ()
    byes: tuple[int, ...] = ()
    tables: tuple[Seated, ...] = ()
    ranking: tuple[Ranked, ...] = ()

    def names(self, table: Seated) -> tuple[str, ...]:
        """Name who sits at a table, seat by seat."""
        return tuple(self.players[number].name for number in table.seats)

    def plays(self, table: Seated, game: str | None, names: Sequence[str]) -> bool:
        """Tell whether a game is the one that a table of the round is to play."""
        ours = {same(name) for name in self.names(table)}
        return game == self.game and len(names) == len(ours) and {same(name) for name in names} == ours


def summary(state: State, lines: Sequence[Line]) -> Summary:
    """Sum a competition up."""
    setting, last = state.setting, state.round
    return Summary(
        *(setting.id, setting.title, setting.format, setting.game, setting.scoring),
        rounds=setting.rounds,
        stages=setting.stages,
        round=0 if last is None else last.number,
        stage=len(state.knockout),
        over=state.over,
        ends=ends(state),
        players=tuple(Entered(each.name, each.group, each.here) for each in state.players),
        byes=() if last is None else last.byes,
        tables=() if last is None else tuple(_seated(table) for table in last.tables),
        ranking=tuple(
            Ranked(line.rank, line.player, line.score, line.total, line.stage, line.points) for line in lines
        ),
    )


def ends(state: State) -> int | None:
    """Say when a round's time is up, in seconds since 1970; None where nobody counts it."""
    last = state.round
    if last is None or last.over or not state.setting.minutes:
        return None
    return round(last.began) + 60 * state.setting.minutes


def _seated(table: Table) -> Seated:
    result = table.result
    how = BY_HAND if result.by_hand else STOPPED if result.stopped else ""
    return Seated(table.name, table.seats, result.points, how)


def to_dict(told: Summary) -> dict[str, Any]:
    """Write it as a message."""
    return {
        "familiar": VERSION,
        **vars(told),
        "stages": list(told.stages),
        "players": [[each.name, each.group, each.here] for each in told.players],
        "byes": list(told.byes),
        "tables": [
            [each.name, list(each.seats), None if each.points is None else list(each.points), each.how]
            for each in told.tables
        ],
        "ranking": [
            [each.rank, each.player, each.score, each.total, each.stage, list(each.points)]
            for each in told.ranking
        ],
    }


def from_dict(values: Mapping[str, Any]) -> Summary:
    """Read a message. Raises BadMessage."""
    told = Summary(
        text(values, "id", STAMP),
        text(values, "title", ".{1,60}"),
        Format(one_of(values, "format", tuple(Format))),
        one_of(values, "game", tuple(GAMES)),
        Scoring(one_of(values, "scoring", tuple(Scoring))),
        rounds=whole(values, "rounds", 1, ROUNDS_MAX),
        stages=listed(values, "stages", _whole("stages", 1, PLAYERS_MAX), 0, ROUNDS_MAX),
        round=whole(values, "round", 0, DRAWN_MAX),
        stage=whole(values, "stage", 0, ROUNDS_MAX),
        over=switch(values, "over"),
        ends=None if values.get("ends") is None else whole(values, "ends", 0, SECONDS_MAX),
        players=listed(values, "players", _entered, 0, PLAYERS_MAX),
        byes=listed(values, "byes", _player, 0, PLAYERS_MAX),
        tables=listed(values, "tables", _table, 0, TABLES_MAX),
        ranking=listed(values, "ranking", _ranked, 0, PLAYERS_MAX),
    )
    named = {
        *told.byes,
        *(line.player for line in told.ranking),
        *(n for at in told.tables for n in at.seats),
    }
    if named and max(named) >= len(told.players):
        raise BadMessage(say("it names a player number {number}, whom it does not have", number=max(named)))
    return told


def _whole(key: str, low: int, high: int) -> Any:
    return lambda value: whole({key: value}, key, low, high)


_player = _whole("player", 0, PLAYERS_MAX - 1)
_points = _whole("points", -POINTS_MAX, POINTS_MAX)


def _parts(value: object, count: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != count:
        raise BadMessage(say("{value} is no list of {count} parts", value=quote(value), count=count))
    return value


def _entered(value: object) -> Entered:
    name, group, here = _parts(value, 3)
    return Entered(
        player_name(name), text({"group": group}, "group", ".{0,20}"), switch({"here": here}, "here")
    )


def _table(value: object) -> Seated:
    name, seats, points, how = _parts(value, 4)
    seated = Seated(
        text({"table": name}, "table", NAME),
        listed({"seats": seats}, "seats", _player, 1, MOST),
        None if points is None else listed({"points": points}, "points", _points, 1, MOST),
        one_of({"how": how}, "how", ("", BY_HAND, STOPPED)),
    )
    if seated.points is not None and len(seated.points) != len(seated.seats):
        raise BadMessage(say("table {table} has not as many points as players", table=seated.name))
    return seated


def _ranked(value: object) -> Ranked:
    rank, player, score, total, stage, points = _parts(value, 6)
    return Ranked(
        whole({"rank": rank}, "rank", 1, PLAYERS_MAX),
        _player(player),
        whole({"score": score}, "score", -SCORE_MAX, SCORE_MAX),
        whole({"total": total}, "total", -SCORE_MAX, SCORE_MAX),
        whole({"stage": stage}, "stage", 0, ROUNDS_MAX),
        listed({"points": points}, "points", lambda one: None if one is None else _points(one), 0, DRAWN_MAX),
    )
