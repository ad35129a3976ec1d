"""A progressive evening: who sits where, what counts for it, and who leads (docs/rules/probe.md 7)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from club.bygone import is_bygone, order
from club.errors import ClubError
from club.messages import POINTS_MAX, Player, Scores, check_distinct, player_name
from games.book import GAMES as KNOWN
from games.errors import NotAllowed
from games.names import same
from games.nearest import quote
from games.progressive import GAME, GAMES, PLAYERS, TABLES, Tables, best, carry, seating
from texts import say

GAMES_MAX = 12
PLAYED = tuple(name for name, rules in KNOWN.items() if PLAYERS in rules.SEATS)
"""Games that four can play."""


@dataclass(frozen=True)
class Entry:
    """The points of a game that its table cannot tell, in the order of the seating; `round` from 1."""

    round: int
    table: str
    points: tuple[int, ...]


Told = Mapping[str, Mapping[str, Scores]]
"""By table, by id, every game that it has told of."""


@dataclass(frozen=True)
class Evening:
    """What was agreed: `rounds` holds who sits at which of the `tables`, game by game, as far as known.

    `id`: when it was begun. `before`: games, as TABLE/ID, that were over by then and do not count. `by_hand`:
    points that count where the table does not tell of a finished game.
    """

    id: str
    tables: tuple[str, ...]
    rounds: tuple[Tables, ...]
    game: str = GAME
    games: int = GAMES
    before: frozenset[str] = frozenset()
    by_hand: tuple[Entry, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Name everybody, in the order of the first seating."""
        return tuple(name for table in self.rounds[0] for name in table)

    def sits(self, name: str) -> str:
        """Name the table where somebody sits now."""
        return next(at for at, seats in zip(self.tables, self.rounds[-1], strict=True) if name in seats)


@dataclass(frozen=True)
class Match:
    """What a table has told of its game of one round; both are None before it is begun there."""

    finished: Scores | None = None
    running: Scores | None = None
    spare: int = 0
    """Further finished games of the same four, which do not count."""
    by_hand: bool = False

    @property
    def state(self) -> str:
        """Say waiting, playing or over."""
        return "over" if self.finished else "playing" if self.running else "waiting"


@dataclass(frozen=True)
class Standing:
    """One line of the evening's ranking; `points` by round, None where that game is not over.

    `playing`: the points so far in the game that runs, None where none does.
    """

    rank: int
    name: str
    table: str
    total: int
    points: tuple[int | None, ...]
    playing: int | None = None


Matches = tuple[tuple[Match, ...], ...]


def begin(
    id: str, tables: Sequence[str], seats: Tables, told: Told, *, game: str = GAME, games: int = GAMES
) -> Evening:
    """Begin an evening with this first seating. Raises ClubError."""
    evening = Evening(id, tuple(tables), (tuple(tuple(four) for four in seats),), game, games)
    check(evening)
    over = {f"{at}/{each.id}" for at in tables for each in told.get(at, {}).values() if each.over}
    return replace(evening, before=frozenset(over))


def check(evening: Evening) -> None:
    """Refuse an evening that cannot be played. Raises ClubError."""
    if len(evening.tables) != TABLES or len(set(evening.tables)) != TABLES:
        raise ClubError(say("Progressive play needs {tables} different tables.", tables=TABLES))
    if evening.game not in PLAYED:
        raise ClubError(
            say(
                "{game} is no game for {players}: there are {known}.",
                game=quote(evening.game),
                players=PLAYERS,
                known=", ".join(PLAYED),
            )
        )
    if not 1 <= len(evening.rounds) <= evening.games <= GAMES_MAX:
        raise ClubError(
            say("An evening has 1 to {most} games, not {games}.", most=GAMES_MAX, games=evening.games)
        )
    everybody = {same(name) for name in evening.names}
    for seats in evening.rounds:
        names = tuple(player_name(name) for table in seats for name in table)
        if len(seats) != TABLES or any(len(table) != PLAYERS for table in seats):
            raise ClubError(
                say("Progressive play has {tables} tables of {players}.", tables=TABLES, players=PLAYERS)
            )
        check_distinct(names)
        if {same(name) for name in names} != everybody:
            raise ClubError(say("The same twelve play all evening, and here they do not."))
    for entry in evening.by_hand:
        _check_entry(evening, entry)
    if len({(entry.round, entry.table) for entry in evening.by_hand}) < len(evening.by_hand):
        raise ClubError(say("Points by hand are given twice for the same game."))


