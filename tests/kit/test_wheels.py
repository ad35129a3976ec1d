"""The printed wheels and tags, drawn as a viewer does and put together, are read as what they say."""

import cv2
import numpy as np
import pytest
from pdf_paths import draw, read_pages

from games.cards import EDITIONS, SUIT_WORDS, suits
from kit import wheels
from kit.wheel_picture import PER_MM, wheel_picture
from texts.catalogue import tongue
from texts.languages import LANGUAGES
from vision.wheels import printed
from vision.wheels.find import find
from vision.wheels.printed import Cover, DiscPlace, Tag

DOTS = 5
SHEETS = {"a4": (210, 297), "letter": (215.9, 279.4)}
SIDE = round(2 * printed.DISC_RADIUS * DOTS)


@pytest.fixture(params=SHEETS)
def sheet(request):
    return request.param


def cut(page, y):
    """Cut a round piece out of a drawn page, its pin in the middle."""
    x = page.shape[1] / 2
    left, top = round(x - SIDE / 2), round(y * DOTS - SIDE / 2)
    piece = page[top : top + SIDE, left : left + SIDE]
    return cv2.copyMakeBorder(piece, 0, SIDE - piece.shape[0], 0, 0, cv2.BORDER_CONSTANT, value=255)


def pinned(disc, cover, place):
    """Lay a cover upon a disc that is turned to a place, on a dark table."""
    at = ((np.mgrid[:SIDE, :SIDE] + 0.5) / DOTS - printed.DISC_RADIUS)[::-1]
    apart = np.hypot(*at)
    left, top, width, height = printed.WINDOW
    window = (at[0] > left) & (at[0] < left + width) & (at[1] < top + height)
    middle = (SIDE / 2 - 0.5, SIDE / 2 - 0.5)
    way = cv2.getRotationMatrix2D(middle, printed.turn_of(place), 1.0)
    turned = cv2.warpAffine(disc, way, (SIDE, SIDE), borderValue=255)
    wheel = np.where((apart < printed.COVER_RADIUS) & ~window, cover, turned)
    wheel[apart > printed.DISC_RADIUS] = 60
    whole = cv2.copyMakeBorder(wheel.astype(np.uint8), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=60)
    return cv2.cvtColor(whole, cv2.COLOR_GRAY2BGR)


@pytest.mark.parametrize("color", range(len(printed.COLORS)))
def test_every_number_of_a_printed_wheel_is_read_in_its_window(kit, color):
    page = draw(kit / "wheels-a4.pdf", color, DOTS)
    disc, cover = cut(page, wheels.DISC_AT), cut(page, wheels.COVER_AT)
    for place in range(printed.PLACES):
        (wheel,) = find(pinned(disc, cover, place)).wheels
        assert (wheel.color, wheel.place) == (color, place)


def test_a_wheel_turned_half_is_not_read(kit):
    page = draw(kit / "wheels-a4.pdf", 2, DOTS)
    disc, cover = cut(page, wheels.DISC_AT), cut(page, wheels.COVER_AT)
    for place in (0.5, 7.4, 12.6, 20.5):
        (wheel,) = find(pinned(disc, cover, place)).wheels
        assert wheel.place is None


def test_the_disc_of_another_wheel_under_a_cover_is_not_read(kit):
    disc = cut(draw(kit / "wheels-a4.pdf", 0, DOTS), wheels.DISC_AT)
    cover = cut(draw(kit / "wheels-a4.pdf", 1, DOTS), wheels.COVER_AT)
    (wheel,) = find(pinned(disc, cover, 4)).wheels
    assert (wheel.color, wheel.place) == (1, None)


def test_pages_and_rulers_measure_what_they_say(kit, sheet):
    for name, count in (("wheels", len(printed.COLORS)), ("trump-tags", len(EDITIONS))):
        pages = read_pages(kit / f"{name}-{sheet}.pdf")
        assert len(pages) == count
        for page in pages:
            assert page.size == pytest.approx(SHEETS[sheet], abs=0.01)
            lines = [
                p for p in page.paths if len(p.points) == 2 and p.size == pytest.approx([100, 0], abs=0.01)
            ]
            assert len(lines) == 1 and "100 mm" in page.words
            points = np.concatenate([path.points for path in page.paths])
            assert points.min() > 4.9 and (np.array(page.size) - points.max(0)).min() > 4.9


