"""Cards that are taken from upon others, or exchanged behind a hand: nothing stays in sight that has gone."""

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest
from heap import Heap, begun, beside

from vision.geometry.quads import from_corners, iou, rectify, sides
from vision.interval import USUAL_MS
from vision.track import hypotheses, tentative
from vision.track.cards import CardTracker
from vision.track.hypotheses import UNCOVERED_NCC, Verdict
from vision.track.initiation import COVERED, LIKE
from vision.track.likeness import smooth_ncc
from vision.track.tracks import AT_ONCE

HELD = 2 + tentative.HELD_MS // USUAL_MS
"""Pictures after which one that waits for rest has been asked about."""

TABLES = [(300107, "amigo"), (300108, "us")]

BITTEN = (300505, "us")
"""A table on which the first card is read while a finger hides a corner of it."""

DULL = (300102, "amigo")
"""A table on which a Wizard that is bared again is known for one at a closer look alone."""

ALIKE_COURTS = (330032, "us")
"""A table whose courts show the same large sign, so that only their indices differ."""


@pytest.mark.parametrize(("far", "frames"), [(0.85, 1), (0.9, 14)], ids=["passes", "rests"])
def test_a_card_of_which_a_finger_hid_a_corner_is_known_by_its_whole_face(far, frames):
    heap = Heap(*BITTEN)

    def lay_slowly():
        heap.table.lay(heap.deck.pop(), 0)
        heap.table.hand_in(0, progress=far)
        heap.look(frames)

    heap.reach(0, lay_slowly)
    (item,) = (item for item in heap.eye._lying if heap.is_face(item.seen))
    whole = np.ones(item.seen.reading.crop.shape[:2], bool)
    now = rectify(heap.table.render(), item.quad)
    assert smooth_ncc(item.seen.reading.crop, now, whole) > UNCOVERED_NCC


@pytest.mark.parametrize(("seed", "edition"), [BITTEN, DULL])
def test_of_two_wizards_that_lie_close_upon_each_other_the_one_above_is_gone(seed, edition):
    heap = begun(seed, edition, card="W")
    heap.lay(1, 8, card="W", turned=3)
    first, _ = (item.id for item in heap.lying if heap.is_face(item))
    heap.take_back()
    assert [item.id for item in heap.lying if heap.is_face(item)] == [first]


def test_of_two_wizards_the_one_above_is_gone_though_it_was_pushed_before():
    """How its place looked before it came says nothing any more of where it lay last."""
    heap = begun(*BITTEN, card="W")
    heap.lay(1, 25, card="W", turned=3)
    first = next(item.id for item in heap.lying if heap.is_face(item))
    upper = heap.table.trick[-1]
    there = (upper.centre[0] + 11, upper.centre[1] + 8)
    heap.reach(1, lambda: heap.put(replace(upper, centre=there)))
    heap.take_back()
    assert [item.id for item in heap.lying if heap.is_face(item)] == [first]


@pytest.mark.parametrize(("seed", "edition"), [*TABLES, BITTEN])
@pytest.mark.parametrize("beside_mm", [0, 8, 16, 25])
def test_a_card_taken_back_from_upon_another_is_gone(beside_mm, seed, edition):
    heap = begun(seed, edition)
    heap.lay(1, beside_mm, turned=3)
    assert [item.reading.card for item in heap.lying if heap.is_face(item)] == heap.true
    heap.take_back()
    assert [item.reading.card for item in heap.lying if heap.is_face(item)] == heap.true
    # Nor does the next one, laid elsewhere, bring it back.
    heap.lay(2)
    assert [item.reading.card for item in heap.lying if heap.is_face(item)] == heap.true


@pytest.mark.parametrize(
    ("seed", "name", "beside_mm", "mm", "towards"),
    [
        (300501, "W", 16, 6, 150),
        (300501, "W", 25, 14, 334),
        (300501, "W", 25, 25, 52),
        (300502, "J", 16, 25, 54),
        (300505, "W", 8, 25, 153),
        (300505, "W", 16, 14, 208),
        (301103, "W", 16, 14, 46),
    ],
)
def test_a_card_pushed_upon_its_like_stays_itself(seed, name, beside_mm, mm, towards):
    heap = begun(seed, "us", card=name)
    heap.lay(1, beside_mm, card=name, turned=2)
    before = [item.id for item in heap.lying]
    heap.push(mm, towards)
    assert [item.id for item in heap.lying] == before and not heap.asked


