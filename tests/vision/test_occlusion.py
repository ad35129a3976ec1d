"""What was found by middles and by corners is put together: a corner is one card's, a clear card stays."""

import numpy as np

from vision.detect.occlusion import is_plain, joined
from vision.read.looks import Look

NAMES = ("9C", "QH", "back", "none")
CARD = np.float32([[0, 0], [60, 0], [60, 90], [0, 90]])
CROP = np.zeros((144, 96, 3), np.uint8)


def look(quad, name="none", share=0.9, **more):
    row = np.full(len(NAMES), (1 - share) / len(NAMES))
    row[NAMES.index(name)] += share
    return Look(np.float32(quad), CROP, row, **more)


def seen(*corners):
    heat = np.zeros(4)
    heat[list(corners)] = 0.8
    return heat


def test_clear_cards_that_lie_apart_need_no_second_look():
    apart = [look(CARD, "9C", 0.99, sure=1.0), look(CARD + 200, "QH", 0.99, sure=1.0)]
    assert is_plain(apart, NAMES)
    assert not is_plain([apart[0], look(CARD + 40, "QH", 0.99, sure=1.0)], NAMES)
    assert not is_plain([apart[0], look(CARD + 200, "QH", 0.6, sure=1.0)], NAMES)
    assert not is_plain([], NAMES)


def test_a_card_found_both_ways_keeps_the_finer_outline_and_its_corners():
    middle = look(CARD + 1, "9C", 0.7, sure=1.0)
    (found,) = joined([middle], [look(CARD, seen=seen(0, 3))], NAMES)
    assert found.quad is middle.quad and found.seen.tolist() == seen(0, 3).tolist()


def test_the_corners_in_view_are_counted_from_the_end_where_the_outline_begins():
    upside_down = look(np.roll(CARD, 2, 0), seen=seen(0))  # its first corner is the outline's third
    (found,) = joined([look(CARD, "9C", 0.7, sure=1.0)], [upside_down], NAMES)
    assert found.seen.tolist() == seen(2).tolist()


def test_a_part_in_view_gives_way_to_the_card_that_its_corners_tell():
    part = look([[0, 0], [60, 0], [60, 40], [0, 40]], "QH", 0.6, sure=1.0)
    whole = look(CARD, seen=seen(0, 1))
    assert joined([part], [whole], NAMES) == [whole]


def test_a_clear_card_is_no_part_of_another_and_lends_its_corners_to_none():
    clear = look(CARD, "9C", 0.99, sure=1.0)
    print_of_it = look(CARD + np.float32([15, 20]), seen=seen(0))  # its one corner is printed on the card
    assert joined([clear], [print_of_it], NAMES) == [clear]


def test_what_was_found_by_its_middle_alone_stays():
    alone = look(CARD + 300, "QH", 0.6, sure=1.0)
    other = look(CARD, seen=seen(0, 1, 2, 3))
    assert joined([alone], [other], NAMES) == [other, alone]
    assert joined([alone], [], NAMES) == [alone]
