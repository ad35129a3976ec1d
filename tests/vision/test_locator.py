"""The locator: a picture whose cards are small is looked at part by part, and each card is refined once."""

import numpy as np

from vision.detect.locator import Locator

PICTURE = np.zeros((900, 1200, 3), np.uint8)
CARD = np.float32([[0, 0], [30, 0], [30, 45], [0, 45]])
KNOWN, NEW = CARD + 500, CARD + np.float32([560, 440])
"""One in the middle, which all four parts show, and one beside it that the whole picture did not show."""


class Recorded(Locator):
    """A locator that is told what it sees, and counts what it refines."""

    def __init__(self, tiled=True):
        self.scale, self.tiled, self.refined_quads = 0.3, tiled, []

    def _rough(self, image):
        if image.shape == PICTURE.shape:
            return [(KNOWN, 0.6)], self.scale if self.tiled else 1.0
        # Where a part lies in the picture, its memory tells.
        offset = image.__array_interface__["data"][0] - PICTURE.__array_interface__["data"][0]
        corner = np.float32([offset // 3 % PICTURE.shape[1], offset // 3 // PICTURE.shape[1]])
        return [(each + 1 - corner, 0.7) for each in (KNOWN, NEW)], 0.5

    def refine(self, image, quads):
        self.refined_quads += quads
        return [quad.copy() for quad in quads], np.full(len(quads), 0.9)


def test_what_the_parts_of_a_picture_show_again_is_not_refined_anew():
    locator = Recorded()
    found = locator.find(PICTURE)
    assert len(locator.refined_quads) == 2
    assert np.allclose(found[0].quad, KNOWN) and np.allclose(found[1].quad, NEW + 1)


def test_where_cards_are_large_enough_the_parts_are_not_looked_at():
    locator = Recorded(tiled=False)
    assert len(locator.find(PICTURE)) == len(locator.refined_quads) == 1
