"""Which of the games that tables tell of count for a competition."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import permutations
from operator import eq

from club.bygone import is_bygone, order
from club.competition.events import Event, Told
from club.competition.state import Round, State, Table
from club.messages import Scores
from club.score import identity
from games.book import GAMES
from games.names import same
from texts import say

News = Mapping[str, Mapping[str, Scores]]
"""By table, by id, every game that it has told of."""


def outcomes(state: State, told: News, tables: Collection[str] | None = None) -> list[Event]:
    """Say what follows for the competition from what tables told; `tables`: who has told anything new.

    A game counts if it is finished, the competition's, of exactly those who are seated there, not over when
    the competition was begun, and counts for no other round; of several the first one. A round whose points
    were entered by hand has none that was begun once the same players were seated there again. What a table
    puts right in a game that counts is taken over; one that it takes up again does not count meanwhile.
    """
    taken = set(state.games)
    found: list[Event] = []
    for each in state.rounds:
        for table in each.tables:
            if tables is not None and table.name not in tables:
                continue
            event = _outcome(state, each, table, told.get(table.name, {}), taken)
            if event is not None:
                found.append(event)
                taken.add(f"{table.name}/{event.game}")
    return found


def _outcome(
    state: State, each: Round, table: Table, games: Mapping[str, Scores], taken: Collection[str]
) -> Told | None:
    known = table.result.game
    if known is not None:
        game = games.get(known)
        # What the broker has kept long enough is heard no more, and counts all the same.
        if game is None:
            return None
        points = _points(state, table, game)
        if not game.over or points is None:
            return Told(each.number, table.name, known, None)
        if (points, game.stopped) == (table.result.told, table.result.stopped):
            return None
        return Told(each.number, table.name, known, points, game.stopped)
    again = None if table.result.entered is None else _seated_again(state, each, table)
    for id in sorted(games, key=order):
        game = games[id]
        if not game.over or f"{table.name}/{id}" in taken or (again is not None and id >= again):
            continue
        if is_bygone(state.setting.before, table.name, id):
            continue
        points = _points(state, table, game)
        if points is not None:
            return Told(each.number, table.name, id, points, game.stopped)
    return None


def _seated_again(state: State, each: Round, table: Table) -> str | None:
    """Say when the same players were seated at a table once more, as a game's id would; None: they were not.

    What is begun there from then on is not the game of the earlier round, whose points were entered by hand.
    """
    for later in state.rounds[each.number :]:
        if any(at.name == table.name and {*at.seats} == {*table.seats} for at in later.tables):
            return identity(later.began, 0)[:16]
    return None


def _points(state: State, table: Table, game: Scores) -> tuple[int, ...] | None:
    """Give the points by seat; None where it is no game of the competition, or not of those who sit there."""
    names = _names(state, table, game)
    points = {same(name): mine for name, mine in game.points.items()}
    return None if names is None else tuple(points[name] for name in names)


def _names(state: State, table: Table, game: Scores) -> tuple[str, ...] | None:
    """Say by which name, folded, a game knows whoever sits at a table, seat by seat; None: it is of others.

    A game goes on with the names with which it was begun: whoever was renamed since may bear one in it that
    he bore before. Where that leaves a choice, as many as can be are known by the name that they bear now.
    """
    names = {same(name) for name in game.names}
    if game.game != state.setting.game or len(names) != len(table.seats):
        return None
    players = [state.players[number] for number in table.seats]
    now = tuple(same(player.name) for player in players)
    if names == set(now):
        return now
    borne = [{same(name) for name in (player.name, *player.former)} & names for player in players]
    if set().union(*borne) != names:
        return None
    known = (
        order
        for order in permutations(sorted(names))
        if all(name in some for name, some in zip(order, borne, strict=True))
    )
    return max(known, key=lambda order: sum(map(eq, order, now)), default=None)


def running(state: State, table: Table, game: Scores | None) -> Scores | None:
    """Give the game that is played at a table of the last round, where it is that round's.

    Its players are named as the competition names them now.
    """
    if game is None or game.id is None or game.state != "playing":
        return None
    if is_bygone(state.setting.before, table.name, game.id):
        return None
    names = None if table.result.points is not None else _names(state, table, game)
    if names is None:
        return None
    named = dict(zip(names, state.names(table.seats), strict=True))
    players = tuple(replace(each, name=named[same(each.name)]) for each in game.players)
    return replace(game, players=players)


def begun(state: State, current: Mapping[str, Scores]) -> bool:
    """Tell whether somebody plays the last round, or has."""
    last = state.round
    return last is not None and (
        last.begun or any(running(state, table, current.get(table.name)) for table in last.tables)
    )


def notes(state: State, current: Mapping[str, Scores]) -> list[str]:
    """Say in sentences what does not go as it was seated; `current`: each table's newest game."""
    last = state.round
    said: list[str] = []
    for table in last.tables if last is not None else ():
        game = current.get(table.name)
        if table.result.overrules:
            said.append(
                say("At table {table} points by hand count, against what it tells.", table=table.name)
            )
        elif table.result.stopped:
            said.append(
                say("Table {table} stopped its game early: its points count as they stood.", table=table.name)
            )
        if game is None or game.state != "playing" or table.result.points is not None:
            continue
        if game.game != state.setting.game:
            title = GAMES[game.game or ""].TITLE
            said.append(say("Table {table} plays {game}: it does not count.", table=table.name, game=title))
        elif _points(state, table, game) is None:
            said.append(
                say(
                    "Table {table} plays with {names}; the seating says {wanted}.",
                    table=table.name,
                    names=", ".join(game.names),
                    wanted=", ".join(state.names(table.seats)),
                )
            )
    return said
