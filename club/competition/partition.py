"""Share a few players out over tables at least cost: a set partitioning, solved exactly by HiGHS.

Each possible table is a column, each player a row that is covered once, each size a row that says how many
tables have it (Balas and Padberg, Set Partitioning, SIAM Review 18, 1976). Its relaxation is tight, so a
handful of tables takes some hundredths of a second.
"""

import os
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import highspy
import numpy as np
from numpy.typing import NDArray

NODES = 200
"""Nodes of the branching after which the best that was found is taken: a bound that is no clock's."""
HALF = 0.5
STDOUT = 1

Costs = NDArray[np.float64]
"""What it costs that two meet: float64 (players, players), symmetric, 0 on the diagonal."""


def cheapest(
    costs: Costs, sizes: Sequence[int], seconds: float | None = None
) -> list[tuple[int, ...]] | None:
    """Share out players 0 to n - 1 over tables of these sizes; None where no solution was found in time."""
    _greeted()
    count = len(costs)
    kinds = Counter(sizes)
    columns = [np.array(list(combinations(range(count), size)), np.int32) for size in kinds]
    price = np.concatenate([_price(costs, some) for some in columns])
    model = _model(columns, price, count, kinds)
    # HiGHS is typed, but for its making.
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("random_seed", 0)
    solver.setOptionValue("mip_max_nodes", NODES)
    # There is nothing to reduce in columns that all differ; to look for it takes three quarters of the time.
    solver.setOptionValue("presolve", "off")
    if seconds is not None:
        solver.setOptionValue("time_limit", max(0.0, seconds))
    solver.passModel(model)
    solver.run()
    taken = np.flatnonzero(np.asarray(solver.getSolution().col_value) > HALF)
    tables = [tuple(map(int, row)) for some in columns for row in some]
    found = [tables[at] for at in taken]
    return found if sorted(each for table in found for each in table) == list(range(count)) else None


@cache
def _greeted() -> None:
    """Let HiGHS say its name where nobody reads it: a process's first solver does, whatever its options."""
    try:
        kept = os.dup(STDOUT)
    except OSError:
        # Nothing can be said there at all.
        return
    sys.stdout.flush()
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), STDOUT)
        try:
            highspy.Highs()  # type: ignore[no-untyped-call]
        finally:
            os.dup2(kept, STDOUT)
            os.close(kept)


def _price(costs: Costs, tables: NDArray[np.int32]) -> Costs:
    pairs = combinations(range(tables.shape[1]), 2)
    price: Costs = sum((costs[tables[:, a], tables[:, b]] for a, b in pairs), np.zeros(len(tables)))
    return price


def _model(
    columns: Sequence[NDArray[np.int32]], price: Costs, players: int, kinds: Counter[int]
) -> highspy.HighsLp:
    """Write the columns down, each by the players whom it seats and by its size."""
    sized = [
        np.column_stack([some, np.full(len(some), players + at, np.int32)]) for at, some in enumerate(columns)
    ]
    lengths = np.concatenate([np.full(len(some), some.shape[1]) for some in sized])
    many = len(price)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = many, players + len(kinds)
    model.col_cost_ = price
    model.col_lower_, model.col_upper_ = np.zeros(many), np.ones(many)
    bounds = np.array([1] * players + list(kinds.values()), np.float64)
    model.row_lower_, model.row_upper_ = bounds, bounds
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = np.concatenate([[0], np.cumsum(lengths)])
    model.a_matrix_.index_ = np.concatenate([some.ravel() for some in sized])
    model.a_matrix_.value_ = np.ones(int(lengths.sum()))
    model.integrality_ = [highspy.HighsVarType.kInteger] * many
    return model
