"""Whether a card that a newer one hides has gone: a white card on a grey table, drawn as rectangles."""

import numpy as np
import pytest

from vision.geometry.quads import rectify, to_corners
from vision.track.exchange import has_gone
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
