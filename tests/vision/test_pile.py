"""The eye above a pile of activity cards: the newest counts, the same may come again, nothing else does."""

import cv2
import numpy as np
import pytest

from simulation import gestures
from simulation.activity import BACK
from simulation.pile import PileTable
from simulation.robots.probe.deck import enrol_drawn
from vision.read.enrolled import EnrolledReader
from vision.read.profile import with_picture
from vision.track.pile import SEVERAL, SEVERAL_MS, PileTracker

SIZE = (1152, 648)
SEED = 4
CARDS = ("normal", "left", "right", "x5", "+15", BACK)


@pytest.fixture(scope="module")
def profile():
    deck = PileTable(SEED, 4, SIZE).deck
    return enrol_drawn(deck, SEED + 100, CARDS, SIZE)


class Bench:
    """A simulated table and the eye above it; `told` is what the newest pictures led to."""

    def __init__(self, profile, lying=(), **how):
        self.table = PileTable(SEED, 4, SIZE, **how)
        self.table.new_round(20)
        for card in lying:
            self.table.lay(card, 0)
        self.eye = PileTracker(EnrolledReader(profile))
        self.told = []
        self.rest()

    def rest(self, steps=()):
        for step in (*steps, *[lambda: None] * 5):
            step()
            sight = self.eye.look(self.table.render())
            self.told += [] if sight is None else [sight]
        return self.told[-1].lying

    def draw(self, card, seat=0):
        return self.rest(gestures.draw(self.table, card, seat))


@pytest.fixture
def sit(profile):
    return lambda **how: Bench(profile, **how)


def read(lying):
    """Name the cards, those that are asked about with a mark."""
    return [f"{seen.reading.card}{'?' if seen.reading.asks else ''}" for seen in lying]


def test_each_drawn_card_is_told_once_as_the_newest(sit):
    bench = sit()
    assert bench.told[0].lying == ()
    ids = []
    for card, seat in (("x5", 0), ("left", 1), ("right", 2), ("normal", 3)):
        lying = bench.draw(card, seat)
        assert read(lying[-1:]) == [card]
        assert lying[-1].reading.crop.shape == (144, 96, 3)
        ids.append(lying[-1].id)
    assert ids == sorted(set(ids))
    assert read(lying) == ["x5", "left", "right", "normal"]


def test_the_same_card_twice_running_is_two_cards(sit):
    bench = sit(neat=(4.0, 3.0))
    first = bench.draw("normal")
    second = bench.draw("normal", 1)
    assert read(first) == ["normal"] and read(second) == ["normal", "normal"]
    assert second[0] == first[0] and second[1].id > first[0].id


def test_the_same_card_comes_again_in_the_place_of_the_one_before_the_last(sit):
    bench = sit(neat=(1.0, 1.0))
    ids = [bench.draw(card)[-1].id for card in ("x5", "left", "x5", "left")]
    assert len(set(ids)) == 4
    assert read(bench.told[-1].lying) == ["x5", "left", "x5", "left"]


def test_a_card_that_is_taken_back_is_gone_and_comes_again_as_a_new_one(sit):
    bench = sit()
    (below,) = bench.draw("left")
    gone = bench.draw("x5", 1)[-1]
    assert bench.rest(gestures.take_back(bench.table, 1)) == (below,)
    again = bench.rest(gestures.lay(bench.table, "x5", 1))[-1]
    assert again.id > gone.id and again.reading.card == "x5"


def test_a_card_laid_face_down_is_not_taken(sit):
    bench = sit()
    assert bench.draw(BACK) == ()


def test_a_card_that_was_never_enrolled_is_not_taken_for_certain(sit):
    bench = sit()
    assert all(seen.reading.asks for seen in bench.draw("dot"))


def test_a_hand_that_comes_without_a_card_tells_of_none(sit):
    bench = sit()
    before = bench.draw("left")
    count = len(bench.told)
    bench.rest([lambda: bench.table.hand_in(2, at="spot", progress=0.9), bench.table.hand_out])
    assert len(bench.told) == count or bench.told[-1].lying == before


def test_the_last_card_of_the_stock_is_told_although_the_table_is_bared(sit):
    bench = sit()
    bench.table.new_round(1)
    bench.rest()
    assert read(bench.draw("+15", 2)) == ["+15"]


@pytest.mark.parametrize("pace", [2, 5, 15])
def test_several_cards_at_once_are_told_of_for_as_long_however_many_pictures_there_are(sit, pace):
    bench = sit()
    bench.table.lay("left", 0)
    place = np.round(bench.table.lying[-1].corners).astype(np.int32)
    beside = np.roll(cv2.fillConvexPoly(np.zeros(SIZE[::-1], np.uint8), place, 1), 200, axis=0) > 0
    troubles = {}
    for picture in range(4 * pace):
        frame = bench.table.render()
        # The same card lies beside the pile, too.
        frame[beside] = np.roll(frame, 200, axis=0)[beside]
        bench.eye.taken(picture / pace)
        sight = bench.eye.look(frame)
        if sight is not None:
            troubles[picture / pace] = sight.trouble
    assert list(troubles.values()) == [SEVERAL, None]
    begun, ended = troubles
    # The first of these pictures stands for the time before it, to the millisecond.
    assert SEVERAL_MS - 1000 / pace - 1 < 1000 * (ended - begun) <= SEVERAL_MS


def test_what_lies_there_at_the_first_look_is_told_at_once(sit):
    assert read(sit(lying=("left",)).told[0].lying) == ["left"]


def test_darkness_is_said_and_ends(sit):
    bench = sit()
    bench.draw("left")
    said = [bench.eye.look(np.zeros((SIZE[1], SIZE[0], 3), np.uint8)) for _ in range(4)]
    assert [sight.trouble[:8] for sight in said if sight] == ["too dark"]
    bench.rest()
    assert bench.told[-1].trouble is None and read(bench.told[-1].lying) == ["left"]


def test_a_table_that_is_dark_from_the_start_says_so_too(profile):
    eye, night = PileTracker(EnrolledReader(profile)), np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    said = [sight for sight in (eye.look(night) for _ in range(4)) if sight]
    assert [(sight.lying, sight.trouble[:8]) for sight in said] == [((), "too dark")]
    table = PileTable(SEED, 4, SIZE)
    lit = [sight for sight in (eye.look(table.render()) for _ in range(5)) if sight]
    assert [sight.trouble for sight in lit] == [None]


def test_two_cards_that_look_alike_are_asked_about(profile):
    # The same picture under another name: whoever enrolled it so cannot be read for certain.
    doubtful = with_picture(profile, "x3", profile.pictures("x5")[0])
    (seen,) = Bench(doubtful).draw("x5")
    assert seen.reading.asks and {seen.reading.card, seen.reading.alternatives[0][0]} == {"x3", "x5"}
