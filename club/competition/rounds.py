"""Seat the next round: by the competition's format, from who is here and what was played."""

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from club.competition.draw import Limit, draw, draw_ahead, meetings
from club.competition.events import Drawn, Seats
from club.competition.ranking import best_of, qualified
from club.competition.setting import DRAWN_MAX, FEWEST, Format
from club.competition.sizes import shares, sizes
from club.competition.state import Round, State
from club.errors import ClubError
from games.book import GAMES
from texts import Said, say, say_many


def next_round(state: State, began: float = 0.0, limit: Limit | None = None, lots: str = "") -> Drawn:
    """Seat the round after the last one. Raises ClubError where it is not over, or nobody can be seated.

    limit: bounds the time that the draw takes. lots: what they depend on beside the competition's seed.
    """
    if state.ended or state.over:
        raise ClubError(say("The competition is over: there is no further round."))
    if state.round is not None and not state.round.over:
        raise ClubError(say("Round {number} is not over yet.", number=len(state.rounds)))
    if len(state.rounds) >= DRAWN_MAX:
        raise ClubError(
            say("A competition has {most} rounds at most: end it and begin another.", most=DRAWN_MAX)
        )
    setting = state.setting
    rest = setting.rounds - len(state.qualifying)
    if setting.format is not Format.FREE and rest <= 0:
        return _knockout(state, began)
    return _round(state, began, limit, lots)


def drawn_anew(
    state: State, began: float = 0.0, limit: Limit | None = None, *, otherwise: bool = False
) -> Drawn:
    """Seat the last round once more, with who is here now. Raises ClubError.

    otherwise: draw other lots than those by which it is seated, where lots decide.
    """
    if state.round is None:
        raise ClubError(say("No round is seated yet."))
    if state.round.begun:
        raise ClubError(
            say("Round {number} has begun: its seating stays.", number=state.round.number),
        )
    lots = str([table.seats for table in state.round.tables]) if otherwise else ""
    return next_round(replace(state, rounds=state.rounds[:-1]), began, limit, lots)


def moved(state: State) -> bool:
    """Tell whether the last round stands on a ranking that is not so any more."""
    last = state.round
    if last is None or last.by_hand or not last.basis:
        return False
    return _basis(replace(state, rounds=state.rounds[:-1]), last) != last.basis


def _basis(before: State, last: Round) -> tuple[int, ...]:
    """Give what a round would stand on, had it been drawn among the same people now."""
    if last.knockout:
        return tuple(_qualifiers(before, last.here))
    return tuple(_by_rank(before, last.basis))


def _round(state: State, began: float, limit: Limit | None, lots: str) -> Drawn:
    setting, number = state.setting, len(state.rounds) + 1
    here = [player.number for player in state.players if player.here]
    seed = f"{setting.seed}/{number}{lots}"
    met = meetings(table.seats for each in state.rounds for table in each.tables)
    allowed = range(setting.fewest, setting.most + 1)
    free = list(setting.tables)
    seats: list[tuple[str, Seats]] = []
    byes: list[int] = []
    basis: tuple[int, ...] = ()
    played = _played(state)
    most = max((played[each] for each in here), default=0)
    groups = _groups(state, here)
    fewer = [[most - played[each] for each in group] for group in groups]
    for group, shared in zip(groups, shares(fewer, len(free), allowed, setting.wish), strict=True):
        playing = _who_plays(played, group, sum(shared), seed)
        byes += [each for each in group if each not in playing]
        ranked = setting.format is Format.SWISS and bool(state.rounds)
        if ranked:
            playing = list(basis := tuple(_by_rank(state, playing)))
        if ranked:
            tables = draw(playing, shared, met, seed, ranked=True, limit=limit)
        else:
            ahead = max(1, setting.rounds - len(state.rounds))
            tables = draw_ahead(playing, shared, met, seed, ahead, limit)
        seats += [(free.pop(0), _in_order(state, table, seed)) for table in tables]
    if not seats:
        raise ClubError(_too_few(len(here), setting.fewest))
    return Drawn(number, tuple(seats), tuple(byes), basis, began=began)


