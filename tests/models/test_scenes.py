"""Scenes for the locator: cards lie where the truth says, and what the network learns says the same."""

import numpy as np
import pytest

from models.render import decks, scenes
from models.render.other_games import SIZE, face


@pytest.fixture(scope="module")
def draw():
    deck = decks.design(3, "us")
    faces = [decks.face(deck, name) for name in ("9C", "QH", "AS")]
    mask = decks.mask(deck)
    turn = iter(range(10**6))
    return lambda: (faces[next(turn) % 3], mask)


def test_scenes_follow_their_seed_and_have_the_asked_size(draw):
    for size in ((384, 288), (288, 384)):
        one = scenes.scene(np.random.default_rng(4), size, lambda: draw())
        assert one.picture.shape == (size[1], size[0], 3) and one.picture.dtype == np.uint8
        assert len(one.quads) == len(one.visible)


def test_a_card_lies_where_the_scene_says():
    white = np.full((180, 124, 3), 255, np.uint8), np.full((180, 124), 255, np.uint8)
    brighter = []
    for seed in range(30):
        found = scenes.scene(np.random.default_rng(seed), (384, 288), lambda: white)
        gray = found.picture.mean(2)
        for quad, visible in zip(found.quads, found.visible, strict=True):
            x, y = quad.mean(0).round().astype(int)
            if visible > 0.98 and 0 <= x < 384 and 0 <= y < 288:
                brighter.append(gray[y, x] >= np.median(gray) - 8)
    assert len(brighter) > 40 and np.mean(brighter) > 0.85


def test_what_lies_beneath_or_beyond_the_edge_is_less_visible(draw):
    shares = np.concatenate(
        [scenes.scene(np.random.default_rng(s), (384, 288), draw).visible for s in range(25)]
    )
    assert shares.min() >= 0 and shares.max() <= 1.0
    assert (shares < 0.5).any() and (shares > 0.97).any()


def test_margins_show_a_card_about_the_middle_or_none(draw):
    rng = np.random.default_rng(8)
    corners = [scenes.margin(rng, (96, 128), 0.77, draw)[1] for _ in range(60)]
    there = np.array([quad for quad in corners if quad is not None])
    assert 40 < len(there) < 60
    assert np.abs(there.mean(1) - [48, 64]).max() < 40
    assert np.abs(there.mean(0) - np.array([[11, 15], [85, 15], [85, 113], [11, 113]])).max() < 9


def test_cards_of_other_games_differ_and_follow_their_seed():
    one, again, other = (face(np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one.shape == (SIZE[1], SIZE[0], 3)
    assert np.array_equal(one, again) and not np.array_equal(one, other)
