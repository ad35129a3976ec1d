"""What has come into view is looked at closer: the table that is known is no card and no back."""

import numpy as np
import pytest

from vision.detect.fit import Fit
from vision.detect.selection import Candidate
from vision.geometry.quads import fill, rectify
from vision.motion.frame_diff import FrameDiff
from vision.track.reference import Changes
from vision.track.validation import is_table

NAMES = ("7H", "back", "none")
PLACE = np.float32([[120, 60], [220, 60], [220, 210], [120, 210]])


def differs(part):
    """Give what differs from some picture: so much of the place, 0..1, from its left side on."""
    frame, mask = np.full((300, 400, 3), 100, np.uint8), np.zeros((300, 400), np.uint8)
    return FrameDiff(frame, fill(mask, [PLACE * (part, 1) + (120 * (1 - part), 0)]))


def found(row):
    frame = np.full((300, 400, 3), 100, np.uint8)
    return Candidate(Fit(0.9, 0.8, 0.99), PLACE, rectify(frame, PLACE), np.float32(row))


@pytest.mark.parametrize(
    ("row", "foreground", "unsettled", "table"),
    [
        # A mug that a hand has left in view, and one that was put there, or a strange card.
        ([0.01, 0.01, 0.98], 0.0, 0.05, True),
        ([0.01, 0.01, 0.98], 0.05, 0.9, False),
        # Cloth in a shadow, also where it looked otherwise for seconds; a back that may be one, or is.
        ([0.01, 0.5, 0.49], 0.1, 0.9, True),
        ([0.01, 0.5, 0.49], 0.5, 0.9, False),
        ([0.01, 0.98, 0.01], 0.1, 0.1, False),
        # Where a face is read one is asked about, however little has changed: a white card on a white cloth.
        ([0.5, 0.1, 0.4], 0.05, 0.05, False),
    ],
)
def test_what_is_the_bare_table_again_is_no_card(row, foreground, unsettled, table):
    everything, picture = differs(1.0), np.full((300, 400, 3), 100, np.uint8)
    changes = Changes(
        everything, differs(foreground), differs(foreground), differs(unsettled), picture, picture, picture
    )
    assert is_table(changes, found(row), NAMES) is table


@pytest.mark.parametrize(("light", "table"), [(0.75, True), (0.3, False)])
def test_the_bare_table_in_the_shadow_of_a_hand_is_no_card_either(light, table):
    everything, bare = differs(1.0), np.full((300, 400, 3), 100, np.uint8)
    now = np.uint8(bare * light)
    changes = Changes(everything, differs(0.0), differs(0.0), everything, bare, now, bare)
    assert is_table(changes, found([0.01, 0.01, 0.98]), NAMES) is table
