"""Draw the sticks as paper to be cut, folded and glued: one net each, its notches cut out.

A net's y runs down over its three sides and the long flap; the side in the middle carries the ends. The edge
without notches is where the net closes, so that no flap lies behind a notch.
"""

import math
from functools import partial
from pathlib import Path

from games.sticks import COLORS
from kit.measures import (
    LENGTH,
    NOTCH_REACH,
    NOTCH_WIDTH,
    NOTCHES_AT,
    SIDE,
    Polygon,
    sides_of,
    symbols_on,
)
from kit.sheet import BLACK, FINE, GREY, HAIR, Sheet, Tell, write_pages
from texts import say

LONG_FLAP = 9.0
END_FLAP = 6.0
_CLOSE = 3.0
"""How far a flap's corners draw in, so that flaps do not meet."""

_BLEED = 1.5
"""How far the colour runs onto a flap: no white shows at an edge that is glued a little askew."""

PAINTS = {"red": ("#c8142b", "#ffffff"), "black": ("#1c1c1c", "#ffffff"), "white": ("#ffffff", "#1c1c1c")}
"""By colour: paper and symbols."""

_DASHES = (2.0, 1.2)
_PITCH = 3 * SIDE + LONG_FLAP + 9
_HINT = (
    say("Print at 100 % on card of 160 to 200 g."),
    say("1  Does the ruler measure 100 mm?"),
    say("2  Cut the outline and all notches."),
    say("3  Score the dashed lines, fold back."),
    say("4  Glue the end flaps, then the long one."),
)


def write_paper_sticks(path: Path, page: str, tell: Tell = str) -> None:
    """Write the three nets, a ruler and few words on one page. tell: speaks a language."""
    write_pages(path, page, "Familiar: sticks to fold", [partial(_page, tell=tell)])


def _page(sheet: Sheet, tell: Tell) -> None:
    left = 6 + LENGTH / 2 + SIDE * math.sqrt(3) / 2 + 3
    for place, color in enumerate(COLORS):
        with sheet.moved(left, 12 + place * _PITCH):
            draw_net(sheet, color)
    foot = 12 + 3 * _PITCH + 6
    sheet.ruler(12, foot)
    for row, words in enumerate(_HINT):
        sheet.text(12, foot + 10 + 6 * row, tell(words), 3.8)
    with sheet.moved(150, foot + 22):
        _folded(sheet)


def draw_net(sheet: Sheet, color: str) -> None:
    """Draw a net around x = 0, its first side's upper edge at y = 0."""
    paper, ink = PAINTS[color]
    sides = sides_of(color)
    half, tip = LENGTH / 2, LENGTH / 2 + SIDE * math.sqrt(3) / 2
    _paint(sheet, paper, half, tip)
    for row, side in enumerate(sides):
        for shape in symbols_on(side):
            sheet.polygon([(x, y + row * SIDE) for x, y in shape], ink, None)
    for row, side in enumerate(sides[:2]):
        for at in NOTCHES_AT[side.lower]:
            sheet.polygon(_cut_out(at, (row + 1) * SIDE), "#ffffff", BLACK)
    sheet.polygon(_outline(half, tip))
    light = GREY if color == "white" else "#ffffff"
    for row, side in enumerate(sides[:2]):
        _fold(sheet, (row + 1) * SIDE, NOTCHES_AT[side.lower], light)
    _fold(sheet, 3 * SIDE, (), light)
    for way in (-1, 1):
        corners = [(way * half, SIDE), (way * half, 2 * SIDE), (way * tip, 1.5 * SIDE), (way * half, SIDE)]
        for start, end in zip(corners, corners[1:], strict=False):
            sheet.line(start, end, light, HAIR, _DASHES)


def _paint(sheet: Sheet, paper: str, half: float, tip: float) -> None:
    sheet.polygon([(-half, 0), (half, 0), (half, 3 * SIDE), (-half, 3 * SIDE)], paper, None)
    sheet.polygon(
        [
            (-half, 3 * SIDE),
            (half, 3 * SIDE),
            (half - _BLEED, 3 * SIDE + _BLEED),
            (-half + _BLEED, 3 * SIDE + _BLEED),
        ],
        paper,
        None,
    )
    for way in (-1, 1):
        sheet.polygon([(way * half, SIDE), (way * tip, 1.5 * SIDE), (way * half, 2 * SIDE)], paper, None)


def _cut_out(at: float, fold: float) -> Polygon:
    """Give what is cut away over a fold: folded, it is a notch in both sides beside the edge."""
    half = NOTCH_WIDTH / 2
    return ((at - half, fold), (at, fold - NOTCH_REACH), (at + half, fold), (at, fold + NOTCH_REACH))


def _outline(half: float, tip: float) -> list[tuple[float, float]]:
    """Give the line around a net, clockwise: the sides, an end with two flaps at each side, the long flap."""
    end = [
        (half, 0.0),
        (half, SIDE),
        *_flap((half, SIDE), (tip, 1.5 * SIDE)),
        (tip, 1.5 * SIDE),
        *_flap((tip, 1.5 * SIDE), (half, 2 * SIDE)),
        (half, 2 * SIDE),
        (half, 3 * SIDE),
    ]
    foot = 3 * SIDE + LONG_FLAP
    right = [*end, (half - _CLOSE * 2, foot)]
    return [*right, *((-x, y) for x, y in reversed(right))]


def _flap(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """Give the two outer corners of a flap beside a line, on its left when y runs down."""
    length = math.dist(start, end)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    out = (along[1] * END_FLAP, -along[0] * END_FLAP)
    return [
        (start[0] + along[0] * _CLOSE + out[0], start[1] + along[1] * _CLOSE + out[1]),
        (end[0] - along[0] * _CLOSE + out[0], end[1] - along[1] * _CLOSE + out[1]),
    ]


def _fold(sheet: Sheet, y: float, notches: tuple[float, ...], light: str) -> None:
    """Draw a fold from end to end, with gaps where it is cut away."""
    stops = [-LENGTH / 2, *(at + way * NOTCH_WIDTH / 2 for at in notches for way in (-1, 1)), LENGTH / 2]
    for start, end in zip(stops[::2], stops[1::2], strict=True):
        sheet.line((start, y), (end, y), light, HAIR, _DASHES)


def _folded(sheet: Sheet) -> None:
    """Draw the end of the folded stick, with the long flap inside."""
    size = 24.0
    top, right, left = (size / 2, 0.0), (size, size * math.sqrt(3) / 2), (0.0, size * math.sqrt(3) / 2)
    sheet.polygon((top, right, left), None, BLACK, FINE)
    sheet.line((size / 2, 2.2), (size / 2 - 6, 2.2 + 6 * math.sqrt(3)), GREY, FINE)
