"""The simulated table for Probe: drawn cards of many designs, drawn from a stock and laid on one pile."""

import cv2
import numpy as np
import pytest

from games.errors import Unreadable
from games.probe.activity import CARDS
from simulation import gestures
from simulation.activity import BACK, design, words_on
from simulation.pile import PileTable

SIZE = (960, 540)


@pytest.fixture
def table():
    made = PileTable(3, 4, SIZE, noise=0.0)
    made.new_round(36)
    return made


def test_every_card_of_a_deck_is_drawn_and_looks_like_no_other():
    for seed in range(8):
        deck = design(seed)
        faces = {name: deck.face(name) for name in (*CARDS, BACK)}
        assert {face.shape[:2] for face in faces.values()} == {deck.mask().shape}
        for name, face in faces.items():
            others = [other for each, other in faces.items() if each != name]
            assert all((cv2.absdiff(face, other) > 60).any() for other in others), (seed, name)


def test_designs_differ_and_come_again_from_their_seed():
    drawn = [design(seed) for seed in range(30)]
    assert len({(each.kind, each.voice, each.paper) for each in drawn}) > 25
    assert np.array_equal(design(5).face("x4"), drawn[5].face("x4"))


def test_the_number_on_a_card_is_the_number_of_its_name():
    for seed in range(6):
        heading, lines = words_on(design(seed), "-10")
        assert "10" in " ".join((heading, *lines))


def test_a_card_that_no_deck_has_is_refused():
    with pytest.raises(Unreadable, match="activity card"):
        design(1).face("x7")


def test_the_newest_card_lies_on_top_where_its_corners_say(table):
    for card, seat in (("x5", 0), ("left", 2)):
        for step in gestures.draw(table, card, seat):
            step()
    (lying,) = table.lying
    assert (lying.card, lying.seat, table.stock) == ("left", 2, 34)
    face = table.deck.face("left")
    h, w = face.shape[:2]
    target = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    seen = cv2.warpPerspective(table.render(), cv2.getPerspectiveTransform(lying.corners, target), (w, h))
    inner = (slice(h // 20, -h // 20), slice(w // 20, -w // 20))
    blurred = [cv2.GaussianBlur(each, (0, 0), 4)[inner].ravel() for each in (seen, face)]
    assert np.corrcoef(*blurred)[0, 1] > 0.8


def test_a_drawn_card_leaves_the_stock_and_changes_little_else(table):
    before = table.render()
    for step in gestures.draw(table, "dot", 1):
        step()
    changed = (cv2.absdiff(before, table.render()) > 20).any(axis=2)
    assert 0.005 < changed.mean() < 0.06


def test_the_last_card_of_the_stock_bares_the_table(table):
    table.new_round(1)
    there = table.render()
    table.draw()
    assert table.stock == 0
    assert (cv2.absdiff(there, table.render()) > 20).any()
    empty = PileTable(3, 4, SIZE, noise=0.0)
    assert (cv2.absdiff(empty.render(), table.render()) > 20).mean() < 0.001


def test_a_card_that_is_taken_back_leaves_the_one_below(table):
    for card in ("+15", "+15", "normal"):
        table.lay(card, 0)
    assert table.take_back() == "normal"
    assert table.lying[-1].card == "+15"
