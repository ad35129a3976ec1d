"""How many tables there are, and how many players at each."""

from collections.abc import Collection


def sizes(players: int, tables: int, allowed: Collection[int], wish: int) -> tuple[int, ...]:
    """Share players out over at most so many tables, the larger ones first; who is left over has a bye.

    As few byes as possible come first, then sizes near `wish`, then sizes that differ by as little as
    possible. Nobody can play: no table.
    """
    for seated in range(players, 0, -1):
        shares = (_even(seated, count) for count in range(1, min(tables, seated // min(allowed)) + 1))
        found = [shared for shared in shares if set(shared) <= set(allowed)]
        if found:
            return min(found, key=lambda shared: (sum((size - wish) ** 2 for size in shared), len(shared)))
    return ()


def _even(players: int, tables: int) -> tuple[int, ...]:
    size, more = divmod(players, tables)
    return (size + 1,) * more + (size,) * (tables - more)
