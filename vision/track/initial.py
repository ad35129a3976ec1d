"""What lies on a table when it is first seen: cards in no known order, taken once they are known to lie."""

from collections.abc import Sequence

import numpy as np

from vision import photograph
from vision.detect import verification
from vision.geometry.quads import area, from_corners, iou, plausible, sides
from vision.motion.static_scene import PLACE_REST_MS, StaticScene
from vision.read.reader import CardReader
from vision.track import tentative
from vision.track.tentative import Tentative
from vision.types import Reading

OTHER_SIZE = 2.0
"""How many times as large as another card one may look from the side, at the same table."""


class InitialCards:
    """The cards of the first picture: what is clear counts in the next, the rest in a moment.

    One picture does not tell what lies from what somebody holds: it counts once it has not moved since.
    """

    def __init__(self, reader: CardReader) -> None:
        self._reader = reader
        self._found: tuple[Reading, ...] = ()
        self._until_again = 0

    @property
    def pending(self) -> bool:
        """Tell whether cards were read that have not been told yet."""
        return bool(self._found)

    def look(self, picture: np.ndarray) -> bool:
        """Read the first picture, uint8 (H, W, 3) BGR; tell whether anything is there."""
        self._found = tuple(photograph.read_cards(picture, self._reader, strangers=False))
        return self.pending

    def take(self, scene: StaticScene) -> list[Reading]:
        """Give those that are clear and have rested since; the others are looked at again in a moment."""
        found, self._found = self._found, ()
        lie = [reading for reading in found if not reading.asks and _rests(scene, reading, PLACE_REST_MS)]
        if len(lie) < len(found):
            self._until_again = tentative.SETTLES_MS
        return lie

    def read_again(
        self,
        scene: StaticScene,
        lying: Sequence[np.ndarray],
        reference: np.ndarray,
        waiting: tentative.Waiting,
        restless: tentative.Waiting,
    ) -> list[Reading]:
        """Give what was unclear or moved at the start and has rested since, once that moment is over.

        What is clear and does not rest yet, a hand may hold: it waits until it does. What is unclear may be
        that hand, or a card beneath it: it is sought by its corners then.

        lying: quads of the cards that lie there, float32 (4, 2) pixels each; reference: the small picture of
        the table as it was last understood, uint8 (h, w, 3); waiting, restless: where the former and the
        latter wait.
        """
        if not self._until_again:
            return []
        self._until_again = max(0, self._until_again - scene.passed)
        if self._until_again:
            return []
        usual = float(np.median([area(quad) for quad in lying])) if lying else None
        scale = scene.picture.shape[1] / reference.shape[1]
        lie = []
        readings = photograph.read_cards(scene.picture, self._reader, strangers=False)
        quads = [from_corners(reading.corners) for reading in readings]
        for k, (reading, quad) in enumerate(zip(readings, quads, strict=True)):
            known = any(iou(each, quad) > tentative.SAME_FIND_IOU for each in lying)
            # A light square of the cloth, say, is none: cards beside it are larger, or its sides are equal.
            alike = plausible(quad) if usual is None else 1 / OTHER_SIZE < area(quad) / usual < OTHER_SIZE
            # Nobody is asked about what is too small to be read: a flower, if nothing larger is there.
            readable = sides(quad).short >= photograph.READABLE_CARD_PX
            if known or (reading.asks and not (alike and readable)):
                continue
            if _rests(scene, reading, tentative.SETTLES_MS):
                others = [*lying, *quads[:k], *quads[k + 1 :]]
                if not (reading.asks and verification.is_unlikely(scene.picture, quad, None, others)):
                    lie.append(reading)
            elif reading.asks:
                restless.hold(scene, Tentative(quad, reference, scale, beneath=True))
            else:
                before = tentative.bared(reference, quad / scale)
                waiting.hold(scene, Tentative(quad, before, scale, held=True))
        return lie


def _rests(scene: StaticScene, reading: Reading, milliseconds: int) -> bool:
    return tentative.rests(scene, from_corners(reading.corners), milliseconds)
