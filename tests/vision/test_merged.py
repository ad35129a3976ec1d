"""What is made of an outline that is too large for one card and lies upon another: pictures of rectangles."""

import numpy as np

from vision.detect.merged import fitted
from vision.detect.parts import parts
from vision.geometry.quads import Sides, fill, grown, iou

SCALE = 2
CARD = Sides(130.0, 200.0)
BENEATH = np.float32([[300, 200], [430, 200], [430, 400], [300, 400]])
LAID = BENEATH + np.float32([30, 40])


def test_of_a_card_that_is_blurred_on_all_sides_one_of_a_cards_size_is_kept():
    frame, changed = np.full((720, 960, 3), 90, np.uint8), np.zeros((360, 480), np.uint8)
    fill(changed, [grown(LAID, 1.12) / SCALE])
    (part,) = parts(changed, CARD, SCALE)
    kept = fitted(frame, part, [(grown(LAID, 1.12), 1.0)], SCALE, CARD, [BENEATH])
    assert [iou(quad, LAID) > 0.95 for _, quad in kept] == [True]
    assert [fit.sure for fit, _ in kept] == [1.0]
