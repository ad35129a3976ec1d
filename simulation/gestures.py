"""What hands do at the table, as steps for the simulated camera: one step a picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from simulation.devices import Step
from simulation.pile import PileTable
from simulation.table import CardTable
from simulation.temperament import CALM

BRIEF: tuple[float, ...] = (0.85,)
"""One picture of a hand on its way: enough to see that something moved."""
BRISK: tuple[float, ...] = (0.45, 0.85)
"""Two pictures of a hand on its way: who comes next sees it still leave."""
SLOW: tuple[float, ...] = (0.0, 0.3, 0.6, 0.85, 1.0)
"""Half a second of a hand on its way, ten pictures a second."""


def together(*steps: Step) -> None:
    """Do several changes before one picture."""
    for step in steps:
        step()


def lay(table: CardTable, card: str, seat: int, way: Sequence[float] = BRIEF) -> list[Step]:
    """Reach in with a card, lay it, and draw the hand back."""
    return [
        *(partial(table.hand_in, seat, card=card, progress=far) for far in way),
        partial(together, partial(table.lay, card, seat), *_leave(table, seat, "spot", way)),
        *_back(table, seat, "spot", way),
    ]


def take_back(table: CardTable, seat: int, way: Sequence[float] = BRIEF) -> list[Step]:
    """Reach for the newest card of the trick and take it away."""
    return [
        *(partial(table.hand_in, seat, progress=far) for far in way),
        partial(together, table.take_back, *_leave(table, seat, "spot", way)),
        *_back(table, seat, "spot", way),
    ]


def turn_up(table: CardTable, card: str, seat: int, way: Sequence[float] = BRIEF) -> list[Step]:
    """Reach for the stock and turn its top card."""
    return [
        *(partial(table.hand_in, seat, at="stock", progress=far) for far in way),
        partial(together, partial(table.turn_up, card), *_leave(table, seat, "stock", way)),
        *_back(table, seat, "stock", way),
    ]


def draw(table: PileTable, card: str, seat: int, way: Sequence[float] = BRIEF) -> list[Step]:
    """Take the top card off the stock, and lay it face up on the pile."""
    return [
        *(partial(table.hand_in, seat, at="stock", progress=far) for far in way),
        partial(together, table.draw, *_leave(table, seat, "stock", way)),
        *_back(table, seat, "stock", way),
        *lay(table, card, seat, way),
    ]


def sweep(table: CardTable, seat: int, way: Sequence[float] = BRIEF) -> list[Step]:
    """Take the trick away and put it onto the winner's pile."""
    return [
        *(partial(table.hand_in, seat, at="trick", progress=far) for far in way),
        partial(together, partial(table.sweep, seat), *_leave(table, seat, "pile", way)),
        *_back(table, seat, "pile", way),
    ]


def new_round(table: CardTable, stock: int, dealer: int, way: Sequence[float] = BRIEF) -> list[Step]:
    """Gather all cards and put the stock down."""
    return [
        *(partial(table.hand_in, dealer, at="stock", progress=far) for far in way),
        partial(together, partial(table.new_round, stock), *_leave(table, dealer, "stock", way)),
        *_back(table, dealer, "stock", way),
    ]


def _leave(table: CardTable, seat: int, at: str, way: Sequence[float]) -> tuple[Step, ...]:
    """Show the hand still there in the picture in which the card appears.

    On a brief way it is gone; at a restless table it draws back by itself, whatever comes next.
    """
    if _draws_back(table, way):
        return (table.hand_out,)
    return (partial(table.hand_in, seat, at=at, progress=way[-1]),)


def _back(table: CardTable, seat: int, at: str, way: Sequence[float]) -> list[Step]:
    if _draws_back(table, way):
        return []
    steps: list[Step] = [partial(table.hand_in, seat, at=at, progress=far) for far in way[-2::-2]]
    return [*steps, table.hand_out]


def _draws_back(table: CardTable, way: Sequence[float]) -> bool:
    return len(way) == 1 or table.temperament is not CALM
