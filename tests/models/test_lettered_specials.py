"""Wizards and Jesters with an index as courts have: a letter without a suit's sign."""

import cv2
import numpy as np
import pytest

from models.labels import split
from models.render import decks
from models.render.cards import corners as indices
from models.render.cards import emblems, index_print, lettered_specials, pips
from models.render.cards.canvas import Canvas
from models.training.data import index

WHITE = (255, 255, 255)


def lettered(edition="us", count=6, **wanted):
    """Give some decks to learn from whose specials bear letters."""
    found = (decks.design(seed, edition, muddle=True) for seed in range(300_000, 302_000))
    fitting = (
        d for d in found if d.lettered and all(getattr(d, key) == value for key, value in wanted.items())
    )
    return [next(fitting) for _ in range(count)]


def shape(pixels):
    """Give what is printed on white as a mask that fills 48 x 48 pixels: bool."""
    ink = (pixels.min(2) < 200).astype(np.uint8)
    x, y, wide, high = cv2.boundingRect(ink)
    return cv2.resize(ink[y : y + high, x : x + wide] * 255, (48, 48), interpolation=cv2.INTER_AREA) > 127


@pytest.mark.parametrize(("edition", "share"), [("us", 0.6), ("amigo", 0.2)])
def test_many_decks_to_learn_from_have_lettered_specials_and_decks_to_play_with_none(edition, share):
    learnt = [decks.design(seed, edition, muddle=True).lettered for seed in range(200)]
    assert abs(np.mean(learnt) - share) < 0.1
    assert not any(decks.design(seed, edition).lettered for seed in range(20))


@pytest.mark.parametrize("signs", [emblems.WIZARDS, emblems.JESTERS])
def test_no_persons_sign_is_a_suits(signs):
    rng = np.random.default_rng(4)
    suits = [pips.sign(suit, tuple(rng.uniform(0, 1, 4))) for suit in "SHDC" for _ in range(8)]
    suits = [cv2.resize(mask, (48, 48), interpolation=cv2.INTER_AREA) > 127 for mask in suits]
    for draw in signs:
        for _ in range(6):
            canvas = Canvas((40, 40), 4, WHITE)
            draw(emblems.Pen(canvas, np.array([20, 20]), 14.0), rng, (0, 0, 0), (90, 90, 90))
            drawn = shape(canvas.pixels)
            for suit in suits:
                assert (drawn & suit).sum() / (drawn | suit).sum() < 0.85


def test_the_index_stands_in_two_corners_either_way_up(monkeypatch):
    monkeypatch.setattr(lettered_specials, "BODIES", {"nothing": 1.0})
    for deck in lettered(one_index=False):
        for name in ("W", "J"):
            canvas = Canvas(deck.size_mm, 4, WHITE)
            lettered_specials._indices(
                canvas, deck, np.random.default_rng(1), name, ((0, 0, 0), None), 7, "jester"
            )
            assert (canvas.pixels < 100).any()
            assert np.array_equal(canvas.pixels, canvas.pixels[::-1, ::-1])
    deck = lettered(count=1, one_index=True)[0]
    canvas = Canvas(deck.size_mm, 4, WHITE)
    lettered_specials._indices(canvas, deck, np.random.default_rng(1), "J", ((0, 0, 0), None), 7, "jester")
    high, wide = canvas.pixels.shape[:2]
    assert (canvas.pixels[: high // 2, : wide // 2] < 100).any()
    assert (canvas.pixels[high // 2 :] == 255).all()


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_a_lettered_wizard_and_jester_differ_and_follow_the_seed(edition):
    for deck in lettered(edition):
        one, other = (decks.face(deck, name, 120) for name in ("W", "J"))
        assert np.array_equal(one, decks.face(deck, "W", 120)) and not np.array_equal(one, other)


def test_a_titled_look_is_left_aside_where_the_letters_stand_in_the_corners():
    found = (decks.design(seed, "us", muddle=True) for seed in range(300_000, 302_000))
    deck = next(d for d in found if d.lettered and d.variant is not None and d.variant.titled)
    parts = index.of_deck(deck, "J")
    assert parts and (parts[0].rank, parts[0].suit) == split("J")


def test_corners_of_jesters_say_j_and_some_bear_a_sign(monkeypatch):
    said = set()
    monkeypatch.setattr(
        index_print, "text_mask", lambda text, *rest: said.add(text) or np.full((9, 9), 255, np.uint8)
    )
    monkeypatch.setattr(index_print, "PENNED", 0.0)
    signs = []
    monkeypatch.setattr(index_print.emblems, "emblem", lambda *args: signs.append(args[-1]))
    for seed in range(80):
        indices.corner(np.random.default_rng(seed), "J")
    assert {"J", "N"} <= said and 5 < len(signs) < 60 and "jester" in signs
