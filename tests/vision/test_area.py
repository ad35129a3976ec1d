"""What lies around the table, and the mat's own markers, are nothing to the eyes; what is laid on them is."""

import cv2
import numpy as np
import pytest

from games.sticks import COLORS, KIT
from kit.mat_picture import mat_picture
from simulation.sticks import StickTable
from simulation.table import SimulatedTable
from simulation.throwing import draw_fall
from vision.calibrate.area import Area, around, whole
from vision.calibrate.mat import (
    MARKERS,
    MAT_SIZE,
    find,
    outline_mm,
    print_mm,
    project,
    scale,
    to_pixels,
    wrong_by,
)
from vision.calibrate.survey import MAT_MARGIN_MM
from vision.sticks import find as stick_find
from vision.sticks.still import read_throw
from vision.track.cards import CardTracker

SIZE = (1536, 864)
CENTRE = (MAT_SIZE[0] / 2, MAT_SIZE[1] / 2)


def table_with_mat(seed=2, angle=3.0, **options):
    table = SimulatedTable(seed, 4, "us", SIZE, **options)
    table.spread(mat_picture(3), MAT_SIZE, angle)
    return table


@pytest.fixture(scope="module")
def empty():
    return table_with_mat().render()


def area_of(empty, margin=15.0):
    found = find(empty)
    return Area(around(project(to_pixels(found), outline_mm(margin)), SIZE), found, empty)


@pytest.mark.parametrize("angle", [-8.0, 0.0, 90.0, 180.0])
def test_the_markers_say_where_the_mat_is_and_how_large(angle):
    table = table_with_mat(angle=angle, tilt=0.0)
    found = find(table.render())
    assert set(found) == set(MARKERS)
    homography = to_pixels(found)
    assert wrong_by(found, homography) < 0.5
    assert scale(homography, CENTRE) == pytest.approx(SIZE[0] / 974, rel=0.02)
    assert np.linalg.norm(project(homography, [CENTRE])[0] - np.float32(SIZE) / 2) < 6


@pytest.mark.parametrize("down", [300, -360])
def test_a_mat_that_reaches_out_of_the_picture_above_or_below_leaves_what_can_be_played_on(down):
    sheet = mat_picture(3)
    table = np.full((2400, 1280, 3), 215, np.uint8)
    table[800 : 800 + sheet.shape[0], 10 : 10 + sheet.shape[1]] = sheet
    picture = table[800 - down :][:720]
    found = find(picture)
    assert len(found) == 2
    seen = Area(whole((1280, 720)), found, picture)
    assert seen.only(picture).shape == picture.shape


def test_a_marker_that_is_there_twice_or_alone_says_nothing(empty):
    found = find(empty)
    assert to_pixels({0: found[0]}) is None and to_pixels({}) is None
    twice = empty.copy()
    x, y = found[0].min(0).astype(int) - 12
    side = int(np.ptp(found[0][:, 0])) + 24
    twice[400 : 400 + side, 700 : 700 + side] = empty[y : y + side, x : x + side]
    assert set(find(twice)) == {1, 2, 3}


def test_a_mat_whose_halves_are_glued_askew_is_known_by_its_markers(empty):
    found = dict(find(empty))
    found[1] = found[1] + np.float32([0, 30])
    assert wrong_by(found, to_pixels(found)) > 2


def test_an_empty_mat_in_its_area_has_no_marker_and_nothing_around_it(empty):
    only = area_of(empty).only(empty)
    assert find(only) == {}
    assert len(np.unique(only[:40].reshape(-1, 3), axis=0)) == 1
    assert len(np.unique(empty[:40].reshape(-1, 3), axis=0)) > 1


def test_the_light_may_change_and_the_camera_shake_and_the_markers_stay_hidden(empty):
    area = area_of(empty)
    dim = cv2.convertScaleAbs(empty, alpha=0.7)
    shaken = cv2.warpAffine(
        empty, np.float32([[1, 0, 1.3], [0, 1, -1.1]]), SIZE, borderMode=cv2.BORDER_REPLICATE
    )
    for picture in (dim, shaken):
        assert find(area.only(picture)) == {}


def test_a_card_upon_a_marker_is_left_whole(empty):
    area, found = area_of(empty), find(empty)
    x, y = found[2].mean(0).astype(int)
    laid = empty.copy()
    laid[y - 45 : y + 45, x - 35 : x + 35] = (60, 140, 60)
    only = area.only(laid)
    assert np.array_equal(only[y - 44 : y + 44, x - 34 : x + 34], laid[y - 44 : y + 44, x - 34 : x + 34])


