"""Non-maximum suppression: of several finds of one thing the best is kept."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Find = TypeVar("Find")


def suppress(
    best_first: Iterable[Find],
    doubles: Callable[[Find, Find], bool],
    admits: Callable[[Find, Sequence[Find]], bool] = lambda find, kept: True,
) -> list[Find]:
    """Keep each find that doubles none of those kept before it: greedy non-maximum suppression.

    After Neubeck and Van Gool, Efficient non-maximum suppression (2006), for whatever makes two finds one:
    `doubles(find, kept)` says it, by intersection over union mostly. `admits(find, all_kept)` may ask more of
    a find than that, such as to explain what those before it leave.
    """
    kept: list[Find] = []
    for find in best_first:
        if admits(find, kept) and not any(doubles(find, other) for other in kept):
            kept.append(find)
    return kept
