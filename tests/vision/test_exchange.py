"""Whether a card that a newer one hides has gone: a white card on a grey table, drawn as rectangles."""

from dataclasses import replace

import numpy as np
import pytest

from vision.geometry.quads import rectify, to_corners
from vision.motion.frame_diff import FrameDiff
from vision.read.reader import Scores
from vision.track.exchange import has_gone, told_apart
from vision.track.tracks import PlaceLook, Track
from vision.types import Reading, Seen

TABLE, PAPER = 110, 235
CARD = np.float32([[100, 100], [196, 100], [196, 244], [100, 244]])
NEWER = CARD + np.float32([12, 12])


def picture(*boxes):
    """Draw the table with boxes of a grey: left, top, right, bottom, grey."""
    shown = np.full((400, 400, 3), TABLE, np.uint8)
    for left, top, right, bottom, grey in boxes:
        shown[top:bottom, left:right] = grey
    return shown


PLACED, UPON = (100, 100, 196, 244, PAPER), (112, 112, 208, 256, 60)


def card():
    """Follow a white card that was laid upon the bare table."""
    reading = Reading("5H", 1.0, False, (), to_corners(CARD), rectify(picture(PLACED), CARD))
    return Track(Seen(1, reading), CARD, before=PlaceLook(CARD, rectify(picture(), CARD)))


@pytest.mark.parametrize(
    ("boxes", "gone"),
    [
        ([UPON], True),
        ([PLACED, UPON], False),
        # A thing as grey as the table lies upon the card, of which more is to be seen beside it.
        ([PLACED, (100, 100, 112, 150, TABLE), UPON], False),
        # The new one's shadow falls there.
        ([(100, 100, 112, 244, 90), UPON], True),
        # So little is seen that it may be an outline which is off.
        ([PLACED, (100, 100, 108, 110, TABLE), UPON], False),
    ],
)
def test_a_card_has_gone_where_what_lay_there_before_it_is_seen_and_not_the_card(boxes, gone):
    assert has_gone(picture(*boxes), card(), [NEWER]) == gone


def test_the_rim_of_a_dark_card_is_no_table_in_its_shade():
    assert not has_gone(picture(PLACED, (100, 100, 196, 244, 66)), card(), [CARD])


class Reads:
    """A reader that reads one card everywhere."""

    names = ("5H", "6H", "7H", "back", "none")
    index = titles = None

    def __init__(self, name, sure):
        self._row = [sure * (each == name) for each in self.names]

    def read(self, crops):
        return Scores(self.names, np.array([self._row] * len(crops), np.float32))


def said_pushed(boxes, name, sure=0.99, **more):
    """Say that the card was pushed to where something like it lies, and that this reads as a card."""
    item, older = card(), replace(card(), seen=Seen(2, replace(card().seen.reading, card="7H")))
    item = item.read_as(replace(item.seen.reading, **more))
    view = FrameDiff(picture(*boxes), np.full((200, 200), 255, np.uint8))
    kept, others = told_apart(view, [older, item], [older, item.moved(NEWER)], [], Reads(name, sure))
    return [each.quad for each in kept if each.seen.id == 1], [each.name(Reads.names) for each in others]


EXCHANGED, COVERED = [UPON], [PLACED, UPON]


@pytest.mark.parametrize(
    ("boxes", "name", "lies", "others"),
    [(EXCHANGED, "6H", [], ["6H"]), (COVERED, "6H", [CARD], ["6H"]), (COVERED, "7H", [CARD], [])],
    ids=["in its place", "upon it", "one that is known"],
)
def test_where_another_card_is_read_none_was_pushed_to(boxes, name, lies, others):
    quads, found = said_pushed(boxes, name)
    assert np.array_equal(quads, lies) and found == others


@pytest.mark.parametrize(
    ("name", "more"),
    [("5H", {}), ("6H", {"sure": 0.9}), ("6H", {"asks": True}), ("back", {}), ("none", {})],
    ids=["itself", "perhaps another", "one that is asked about", "a back", "nothing"],
)
def test_a_card_lies_where_it_was_pushed_to_unless_another_is_surely_read_there(name, more):
    quads, found = said_pushed(EXCHANGED, name, **more)
    assert np.array_equal(quads, [NEWER]) and found == []