def _groups(state: State, here: Sequence[int]) -> list[list[int]]:
    """Give the league's groups by name; elsewhere all are one."""
    if state.setting.format is not Format.LEAGUE:
        return [list(here)]
    names = sorted({state.players[number].group for number in here})
    return [[number for number in here if state.players[number].group == name] for name in names]


def _played(state: State) -> Counter[int]:
    """Count the games for which each was seated."""
    return Counter(number for each in state.rounds for table in each.tables for number in table.seats)


def _who_plays(played: Mapping[int, int], group: Sequence[int], count: int, seed: str) -> list[int]:
    """Let those sit out who have played most, so that byes differ by one at most; then lots."""
    chance = random.Random(f"{seed}/byes")
    lots = {number: chance.random() for number in group}
    order = sorted(group, key=lambda number: (played[number], lots[number]))
    kept = set(order[:count])
    return [number for number in group if number in kept]


def _by_rank(state: State, players: Sequence[int]) -> list[int]:
    some = set(players)
    return [line.player for line in qualified(state) if line.player in some]


def _in_order(state: State, table: Sequence[int], seed: str) -> Seats:
    """Choose seats that their players have had as seldom as possible: who begins has another game."""
    had: dict[tuple[int, int], int] = {}
    for each in state.rounds:
        for old in each.tables:
            for seat, number in enumerate(old.seats):
                had[number, seat] = had.get((number, seat), 0) + 1
    mixed = sorted(table)
    random.Random(f"{seed}/{mixed}").shuffle(mixed)
    return min(
        permutations(mixed),
        key=lambda order: sum(had.get((number, seat), 0) ** 2 for seat, number in enumerate(order)),
    )


def _knockout(state: State, began: float) -> Drawn:
    """Seat the best, or those who go on, so that the first meet late: there and back over the tables."""
    setting = state.setting
    players = _qualifiers(state, [player.number for player in state.players if player.here])
    # A game that wants four takes four; else a table goes on with those who are left.
    seats = GAMES[setting.game].SEATS
    allowed = [size for size in seats if FEWEST <= size <= setting.wish]
    shared = sizes(len(players), len(setting.tables), allowed, setting.wish)
    if not shared:
        raise ClubError(_too_few(len(players), min(allowed)))
    tables: list[list[int]] = [[] for _ in shared]
    way = [*range(len(shared)), *reversed(range(len(shared)))]
    at = 0
    for number in players[: sum(shared)]:
        while len(tables[way[at % len(way)]]) >= shared[way[at % len(way)]]:
            at += 1
        tables[way[at % len(way)]].append(number)
        at += 1
    named = tuple((name, tuple(table)) for name, table in zip(setting.tables, tables, strict=False))
    return Drawn(
        len(state.rounds) + 1,
        named,
        tuple(players[sum(shared) :]),
        tuple(players),
        knockout=True,
        began=began,
    )


def _qualifiers(state: State, there: Collection[int]) -> list[int]:
    """List who of those that are there plays the next round of the knock-out, the best first."""
    setting = state.setting
    lines = qualified(state)
    seeds = {line.player: at for at, line in enumerate(lines)}
    if not state.knockout:
        ready = [line.player for line in lines if line.player in there]
        fitting = [count for count in setting.stages if count <= len(ready)]
        return ready[: fitting[0] if fitting else len(ready)]
    placed = [best_of(table, seeds) for table in state.knockout[-1].tables]
    on = [
        (at, seeds[number], number)
        for order in placed
        for at, number in enumerate([each for each in order if each in there][: setting.advance])
    ]
    return [number for _, _, number in sorted(on)]


def _too_few(here: int, fewest: int) -> Said:
    return say_many(
        "{count} player is here, and a table needs {fewest}: nobody can be seated.",
        "{count} players are here, and a table needs {fewest}: nobody can be seated.",
        here,
        fewest=fewest,
    )
