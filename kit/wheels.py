"""Draw the bid wheels, a page each, and the trump tags, a page for each edition's suits."""

import math
from functools import partial
from pathlib import Path

from games.cards import EDITION_WORDS, EDITIONS, SUIT_WORDS, suits
from kit.marker import draw_marker, modules
from kit.sheet import BLACK, FINE, GREY, HAIR, Sheet, Tell, write_pages
from kit.sign import SIGN_INKS, outlines
from texts import Said, say, say_as
from vision.wheels import printed

COLOR_WORDS = (
    say_as("wheel", "red"),
    say_as("wheel", "blue"),
    say_as("wheel", "green"),
    say_as("wheel", "yellow"),
    say_as("wheel", "violet"),
    say_as("wheel", "orange"),
)
"""What people call `printed.COLORS`."""

INKS = ("#c8142b", "#1f5fbf", "#1e8a3c", "#d9a300", "#7a3fa0", "#e0701a")
"""By colour of `printed.COLORS`: the ring of its cover."""

RING = 4.0
"""Width of the ring, in mm."""

COVERED = "?"
DISC_AT = 5.0 + printed.DISC_RADIUS
COVER_AT = DISC_AT + printed.DISC_RADIUS + 4.0 + printed.COVER_RADIUS
_RULER_AT = COVER_AT + printed.COVER_RADIUS + 10.0
_CROSS = 2.0
GAP = 8.0
"""Between two tags, in mm."""

_WORDS, _SIGN = (24.5, 6.0), (16.8, 5.0)
"""How far beneath a tag's middle its word and its suit's sign stand, and how high they are, in mm: a module
of white is left around the marker."""


def write_wheels(path: Path, page: str, tell: Tell = str) -> None:
    """Write the wheel of every colour, disc and cover on one page. tell: speaks a language."""
    pages = [partial(_wheel, color=color, tell=tell) for color in range(len(printed.COLORS))]
    write_pages(path, page, "Familiar: bid wheels", pages)


def write_tags(path: Path, page: str, tell: Tell = str) -> None:
    """Write the five trump tags of each edition. tell: speaks a language."""
    pages = [partial(_tags, edition=each, tell=tell) for each in EDITIONS]
    write_pages(path, page, "Familiar: trump tags", pages)


def _wheel(sheet: Sheet, color: int, tell: Tell) -> None:
    middle = sheet.size[0] / 2
    with sheet.moved(middle, DISC_AT):
        _disc(sheet, color)
    with sheet.moved(middle, COVER_AT):
        _cover(sheet, color, tell)
    left = middle - printed.DISC_RADIUS
    sheet.ruler(left, _RULER_AT)
    words = say("Print at 100 %. Cut out both and the window; pin them together.")
    sheet.text(left, _RULER_AT + 6, tell(words), 3.2)


def _disc(sheet: Sheet, color: int) -> None:
    """Draw the disc, its number 0 at the top."""
    sheet.polygon(printed.circle_mm(printed.DISC_RADIUS, 180).tolist())
    for place in range(printed.PLACES):
        black = modules(printed.DICTIONARY, printed.place_id(color, place))
        turn = printed.turn_of(place)
        with sheet.moved(*printed.on_disc(place, printed.NUMBER_AT)):
            draw_marker(sheet, black, printed.NUMBER_SIZE, turn)
        words = COVERED if place == printed.COVERED else str(place)
        sheet.label(*printed.on_disc(place, printed.DIGITS_AT), words, printed.DIGITS_SIZE, turn)
    _cross(sheet)


def _cover(sheet: Sheet, color: int, tell: Tell) -> None:
    """Draw the cover, its window at the top and open at the rim, a ring in its colour around the rest."""
    left, _, width, height = printed.WINDOW
    foot = height - printed.COVER_RADIUS
    reach = math.degrees(math.asin(width / 2 / printed.COVER_RADIUS))
    rim = _arc(printed.COVER_RADIUS, reach)
    inner = _arc(printed.COVER_RADIUS - RING, reach + 6)
    sheet.polygon([*_arc(printed.COVER_RADIUS, reach + 6), *reversed(inner)], INKS[color], None)
    sheet.polygon([(left + width, foot), *rim, (left, foot)])
    with sheet.moved(*printed.COVER_AT):
        draw_marker(sheet, modules(printed.DICTIONARY, printed.cover_id(color)), printed.COVER_SIZE)
    _cross(sheet)
    sheet.label(0, 20, tell(COLOR_WORDS[color]), 8, color=INKS[color])
    words = say("0-{highest}, {covered} = not shown yet", highest=printed.HIGHEST, covered=COVERED)
    sheet.label(0, 34, tell(words), 4.5, color=GREY)


def _arc(radius: float, gap: float) -> list[tuple[float, float]]:
    """Give a circle clockwise from the right of the top to its left; `gap` degrees are left out each side."""
    turns = [math.radians(gap + (360 - 2 * gap) * step / 90) for step in range(91)]
    return [(radius * math.sin(turn), -radius * math.cos(turn)) for turn in turns]


def _cross(sheet: Sheet) -> None:
    sheet.line((-_CROSS, 0), (_CROSS, 0), width=HAIR)
    sheet.line((0, -_CROSS), (0, _CROSS), width=HAIR)


def _tags(sheet: Sheet, edition: str, tell: Tell) -> None:
    width, height = printed.TAG_OUTLINE
    known = suits(edition)
    names: list[Said] = [*(SUIT_WORDS[suit] for suit in known), say("no trump")]
    left = (sheet.size[0] - 3 * width - 2 * GAP) / 2
    for number, name in enumerate(names):
        row, column = divmod(number, 3)
        with sheet.moved(left + column * (width + GAP) + width / 2, 20 + row * (height + GAP) + height / 2):
            sheet.polygon(
                [
                    (-width / 2, -height / 2),
                    (width / 2, -height / 2),
                    (width / 2, height / 2),
                    (-width / 2, height / 2),
                ],
                None,
                BLACK,
                FINE,
            )
            with sheet.moved(*printed.TAG_AT):
                draw_marker(sheet, modules(printed.DICTIONARY, printed.tag_id(number)), printed.TAG_SIZE)
            if number < len(known):
                for outline in outlines(known[number], _SIGN[1]):
                    sheet.polygon([(x, y + _SIGN[0]) for x, y in outline], SIGN_INKS[known[number]], None)
            sheet.label(0, _WORDS[0], tell(name), _WORDS[1], within=width - 6)
    foot = 20 + 2 * (height + GAP) + 10
    sheet.ruler(left, foot)
    words = say("Trump tags, {edition} edition. Print at 100 %, cut out.", edition=EDITION_WORDS[edition])
    sheet.text(left, foot + 7, tell(words), 3.5)