def test_a_card_beside_the_table_is_not_seen_and_one_on_it_is():
    table = table_with_mat()
    empty = table.render()
    area, eye = area_of(empty), CardTracker()
    for _ in range(2):
        eye.look(area.only(table.render()))
    table.lay("10H", 0)
    laid = table.render()
    corner = laid[300:560, 620:900].copy()
    stray = empty.copy()
    stray[590:850, 20:300] = corner
    for _ in range(3):
        assert eye.look(area.only(stray)) is None
    sights = [eye.look(area.only(laid)) for _ in range(3)]
    (sight,) = [one for one in sights if one is not None]
    assert [seen.reading.card for seen in sight.lying] == ["10H"]


def test_a_whole_picture_and_one_of_another_size_pass_as_they_are(empty):
    assert Area(whole(SIZE), {}, empty).whole
    assert Area(whole(SIZE), {}, empty).only(empty) is empty
    small = empty[:100]
    assert area_of(empty).only(small) is small


def test_taps_in_any_order_and_beyond_the_picture_make_an_outline():
    taps = np.float32([(900, 700), (100, 90), (120, 720), (5000, -10)])
    outline = around(taps, SIZE)
    assert outline[:, 0].max() == SIZE[0] - 1 and outline[:, 1].min() == 0
    assert cv2.isContourConvex(outline.reshape(-1, 1, 2))
    assert around(np.float32([(5, 5), (6, 5), (6, 6)]), SIZE) is None


def test_the_print_of_the_mat_is_gone_too_and_what_is_printed_lies_where_it_is_said(empty):
    only, homography = area_of(empty).only(empty), to_pixels(find(empty))
    (left, top), (right, bottom) = project(homography, [(5, 5), (MAT_SIZE[0] - 5, MAT_SIZE[1] - 5)])
    inner = slice(int(top) + 40, int(bottom) - 40), slice(int(left) + 40, int(right) - 40)
    edges = [cv2.Canny(cv2.GaussianBlur(picture[inner], (3, 3), 0), 20, 60) for picture in (empty, only)]
    assert cv2.countNonZero(edges[0]) > 300 and cv2.countNonZero(edges[1]) < 30
    assert len(print_mm()) == 15


def test_a_card_upon_the_print_is_read_as_it_was():
    table = table_with_mat(seed=5)
    area, eye = area_of(table.render()), CardTracker()
    for _ in range(2):
        eye.look(area.only(table.render()))
    for card, seat in (("10H", 0), ("2S", 1), ("QD", 2)):
        table.lay(card, seat)
        sights = [eye.look(area.only(table.render())) for _ in range(3)]
    sight = [one for one in sights if one is not None][-1]
    assert [(seen.reading.card, seen.reading.asks) for seen in sight.lying] == [
        ("10H", False),
        ("2S", False),
        ("QD", False),
    ]


def test_sticks_thrown_on_the_mat_are_read_and_no_marker_is_taken_for_one():
    table, size = StickTable(1, KIT, (2304, 1296)), (2304, 1296)
    table.spread(mat_picture(4), MAT_SIZE, 3.0)
    empty = table.render()
    markers = find(empty)
    area = Area(whole(size), markers, empty)
    for bar in stick_find.shipped().find(area.only(empty)):
        away = [np.linalg.norm(bar.vertices.mean(0) - quad.mean(0)) for quad in markers.values()]
        assert min(away) > 60
    table.throw(draw_fall(np.random.default_rng(1), COLORS, bad=0))
    read = read_throw(area.only(table.render()))
    truth = {each.color: (each.notches, each.sides) for each in table.lying}
    assert {each.color: (each.notches, each.sides) for each in read.sticks} == truth and read.again is None


def test_within_the_edge_of_the_mat_nothing_is_left_but_paper(empty):
    bare, only = (
        cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in (empty, area_of(empty, MAT_MARGIN_MM).only(empty))
    )
    assert bare.min() < 60
    assert only.min() > 120


@pytest.mark.parametrize("size", [(160, 90), (320, 240), (641, 361)])
def test_pictures_of_any_size_and_the_smallest_table_are_no_trouble(size):
    empty = np.full((size[1], size[0], 3), 90, np.uint8)
    empty[: size[1] // 2] = 200
    outline = around(np.float32([(0.4, 0.6), (0.6, 0.6), (0.6, 0.8), (0.4, 0.8)]) * np.float32(size), size)
    only = Area(outline, {}, empty).only(empty)
    assert (only == 90).all()
