"""The one new card on the table, found without knowing its deck."""

import cv2
import numpy as np
import pytest

from models.render import decks
from simulation.table import SimulatedTable
from vision.detect import newcard
from vision.detect.newcard import Fault, NewCard, State
from vision.geometry.quads import iou, ordered
from vision.sharp import BLURRED, sharpness

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


class Slow:
    """A plain table before a camera that takes so many pictures a second."""

    def __init__(self, pace):
        self.pace, self.pictures, self.finder = pace, 0, NewCard()
        self.noise = np.random.default_rng(2).normal(0, 1.5, (SIZE[1], SIZE[0], 3))

    def look(self, draw=lambda image, now: None):
        """Look at the table as it is now, in seconds; give the state."""
        image, now = np.full((SIZE[1], SIZE[0], 3), (60, 90, 50), np.float32), self.pictures / self.pace
        draw(image, now)
        self.finder.taken(now)
        self.pictures += 1
        return self.finder.look(np.clip(image + self.noise, 0, 255).astype(np.uint8)).state

    def wait(self, state, draw):
        """Look until the state is another; give the milliseconds from the first look to that."""
        begun = self.pictures
        while self.look(draw) is state:
            assert self.pictures - begun < 100 * self.pace
        return 1000 * (self.pictures - 1 - begun) / self.pace


def heap(image, now):
    """Draw something that is no card."""
    for x, y, radius in ((500, 300, 30), (560, 330, 44), (590, 260, 25), (530, 250, 18)):
        cv2.circle(image, (x, y), radius, (40, 60, 190), -1)


def swaying(image, now):
    """Draw an arm that never rests."""
    x = 500 + 120 * np.sin(7 * now)
    cv2.line(image, (int(x), 648), (int(x + 40), 260), (110, 150, 205), 70)


@pytest.mark.parametrize("pace", [2, 3, 10, 15])
def test_what_is_no_card_is_taken_as_it_is_after_as_long_however_many_pictures_there_are(pace):
    table = Slow(pace)
    for _ in range(4):
        table.look()
    rested = table.wait(State.MOVING, heap)
    # It is unclear from the look at which it rests on.
    assert abs(rested - newcard.REST_MS) <= 1000 / pace
    waited = table.wait(State.UNCLEAR, heap) + 1000 / pace
    # Whether it is a card at last is looked for once every so often.
    late = max(newcard.SEARCH_MS, 1000 / pace + 1)
    assert newcard.UNCLEAR_CHANGE_MS - 1000 / pace - 1 <= waited <= newcard.UNCLEAR_CHANGE_MS + late


@pytest.mark.parametrize("pace", [3, 10, 15])
def test_a_table_that_never_rests_is_known_after_as_long_however_many_pictures_there_are(pace):
    table = Slow(pace)
    table.look(swaying)
    waited = 0.0
    while not table.finder._known:
        table.look(swaying)
        waited = 1000 * (table.pictures - 1) / pace
        assert waited < 10_000
    assert abs(waited - newcard.UNCLEAR_CHANGE_MS) <= 1000 / pace + 1


@pytest.mark.parametrize("pace", [3, 10, 15])
def test_a_card_that_becomes_sharp_is_found_as_soon_however_many_pictures_there_are(pace):
    bench, sharp = Bench(), 3.0
    bench.reach()
    bench.table.lay("9H", 0)
    for picture in range(6 * pace):
        frame, now = bench.table.render(), picture / pace
        bench.finder.taken(now)
        glance = bench.finder.look(frame if now >= sharp else cv2.GaussianBlur(frame, (0, 0), 5))
        if glance.state is State.CARD:
            break
        assert glance.fault is Fault.BLURRED or now < 1 or now >= sharp
    assert 1000 * (now - sharp) <= newcard.REST_MS + newcard.SEARCH_MS + 1000 / pace
