"""Drawn decks and crops: the same from the same seed, different from another."""

import numpy as np
import pytest

from games import cards
from games.errors import Unreadable
from models import labels
from models.render import crops, decks, other_games
from models.render.cards import pen, pips
from models.render.tables import cloths, distractors, surfaces


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


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_most_decks_to_learn_from_have_a_look_of_their_own_and_decks_to_play_with_none(edition):
    learnt = [decks.design(seed, edition, muddle=True).variant for seed in range(60)]
    assert 30 < sum(look is not None for look in learnt) < 54
    assert len({look.court for look in learnt if look}) > 4
    assert all(decks.design(seed, edition).variant is None for seed in range(20))


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_cards_of_a_deck_with_a_look_of_its_own_all_differ(edition):
    seeds = [s for s in range(300_000, 300_040) if decks.design(s, edition, muddle=True).variant]
    for seed in seeds[:6]:
        deck = decks.design(seed, edition, muddle=True)
        faces = [decks.face(deck, name, 120) for name in (*cards.names(edition), "back")]
        assert {face.shape[0] for face in faces} == {120}
        assert len({face.tobytes() for face in faces}) == len(faces)


def test_a_framed_deck_has_a_line_about_its_pips():
    seed = next(
        s for s in range(300_000, 301_000)
        if (look := decks.design(s, "us", muddle=True).variant) and look.panel and look.panel[0] > 12
        and look.body == "pips" and look.panel_tint is None and not look.double
    )  # fmt: skip
    deck = decks.design(seed, "us", muddle=True)
    face = decks.face(deck, "2H").astype(int)
    row = face[face.shape[0] // 2, : face.shape[1] // 2]
    line = np.abs(row - deck.paper).max(1) > 25
    at = deck.variant.panel[0] / deck.size_mm[0] * face.shape[1]
    assert np.abs(np.nonzero(line)[0] - at).min() < 3


@pytest.mark.parametrize("suit", "SC")
def test_signs_of_any_build_fill_their_square_and_hollow_ones_have_less_ink(suit):
    rng = np.random.default_rng(2)
    for _ in range(12):
        mask = pips.sign(suit, tuple(rng.uniform(0, 1, 8)))
        assert np.nonzero(mask.max(1))[0][-1] >= pips.SIGN_PX - 4
        outline = pips.hollow(mask, 0.06)
        assert 0 < outline.mean() < 0.7 * mask.mean()


@pytest.mark.parametrize("draw", [cloths.cloth, distractors.thing])
def test_what_is_no_card_has_the_asked_size_and_follows_the_seed(draw):
    patches = [draw(np.random.default_rng(seed), (90, 61)) for seed in range(40)]
    assert all(patch.shape == (90, 61, 3) and patch.dtype == np.uint8 for patch in patches)
    assert np.array_equal(patches[7], draw(np.random.default_rng(7), (90, 61)))
    assert len({patch.tobytes() for patch in patches}) == 40


def test_bare_table_is_a_crop_for_the_reader():
    assert crops.bare(np.random.default_rng(3)).shape == (*labels.CROP_SIZE[::-1], 3)


def test_cards_of_other_games_are_drawn_in_all_their_kinds():
    rng = np.random.default_rng(5)
    assert len({other_games.face(rng).tobytes() for _ in range(50)}) == 50


def test_a_pen_draws_every_index_letter_apart_from_the_others_and_no_other_letter():
    hand = (0.3, 0.5, 0.8, 0.2)
    letters = [*"23456789JQKAVBDHRWZN", "10", "11", "12", "13", "1"]
    masks = {letter: pen.stroked(letter, hand) for letter in letters}
    assert all(mask.any(0).all() or len(letter) > 1 for letter, mask in masks.items())
    assert len({mask.tobytes() for mask in masks.values()}) == len(letters)
    assert masks["10"].shape[1] > masks["1"].shape[1]
    with pytest.raises(KeyError):
        pen.stroked("X", hand)
