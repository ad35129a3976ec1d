"""Cards in little light: what the eye reads there, and where it says that it can read nothing."""

import numpy as np
import pytest
from heap import Heap

from vision.types import TOO_DARK

DARK_CLOTH = 331101
"""Seed of a drawn table whose cloth is dark: in a third of the light the picture's mean is 17 levels."""


def laid(light):
    """Lay a card in so much of the light: the heap, and the troubles that it told."""
    heap = Heap(DARK_CLOTH, "us", lambda picture: (picture * np.float32(light)).astype(np.uint8))
    troubles, look = [heap.trouble], heap.look

    def looked(*frames):
        look(*frames)
        troubles.append(heap.trouble)

    heap.look = looked
    heap.lay(0)
    return heap, troubles


@pytest.mark.parametrize("light", [0.35, 0.2])
def test_a_card_upon_a_dark_cloth_is_read_where_its_paper_can_be_seen(light):
    heap, troubles = laid(light)
    assert heap.sure == heap.true and set(troubles) == {None}


def test_where_not_even_paper_can_be_seen_that_is_told():
    heap, _ = laid(0.05)
    assert heap.lying == () and heap.trouble == TOO_DARK
