"""Rank the players of a competition: the rounds by points, and before them who went further in the knock-out.

Compared are, in this order, the score of the format, then the other one (the points where places count, the
places where points do), tables won, and the best game. Who is equal in all of it shares the rank. Where one
of them has to go first, at the cut before a knock-out or in a draw, lots decide, drawn from the seed.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from club.competition.setting import Scoring, Setting
from club.competition.state import Round, State, Table

WHOLE = 120
"""What the first of a table gets for the place: the least number that 3 to 6 can share, level too."""


@dataclass(frozen=True)
class Line:
    """One player's line: `points` of the game of each round, None where there are none (yet).

    `places`: what the places at the tables were worth, `total` the games' points; both with what byes are
    worth. `won`: tables of which he was first, alone or not. `best`: his best game. `stage`: how many rounds
    of the knock-out he was seated in. `byes`: rounds in which he was here and had no seat.
    """

    rank: int
    player: int
    score: int
    places: int
    total: int
    won: int
    best: int
    points: tuple[int | None, ...]
    byes: int = 0
    stage: int = 0


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Say what each place at a table is worth: WHOLE times the share of the others that were beaten.

    Whoever is level counts half.
    """
    return tuple(
        WHOLE
        // 2
        * (2 * sum(other < mine for other in points) + sum(other == mine for other in points) - 1)
        // (len(points) - 1)
        for mine in points
    )


def ranking(state: State) -> tuple[Line, ...]:
    """Rank everybody who has joined."""
    lines = qualified(state)
    if not state.knockout:
        return lines
    seeds = {line.player: at for at, line in enumerate(lines)}
    reached = {number: at for at, each in enumerate(state.knockout, 1) for number in _players(each)}
    last = state.knockout[-1]
    final = _placed(last, seeds)
    order = sorted(
        lines,
        key=lambda line: (
            -reached.get(line.player, 0),
            final.get(line.player, 0),
            seeds[line.player],
        ),
    )
    ranks: list[Line] = []
    for at, line in enumerate(order, 1):
        stage = reached.get(line.player, 0)
        # Behind the knock-out those who were level stay so.
        before = ranks[-1] if ranks else None
        level = before is not None and stage == before.stage == 0 and _same(line, before)
        ranks.append(_ranked(line, before.rank if level and before else at, state, stage))
    return tuple(ranks)


def qualified(state: State) -> tuple[Line, ...]:
    """Rank everybody by the rounds before the knock-out; equals in the order of lots."""
    scored = [(each, _scores(each)) for each in state.qualifying]
    lines = [_line(state.setting, number, scored) for number in range(len(state.players))]
    lots = {line.player: lot(state.setting, line.player) for line in lines}
    lines.sort(key=lambda line: ([-each for each in _worth(line)], lots[line.player]))
    ranked: list[Line] = []
    for at, line in enumerate(lines, 1):
        level = ranked and _same(line, ranked[-1])
        ranked.append(_ranked(line, ranked[-1].rank if level else at, None, 0))
    return tuple(ranked)


def lot(setting: Setting, player: int) -> float:
    """Draw a player's lot."""
    return random.Random(f"{setting.seed}/lot/{player}").random()


def best_of(table: Table, seeds: Mapping[int, int]) -> tuple[int, ...]:
    """Order a table of the knock-out by its points; level: who came with the better rank."""
    points = table.result.points
    if points is None:
        return ()
    own = dict(zip(table.seats, points, strict=True))
    return tuple(sorted(table.seats, key=lambda number: (-own[number], seeds[number])))


def _placed(last: Round, seeds: Mapping[int, int]) -> dict[int, int]:
    """Give the places of a round of the knock-out, at each table by itself."""
    return {number: at for table in last.tables for at, number in enumerate(best_of(table, seeds))}


def _players(some: Round) -> Iterable[int]:
    return (number for table in some.tables for number in table.seats)


Scored = Mapping[int, tuple[tuple[int, ...], int]]
"""By player, the points of a round's table and his place among them."""


def _scores(some: Round) -> Scored:
    return {
        number: (table.result.points, at)
        for table in some.tables
        if table.result.points is not None
        for at, number in enumerate(table.seats)
    }


def _line(setting: Setting, player: int, rounds: Sequence[tuple[Round, Scored]]) -> Line:
    """Add up what somebody has played; a bye is worth what his games are worth on average."""
    points: list[int | None] = []
    worth: list[int] = []
    byes = won = 0
    for each, scored in rounds:
        byes += player in each.byes
        if player not in scored:
            points.append(None)
            continue
        table, at = scored[player]
        points.append(table[at])
        worth.append(places(table)[at])
        won += table[at] == max(table)
    played = [each for each in points if each is not None]
    # Half of the places for who has played nothing yet.
    placed = sum(worth) + byes * (sum(worth) // len(worth) if worth else WHOLE // 2)
    total = sum(played) + byes * (sum(played) // len(played) if played else 0)
    score = placed if setting.scoring is Scoring.PLACES else total
    return Line(0, player, score, placed, total, won, max(played, default=0), tuple(points), byes)


def _ranked(line: Line, rank: int, state: State | None, stage: int) -> Line:
    points = line.points
    if state is not None:
        points = (*points, *(_scored(each, line.player) for each in state.knockout))
    return replace(line, rank=rank, points=points, stage=stage)


def _scored(some: Round, player: int) -> int | None:
    for table in some.tables:
        if player in table.seats and table.result.points is not None:
            return table.result.points[table.seats.index(player)]
    return None


def _worth(line: Line) -> tuple[int, ...]:
    """Give what is compared; of places and total one is the score, and so the other decides."""
    return line.score, line.places, line.total, line.won, line.best


def _same(line: Line, other: Line) -> bool:
    return _worth(line) == _worth(other)
