"""Everything that a board has heard: one message in, what is known of the club out. It does no I/O."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from club.bygone import GAMES_KEPT, is_bygone, order
from club.errors import BadMessage
from club.evening import Evening, Told
from club.messages import OFFLINE, ONLINE, Scores, scores_from_dict, unpack
from club.topics import GAMES, STATUS, Place
from games.nearest import quote
from texts import say

TABLES_MAX = 1024
"""Tables beside those that are played at: as many as a hall could have, few enough for a board's memory."""
RUNS_KEPT = 16
"""Runs of a table's program, one a connection, of which it is known which came after which."""


@dataclass(frozen=True)
class TableNews:
    """What a table has told: whether it is there (None: unsaid), its newest game, the finished ones.

    runs: in which connections it told its newest game, the latest last.
    """

    name: str
    online: bool | None = None
    current: Scores | None = None
    games: Mapping[str, Scores] = field(default_factory=dict)
    runs: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def told(self) -> Mapping[str, Scores]:
        """Give every game by id; what is told as the newest game is the latest word on it.

        One that is finished stands until it is taken back, or a later word says that it is played again. A
        journal numbers its states on over every restart, so of one game the larger revision is the later
        word, whatever run it is of: a board that was started anew knows no other order of them.
        """
        current = self.current
        if current is None or current.id is None:
            return self.games
        over = self.games.get(current.id)
        stands = over is not None and over.revision > current.revision
        return self.games if stands else {**self.games, current.id: current}

    def without(self, before: frozenset[str]) -> "TableNews":
        """Keep of the games that do not count any more, named as TABLE/ID, nothing but that they were."""
        games = {
            id: _bare(game) if is_bygone(before, self.name, id) else game for id, game in self.games.items()
        }
        return replace(self, games=games)


@dataclass(frozen=True)
class Club:
    """What all tables have told."""

    name: str
    tables: Mapping[str, TableNews] = field(default_factory=dict)

    @property
    def told(self) -> Told:
        """Give every game by table and id; what is told as the newest game is the latest word on it."""
        return {name: table.told for name, table in self.tables.items()}

    @property
    def current(self) -> dict[str, Scores]:
        """Give each table's newest game."""
        return {name: table.current for name, table in self.tables.items() if table.current is not None}


class Counting:
    """The games that may count for an evening: after many evenings they are few of those that were told.

    What was found of a table is kept until it tells something new.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[frozenset[str], TableNews, Mapping[str, Scores]]] = {}

    def games(self, evening: Evening, club: Club) -> Told:
        """Give them by table and id."""
        found: dict[str, Mapping[str, Scores]] = {}
        for name in evening.tables:
            if (table := club.tables.get(name)) is None:
                continue
            before, known, games = self._found.get(name, (None, None, {}))
            if before is not evening.before or known is not table:
                told, over = table.told, evening.before
                games = {id: game for id, game in told.items() if not is_bygone(over, name, id)}
                self._found[name] = (evening.before, table, games)
            found[name] = games
        return found


def _bare(game: Scores) -> Scores:
    return replace(game, players=(), winners=(), began=None)


def hear(
    club: Club, topic: str, payload: bytes, seated: Collection[str] = (), before: frozenset[str] = frozenset()
) -> Club:
    """Take a table's message in; the same club where it is an old one. Raises BadMessage.

    seated: the tables of the evening and of the competition, which are gathered however many others there
    are. before: games, as TABLE/ID, that do not count any more: of these only that they were is kept.
    """
    place = Place.parse(club.name, topic)
    if place is None:
        raise BadMessage(say("no table tells anything there"))
    table = club.tables.get(place.table)
    if table is None:
        if not payload:
            return club
        if len(club.tables) >= TABLES_MAX and place.table not in seated:
            raise BadMessage(
                say("there are {most} tables already: this one is not gathered", most=TABLES_MAX)
            )
        table = TableNews(place.table)
    after = _told(table, place, payload, before)
    return club if after is table else replace(club, tables={**club.tables, place.table: after})


def _told(table: TableNews, place: Place, payload: bytes, before: frozenset[str]) -> TableNews:
    if place.what == STATUS:
        if payload not in (ONLINE, OFFLINE, b""):
            said = quote(payload[:40].decode("utf-8", "replace"))
            raise BadMessage(say("it says {said} and neither online nor offline", said=said))
        return replace(table, online=payload == ONLINE if payload else None)
    if place.what == GAMES and not payload:
        return replace(table, games={id: each for id, each in table.games.items() if id != place.game})
    if not payload:
        return replace(table, current=None)
    scores = scores_from_dict(unpack(payload))
    if scores.table != place.table:
        raise BadMessage(say("it is of the table {table}", table=quote(scores.table)))
    if place.game is None:
        if _older(scores, table.current, table.runs):
            return table
        runs = table.runs if scores.run in table.runs else (*table.runs, scores.run)[-RUNS_KEPT:]
        return replace(table, current=scores, runs=runs)
    if scores.id != place.game or not scores.over:
        raise BadMessage(say("it is not the finished game that its topic names"))
    if _older(scores, table.games.get(place.game), table.runs):
        return table
    if is_bygone(before, place.table, place.game):
        scores = _bare(scores)
    games = {**table.games, place.game: scores}
    if len(games) > GAMES_KEPT:
        # What counts no more goes first: a clock that is slow makes tonight's games the oldest.
        del games[min(games, key=lambda id: (not is_bygone(before, place.table, id), order(id)))]
    return replace(table, games=games)


def _older(scores: Scores, known: Scores | None, runs: Sequence[str]) -> bool:
    """Tell whether the same run of the program, or one that came after it, has already said something later.

    A broker, or a bridge, may hand on late what it held: also when the table has long been started anew. Runs
    are not ordered in themselves, for clocks may be wrong: only what was heard tells which came after which.
    """
    if known is None:
        return False
    if scores.run == known.run:
        return scores.revision < known.revision
    if scores.run in runs and known.run in runs:
        return runs.index(scores.run) < runs.index(known.run)
    return False