@pytest.mark.parametrize(("seed", "edition"), [(300501, "us"), (300511, "us")])
@pytest.mark.parametrize(("mm", "towards"), [(4, 30), (8, 200), (14, 77)])
def test_a_wizard_that_is_pushed_is_no_second_one(seed, edition, mm, towards):
    heap = begun(seed, edition, card="W")
    before = [item.id for item in heap.lying]
    heap.push(mm, towards, 3)
    assert [item.id for item in heap.lying] == before and not heap.asked


def test_a_jester_that_a_hand_still_half_hides_is_no_second_one_where_it_was_pushed_to():
    heap = begun(301106, "us", card="J")
    before = [item.id for item in heap.lying]
    heap.push(14, 226.7, 1.0)
    heap.look(HELD)
    assert [item.id for item in heap.lying] == before and not heap.asked


def test_a_jester_that_may_be_a_second_one_is_asked_about_once_it_rests():
    """Three millimetres beside its like hardly a pixel tells."""
    heap = begun(331004, "us", card="J")
    heap.lay(1, 3, card="J", turned=2)
    assert len(heap.true) == 2
    heap.look(HELD)
    assert [card for card, _ in heap.asked].count("J") >= 1
    assert len([item for item in heap.lying if heap.is_face(item)]) == 2


def test_where_nothing_tells_a_second_one_from_a_pushed_one_it_waits_for_rest_and_is_asked_about(monkeypatch):
    heap = begun(300501, "us", card="W")
    monkeypatch.setattr(hypotheses, "tested", lambda view, item, quad, place: Verdict("either", quad))
    heap.lay(1, 25, card="W")
    assert len(heap.sure) == 1 and not heap.asked
    heap.look(HELD)
    assert [card for card, _ in heap.asked] == ["W"] and heap.sure == ["W"]
    assert [item.reading.doubt for item in heap.lying if item.reading.asks] == [LIKE]


@pytest.mark.parametrize(("seed", "edition"), [(300501, "us"), (300507, "amigo")])
@pytest.mark.parametrize("beside_mm", [4, 8])
def test_a_wizard_laid_close_upon_its_like_is_a_second_one(seed, edition, beside_mm):
    heap = begun(seed, edition, card="W")
    heap.lay(1, beside_mm, card="W")
    assert heap.sure == heap.true and not heap.asked


@pytest.mark.parametrize(("seed", "edition"), TABLES)
@pytest.mark.parametrize("beside_mm", [16])
def test_of_three_cards_upon_each_other_one_after_the_other_is_taken_back(beside_mm, seed, edition):
    heap = begun(seed, edition)
    heap.lay(1, beside_mm, turned=3)
    heap.lay(2, beside_mm, turned=-5)
    for left in (3, 2, 1):
        assert [item.reading.card for item in heap.lying if heap.is_face(item)] == heap.true
        assert len(heap.true) == left
        heap.take_back()


def test_two_cards_taken_at_once_from_upon_a_third_are_gone():
    heap = begun(300108, "us")
    heap.lay(1, 16, turned=3)
    heap.lay(2, 16, turned=-5)

    def both():
        heap.table.take_back()
        heap.table.take_back()

    heap.reach(2, both)
    assert [item.reading.card for item in heap.lying if heap.is_face(item)] == heap.true


@pytest.mark.parametrize(("seed", "edition", "name"), [(*TABLES[0], "W"), (*TABLES[1], "J")])
def test_of_two_that_are_the_same_the_one_above_is_gone_and_not_pushed_onto_the_other(seed, edition, name):
    heap = begun(seed, edition, card=name)
    heap.lay(1, 25, card=name, turned=3)
    first, _ = (item.id for item in heap.lying if heap.is_face(item))
    heap.take_back()
    assert [item.id for item in heap.lying if heap.is_face(item)] == [first]
    assert heap.true == [name]


def stacked(seed, edition, beside_mm):
    """Lay three cards nearly upon each other."""
    return stack_upon(begun(seed, edition), beside_mm)


def stack_upon(heap, beside_mm):
    """Lay two more cards nearly upon the one that lies there."""
    for seat, turned in ((1, 3), (2, -5)):
        heap.lay(seat, beside_mm, turned=turned)
    return heap


