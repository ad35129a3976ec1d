"""Say whose wheel is which, by where each lies around the table."""

from collections.abc import Mapping

from texts import say
from vision.wheels.track import WheelSight

CLOSE = 0.4
"""Share of a player's part of the table that two neighbours' wheels are apart at least."""

ASIDE = 0.35
"""Share of a player's part of the table by which all wheels together may lie aside of their places."""

ONE_COLOR = say("Two wheels of one colour lie there: take one away.")
TOO_MANY = say("More wheels lie there than people play: take one away.")
WHOSE = say("Whose wheel is which cannot be told: lay one before each player.")


def seated(sight: WheelSight, turns: Mapping[int, float], count: int) -> tuple[dict[int, int], str | None]:
    """Say which seat each colour's wheel lies before, or why that cannot be told.

    Around the table wheels lie in the order of the seats, though people do not sit evenly. Where some are
    missing each must lie near its seat's even place.
    """
    if sight.doubled:
        return {}, ONE_COLOR
    order = sorted(turns, key=lambda color: turns[color] % 360)
    if len(order) > count:
        return {}, TOO_MANY
    part = 360.0 / count
    if not order:
        return {}, None
    gaps = [
        (turns[after] - turns[before]) % 360
        for before, after in zip(order, [*order[1:], order[0]], strict=True)
    ]
    if len(order) > 1 and min(gaps) < CLOSE * part:
        return {}, WHOSE
    if len(order) < count:
        aside = {color: (turns[color] + part / 2) % part - part / 2 for color in order}
        if any(abs(each) > ASIDE * part for each in aside.values()):
            return {}, WHOSE
        seats = {color: round(turns[color] / part) % count for color in order}
        return (seats, None) if len(set(seats.values())) == len(seats) else ({}, WHOSE)
    best = min(range(count), key=lambda first: abs(_mean_aside(order, turns, first, part)))
    if abs(_mean_aside(order, turns, best, part)) > ASIDE * part:
        return {}, WHOSE
    return {color: (place - best) % count for place, color in enumerate(order)}, None


def _mean_aside(order: list[int], turns: Mapping[int, float], first: int, part: float) -> float:
    """Say by how many degrees wheels lie aside of even places, if the one numbered `first` is the first's."""
    asides = [(turns[color] - (place - first) * part + 180) % 360 - 180 for place, color in enumerate(order)]
    return sum(asides) / len(asides)
