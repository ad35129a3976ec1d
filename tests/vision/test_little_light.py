"""Cards in little light: what the eye reads there, and where it says that it can read nothing."""

import numpy as np
import pytest
from heap import Heap

from vision.geometry.quads import rectify
from vision.types import TOO_DARK

DARK_CLOTH = 331101
"""Seed of a drawn table whose cloth is dark: in a third of the light the picture's mean is 17 levels."""


WHITE_CLOTH = 331504
"""Seed of a drawn table upon which a white tablecloth is spread, about ten levels darker than the cards."""


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


def test_white_cards_upon_a_white_cloth_are_read_in_a_fifth_of_the_light():
    heap = Heap(WHITE_CLOTH, "us", lambda picture: (picture * np.float32(0.2)).astype(np.uint8))
    grain = np.random.default_rng(WHITE_CLOTH).normal(0, 4, (1000, 1400, 1))
    heap.table.spread(np.clip(np.float32([230, 237, 241]) + grain, 0, 255).astype(np.uint8), (1400, 1000))
    heap.table.new_round(20)
    heap.eye.forget()
    heap.look()
    for seat in range(3):
        heap.lay(seat)
    assert heap.sure == heap.true and not heap.asked


def test_a_dark_cloth_that_was_amplified_until_a_card_came_is_remembered_as_it_is_seen_now():
    heap = Heap(DARK_CLOTH, "amigo")
    heap.table.new_round(0)
    bare = heap.table.render()
    heap.eye.forget()
    heap.look(3)
    assert heap.eye._gain.value > 2
    heap.lay(0)
    (card,) = heap.eye._lying
    assert heap.eye._gain.value == 1 and heap.sure == heap.true
    assert abs(card.before.crop.mean() / rectify(bare, card.quad).mean() - 1) < 0.1