@pytest.mark.parametrize(
    ("seed", "edition", "beside_mm"),
    [(300108, "amigo", 8), (300108, "amigo", 16), (300109, "us", 8), (300109, "us", 16), (300110, "us", 16)],
)
def test_of_cards_that_lie_nearly_upon_each_other_each_is_outlined_and_read_alone(seed, edition, beside_mm):
    """In the picture they are one outline, of which an index of each may be read."""
    heap = stacked(seed, edition, beside_mm)
    faces = [item for item in heap.eye._lying if heap.is_face(item.seen)]
    assert len(faces) == len(heap.true)
    assert (
        min(iou(item.quad, each.corners) for item, each in zip(faces, heap.table.lying, strict=True)) > 0.93
    )
    assert not Counter(heap.sure) - Counter(heap.true)


def test_a_card_of_which_a_hand_hid_a_part_is_told_once_it_has_gone():
    """What the hand uncovers is no card of its own, nor all that has to be read again."""
    heap = begun(300104, "us")
    assert heap.sure == heap.true and not heap.asked


def test_what_is_bared_of_a_card_is_none_of_its_own_with_the_table_beside_it():
    heap = stacked(300617, "us", 25)
    for _ in range(2):
        heap.take_back()
        assert heap.sure == heap.true and not heap.asked


def test_of_white_cards_neatly_upon_each_other_it_is_known_which_came_and_which_went():
    """Little but the print changes: the paper looks as it did long before."""
    heap = Heap(301201, "us")
    for seat, turned in enumerate((0, 3, -5)):
        heap.lay(seat, 0 if seat else None, turned=turned)
        assert heap.sure == heap.true and not heap.asked
    for _ in range(2):
        heap.take_back()
        assert heap.sure == heap.true and not heap.asked


@pytest.mark.parametrize(
    ("seed", "edition", "beside_mm"),
    [
        (*TABLES[0], 2),
        (*TABLES[0], 4),
        (*TABLES[0], 8),
        (*TABLES[1], 16),
        (301201, "us", 8),
        (301201, "us", 16),
        (301202, "us", 8),
        (301202, "us", 16),
        (301205, "us", 3),
        (301205, "us", 4),
        (301206, "amigo", 2),
        (330068, "us", 4),
    ],
)
def test_a_card_exchanged_behind_a_hand_is_gone_where_its_place_shows_the_table(seed, edition, beside_mm):
    heap = begun(seed, edition)
    heap.exchange(beside_mm)
    assert heap.sure == heap.true and not heap.asked


@pytest.mark.parametrize(("seed", "beside_mm"), [(301202, 8), (330065, 14)])
def test_a_card_exchanged_behind_a_hand_upon_two_others_is_gone(seed, beside_mm):
    heap = stacked(seed, "us", 16)
    heap.exchange(beside_mm)
    assert heap.sure == heap.true and not heap.asked


def test_an_exchanged_card_upon_others_is_outlined_alone_where_the_first_was_unclear():
    """No card has told how large one is; the two upper ones were outlined with those beneath."""
    heap = stacked(330041, "us", 16)
    heap.exchange(8)
    assert heap.true == ["JH", "10D", "2H"]
    assert [heap.sure, heap.asked] == [["10D", "2H"], [("JH", None)]]


def test_of_an_unclear_card_that_is_exchanged_nobody_is_asked_any_more():
    heap = Heap(330041, "us")
    heap.lay(0)
    assert heap.asked == [("JH", None)]
    heap.exchange(8)
    assert heap.sure == heap.true and not heap.asked


def test_an_exchanged_card_is_outlined_without_the_bared_rest_of_the_other_ones_place():
    heap = Heap(330034, "us", lambda picture: cv2.rotate(picture, cv2.ROTATE_180), {"size": (1920, 1080)})
    heap.lay(0)
    stack_upon(heap, 16)
    heap.exchange(8)
    assert heap.sure == heap.true and not heap.asked


@pytest.mark.parametrize("place", [{"size": (960, 540)}, {"tilt": 30}])
def test_a_card_is_gone_once_what_the_new_one_leaves_of_its_place_has_come_to_rest(place):
    heap = Heap(331_301, "us", place=place)
    heap.lay(0)
    heap.lay(1, 16, turned=3)
    heap.lay(2, 16, turned=-5)
    heap.exchange(8)
    assert sorted(heap.sure) == sorted(heap.true)


