"""A card that goes and is found elsewhere in a moment was moved by a hand: it keeps its identity."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from heap import begun, beside

from vision.detect.fit import Fit
from vision.detect.selection import Candidate
from vision.geometry.quads import rectify
from vision.motion.frame_diff import FrameDiff
from vision.motion.static_scene import StaticScene
from vision.read.reader import Scores
from vision.track.initiation import Initiation
from vision.track.moved import MOVES_MS, Moved
from vision.track.reference import Changes
from vision.track.tracks import Track
from vision.types import Reading, Seen

QUAD = np.float32([[0, 0], [60, 0], [60, 90], [0, 90]])


class Certain:
    """A reader that takes everything for a Wizard."""

    names = ("7H", "W", "back", "none")
    row = np.float32([0, 1, 0, 0])
    index = titles = None

    def read(self, crops):
        return Scores(self.names, np.tile(self.row, (len(crops), 1)))


def track(number, name="W", **more):
    """Follow a card that is read with certainty, or as told."""
    asks = more.pop("asks", False)
    return Track(Seen(number, Reading(name, 0.99, asks, (), ((0.0, 0.0),) * 4)), QUAD, **more)


def gone(*items, at=0):
    moved = Moved()
    moved.went(at, items)
    return moved


def test_a_card_that_went_is_the_one_of_its_name_that_is_found_in_a_moment():
    wizard, back = track(1), track(2, "back")
    moved = gone(wizard, back)
    assert moved.again(MOVES_MS, "W") is wizard
    assert moved.again(MOVES_MS, "7H") is None and moved.again(MOVES_MS + 1, "W") is None


@pytest.mark.parametrize(
    "items",
    [
        pytest.param([track(1), track(2, "7H")], id="a trick that was swept up"),
        pytest.param([track(1, swept=True)], id="the last of one"),
        pytest.param([track(1, old=True)], id="of the round before"),
        pytest.param([track(1, asks=True)], id="unclear"),
    ],
)
def test_what_comes_once_these_went_is_another_card(items):
    assert gone(*items).again(0, "W") is None


def test_a_card_that_went_before_another_came_was_not_moved():
    moved = gone(track(1))
    moved.forget()
    assert moved.again(0, "W") is None


@pytest.mark.parametrize("name", ["W", None])
def test_a_card_that_is_pushed_far_is_no_other_and_another_is(name):
    heap = begun(330066, "amigo", card=name)
    first = [item.id for item in heap.lying]
    heap.push(40, 53)
    assert [item.id for item in heap.lying] == first and not heap.asked
    heap.lay(1, card="W")
    assert [item.id for item in heap.lying][:-1] == first and heap.sure == heap.true


def test_an_older_card_that_is_pushed_far_keeps_its_place_in_the_order():
    heap = begun(330066, "amigo")
    heap.lay(1)
    before = [item.id for item in heap.lying]
    older, newer = heap.table.trick
    pushed = replace(older, centre=beside(older, 50))
    heap.reach(0, lambda: heap.table.arrange([pushed, newer]))
    assert [item.id for item in heap.lying] == before and not heap.asked


def find(scene, at, reader):
    quad = QUAD + np.float32(at)
    return Candidate(Fit(0.9, 0.98, 1.0), quad, rectify(scene.picture, quad), reader.row)


@pytest.fixture
def table():
    """Look at an empty table for two seconds; give the scene, and a change in which nothing has changed."""
    scene, frame = StaticScene(), np.full((300, 400, 3), 90, np.uint8)
    for _ in range(20):
        scene.push(frame)
    nothing, small = FrameDiff(frame, np.zeros((150, 200), np.uint8)), frame[::2, ::2]
    return scene, Changes(nothing, nothing, nothing, nothing, small, small, small)


@pytest.fixture
def initiation(table):
    """Number the next card 5, a moment after a Wizard went that was the first."""
    initiation = Initiation(Certain(), itertools.count(5))
    initiation.went(table[0], [track(1)])
    return initiation


def test_of_two_alike_one_alone_is_the_card_that_went_and_what_comes_after_them_is_another(table, initiation):
    finds = [find(table[0], at, Certain) for at in ((20, 20), (200, 20), (200, 180))]
    first, second = initiation.from_change(*table, finds[:2], [], [], ())
    assert [first.seen.id, second.seen.id] == [1, 5]
    (third,) = initiation.from_change(*table, finds[2:], [], [], ())
    assert third.seen.id == 6


@pytest.mark.parametrize("held", [False, True])
def test_what_a_hand_may_hold_is_asked_about_as_another(table, initiation, monkeypatch, held):
    monkeypatch.setattr("vision.track.initiation.may_be_held", lambda *_, **__: held)
    (came,) = initiation.from_change(*table, [find(table[0], (20, 20), Certain)], [], [], ())
    assert (came.seen.id, came.seen.reading.asks) == ((5, True) if held else (1, False))


def test_a_card_that_is_pulled_in_from_the_rim_is_the_same():
    heap = begun(330061, "us")
    there = heap.lay_at_rim(0)
    before = [item.id for item in heap.lying]
    assert heap.sure == heap.true
    heap.reach(0, lambda: heap.put(there))
    assert [item.id for item in heap.lying] == before and heap.sure == heap.true


def test_a_wizard_laid_as_the_trick_in_which_one_lay_is_swept_is_the_next():
    heap = begun(330066, "amigo", card="W")
    heap.lay(1)
    before = {item.id for item in heap.lying if heap.is_face(item)}
    heap.reach_both((0, lambda: heap.table.sweep(0)), (2, lambda: heap.table.lay("W", 2)))
    assert heap.sure == ["W"] and not before & {item.id for item in heap.lying}
