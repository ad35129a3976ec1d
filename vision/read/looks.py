"""One candidate place of a card in a picture, and what the reader makes of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.geometry.quads import rectify
from vision.read.decide import SURE
from vision.read.reader import CardReader

LITTLE = 0.15
"""Probability of a name that a candidate needs to be asked about."""

LITTLE_OUTLINED = 0.5
"""The same for what is only an outline: on most tables more lies than cards."""

NO_CARD = 0.5
"""Share of ``none`` above which a candidate is no card at all and is not even asked about."""


def _nothing() -> np.ndarray:
    return np.empty(0, np.float32)


@dataclass(frozen=True, eq=False)
class Look:
    """One candidate as it was read; its crop and its row are empty as long as it was not.

    sure: how sure the locator is of a card there, 0 for an outline; seen: the heat of each corner in view, or
    None for what was not found by its corners; indexed: whether its row is what its index alone says, None
    where none was looked for.
    """

    quad: np.ndarray
    crop: np.ndarray = field(default_factory=_nothing)
    row: np.ndarray = field(default_factory=_nothing)
    sure: float = 0.0
    seen: np.ndarray | None = None
    indexed: bool | None = None

    @property
    def is_read(self) -> bool:
        """Tell whether its row is known."""
        return bool(self.row.size)

    @property
    def located(self) -> bool:
        """Tell whether a network found a card there."""
        return self.sure > 0 or self.seen is not None

    @property
    def in_view(self) -> np.ndarray:
        """Tell which corners are in view, bool (4,): none of what was not found by its corners."""
        return np.zeros(4, bool) if self.seen is None else self.seen > 0

    @property
    def corners(self) -> int:
        """Count the corners in view: 0 for what was not found by its corners."""
        return int(np.count_nonzero(self.in_view))


def look_at(
    image: np.ndarray, reader: CardReader, quads: list[np.ndarray], sure: Sequence[float] = ()
) -> list[Look]:
    """Read what lies at each of these quads of a picture, uint8 (H, W, 3) BGR; sure: as Look has it."""
    if not quads:
        return []
    crops = np.array([rectify(image, quad) for quad in quads], np.uint8)
    rows = reader.read(crops).probabilities
    return list(map(Look, quads, crops, rows, sure or [0.0] * len(quads)))


def read_rest(image: np.ndarray, reader: CardReader, looks: Sequence[Look]) -> list[Look]:
    """Cut out what was not cut out of a picture, uint8 (H, W, 3) BGR, and read what was not read yet."""
    out = [look if look.crop.size else replace(look, crop=rectify(image, look.quad)) for look in looks]
    waiting = [i for i, look in enumerate(out) if not look.is_read]
    if waiting:
        rows = reader.read(np.stack([out[i].crop for i in waiting])).probabilities
        for i, row in zip(waiting, rows, strict=True):
            out[i] = replace(out[i], row=row)
    return out


def is_clear(look: Look, names: tuple[str, ...]) -> bool:
    """Tell whether the reader is certain of a card there."""
    return bool(look.row.max() >= SURE and names[int(np.argmax(look.row))] != "none")
