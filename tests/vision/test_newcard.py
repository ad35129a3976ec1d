"""The one new card on the table, found without knowing its deck."""

import cv2
import numpy as np
import pytest

from models.render import decks
from simulation.table import SimulatedTable
from vision.detect.newcard import BLURRED, Fault, NewCard, State
from vision.geometry.quads import iou, ordered
from vision.sharp import sharpness

SIZE = (1152, 648)
CARDS = {"us": {"9H": 0, "KS": 1, "W": 2}, "amigo": {"9R": 0, "13B": 1, "W": 2}}


class Bench:
    """A simulated table, and what is told of it."""

    def __init__(self, seed=1, edition="us", size=SIZE):
        self.table, self.finder = SimulatedTable(seed, 4, edition, size), NewCard()
        self.rest()

    def rest(self, change=lambda image: image):
        """Let the table come to rest; give all cards that were told, and the last look."""
        told = []
        for _ in range(4):
            glance = self.finder.look(change(self.table.render()))
            told += [glance] if glance.state is State.CARD else []
        return told, glance

    def reach(self, **how):
        self.table.hand_in(0, **how)
        assert self.finder.look(self.table.render()).state is State.MOVING
        self.table.hand_out()

    def lay(self, card, seat=0, **how):
        self.reach(card=card)
        self.table.lay(card, seat)
        return self.rest(**how)


@pytest.fixture
def bench():
    return Bench()


def lies_there(glance, table):
    return iou(np.array(glance.corners, np.float32), ordered(table.lying[-1].corners)) > 0.85


@pytest.mark.parametrize(("seed", "edition"), [(1, "us"), (3, "amigo")])
def test_each_card_laid_on_the_heap_is_told_once_with_its_place(seed, edition):
    bench = Bench(seed, edition)
    for card, seat in CARDS[edition].items():
        told, _ = bench.lay(card, seat)
        assert len(told) == 1 and lies_there(told[0], bench.table)
        assert told[0].crop.shape == (144, 96, 3)


def test_the_next_card_in_the_place_of_the_last_is_new(bench):
    bench.lay("9H")
    bench.reach()
    bench.table.take_back()
    told, _ = bench.lay("KS")
    assert len(told) == 1 and lies_there(told[0], bench.table)


def test_a_like_card_that_falls_exactly_on_the_last_is_new_all_the_same(bench):
    bench.lay("4H")
    place = bench.table.lying[-1].corners
    bench.reach()
    # A second table of the same seed lays its first card just where the first one did.
    bench.table = SimulatedTable(1, 4, "us", SIZE)
    bench.table.lay("6H", 0)
    told, _ = bench.rest()
    assert iou(ordered(place), ordered(bench.table.lying[-1].corners)) > 0.99
    assert len(told) == 1 and lies_there(told[0], bench.table)


def test_a_card_taken_away_is_no_new_card_even_where_another_lies_beneath_it(bench):
    bench.lay("9H")
    bench.lay("KS", 1)
    for _ in range(2):
        bench.reach()
        bench.table.take_back()
        told, glance = bench.rest()
        assert told == [] and glance.state is State.CLEAR


def test_two_cards_at_once_are_not_told_until_one_of_them_is_gone(bench):
    bench.reach()
    bench.table.lay("9H", 0)
    bench.table.new_round(20)
    bench.table.lay("9H", 0)
    told, glance = bench.rest()
    assert told == [] and glance.state is State.SEVERAL


def test_the_last_card_laid_again_elsewhere_is_told_only_when_its_owner_insists(bench):
    bench.lay("9H")
    bench.reach()
    bench.table.take_back()
    told, glance = bench.lay("9H", 1)
    assert told == [] and (glance.state, glance.fault) == (State.POOR, Fault.AGAIN)
    bench.finder.insist()
    told, _ = bench.rest()
    assert len(told) == 1


def test_a_blurred_card_waits_until_it_is_sharp(bench):
    told, glance = bench.lay("9H", change=lambda image: cv2.GaussianBlur(image, (0, 0), 5))
    assert told == []
    told, _ = bench.rest()
    assert len(told) == 1


def test_a_card_that_is_small_in_the_picture_is_found_and_refused():
    bench = Bench(size=(576, 324))
    told, glance = bench.lay("9H")
    assert told == [] and (glance.state, glance.fault) == (State.POOR, Fault.SMALL)


def test_a_dark_picture_is_said_to_be_dark(bench):
    told, glance = bench.lay("9H", change=lambda image: image // 16)
    assert told == [] and glance.state is State.DARK


@pytest.mark.parametrize("card", ["7S", "QH", "W"])
def test_blur_takes_from_the_sharpness(card):
    crop = cv2.resize(decks.face(decks.design(5, "us"), card), (96, 144), interpolation=cv2.INTER_AREA)
    values = [sharpness(cv2.GaussianBlur(crop, (0, 0), s)) for s in (0.5, 1, 2, 4)]
    assert values == sorted(values, reverse=True) and values[0] > 2 * BLURRED > values[-1] * 2
