"""Tell a card that was seen before from one that only reads like it: by what the two look like."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from vision.read.enrolled import DISTINCT_EVIDENCE
from vision.read.gallery import Gallery
from vision.read.matching import Planes, Prototype

REPEATED_SHARE = 0.5
"""Share of a picture's cards above which they are those of another one.

Of drawn decks' own suits 0 to 5 in 13 cannot be told from another suit's (2S and 2C with small signs), of
pictures of one suit, taken twice, 11 in 13 at least (eight decks of five kinds, 700 to 1920 pixels wide).
"""


class SeenCards:
    """Cards that were seen before: a name, or a picture's number, and the crops that bear it.

    crops: uint8 (144, 96, 3) BGR, straightened, either way up.
    """

    def __init__(self, crops: Mapping[str, Sequence[np.ndarray]]) -> None:
        prototypes = [Prototype(name, Planes(crop)) for name, each in crops.items() for crop in each]
        self._gallery = Gallery(prototypes) if prototypes else None

    def again(self, crop: np.ndarray) -> str | None:
        """Name the card from which this one cannot be told apart; None where there is none."""
        if self._gallery is None:
            return None
        name, evidence = self._gallery.stands_out(crop)
        return name if evidence < DISTINCT_EVIDENCE else None

    def mostly(self, crops: Sequence[np.ndarray], besides: Collection[str] = ()) -> list[str]:
        """List what most cards of a picture cannot be told from, the most frequent first; empty: they can.

        besides: names that do not count, since these cards are to bear them.
        """
        found = Counter(name for crop in crops if (name := self.again(crop)) and name not in besides)
        if found.total() <= REPEATED_SHARE * len(crops):
            return []
        return [name for name, _ in found.most_common()]


def repeated(pictures: Sequence[Sequence[np.ndarray]]) -> dict[int, int]:
    """Find pictures, each the crops of its cards, that show the cards of an earlier one: which, by number."""
    again: dict[int, int] = {}
    before: dict[str, Sequence[np.ndarray]] = {}
    for k, crops in enumerate(pictures):
        found = SeenCards(before).mostly(crops)
        if found:
            again[k] = int(found[0])
        else:
            before[str(k)] = crops
    return again
