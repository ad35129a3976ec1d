"""How many tables there are, and how many players at each."""

from collections.abc import Collection, Sequence

Sizes = tuple[int, ...]
"""How many sit at each table, the larger ones first."""


def sizes(players: int, tables: int, allowed: Collection[int], wish: int) -> Sizes:
    """Share players out over at most so many tables, the larger ones first; who is left over has a bye.

    As few byes as possible come first, then sizes near `wish`, then sizes that differ by as little as
    possible. Nobody can play: no table.
    """
    for seated in range(min(players, tables * max(allowed)), 0, -1):
        shares = (_even(seated, count) for count in range(1, min(tables, seated // min(allowed)) + 1))
        found = [shared for shared in shares if set(shared) <= set(allowed)]
        if found:
            return min(found, key=lambda shared: (_off(shared, wish), len(shared)))
    return ()


def shares(groups: Sequence[Sequence[int]], tables: int, allowed: Collection[int], wish: int) -> list[Sizes]:
    """Share the tables out among groups that play by themselves, each as `sizes` does; in their order.

    groups: of each player, how many games fewer he has played than whoever has most. The sum of their squares
    after the round counts first, so that few sit out, and not the same again and again; then sizes near
    `wish`. By dynamic programming over the groups.
    """
    best: dict[int, tuple[tuple[int, int], list[Sizes]]] = {0: ((0, 0), [])}
    for group in groups:
        fewer = sorted(group)
        each_way = (sizes(len(group), count, allowed, wish) for count in range(tables + 1))
        ways = {len(way): way for way in each_way}
        after: dict[int, tuple[tuple[int, int], list[Sizes]]] = {}
        for taken, ((missed, off), chosen) in best.items():
            for count, way in ways.items():
                if taken + count > tables:
                    continue
                # One game more that is missed: (n + 1)^2 - n^2.
                out = sum(2 * each + 1 for each in fewer[: len(group) - sum(way)])
                found = (missed + out, off + _off(way, wish)), [*chosen, way]
                if taken + count not in after or found[0] < after[taken + count][0]:
                    after[taken + count] = found
        best = after
    return min(best.items(), key=lambda item: (item[1][0], item[0]))[1][1]


def _off(shared: Sequence[int], wish: int) -> int:
    """Say how far sizes are from the one that is wished for."""
    return sum((size - wish) ** 2 for size in shared)


def _even(players: int, tables: int) -> Sizes:
    size, more = divmod(players, tables)
    return (size + 1,) * more + (size,) * (tables - more)
