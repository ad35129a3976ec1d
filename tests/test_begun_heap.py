"""A heap that begins as a copy goes on as one that was laid anew, whatever was done to another copy."""

import numpy as np
import pytest
from heap import Heap, begun

TABLE = 300108, "us"


def told(heap):
    """Exchange the card; tell what the eye sees, what lies there, the picture of it and the next card."""
    heap.exchange(8)
    seen = [(item.id, item.reading.card, np.asarray(item.reading.corners).tolist()) for item in heap.lying]
    return seen, heap.true, heap.table.render().tobytes(), heap.deck[-1]


@pytest.mark.parametrize("card", [None, "W"])
def test_whatever_was_done_to_another_it_goes_on_as_one_that_was_laid_anew(card):
    anew = Heap(*TABLE)
    anew.lay(0, card=card)
    assert told(begun(*TABLE, card)) == told(begun(*TABLE, card)) == told(anew)
