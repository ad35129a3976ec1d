"""What hands do with throwing sticks, as steps for the simulated camera: one step a picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from simulation.devices import Step
from simulation.gestures import BRIEF, together
from simulation.sticks import StickTable
from simulation.throwing import Fall

FALLING: tuple[float, ...] = (0.1, 0.35, 0.6, 0.85)
"""Less than half a second from the hand to rest, ten pictures a second."""


def throw(table: StickTable, seat: int, fall: Fall, way: Sequence[float] = BRIEF) -> list[Step]:
    """Reach in with the sticks, let them fall, and let them come to rest."""
    brief = len(way) == 1
    return [
        *(partial(table.hand_in, seat, fall=fall, progress=far) for far in way),
        *(partial(table.falling, fall, share) for share in FALLING if not brief),
        partial(together, partial(table.throw, fall), table.hand_out),
    ]


def take_up(
    table: StickTable, seat: int, colors: Sequence[str] | None = None, way: Sequence[float] = BRIEF
) -> list[Step]:
    """Reach for sticks and take them away, by colour; None: all of them."""
    return _with_a_hand(table, seat, partial(table.take_up, colors), "middle", way)


def set_aside(
    table: StickTable, seat: int, colors: Sequence[str], way: Sequence[float] = BRIEF
) -> list[Step]:
    """Put sticks by, where they lie still while the others are thrown."""
    return _with_a_hand(table, seat, partial(table.set_aside, seat, colors), "aside", way)


def _with_a_hand(table: StickTable, seat: int, act: Step, at: str, way: Sequence[float]) -> list[Step]:
    """Let a hand come, something happen beneath it, and the hand go."""
    if len(way) == 1:
        return [
            partial(table.hand_in, seat, at="middle", progress=way[0]),
            partial(together, act, table.hand_out),
        ]
    return [
        *(partial(table.hand_in, seat, progress=far) for far in way),
        partial(together, act, partial(table.hand_in, seat, at=at, progress=way[-1])),
        *(partial(table.hand_in, seat, at=at, progress=far) for far in way[-2::-2]),
        table.hand_out,
    ]
