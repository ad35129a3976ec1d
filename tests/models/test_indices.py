"""Card corners: where they are cut out, how they are printed and photographed, and what their labels say."""

import cv2
import numpy as np
import pytest

from models import corners
from models.labels import INDEX_SIZE, RANKS, SUITS
from models.render import corner_crops, decks
from models.render.cards import corners as indices
from models.render.cards import index_print

UPRIGHT = np.array([[100, 80], [260, 80], [260, 313], [100, 313]], np.float32)


def marked():
    """Give a picture of a white card on black whose four corners bear a letter each."""
    picture = np.zeros((400, 360, 3), np.uint8)
    cv2.fillConvexPoly(picture, UPRIGHT.astype(np.int32), (255, 255, 255))
    cv2.putText(picture, "7", (106, 110), 0, 1, (0, 0, 200), 3)
    cv2.putText(picture, "K", (230, 110), 0, 1, (0, 200, 0), 3)
    flipped = np.ascontiguousarray(picture[80:313, 100:260][::-1, ::-1])
    cv2.putText(flipped, "4", (6, 30), 0, 1, (200, 0, 0), 3)
    cv2.putText(flipped, "9", (130, 30), 0, 1, (200, 0, 200), 3)
    picture[80:313, 100:260] = flipped[::-1, ::-1]
    return picture


def ink(patch):
    """Give the colour of the print in a corner: the mean of what is neither black nor white."""
    colored = patch.reshape(-1, 3).astype(int)
    return colored[np.ptp(colored, axis=1) > 120].mean(0).round(-1).tolist()


def test_each_corner_is_cut_out_as_its_index_stands_upright():
    picture = marked()
    found = {corner: corners.cut(picture, UPRIGHT, corner) for corner in corners.USUAL + corners.OTHER}
    assert all(patch.shape == (INDEX_SIZE[1], INDEX_SIZE[0], 3) for patch in found.values())
    red, blue, green, purple = (
        ink(found[corner]) for corner in ("top left", "bottom right", "top right", "bottom left")
    )
    assert red[2] > 150 > red[0] and blue[0] > 150 > blue[2] and green[1] > 150 > green[0]
    assert purple[0] > 150 and purple[2] > 150
    # The margin shows the table, on the side where the card ends.
    assert found["top left"][60, 2].max() < 60 and found["top left"][60, -3].min() > 200
    assert found["top right"][60, -3].max() < 60 and found["top right"][60, 2].min() > 200


def test_a_card_turned_half_round_shows_the_same_corners_exchanged():
    picture = marked()
    turned = np.roll(UPRIGHT, 2, 0)
    one = corners.cut(picture, UPRIGHT, "top left").astype(int)
    other = corners.cut(picture, turned, "bottom right").astype(int)
    assert np.abs(one - other).mean() < 3


@pytest.mark.parametrize("size", [(40, 58), (900, 1300)])
def test_a_corner_is_cut_from_any_size_and_from_the_edge_of_the_picture(size):
    picture = np.random.default_rng(0).integers(0, 255, (500, 500, 3), np.uint8)
    quad = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 20
    for corner in corners.USUAL + corners.OTHER:
        assert corners.cut(picture, quad, corner).shape == (112, 64, 3)


@pytest.mark.parametrize("name", ["10H", "QS", "AC", "7D", "13B", "1Y", "W", "J"])
def test_a_printed_corner_says_where_its_index_stands(name, monkeypatch):
    monkeypatch.setattr(index_print, "APART", 0.0)
    for seed in range(6):
        corner = indices.corner(np.random.default_rng(seed), name)
        bare = indices.corner(np.random.default_rng(seed), name, bare=True)
        assert bare.rank is None and bare.sign is None
        left, top, right, bottom = corner.rank
        assert 0 <= left < right and 0 <= top < bottom <= corner.pixels.shape[0]
        assert (corner.sign is None) == (name in ("W", "J"))
        assert corner.mask.shape == corner.pixels.shape[:2]
        # The rounded corner is cut off on the side of the card's edge.
        assert corner.mask[0, -1 if corner.right else 0] == 0 != corner.mask[0, 0 if corner.right else -1]


def test_some_corners_bear_the_rank_alone_or_the_sign_alone(monkeypatch):
    monkeypatch.setattr(index_print, "APART", 1.0)
    drawn = [indices.corner(np.random.default_rng(seed), "8H") for seed in range(20)]
    boxes = [(one.rank, one.sign) for one in drawn]
    assert all((rank is None) != (sign is None) for rank, sign in boxes)
    assert 4 < sum(rank is None for rank, _ in boxes) < 16


def test_the_same_seed_prints_the_same_corner():
    one, other = (indices.corner(np.random.default_rng(4), "KD") for _ in range(2))
    assert np.array_equal(one.pixels, other.pixels) and one.rank == other.rank


def test_a_covered_index_is_not_to_be_read_and_a_free_one_is(monkeypatch):
    monkeypatch.setattr(index_print, "APART", 0.0)
    rng = np.random.default_rng(5)
    corner = indices.corner(rng, "8H")
    said = [corner_crops.patch(rng, corner, [corner.pixels])[1] for _ in range(120)]
    free = [corner_crops.patch(rng, corner, [corner.pixels], covered=False)[1] for _ in range(60)]
    assert said.count(False) > 4 and said.count(True) > 80
    assert free.count(False) <= 2 and free.count(True) > 45


def test_a_deck_of_two_indices_bears_none_in_its_third_corner():
    pytest.importorskip("torch", reason="the training extra is not installed: pip install '.[train]'")
    from models.training.data import index

    deck = next(
        deck
        for deck in (decks.design(seed, "us", muddle=True) for seed in range(50))
        if not (deck.one_index or deck.pips_only or deck.four_indices or deck.four_on_aces)
    )
    first, third = index.of_deck(deck, "7H")
    assert (RANKS[first.rank], SUITS[first.suit], first.corner.right) == ("7", "H", False)
    assert (third.rank, third.suit) == index.NONE and third.corner.right


def test_batches_of_corners_follow_from_the_seed():
    pytest.importorskip("torch", reason="the training extra is not installed: pip install '.[train]'")
    from models.training.data import index

    one, other = (next(index.batches(3, 24)) for _ in range(2))
    assert one[0].shape == (24, 112, 64, 3) and one[0].dtype == np.uint8
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert set(one[1].tolist()) <= set(range(len(RANKS))) and index.NONE[0] in one[1]