def test_a_card_that_a_hand_half_hid_does_not_tell_how_large_cards_are_before_all_of_it_is_in_view():
    """Of the first one a hand hides an end as it is read; by that size all later outlines are off."""
    size = (1920, 1080)
    heap = Heap(330_025, "us", lambda picture: cv2.rotate(picture, cv2.ROTATE_180), {"size": size})
    heap.lay(0)
    assert heap.eye._initiation.size.sides == pytest.approx(sides(heap.table.lying[0].corners), rel=0.02)
    for lay in (lambda: heap.lay(1, 16, turned=3), lambda: heap.lay(2, 16, turned=-5)):
        lay()
        true = np.subtract(size, 1) - heap.table.lying[-1].corners
        assert iou(from_corners(heap.lying[-1].reading.corners), true.astype(np.float32)) > 0.9
    heap.exchange(8)
    assert heap.sure == heap.true and not heap.asked


@pytest.mark.parametrize(("seed", "edition"), TABLES)
def test_cards_laid_neatly_upon_each_other_all_stay_and_ask_nothing(seed, edition):
    """Of each but the last hardly an edge is to be seen, as of one that was exchanged."""
    heap = Heap(seed, edition)
    for seat in range(4):
        heap.lay(seat, 3 if seat else None)
    assert heap.sure == heap.true and not heap.asked


@pytest.mark.parametrize(("seed", "edition"), TABLES)
@pytest.mark.parametrize("beside_mm", [8, 40])
def test_a_card_laid_upon_another_leaves_both_and_asks_nothing(beside_mm, seed, edition):
    heap = begun(seed, edition)
    heap.lay(1, beside_mm)
    assert heap.sure == heap.true and not heap.asked


@pytest.mark.parametrize(("seed", "edition"), TABLES)
def test_a_hand_that_rests_upon_a_heap_and_goes_takes_none_and_asks_nothing(seed, edition):
    heap = begun(seed, edition)
    heap.lay(1, 16, turned=3)
    before = [item.id for item in heap.lying]
    heap.reach(1, lambda: [heap.look(1) for _ in range(12)])
    assert [item.id for item in heap.lying] == before and not heap.asked


@pytest.mark.parametrize(("seed", "edition"), TABLES)
def test_a_card_pushed_a_little_upon_another_stays_itself(seed, edition):
    heap = begun(seed, edition)
    heap.lay(1, 16, turned=3)
    before, upper = [item.id for item in heap.lying], heap.table.trick[-1]
    there = (upper.centre[0] + 6, upper.centre[1] - 5)
    heap.reach(1, lambda: heap.put(replace(upper, centre=there, angle=upper.angle + 4)))
    assert [item.id for item in heap.lying] == before and not heap.asked


@pytest.mark.parametrize(
    ("act", "sure"),
    [
        pytest.param(lambda heap: heap.lay(2, 8, card="KC", turned=-5), ["AD", "KC"], id="laid"),
        pytest.param(lambda heap: heap.push(14, towards=53), ["AD"], id="pushed"),
    ],
)
def test_what_reads_as_an_unclear_court_is_another_where_that_is_seen_beside_it(act, sure):
    """Both read as the same jack, neither with certainty: what of the first one's place is seen tells."""
    heap = Heap(*ALIKE_COURTS)
    heap.lay(0, card="AD")
    heap.lay(1, 16, card="JC", turned=3)
    act(heap)
    assert [card for card, _ in heap.asked] == ["JC"] and sorted(heap.sure) == sure


@pytest.mark.parametrize(
    ("seed", "below", "first", "second"), [(330062, "5H", "5S", "4D"), (330070, "10D", "2C", "3C")]
)
def test_of_two_cards_laid_at_once_that_are_outlined_as_one_both_are_asked_about(seed, below, first, second):
    """Whether that reads with certainty or not, the uppermost is told by its corners, and never for sure."""
    heap = Heap(seed, "us")
    heap.lay(0, card=below)

    def lay_both():
        heap.table.lay(first, 1)
        one = heap.table.trick[-1]
        other = replace(one, card=second, centre=beside(one, 25), height=one.height + 0.8)
        heap.table.arrange([*heap.table.trick, other])

    heap.reach(1, lay_both)
    assert heap.asked == [(second, COVERED), (first, AT_ONCE)] and heap.sure == [below]


@pytest.mark.parametrize("light", [0.7, 1.2])
def test_another_light_takes_none_of_a_heap_and_asks_nothing(light, monkeypatch):
    heap = begun(300108, "us")
    heap.lay(1, 16, turned=3)
    before, render = Counter(heap.sure), heap.table.render
    monkeypatch.setattr(
        heap.table, "render", lambda: np.clip(render() * np.float32(light), 0, 255).astype(np.uint8)
    )
    heap.look()
    heap.reach(1)
    assert Counter(heap.sure) == before and not heap.asked


