"""What a locating network's maps are taken to say, of maps that are made of numbers."""

import numpy as np
import pytest

from models.labels import STRIDE, UNIT
from vision.detect import corner_locator, heatmap


class Told:
    """A network that tells the same of any picture: heat only where it is given something to tell."""

    def __init__(self, cells):
        """cells: what is told of each cell, by row and column."""
        self.heat = np.full((1, 1, 12, 20), -9.0, np.float32)
        self.box = np.zeros((1, 6, 12, 20), np.float32)
        for (row, column), (heat, told) in cells.items():
            self.heat[0, 0, row, column] = heat
            self.box[0, :, row, column] = told

    def run(self, outputs, crops):
        assert outputs == ["heat", "box"] and crops.shape == (1, 96, 160, 3)
        return [self.heat, self.box]


PICTURE = np.zeros((264, 480, 3), np.uint8)
STRETCH = 3.0, 2.75
"""How many times as wide and as high as it is shown."""


def about(middle, along, across):
    """List the corners of a box, from its middle and half of its sides, stretched as the picture is."""
    ways = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return (np.array([middle + a * along + b * across for a, b in ways]) * STRETCH).astype(np.float32)


def test_a_box_lies_about_its_middle_a_long_side_first():
    long, short = np.log(2.0), np.log(1.25)
    turned = np.radians(30)
    found = heatmap.decode(
        Told(
            {
                (4, 7): (2.0, (0.25, -0.5, short, long, 1.0, 0.0)),
                (8, 15): (1.0, (0.0, 0.0, short, long, np.cos(2 * turned), np.sin(2 * turned))),
                (2, 2): (-0.5, (0.0, 0.0, short, long, 1.0, 0.0)),
            }
        ),
        PICTURE,
        0.35,
        0.5,
    )
    assert [heat for _, heat in found] == pytest.approx(
        [1 / (1 + np.exp(-2)), 1 / (1 + np.exp(-1))], abs=1e-6
    )
    level = about(np.array([7.75, 4.0]) * STRIDE, np.array([UNIT, 0]), np.array([0, 0.625 * UNIT]))
    slanting = about(
        np.array([15.5, 8.5]) * STRIDE,
        UNIT * np.array([np.cos(turned), np.sin(turned)]),
        0.625 * UNIT * np.array([-np.sin(turned), np.cos(turned)]),
    )
    for (quad, _), wanted in zip(found, (level, slanting), strict=True):
        assert quad.dtype == np.float32 and np.allclose(quad, wanted, atol=1e-3)


def test_where_nothing_is_hot_there_is_nothing():
    assert heatmap.decode(Told({}), PICTURE, 0.35, 0.5) == []
    assert corner_locator._corners(Told({}), PICTURE, 0.35) == []


def test_a_corner_tells_a_whole_card_and_which_of_its_corners_it_is():
    # Edges as shares of the unit, so that the picture's stretch makes 60 x 90 pixels of them.
    short, long = 60 / STRETCH[0] / UNIT, 90 / STRETCH[1] / UNIT
    corners = corner_locator._corners(
        Told({(1, 2): (1.0, (0, 0, short, 0, 0, long)), (1, 14): (2.0, (0, 0, -short, 0, 0, long))}),
        PICTURE,
        0.35,
    )
    at = np.float32([[14.5, 1.5], [2.5, 1.5]]) * STRIDE * STRETCH
    assert [corner.own for corner in corners] == [1, 0]
    # The hotter one stands at the end of its short edge, which so runs towards it.
    assert np.allclose(corners[0].quad, at[0] + [[-60, 0], [0, 0], [0, 90], [-60, 90]], atol=1e-3)
    assert np.allclose(corners[1].quad, at[1] + [[0, 0], [60, 0], [60, 90], [0, 90]], atol=1e-3)
