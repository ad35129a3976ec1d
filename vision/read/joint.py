"""Cards of one deck judged together: what one of them is, the others are not."""

from collections.abc import Iterator, Sequence

import numpy as np

from games.cards import copies
from vision.read.decide import NEVER_GONE

BLIND = 0.002
"""Share of a reading that may be any card at all, however certain it looks.

The reader was wrong in about one of eight hundred drawn cards that it was sure of. It lets two certain
readings of one card throw doubt on both.
"""

CLAIM = 1e-3
"""Probability from which a card claims a name for itself."""

MOST_WAYS = 10_000
"""Ways to share out the names that are gone through; faint claims are let go until there are no more."""


def marginals(names: Sequence[str], rows: np.ndarray) -> np.ndarray:
    """Give each card's probabilities given that the deck holds a number card once and a special four times.

    names: the K names of a reading; rows: float (N, K), what the reader gave N different cards, each row with
    a sum of at most one. Returns float64 (N, K) of the same kind. A row without a rival stays as it is.
    """
    rows = np.asarray(rows, np.float64)
    doubted = (1 - BLIND) * rows + BLIND / len(names)
    out = rows.copy()
    # Doubt in favour of any card at all matters only where two claim one name.
    for group, columns in _rivals(names, doubted):
        out[group] = _shared_out(names, doubted[group], columns)
    return out


def _rivals(names: Sequence[str], rows: np.ndarray) -> Iterator[tuple[list[int], list[list[int]]]]:
    """Part the cards into groups that claim the same names; give the columns that each card contests."""
    limits = np.array([np.inf if name in NEVER_GONE else copies(name) for name in names])
    claims = rows >= CLAIM
    claims &= claims.sum(0) > limits
    waiting = [i for i in range(len(rows)) if claims[i].any()]
    while waiting:
        group = [waiting.pop(0)]
        for i in group:
            near = [j for j in waiting if (claims[i] & claims[j]).any()]
            group += near
            waiting = [j for j in waiting if j not in near]
        yield group, _few(rows[group], claims[group])


def _few(rows: np.ndarray, claims: np.ndarray) -> list[list[int]]:
    """Let the faintest claims go until the ways to share out are few enough to be counted."""
    columns = [[int(k) for k in np.flatnonzero(claim)] for claim in claims]
    ways = float(np.sum(np.log1p([len(each) for each in columns])))
    for _, i, k in sorted((rows[i, k], i, k) for i, each in enumerate(columns) for k in each):
        if ways <= np.log(MOST_WAYS):
            break
        ways += float(np.log(len(columns[i]) / (len(columns[i]) + 1)))
        columns[i].remove(k)
    return columns


def _shared_out(names: Sequence[str], rows: np.ndarray, columns: list[list[int]]) -> np.ndarray:
    """Weigh every way to share out the contested names of a group; whatever else a card is, is free."""
    weights = np.zeros((len(rows), len(names)))
    free = np.array([1 - row[each].sum() for row, each in zip(rows, columns, strict=True)])
    kept_free = np.zeros(len(rows))
    chosen: list[int | None] = []

    def follow(weight: float, taken: dict[int, int]) -> None:
        if len(chosen) == len(rows):
            for i, k in enumerate(chosen):
                if k is None:
                    kept_free[i] += weight
                else:
                    weights[i, k] += weight
            return
        i = len(chosen)
        for k in (None, *columns[i]):
            if k is not None and taken.get(k, 0) >= copies(names[k]):
                continue
            chosen.append(k)
            share = free[i] if k is None else rows[i, k]
            follow(weight * share, taken if k is None else {**taken, k: taken.get(k, 0) + 1})
            chosen.pop()

    follow(1.0, {})
    total = kept_free + weights.sum(1)
    for i, each in enumerate(columns):
        others = np.ones(len(names), bool)
        others[each] = False
        weights[i, others] = rows[i, others] * kept_free[i] / free[i]
    return weights / total[:, None]
