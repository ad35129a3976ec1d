"""What hangs together in a mask."""

import cv2
import numpy as np

from vision.geometry.components import components


def test_labels_of_sixteen_bits_say_what_those_of_thirty_two_do():
    noise = np.random.default_rng(0).integers(0, 2, (500, 500), np.uint8) * np.uint8(255)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(noise)
    found, counted = components(noise)
    assert found.dtype == np.uint16 and np.array_equal(found, labels) and np.array_equal(counted, stats)


def test_as_many_things_as_there_can_be_are_told_apart():
    dots = np.zeros((500, 500), np.uint8)
    dots[::2, ::2] = 255
    labels, stats = components(dots)
    assert len(stats) == 1 + 250 * 250 and labels.max() == 250 * 250
    assert (stats[1:, cv2.CC_STAT_AREA] == 1).all()
