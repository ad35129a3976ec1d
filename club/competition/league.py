"""A league's way: which pairs of a group have not met yet, and how many rounds they need at least."""

from dataclasses import dataclass
from itertools import combinations
from math import ceil, comb

from club.competition.draw import meetings
from club.competition.setting import Format
from club.competition.sizes import sizes
from club.competition.state import State


@dataclass(frozen=True)
class Unmet:
    """A group's pairs that have not met, by number, and the fewest rounds in which they can."""

    group: str
    pairs: tuple[tuple[int, int], ...]
    rounds: int


def unmet(state: State) -> tuple[Unmet, ...]:
    """List what is left in each group of a league; elsewhere nothing, for nobody has to meet there."""
    if state.setting.format is not Format.LEAGUE:
        return ()
    met = meetings(table.seats for each in state.qualifying for table in each.tables)
    here = [player for player in state.players if player.here]
    found = []
    for group in sorted({player.group for player in here}):
        numbers = [player.number for player in here if player.group == group]
        pairs = tuple(pair for pair in combinations(numbers, 2) if pair not in met)
        found.append(Unmet(group, pairs, fewest(state, numbers, pairs)))
    return tuple(found)


def fewest(state: State, group: list[int], pairs: tuple[tuple[int, int], ...]) -> int:
    """Say in how many rounds at least these pairs can meet.

    Two bounds, the larger of which counts: a round has only so many pairs at its tables, and who has the most
    others before him meets at most a table's others in it. They may not be reached: they only count.
    """
    setting = state.setting
    allowed = range(setting.fewest, setting.most + 1)
    shared = sizes(len(group), len(setting.tables), allowed, setting.wish)
    if not pairs or not shared:
        return 0
    left = dict.fromkeys(group, 0)
    for pair in pairs:
        for number in pair:
            left[number] += 1
    by_pairs = ceil(len(pairs) / sum(comb(size, 2) for size in shared))
    return max(by_pairs, ceil(max(left.values()) / (max(shared) - 1)))
