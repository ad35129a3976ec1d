"""What the corner locator learns: a place for each index in view, and from there the whole card."""

import numpy as np
import pytest

from models.labels import INDEX_MIDDLE, STRIDE, UNIT
from models.render.scenes import Scene
from models.training.data import corners

UPPER = np.float32([[60, 40], [124, 40], [124, 136], [60, 136]])
LOWER = UPPER + np.float32([44, 40])


@pytest.fixture
def heap():
    """Give two cards of 64 by 96 pixels, the first upon the second's top left corner."""
    owner = np.full((224, 256), -1, np.int32)
    for i, quad in ((1, LOWER), (0, UPPER)):
        (left, top), (right, bottom) = quad.min(0).astype(int), quad.max(0).astype(int)
        owner[top:bottom, left:right] = i
    picture = np.zeros((224, 256, 3), np.uint8)
    return Scene(picture, np.stack([UPPER, LOWER]), np.array([1.0, 0.6]), owner)


def cell(quad, corner):
    """Give the cell, (y, x), of the index at a quad's corner."""
    along, down = quad[1] - quad[0], quad[3] - quad[0]
    a, b = INDEX_MIDDLE
    u, v = {0: (a, b), 1: (1 - a, b), 2: (1 - a, 1 - b), 3: (a, 1 - b)}[corner]
    return tuple(np.round((quad[0] + u * along + v * down)[::-1] / STRIDE - 0.5).astype(int))


def test_each_corner_in_view_is_to_be_found_and_none_that_is_covered(heap):
    heat, _, _ = corners.maps(heap)
    assert [heat[cell(UPPER, k)] for k in range(4)] == [1.0] * 4
    assert heat[cell(LOWER, 0)] < 0.9
    assert [heat[cell(LOWER, k)] for k in (1, 2, 3)] == [1.0] * 3
    assert (heat == 1.0).sum() == 7


def test_a_corner_tells_where_the_whole_card_lies(heap):
    _, box, weight = corners.maps(heap)
    for quad, k in ((UPPER, 0), (UPPER, 3), (LOWER, 2)):
        y, x = cell(quad, k)
        assert weight[y, x] > 0.5
        corner = (np.array([x, y]) + 0.5 + box[:2, y, x]) * STRIDE
        short, long = box[2:4, y, x] * UNIT, box[4:, y, x] * UNIT
        told = np.array([corner, corner + short, corner + short + long, corner + long])
        assert np.abs(np.sort(told, 0) - np.sort(quad, 0)).max() < 1e-3


def test_what_lies_beyond_the_picture_s_edge_is_not_asked_for(heap):
    beyond = heap.quads - np.float32([90, 0])
    owner = np.full_like(heap.owner, -1)
    owner[40:136, :34] = 0
    cut = Scene(heap.picture, beyond[:1], np.array([0.5]), owner)
    heat, _, _ = corners.maps(cut)
    assert (heat == 1.0).sum() == 2


def test_batches_follow_their_seed(tmp_path):
    from models.training.data.faces import load_decks

    drawn = load_decks(tmp_path, held_out=False, count=1)
    one, other = (next(corners.batches(drawn, 3, 2)) for _ in range(2))
    assert all((a == b).all() for a, b in zip(one, other, strict=True))
    assert one[0].dtype == np.uint8 and (one[1].max((1, 2)) >= 0).all()
