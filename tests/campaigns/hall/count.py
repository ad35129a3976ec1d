"""The ranking counted a second time, from the journals alone: simple, and with nothing of the club's room.

What a game's points are the rules say; which games count, who moves on, who leads and how many there are is
counted here anew, as docs/rules/probe.md 7 and docs/club.md tell it.
"""

import json
import sqlite3

from games.history import Game
from games.record import event_from_dict, header_from_dict


def games(path):
    """Give every game of a journal in order: names, points if it is over, what was carried, number."""
    base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = []
    for number, header in base.execute("SELECT id, header FROM games ORDER BY id"):
        events = []
        for kind, body in base.execute(
            "SELECT kind, body FROM operations WHERE game = ? ORDER BY id", (number,)
        ):
            if kind == "event":
                events.append(json.loads(body))
            elif kind == "undo":
                del events[len(events) - json.loads(body)["count"] :]
            else:
                raise AssertionError(f"this campaign corrects nothing, and here is {kind}")
        known = header_from_dict(json.loads(header))
        state = Game.of(known, (event_from_dict(each, known) for each in events)).state
        carried = json.loads(header)["rules"].get("carried")
        found.append(
            (
                tuple(known.players),
                [seat.points for seat in state.seats] if state.over else None,
                carried,
                number,
            )
        )
    base.close()
    return found


def evening(journals, seats, number):
    """Play the evening on paper: totals, the seatings round by round, and each round's points."""
    left = [list(games(path)) for path in journals]
    totals = {name: 0 for table in seats for name in table}
    seatings, rounds = [], []
    for _ in range(number):
        seatings.append(tuple(tuple(table) for table in seats))
        points = {}
        for table, played in zip(seats, left, strict=True):
            place = next(
                place for place, (names, scored, _, _) in enumerate(played)
                if set(names) == set(table) and scored is not None
            )  # fmt: skip
            names, scored, carried, _ = played.pop(place)
            assert [totals[name] for name in names] == carried, (
                "the table was told other points than were made"
            )
            points |= dict(zip(names, scored, strict=True))
        for name, made in points.items():
            totals[name] += made
        rounds.append(points)
        best = [sorted(table, key=lambda name: (-points[name], -totals[name]))[:2] for table in seats]
        stay = [[name for name in table if name not in best[place]] for place, table in enumerate(seats)]
        seats = [stay[place] + best[place - 1] for place in range(len(seats))]
    return totals, seatings, rounds


def cup(journals, rounds):
    """Rank a competition on paper: name by name its rank, places, points, and the points round by round.

    journals: by table. rounds: who was seated where, round by round; the last one is the final.
    """
    left = {table: list(games(path)) for table, path in journals.items()}
    made = []
    for seats in rounds:
        points = {}
        for table, names in seats.items():
            place = next(
                place for place, (at, scored, _, _) in enumerate(left[table])
                if set(at) == set(names) and scored is not None
            )  # fmt: skip
            at, scored, _, _ = left[table].pop(place)
            points[table] = dict(zip(at, scored, strict=True))
        made.append(points)
    *before, last = made
    everybody = {name for names in rounds[0].values() for name in names}
    lines = {}
    for name in everybody:
        own = [table for each in before for table in each.values() if name in table]
        placed = sum(_place(table, name) for table in own)
        won = sum(table[name] == max(table.values()) for table in own)
        scores = [table[name] for table in own]
        lines[name] = (placed, sum(scores), won, max(scores))
    order = sorted(everybody, key=lambda name: lines[name], reverse=True)
    (final,) = last.values()
    ranked = {}
    for name in order:
        rank = 1 + sum(lines[other] > lines[name] for other in everybody)
        ranked[name] = (rank, *lines[name][:2], tuple(_in(each, name) for each in made))
    for name, points in final.items():
        ranked[name] = (1 + sum(other > points for other in final.values()), *ranked[name][1:])
    return ranked, final


def _place(table, name):
    """Give what a place is worth: 120 times the share of others who were beaten, level ones half."""
    others = [points for other, points in table.items() if other != name]
    beaten = sum(2 * (points < table[name]) + (points == table[name]) for points in others)
    return 120 * beaten // (2 * len(others))


def _in(tables, name):
    return next((table[name] for table in tables.values() if name in table), None)
