"""Games that were over before an evening or a competition was begun, and so do not count for it.

They are named as TABLE/ID. Of a table's games a board knows the newest `GAMES_KEPT` alone, and a broker may
keep more: whatever is older than the oldest of so many was over as well.
"""

from collections import defaultdict
from functools import lru_cache

GAMES_KEPT = 200
"""Games of a table, so that nobody can fill the board's memory; of more those that count no more are
forgotten first, then the oldest."""


def order(id: str) -> tuple[str, int]:
    """Order games by when they began, and by their number in the journal."""
    began, _, number = id.partition("-")
    return began, int(number)


def is_bygone(before: frozenset[str], table: str, id: str) -> bool:
    """Tell whether a game of a table is one of those before, or so old that it was forgotten by then."""
    if f"{table}/{id}" in before:
        return True
    oldest = _oldest(before).get(table)
    if oldest is None:
        return False
    began, number = order(id)
    # By its number too: a clock that is slow makes tonight's games the oldest.
    return (began, number) < oldest and number < oldest[1]


@lru_cache(maxsize=4)
def _oldest(before: frozenset[str]) -> dict[str, tuple[str, int]]:
    """Give the oldest game of each table of which there are as many as a board remembers."""
    games = defaultdict(list)
    for name in before:
        table, _, id = name.partition("/")
        games[table].append(order(id))
    return {table: min(known) for table, known in games.items() if len(known) >= GAMES_KEPT}
