"""Draw the mat: whole on A3, or on two A4 or letter sheets to be glued together."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from kit.marker import draw_marker, modules
from kit.sheet import FINE, GREY, PALE, Sheet, Tell, write_pages
from texts import Said, say, say_as
from vision.calibrate.mat import (
    MARKER_DICTIONARY,
    MARKER_SIZE,
    MARKERS,
    MAT_SIZE,
    WORDS_AT,
    ZONE_CORNER,
    ZONES,
)

GLUE_STRIP = 8.0
WORDS: Mapping[str, Said] = {
    "throw": say_as("zone of the mat", "throw"),
    "trump": say_as("zone of the mat", "trump"),
    "trick": say_as("zone of the mat", "trick"),
}
"""What is written in the zones; no word may be wider than vision.calibrate.mat.WORDS_SIZE."""
_MARK = 4.0
_TOP = 7.0


def write_mat(path: Path, page: str, tell: Tell = str) -> None:
    """Write the mat for a kind of page: one sheet of A3, two of the others. tell: speaks a language."""
    if page == "a3":
        write_pages(path, page, "Familiar: mat", [partial(_whole, tell=tell)])
    else:
        halves = [partial(_half, right=right, tell=tell) for right in (False, True)]
        write_pages(path, page, "Familiar: mat, two sheets", halves)


def _whole(sheet: Sheet, tell: Tell) -> None:
    left = (sheet.size[0] - MAT_SIZE[0]) / 2
    with sheet.moved(left, 10):
        _draw_mat(sheet, tell)
        _cutting_marks(sheet, 0, MAT_SIZE[0])
    sheet.ruler(left, 290)
    sheet.text(left + 130, 290, tell(say("Print at 100 %. Cut along the marks.")), 3.2)


def _half(sheet: Sheet, right: bool, tell: Tell) -> None:
    """Draw the left half with a strip for the glue, or the right half, which is laid on the strip."""
    middle = MAT_SIZE[0] / 2
    left = (sheet.size[0] - middle - GLUE_STRIP) / 2 + (GLUE_STRIP if right else 0)
    with sheet.moved(left - (middle if right else 0), _TOP):
        with sheet.clipped(middle if right else 0, 0, middle, MAT_SIZE[1]):
            _draw_mat(sheet, tell)
        if right:
            _cutting_marks(sheet, middle, MAT_SIZE[0])
        else:
            _glue_strip(sheet, middle)
            _cutting_marks(sheet, 0, middle + GLUE_STRIP)
    foot = min(sheet.size[1] - 6, _TOP + MAT_SIZE[1] + 12)
    sheet.ruler(left + 10, foot)
    words = say("Cut. Lay on the strip.") if right else say("Cut. Glue on the strip.")
    sheet.text(left + 128, foot, tell(words), 3.2)


def _draw_mat(sheet: Sheet, tell: Tell) -> None:
    """Draw markers and zones: thin and pale, so that cards and sticks stand out from them."""
    for marker, (x, y) in MARKERS.items():
        with sheet.moved(x, y):
            draw_marker(sheet, modules(MARKER_DICTIONARY, marker), MARKER_SIZE)
    for name, zone in ZONES.items():
        _draw_zone(sheet, *zone)
        sheet.text(zone[0] + WORDS_AT, zone[1] + zone[3] - WORDS_AT, tell(WORDS[name]), 4, GREY)


def _draw_zone(sheet: Sheet, left: float, top: float, width: float, height: float) -> None:
    """Draw the four corners of a zone alone: a closed frame would look like a card to the eye."""
    for x, inwards in ((left, ZONE_CORNER), (left + width, -ZONE_CORNER)):
        for y, down in ((top, ZONE_CORNER), (top + height, -ZONE_CORNER)):
            sheet.polygon([(x + inwards, y), (x, y), (x, y + down)], None, PALE, FINE, closed=False)


def _glue_strip(sheet: Sheet, x: float) -> None:
    sheet.line((x, 0), (x, MAT_SIZE[1]), PALE)
    for y in range(5, int(MAT_SIZE[1]), 10):
        sheet.line((x + 1, y + 3), (x + GLUE_STRIP - 1, y - 3), PALE)


def _cutting_marks(sheet: Sheet, left: float, right: float) -> None:
    """Draw two short lines beside each corner, outside of what is cut out."""
    for x, outwards in ((left, -1), (right, 1)):
        for y, up in ((0.0, -1), (MAT_SIZE[1], 1)):
            sheet.line((x + outwards, y), (x + outwards * (1 + _MARK), y))
            sheet.line((x, y + up), (x, y + up * (1 + _MARK)))