def test_the_tags_bear_the_words_of_their_edition_and_are_read_in_the_order_of_its_suits(kit, sheet):
    for number, edition in enumerate(EDITIONS):
        path = kit / f"trump-tags-{sheet}.pdf"
        tags = find(cv2.cvtColor(draw(path, number, DOTS), cv2.COLOR_GRAY2BGR)).tags
        order = sorted(tags, key=lambda tag: (round(tag.outline[0, 1] / 100), tag.outline[0, 0]))
        assert [tag.suit for tag in order] == list(range(5))
        words = read_pages(path)[number].words
        assert all(str(SUIT_WORDS[suit]) in words for suit in suits(edition)) and "no trump" in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_on_wheels_and_tags_are_the_languages_and_stay_on_their_paper(tmp_path, language):
    tell = tongue(language).tell
    wheels.write_wheels(tmp_path / "wheels.pdf", "a4", tell)
    words = [each.words for each in read_pages(tmp_path / "wheels.pdf")]
    named = [tell(color) for color in wheels.COLOR_WORDS]
    assert all(name in page for name, page in zip(named, words, strict=True))
    assert language == "en" or named[:4] != list(wheels.COLOR_WORDS[:4])
    wheels.write_tags(tmp_path / "tags.pdf", "a4", tell)
    width, height = printed.TAG_OUTLINE
    for number in range(len(EDITIONS)):
        page = draw(tmp_path / "tags.pdf", number, DOTS)
        outlines = [
            path.points
            for path in read_pages(tmp_path / "tags.pdf")[number].paths
            if path.size == pytest.approx([width, height], abs=0.01)
        ]
        assert len(outlines) == 5
        for points in outlines:
            (left, top), (right, bottom) = (points.min(0) + 0.8) * DOTS, (points.max(0) - 0.8) * DOTS
            page[round(top) : round(bottom), round(left) : round(right)] = 255
        # What is left are the outlines and what stands beneath them; a word that leaves its tag crosses one.
        rows = page[: round((20 + 2 * (height + wheels.GAP)) * DOTS)]
        for points in outlines:
            (left, top), (right, bottom) = points.min(0) * DOTS, points.max(0) * DOTS
            for x in (left, right):
                line = rows[round(top) + DOTS : round(bottom) - DOTS, round(x) - DOTS : round(x) + DOTS]
                assert (line < 128).any(1).all() and (line < 128).sum(1).max() <= 4


def test_every_marker_means_one_thing_and_no_two_are_alike():
    ids = {printed.cover_id(color): Cover(color) for color in range(6)}
    ids |= {printed.place_id(c, p): DiscPlace(c, p) for c in range(6) for p in range(printed.PLACES)}
    ids |= {printed.tag_id(suit): Tag(suit) for suit in range(5)}
    assert len(ids) == 6 + 6 * 22 + 5
    assert all(printed.meaning(marker) == what for marker, what in ids.items())
    assert printed.meaning(min(ids) - 1) is None and printed.meaning(max(ids) + 1) is None
    dictionary = cv2.aruco.getPredefinedDictionary(printed.DICTIONARY)
    for marker in ids:
        bits = cv2.aruco.Dictionary.getBitsFromByteList(dictionary.bytesList[marker : marker + 1], 5)
        assert min(dictionary.getDistanceToId(bits, other) for other in ids if other != marker) >= 7


def test_the_drawn_wheel_of_the_simulation_is_the_printed_one(kit):
    page = draw(kit / "wheels-a4.pdf", 3, DOTS)
    printed_one = pinned(cut(page, wheels.DISC_AT), cut(page, wheels.COVER_AT), 13)[40:-40, 40:-40, 0]
    picture, there = wheel_picture(3, 13)
    drawn = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    inside = cv2.resize(there, (SIDE, SIDE), interpolation=cv2.INTER_AREA) > 250
    grey = cv2.GaussianBlur(cv2.cvtColor(drawn, cv2.COLOR_BGR2GRAY), (0, 0), 3)
    soft = cv2.GaussianBlur(printed_one, (0, 0), 3)
    assert PER_MM >= DOTS
    assert np.corrcoef(grey[inside], soft[inside])[0, 1] > 0.9
