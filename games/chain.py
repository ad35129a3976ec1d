"""Hold a sequence that only grows, and share what came before between all its versions: a persistent list.

A game keeps the state before every event. Were the finished turns a tuple, each state would hold its own
one, and all of them together would grow with the square of the game's length.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Self, TypeVar, overload

Item = TypeVar("Item")


class Chain(Sequence[Item], Generic[Item]):
    """An immutable sequence that compares as a tuple does.

    `grown` and the newest item cost the same however long it is; to go through it costs its length, and an
    item far from the end as much as the way there.
    """

    __slots__ = ("_before", "_item", "_length")

    _before: "Chain[Item]"
    _item: Item
    _length: int

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._length = 0
        chain: Chain[Item] | None = None
        for item in items:
            # The bottom is another empty one: were it this one, it would hold itself.
            chain = (type(self)() if chain is None else chain).grown(item)
        if chain is not None:
            self._before, self._item, self._length = chain._before, chain._item, chain._length

    def grown(self, item: Item) -> Self:
        """Give the sequence with one more item at its end."""
        after = type(self)()
        after._before, after._item, after._length = self, item, self._length + 1
        return after

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[Item]:
        chain = self
        while chain._length:
            yield chain._item
            chain = chain._before

    def __iter__(self) -> Iterator[Item]:
        return reversed([*reversed(self)])

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...

    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        place = index + self._length if index < 0 else index
        if not 0 <= place < self._length:
            raise IndexError(f"there is no item {index} among {self._length}")
        chain = self
        while chain._length > place + 1:
            chain = chain._before
        return chain._item

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chain | tuple):
            return NotImplemented
        return self is other or (len(self) == len(other) and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        # Link by link it would go as deep as it is long.
        return type(self), (tuple(self),)


EMPTY: Chain[Any] = Chain()