def averaging(heap, share, monkeypatch):
    """Let the camera show so much of each new picture, and the rest as it was: temporal noise reduction."""
    render, shown = heap.table.render, []

    def averaged():
        new = render().astype(np.float32)
        shown[:] = [new if not shown else shown[0] + share * (new - shown[0])]
        return shown[0].astype(np.uint8)

    monkeypatch.setattr(heap.table, "render", averaged)
    heap.look(3)


def test_a_card_is_not_pushed_to_where_it_was_exchanged_for_one_that_is_like_it(monkeypatch):
    """A six of clubs correlates with the six of spades, which the networks outline with the one beneath."""
    heap = Heap(330_010, "us")
    averaging(heap, 0.12, monkeypatch)
    heap.lay(0)
    heap.lay(1, 16, turned=3)
    heap.lay(2, 16, turned=-5)
    heap.exchange(8)
    assert heap.sure == heap.true and not heap.asked


@pytest.mark.parametrize(
    ("seed", "edition", "beside_mm", "share"),
    [
        (*TABLES[0], 25, 0.16),
        (*TABLES[1], 25, 0.12),
        (*TABLES[1], 25, 0.2),
        (300312, "us", 25, 0.12),
        (300703, "us", 8, 0.08),
        (300703, "us", 8, 0.16),
        (300704, "us", 25, 0.08),
        (300705, "amigo", 40, 0.12),
    ],
)
def test_cards_that_fade_before_a_camera_that_averages_are_gone_and_come_not_anew(
    seed, edition, beside_mm, share, monkeypatch
):
    heap = begun(seed, edition)
    heap.lay(1, beside_mm)
    heap.lay(2)
    averaging(heap, share, monkeypatch)
    assert sorted(heap.sure) == sorted(heap.true)
    heap.reach(0, lambda: heap.table.sweep(0))
    heap.look(30)
    assert heap.true == [] and heap.sure == [] and heap.asked == []


def test_a_mug_upon_a_card_has_nothing_looked_through_while_hands_move(monkeypatch):
    heap, changes = Heap(300108, "us"), []
    for seat in range(3):
        heap.lay(seat)
    render, change = heap.table.render, CardTracker._change
    x, y = heap.table.lying[0].corners.mean(0).astype(int)

    def with_mug():
        picture = render().copy()
        rows, columns = np.ogrid[: picture.shape[0], : picture.shape[1]]
        picture[np.hypot(columns - x, rows - y) < 62] = (60, 120, 60)
        return picture

    monkeypatch.setattr(heap.table, "render", with_mug)
    heap.look(20)
    assert [item.veiled for item in heap.eye._lying[:4]] == [False, True, False, False]
    monkeypatch.setattr(CardTracker, "_change", lambda *args: changes.append(args) or change(*args))
    for seat in range(4):
        for far in (0.2, 0.4, 0.2):
            heap.table.hand_in(seat, progress=far)
            heap.look(1)
        heap.table.hand_out()
        heap.look(5)
    assert changes == []


@pytest.mark.parametrize("light", [0.2, 0.24])
def test_a_lamp_turned_low_takes_no_card_that_a_hand_rests_on(light, monkeypatch):
    heap = begun(300706, "us")
    heap.lay(1, 40)
    before, render = [item.id for item in heap.lying], heap.table.render
    monkeypatch.setattr(heap.table, "render", lambda: (render() * np.float32(light)).astype(np.uint8))
    heap.look()
    for seat in (1, 0):
        heap.reach(seat, lambda: heap.look(6))
    assert [item.id for item in heap.lying] == before and not heap.asked


def test_a_deep_shadow_takes_no_card(monkeypatch):
    heap = begun(300108, "us")
    heap.lay(1, 25)
    before, render = Counter(heap.sure), heap.table.render
    x, y = np.mean([lying.corners for lying in heap.table.lying], (0, 1)).astype(int)

    def shaded():
        picture = render()
        light = np.ones((*picture.shape[:2], 1), np.float32)
        light[y - 130 : y + 130, x - 130 : x + 130] = 0.42
        return (picture * light).astype(np.uint8)

    monkeypatch.setattr(heap.table, "render", shaded)
    heap.look(20)
    assert Counter(heap.sure) == before


def test_a_card_that_the_networks_outline_with_the_one_beneath_is_told_by_what_changed():
    """Of such an outline opposite sides differ, as of no card."""
    heap = begun(330000, "amigo")
    heap.lay(1, 25, turned=3)
    assert heap.sure == heap.true and not heap.asked