def _check_entry(evening: Evening, entry: Entry) -> None:
    if entry.table not in evening.tables or not 1 <= entry.round <= len(evening.rounds):
        raise ClubError(
            say(
                "Game {game} at table {table} is not one of this evening's.",
                game=entry.round,
                table=quote(entry.table),
            )
        )
    if len(entry.points) != PLAYERS or any(abs(points) > POINTS_MAX for points in entry.points):
        raise ClubError(say("Points by hand are {players} whole numbers, one a player.", players=PLAYERS))


def matches(evening: Evening, told: Told) -> Matches:
    """Find each round's game at each table: the first finished one of these four that no other round has."""
    columns = [
        _at_table(evening, told.get(table, {}), place, table) for place, table in enumerate(evening.tables)
    ]
    return tuple(zip(*columns, strict=True))


def _at_table(evening: Evening, told: Mapping[str, Scores], place: int, table: str) -> list[Match]:
    games = [
        told[id]
        for id in sorted(told, key=order)
        if told[id].game == evening.game and not is_bygone(evening.before, table, id)
    ]
    found: list[Match] = []
    for seats in evening.rounds:
        four = {same(name) for name in seats[place]}
        ours = [each for each in games if {same(name) for name in each.names} == four]
        over = [each for each in ours if each.over]
        games = [each for each in games if each not in over[:1]]
        running = ours[-1] if ours and not over else None
        found.append(Match(over[0] if over else None, running, max(0, len(over) - 1)))
    for entry in evening.by_hand:
        if entry.table == table and found[entry.round - 1].finished is None:
            found[entry.round - 1] = Match(_entered(evening, place, entry), by_hand=True)
    # The same four may meet again: what is finished twice then belongs to the later round.
    return [
        replace(match, spare=0) if _meet_again(evening, place, number) else match
        for number, match in enumerate(found)
    ]


def _entered(evening: Evening, place: int, entry: Entry) -> Scores:
    named = zip(evening.rounds[entry.round - 1][place], entry.points, strict=True)
    players = tuple(Player(name, points, points, 1) for name, points in named)
    return Scores(entry.table, game=evening.game, state="over", players=players)


def _meet_again(evening: Evening, place: int, number: int) -> bool:
    four = set(evening.rounds[number][place])
    return any(set(seats[place]) == four for seats in evening.rounds[number + 1 :])


def settle(evening: Evening, told: Told, *, anew: bool = True) -> Evening:
    """Seat the next game as soon as every table has finished its own.

    A seating that was told is seated anew where points were corrected, until its first game has begun.
    anew: False where it is not known yet what the tables have told, and so whether it has.
    """
    for number in range(evening.games - 1):
        played = matches(evening, told)[number]
        if not all(match.finished for match in played):
            return evening
        after = seating(evening.rounds[number], *_so_far(evening, told, number))
        known = evening.rounds[number + 1 :]
        if anew and known and after != known[0] and not _begun(evening, told, number + 1):
            known = ()
        if not known:
            kept = tuple(entry for entry in evening.by_hand if entry.round <= number + 1)
            evening = replace(evening, rounds=(*evening.rounds[: number + 1], after), by_hand=kept)
    return evening


def enter(evening: Evening, round: int, table: str, points: Sequence[int] | None) -> Evening:
    """Let points count for a game until its table tells of it; None takes them back. Raises ClubError."""
    others = tuple(each for each in evening.by_hand if (each.round, each.table) != (round, table))
    entries = others if points is None else (*others, Entry(round, table, tuple(points)))
    evening = replace(evening, by_hand=tuple(sorted(entries, key=lambda each: (each.round, each.table))))
    check(evening)
    return evening


def _begun(evening: Evening, told: Told, number: int) -> bool:
    """Tell whether a round, or a later one, is played or was: a table may have told the later one first."""
    return any(match.state != "waiting" for played in matches(evening, told)[number:] for match in played)


