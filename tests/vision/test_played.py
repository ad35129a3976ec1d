"""What a game showed of its deck teaches it, but for pictures that contradict what else it showed."""

from functools import cache

import cv2
import numpy as np
import pytest

from models.labels import CROP_SIZE
from models.render import decks
from texts import Said
from vision.enrol import played
from vision.errors import BadProfile
from vision.read.enrolled import EnrolledReader

NAMES = ("2H", "3H", "6H", "9H", "2S", "3S", "KS", "W")


@cache
def faces():
    deck = decks.design(200_107, "us")
    return {name: decks.face(deck, name) for name in (*NAMES, "J")}


def shot(name, seed, gain=1.0):
    """Photograph a card as it lies in a trick: a little shifted, blurred, with noise."""
    rng = np.random.default_rng(seed)
    face = cv2.resize(faces()[name], CROP_SIZE, interpolation=cv2.INTER_AREA)
    shift = np.float32([[1, 0, rng.normal(0, 0.7)], [0, 1, rng.normal(0, 0.7)]])
    moved = cv2.warpAffine(face, shift, CROP_SIZE, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    noisy = gain * cv2.GaussianBlur(moved, (0, 0), 0.6) + rng.normal(0, 2, moved.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.fixture
def seen():
    """Every card three times."""
    return {name: [shot(name, 10 * i + k) for k in range(3)] for i, name in enumerate(NAMES)}


def test_cards_that_agree_with_themselves_are_learnt_by_two_pictures_of_each(seen):
    learnt = played.learn(seen, "ours")
    assert set(learnt.profile.names) == set(NAMES) and learnt.left == ()
    assert {len(crops) for _, crops in learnt.profile.cards} == {2}
    read = EnrolledReader(learnt.profile).read(np.stack([shot(name, 99) for name in NAMES]))
    assert [read.names[int(row.argmax())] for row in read.probabilities] == list(NAMES)


def test_one_picture_that_was_entered_wrongly_is_outvoted(seen):
    wrong = shot("3H", 7)
    seen["2H"][1] = wrong
    learnt = played.learn(seen, "ours")
    assert set(learnt.profile.names) == set(NAMES) and learnt.left == ()
    assert not any(np.array_equal(wrong, crop) for crop in learnt.profile.pictures("2H"))


def test_of_two_names_for_one_face_neither_is_learnt_where_nobody_can_say_which_is_right(seen):
    seen["2H"], seen["3H"] = [shot("3H", 7)], [shot("3H", 8)]
    learnt = played.learn(seen, "ours")
    assert {"2H", "3H"}.isdisjoint(learnt.profile.names)
    assert [str(said) for said in learnt.left] == [
        "2H was not learnt: its picture looks like 3H: one of the two was entered wrongly.",
        "3H was not learnt: its picture looks like 2H: one of the two was entered wrongly.",
    ]
    assert all(isinstance(said, Said) for said in learnt.left)


def test_a_card_whose_pictures_show_different_cards_is_not_learnt(seen):
    seen["2H"] = [shot("2H", 1), shot("J", 2)]
    learnt = played.learn(seen, "ours")
    assert "2H" not in learnt.profile.names and "show different cards" in learnt.left[0]


def test_a_picture_that_is_too_dark_is_no_model_and_says_so(seen):
    seen["KS"] = [shot("KS", 1, gain=0.1)]
    learnt = played.learn(seen, "ours")
    assert "KS" not in learnt.profile.names
    assert str(learnt.left[0]) == ("KS was not learnt: the card is too dark; take the picture in more light.")


def test_a_wizard_of_another_face_is_kept_beside_the_first(seen):
    other = [shot("J", k) for k in range(2)]
    seen["W"] = [*seen["W"], *other]
    kept = played.learn(seen, "ours").profile.pictures("W")
    assert sum(any(np.array_equal(crop, each) for each in other) for crop in kept) >= 1
    assert sum(any(np.array_equal(crop, each) for each in seen["W"][:3]) for crop in kept) >= 1


def test_a_game_without_pictures_teaches_nothing():
    assert played.learn({}, "ours").profile.names == ()
    with pytest.raises(BadProfile):
        played.learn({}, "us")
