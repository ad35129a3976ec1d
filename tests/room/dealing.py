"""The order of the tests: in which of several processes the longest are begun first."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def dealt(slow: Sequence[T], others: Sequence[T], processes: int) -> list[T]:
    """Let each process begin with its share of the slow ones, which stand together as they stood before.

    xdist's work stealing gives each process a part of the list, all parts equally long, and lets one that is
    done take from another's end: were all the slow ones at the front, the first process would have them all.
    """
    whole, ordered = len(slow) + len(others), list[T]()
    first = taken = 0
    for left in range(processes, 0, -1):
        length = (whole - len(ordered)) // left
        upto = first + min(length, (len(slow) - first) // left)
        room = length - (upto - first)
        ordered += [*slow[first:upto], *others[taken : taken + room]]
        first, taken = upto, taken + room
    return ordered