def _so_far(evening: Evening, told: Told, number: int) -> tuple[dict[str, int], dict[str, int]]:
    """Give everybody's points of a round, and the totals with it."""
    totals, points = dict.fromkeys(evening.names, 0), dict.fromkeys(evening.names, 0)
    for played in matches(evening, told)[: number + 1]:
        points = scored(evening, [match.finished for match in played])
        totals = carry(totals, points)
    return points, totals


def moving(evening: Evening, told: Told, place: int) -> tuple[str, ...]:
    """Name who moves on from a table whose newest game is over; nobody after the last game."""
    number = len(evening.rounds) - 1
    if number + 1 == evening.games or not matches(evening, told)[number][place].finished:
        return ()
    return best(evening.rounds[number][place], *_so_far(evening, told, number))


def scored(evening: Evening, games: Sequence[Scores | None]) -> dict[str, int]:
    """Give the points of some games by the names as the evening writes them."""
    known = {same(name): name for name in evening.names}
    return {known[same(name)]: n for game in games if game for name, n in game.points.items()}


def standings(evening: Evening, told: Told) -> tuple[Standing, ...]:
    """Rank everybody by the points of the finished games; equal totals share the rank."""
    found = matches(evening, told)
    rounds = [scored(evening, [match.finished for match in played]) for played in found]
    playing = scored(evening, [match.running for match in found[-1]])
    totals = {name: sum(points.get(name, 0) for points in rounds) for name in evening.names}
    ranked = sorted(evening.names, key=lambda name: -totals[name])
    return tuple(
        Standing(
            1 + sum(other > totals[name] for other in totals.values()),
            name,
            evening.sits(name),
            totals[name],
            tuple(points.get(name) for points in rounds),
            playing.get(name),
        )
        for name in ranked
    )


def over(evening: Evening, told: Told) -> bool:
    """Tell whether every game of the evening is finished."""
    found = matches(evening, told)
    return len(found) == evening.games and all(match.finished for match in found[-1])


def notes(evening: Evening, told: Told, current: Mapping[str, Scores]) -> list[str]:
    """Say in sentences what does not go as the evening has it; `current`: each table's newest game."""
    found = matches(evening, told)
    return [
        *_of_finished(evening, found),
        *_of_strangers(evening, found, current),
        *_of_seatings(evening, found, told),
    ]


def _of_finished(evening: Evening, found: Matches) -> Iterator[str]:
    """Say which games were stopped early, or played more often than once."""
    for number, played in enumerate(found, 1):
        for table, match in zip(evening.tables, played, strict=True):
            if match.finished is not None and match.finished.stopped:
                yield say(
                    "Table {table} stopped game {number} early: its points count as they stood.",
                    table=table,
                    number=number,
                )
            if match.spare:
                yield say(
                    "Table {table} has finished {games} games with the four of game {number}: "
                    "the first one counts.",
                    table=table,
                    games=match.spare + 1,
                    number=number,
                )


def _of_strangers(evening: Evening, found: Matches, current: Mapping[str, Scores]) -> Iterator[str]:
    """Say which tables play another game, or with others, than they should."""
    for place, table in enumerate(evening.tables):
        game = current.get(table)
        if game is None or game.state != "playing" or any(played[place].running == game for played in found):
            continue
        if game.game != evening.game:
            title = KNOWN[game.game or ""].TITLE
            yield say("Table {table} plays {game}: it does not count tonight.", table=table, game=title)
        elif found[-1][place].finished is None:
            yield say(
                "Table {table} plays with {names}; the seating says {wanted}.",
                table=table,
                names=", ".join(game.names),
                wanted=", ".join(evening.rounds[-1][place]),
            )


def _of_seatings(evening: Evening, found: Matches, told: Told) -> Iterator[str]:
    """Say which seatings stand on points that are others now."""
    for number in range(len(evening.rounds) - 1):
        try:
            now = seating(evening.rounds[number], *_so_far(evening, told, number))
        except NotAllowed:
            continue
        if all(match.finished for match in found[number]) and now != evening.rounds[number + 1]:
            yield say(
                "The points of game {game} were changed after game {after} had begun: "
                "the totals follow, the seating stays.",
                game=number + 1,
                after=number + 2,
            )
