"""Say what is printed on the kit's bid wheels and trump tags, so that who draws it and who reads it agree.

A wheel is two round pieces on one pin. The disc carries a marker a number, and one more for a bid that is
covered; the cover lets one of them, with its number, be seen through a window and carries a marker of its
own, by which the wheel is found and laid straight. Millimetres from the pin, x to the right, y down, as the
wheel is read with its window at the top. A place of the disc is what stands in the window.
"""

import math
from typing import NamedTuple

import cv2
import numpy as np

DICTIONARY = cv2.aruco.DICT_5X5_250
"""Of the ids that are used any two differ by 7 of 25 bits or more, however they are turned."""

WHEEL_MODULES = 7
"""A marker's modules across, its black border counted in."""

COLORS = ("red", "blue", "green", "yellow", "violet", "orange")
"""One wheel each: as many as ever play."""

HIGHEST = 20
"""The highest number on a disc."""

COVERED = HIGHEST + 1
"""The place of the disc that bids nothing yet."""

PLACES = COVERED + 1
DISC_RADIUS = 64.0
COVER_RADIUS = 60.0
"""The disc stands out a little, so that it can be turned by its rim."""

PIN = 4.0
"""Radius of the head of the pin that holds the two pieces together."""

NUMBER_SIZE = 12.0
"""Side of a number's marker: 28 pixels at a card of 132 pixels, 4 a module (docs/mounting.md)."""

NUMBER_AT = 52.2
"""From the pin to its middle: as far inside as neighbours leave each other more than a millimetre."""

DIGITS_AT = 41.3
"""From the pin to the middle of the number that people read."""

DIGITS_SIZE = 7.5
"""Height of that number's em."""

WINDOW = (-7.2, -COVER_RADIUS, 14.4, 23.6)
"""Left, top, width and height of the window: a marker with a little white around it, and its number. It is
open at the rim, where a strip of paper would tear."""

COVER_SIZE = 24.0
"""Side of the cover's own marker."""

COVER_AT = (0.0, -18.0)
"""Middle of the cover's own marker."""

TRUMPS = ("first", "second", "third", "fourth", "none")
"""The trump tags: a suit each in the order of the deck's suits, and no trump."""

TAG_SIZE = 30.0
"""Side of a trump tag's marker."""

TAG_OUTLINE = (44.0, 60.0)
"""Width and height of a trump tag."""

TAG_AT = (0.0, -5.0)
"""From the tag's middle to its marker's."""

_FIRST_ID = 10
_EACH = PLACES + 1
_FIRST_TAG = _FIRST_ID + len(COLORS) * _EACH
"""The first wheel's first marker id, the ids of one wheel, and the first trump tag's."""


class DiscPlace(NamedTuple):
    """A place of a wheel's disc: the wheel's colour, and the number, or `COVERED`."""

    color: int
    place: int


class Cover(NamedTuple):
    """The cover of a wheel, by its colour."""

    color: int


class Tag(NamedTuple):
    """A trump tag: the place of its suit in the deck's suits; `len(suits)`: no trump."""

    suit: int


def cover_id(color: int) -> int:
    """Give the id of the marker on the cover of a colour's wheel."""
    return _FIRST_ID + color * _EACH


def place_id(color: int, place: int) -> int:
    """Give the id of the marker of a place of a colour's disc."""
    return cover_id(color) + 1 + place


def tag_id(suit: int) -> int:
    """Give the id of a trump tag's marker."""
    return _FIRST_TAG + suit


def meaning(marker: int) -> DiscPlace | Cover | Tag | None:
    """Say what the marker with this id is; None: it is none of these."""
    if _FIRST_TAG <= marker < _FIRST_TAG + len(TRUMPS):
        return Tag(marker - _FIRST_TAG)
    if not _FIRST_ID <= marker < _FIRST_TAG:
        return None
    color, place = divmod(marker - _FIRST_ID, _EACH)
    return Cover(color) if place == 0 else DiscPlace(color, place - 1)


def square_mm(size: float, at: tuple[float, float] = (0.0, 0.0), turn: float = 0.0) -> np.ndarray:
    """Give the corners of a square, float32 (4, 2) mm, clockwise from the top left, turned by degrees."""
    half = size / 2
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return (corners @ np.array([[c, s], [-s, c]]) + at).astype(np.float32)


def turn_of(place: int) -> float:
    """Say by how many degrees the disc's place lies clockwise from the place of the number 0."""
    return 360.0 / PLACES * place


def on_disc(place: int, radius: float) -> tuple[float, float]:
    """Give the point of the disc at a place, so far from the pin, with the number 0 in the window."""
    turn = math.radians(turn_of(place))
    return radius * math.sin(turn), -radius * math.cos(turn)


def circle_mm(radius: float, steps: int = 48) -> np.ndarray:
    """Give points on a circle around the pin, float32 (steps, 2) mm."""
    turns = np.arange(steps) * 2 * math.pi / steps
    return (np.column_stack([np.cos(turns), np.sin(turns)]) * radius).astype(np.float32)
