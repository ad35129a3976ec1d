"""The eye above a pile while somebody's hand moves in every single frame."""

import cv2
import numpy as np
import pytest

from simulation import gestures
from simulation.activity import BACK
from simulation.pile import PileTable
from simulation.robots.probe.deck import enrol_drawn
from simulation.temperament import RESTLESS
from vision.read.enrolled import EnrolledReader
from vision.track.pile import CARDS_BENEATH, PileTracker

SIZE = (1152, 648)
SEED = 4
CARDS = ("normal", "left", "x5", BACK)
WAY = gestures.BRISK
SKIN = (110, 150, 205)
SEVERAL_FRAMES = 40
"""Far more than any card at rest needs: a test that waits so long has failed."""


@pytest.fixture(scope="module")
def profile():
    return enrol_drawn(PileTable(SEED, 4, SIZE).deck, SEED + 100, CARDS, SIZE)


class Bench:
    """A pile, a hand that wanders at the rim, and where `reach` says so one that lies over the pile."""

    def __init__(self, profile):
        self.table = PileTable(SEED, 4, SIZE)
        self.table.new_round(20)
        self.eye, self.tick, self.told = PileTracker(EnrolledReader(profile)), 0, []
        self.reach, self.light = None, 1.0
        self.look(6)

    def look(self, frames):
        for _ in range(frames):
            self.tick += 1
            picture = self.table.render()
            x, y = 1020 + 25 * (self.tick % 3), 430 + 20 * (self.tick % 2)
            cv2.line(picture, (SIZE[0] - 1, y + 60), (x, y), SKIN, 50)
            if self.reach is not None:
                tip = (self.reach[0] + 9 * (self.tick % 2), self.reach[1] + 7 * (self.tick % 3))
                cv2.line(picture, (tip[0] + 60, SIZE[1] - 1), tip, SKIN, 60)
            picture = cv2.multiply(picture, (self.light,) * 4)
            sight = self.eye.look(picture)
            self.told += [] if sight is None else [[seen.reading.card for seen in sight.lying]]

    def until(self, cards):
        """Look until the eye tells of these cards, or for very long."""
        for _ in range(SEVERAL_FRAMES):
            self.look(1)
            if self.told and self.told[-1] == cards:
                return
        raise AssertionError(f"{cards} were never told, but {self.told}")

    @property
    def pile(self):
        return np.round(self.table.lying[-1].corners.mean(0)).astype(int).tolist()


@pytest.fixture
def bench(profile):
    return Bench(profile)


def test_cards_are_read_while_a_hand_moves_elsewhere(bench):
    bench.table.lay("x5", 0)
    bench.until(["x5"])
    bench.table.lay("left", 1)
    bench.until(["x5", "left"])


def test_a_card_that_is_taken_back_is_noticed_while_a_hand_moves_elsewhere(bench):
    for card, told in (("x5", ["x5"]), ("left", ["x5", "left"])):
        bench.table.lay(card, 0)
        bench.until(told)
    bench.table.take_back()
    bench.until(["x5"])
    bench.table.take_back()
    bench.until([])


def test_a_card_that_a_hand_half_hides_is_read_once_and_only_when_it_is_whole(bench):
    bench.table.lay("x5", 0)
    bench.until(["x5"])
    bench.table.lay("left", 1)
    bench.reach = bench.pile
    bench.look(SEVERAL_FRAMES // 2)
    assert bench.told[-1] == ["x5"]
    bench.reach = None
    bench.until(["x5", "left"])
    bench.look(SEVERAL_FRAMES // 2)
    assert bench.told[-1] == ["x5", "left"]


def test_a_hand_over_the_pile_takes_nothing_away_and_brings_nothing(bench):
    bench.table.lay("x5", 0)
    bench.until(["x5"])
    count = len(bench.told)
    for reach in (bench.pile, None, bench.pile, None):
        bench.reach = reach
        bench.look(SEVERAL_FRAMES // 3)
    assert bench.told[count:] == []


@pytest.mark.parametrize("light", [0.8, 0.93, 1.1])
def test_another_light_brings_no_card_a_second_time(bench, light):
    bench.table.lay("x5", 0)
    bench.until(["x5"])
    bench.light = light
    bench.look(SEVERAL_FRAMES // 2)
    assert bench.told[-1] == ["x5"]


def test_a_mug_upon_the_pile_has_taken_no_card_away(bench):
    bench.table.lay("x5", 0)
    bench.until(["x5"])
    render = bench.table.render

    def with_mug():
        picture = render()
        cv2.circle(picture, tuple(bench.pile), 60, (60, 60, 170), -1)
        return picture

    bench.table.render = with_mug
    bench.look(SEVERAL_FRAMES)
    bench.table.render = render
    bench.look(SEVERAL_FRAMES)
    assert bench.told[-1] == ["x5"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 4])
def test_cards_come_and_go_at_a_table_that_never_rests(seed):
    table = PileTable(seed, 4, SIZE, temperament=RESTLESS)
    table.new_round(20)
    eye = PileTracker(EnrolledReader(enrol_drawn(table.deck, seed + 100, CARDS, SIZE)))
    told, true = [], []

    def look(step=lambda: None):
        step()
        sight = eye.look(table.render())
        if sight is not None:
            told.append([seen.reading.card for seen in sight.lying])

    for _ in range(6):
        look()
    # None: the newest card is taken back.
    for card in ("x5", "left", None, "left", "normal", "normal", None, None, "x5"):
        for step in gestures.draw(table, card, 1, WAY) if card else gestures.take_back(table, 1, WAY):
            look(step)
        true = [*true, card] if card else true[:-1]
        for _ in range(SEVERAL_FRAMES):
            if told[-1] == true[-CARDS_BENEATH - 1 :]:
                break
            look()
        assert told[-1] == true[-CARDS_BENEATH - 1 :]
    # Nothing was told twice or in between: nine changes, and the empty table at first.
    assert len(told) == 10
