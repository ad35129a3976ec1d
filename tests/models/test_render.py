"""Drawn decks and crops: the same from the same seed, different from another."""

import numpy as np
import pytest

from games import cards
from games.errors import Unreadable
from models import labels
from models.render import crops, decks, pips, surfaces


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_every_card_of_a_deck_can_be_drawn_and_no_two_look_alike(edition):
    deck = decks.design(3, edition)
    faces = {name: decks.face(deck, name) for name in (*cards.names(edition), "back")}
    shapes = {face.shape for face in faces.values()}
    assert len(shapes) == 1 and shapes.pop()[0] == decks.FACE_PX
    assert decks.mask(deck).shape == faces["W"].shape[:2]
    assert len({face.tobytes() for face in faces.values()}) == len(faces) == 55


def test_a_deck_is_the_same_from_the_same_seed_and_another_from_another():
    assert np.array_equal(decks.face(decks.design(5, "us"), "KH"), decks.face(decks.design(5, "us"), "KH"))
    assert decks.design(5, "us") != decks.design(6, "us")


def test_a_card_of_the_other_edition_cannot_be_drawn():
    with pytest.raises(Unreadable):
        decks.face(decks.design(1, "amigo"), "KH")


@pytest.mark.parametrize("suit", "SHDC")
def test_signs_fill_their_square_and_an_unknown_suit_has_none(suit):
    mask = pips.sign(suit, (0.5, 0.5, 0.5, 0.5))
    rows, columns = np.nonzero(mask.max(1))[0], np.nonzero(mask.max(0))[0]
    assert rows[0] <= 3 and rows[-1] >= pips.SIGN_PX - 4
    assert np.ptp(columns) > 0.6 * pips.SIGN_PX
    with pytest.raises(ValueError, match="no sign"):
        pips.sign("X", (0.5,) * 4)


def test_crops_have_the_readers_size_and_follow_the_seed():
    deck = decks.design(1, "us")
    face, mask = decks.face(deck, "9C"), decks.mask(deck)
    wanted = (labels.CROP_SIZE[1], labels.CROP_SIZE[0], 3)
    for draw in (
        lambda rng: crops.crop(rng, face, mask, [face]),
        lambda rng: crops.misplaced(rng, face, mask, [face]),
    ):
        first, again, other = (draw(np.random.default_rng(seed)) for seed in (1, 1, 2))
        assert first.shape == wanted and first.dtype == np.uint8
        assert np.array_equal(first, again) and not np.array_equal(first, other)


def test_table_tops_have_the_asked_size():
    for seed in range(12):
        assert surfaces.surface(np.random.default_rng(seed), (90, 61)).shape == (90, 61, 3)


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_every_name_has_labels_of_its_own(edition):
    names, pairs = labels.table(edition)
    assert len(names) == 56 and len(set(pairs)) == 56
