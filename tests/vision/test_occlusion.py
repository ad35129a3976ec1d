"""What was found by middles and by corners is put together: a corner is one card's, a clear card stays."""

import cv2
import numpy as np
import pytest

from vision.detect import occlusion
from vision.detect.corner_locator import Cornered
from vision.detect.occlusion import hidden_shares, is_plain, joined
from vision.photograph import _is_side
from vision.read.looks import Look
from vision.read.reader import Scores

NAMES = ("9C", "QH", "back", "none")
CARD = np.float32([[0, 0], [60, 0], [60, 90], [0, 90]])
CROP = np.zeros((144, 96, 3), np.uint8)


def look(quad, name="none", share=0.9, **more):
    row = np.full(len(NAMES), (1 - share) / len(NAMES))
    row[NAMES.index(name)] += share
    return Look(np.float32(quad), CROP, row, **more)


def picture(*quads):
    """Draw white cards on a green table, one after the other, each with the line of its edge."""
    out = np.full((320, 320, 3), (60, 110, 50), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(out, quad.astype(np.int32), (240, 240, 240))
        cv2.polylines(out, [quad.astype(np.int32)], True, (200, 200, 200))
    return out


def seen(*corners):
    heat = np.zeros(4)
    heat[list(corners)] = 0.8
    return heat


def test_clear_cards_that_lie_apart_need_no_second_look():
    apart = [look(CARD, "9C", 0.99, sure=1.0), look(CARD + 200, "QH", 0.99, sure=1.0)]
    table = picture(CARD, CARD + 200)
    assert is_plain(table, apart, NAMES)
    assert not is_plain(table, [apart[0], look(CARD + 40, "QH", 0.99, sure=1.0)], NAMES)
    assert not is_plain(table, [apart[0], look(CARD + 200, "QH", 0.6, sure=1.0)], NAMES)
    assert not is_plain(table, [], NAMES)


def test_a_clear_card_beside_which_paper_goes_on_is_looked_at_again():
    top = look(CARD + 100, "9C", 0.99, sure=1.0)
    assert is_plain(picture(CARD + 100), [top], NAMES)
    # Of the card beneath it a strip is in view, a tenth of a card wide.
    assert not is_plain(picture(CARD + np.float32([92, 100]), CARD + 100), [top], NAMES)
    # One such card among others is enough.
    other = look(CARD + np.float32([220, 20]), "QH", 0.99, sure=1.0)
    assert is_plain(picture(other.quad, CARD + 100), [other, top], NAMES)
    assert not is_plain(picture(other.quad, CARD + np.float32([92, 100]), CARD + 100), [other, top], NAMES)


def test_a_side_that_looks_out_of_a_fan_is_a_card_and_print_upon_a_whole_one_is_none():
    upper = look(CARD + np.float32([10, 0]), "9C", 0.9, seen=seen(0, 1, 2, 3))
    side = look(CARD, "none", 0.9, seen=seen(0, 3))
    assert _is_side(side, [upper])
    assert not _is_side(look(CARD, "none", 0.9, seen=seen(0)), [upper])
    assert not _is_side(look(CARD, "none", 0.9, seen=0.5 * seen(0, 3)), [upper])
    assert not _is_side(side, [look(CARD + 300, "9C", 0.9, seen=seen(0, 1, 2, 3))])
    # A court's frame has corners, too, and they are those of no card that lies upon another.
    frame = look(CARD[0] + np.float32([8, 8]) + 0.7 * CARD, "none", 0.9, seen=seen(0, 3))
    assert not _is_side(frame, [look(CARD, "QH", 0.9, sure=1.0)])


def test_a_card_that_shows_all_its_corners_is_hidden_by_none_whose_corners_it_hides():
    upper, lower = look(CARD + 100, "9C", 0.9, seen=seen(0, 1, 2, 3)), CARD + np.float32([80, 90])
    table = picture(lower, CARD + 100)
    assert hidden_shares(table, [upper, look(lower, "QH", 0.9, seen=seen(0, 1, 3))])[0] == 0
    assert hidden_shares(table, [upper, look(lower, "QH", 0.9, seen=seen(0, 1, 2, 3))])[0] > 0


def test_four_corners_are_believed_more_than_an_outline_that_takes_in_a_part_of_another_card():
    wide = look(CARD * np.float32([1.2, 1]), "9C", 0.97, sure=1.0)
    corners = look(CARD, "9C", 0.99, seen=seen(0, 1, 2, 3))
    assert joined([wide], [corners], NAMES) == [corners]


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


def test_a_corner_find_is_read_only_if_it_is_kept(monkeypatch):
    shown = []

    class Counting:
        names, index, titles = NAMES, None, None

        def read(self, crops):
            shown.extend(crops)
            return Scores(NAMES, np.tile(look(CARD, "QH").row, (len(crops), 1)))

    class Corners:
        def find(self, image, short):
            return [Cornered(CARD + 1, seen(0, 1, 2)), Cornered(CARD + 200, seen(0, 1, 2))]

    monkeypatch.setattr(occlusion.corner_locator, "shipped", Corners)
    monkeypatch.setattr(occlusion, "placed", lambda image, found, locator: found)
    known = look(CARD, "9C", 0.99, sure=1.0)
    table = picture(CARD, CARD + 200)
    both = occlusion.with_cornered(table, [known], Counting(), None)
    assert [each.row.argmax() for each in both] == [NAMES.index("9C"), NAMES.index("QH")]
    assert len(shown) == 1 and both[1].crop.shape == (144, 96, 3)


@pytest.mark.parametrize(
    ("at", "heat", "told", "found"),
    [
        (20, 0.4, 0.9, True),
        (20, 0.4, 0.7, False),
        (20, 0.4, None, False),
        (20, 0.8, 0.7, True),
        (200, 0.4, 0.9, False),
        (200, 0.8, 0.7, True),
    ],
    ids=["likely", "unlikely", "no index", "sure corner", "by itself", "sure corner by itself"],
)
def test_a_faint_corner_is_a_cards_where_others_lie_and_its_index_is_likely(
    at, heat, told, found, monkeypatch
):
    class Index:
        def alone(self, image, quad, in_view, row):
            return None if told is None else look(CARD, "QH", told - (1 - told) / (len(NAMES) - 1)).row

    class Reader:
        names, index, titles = NAMES, Index(), None

    class Corners:
        def find(self, image, short):
            return [Cornered(CARD + 1, seen(0, 1, 2)), Cornered(CARD + at, seen(0) * heat / 0.8)]

    monkeypatch.setattr(occlusion.corner_locator, "shipped", Corners)
    monkeypatch.setattr(occlusion, "placed", lambda image, found, locator: found)
    cards = occlusion._by_corners(picture(CARD), [], Reader(), None)
    assert len(cards) == 1 + found
