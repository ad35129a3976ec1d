"""Throws of sticks: straightened, judged together, and void where they lie wrongly."""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from games.sticks import COLORS, KIT, SIDES
from models.labels import STICK_SHARE, STICK_SIZE
from models.render.sticks.material import draw_material
from models.render.sticks.solid import StickBody, on_face, place, prism
from models.render.throws import camera, throw
from models.strips import BEYOND, GREY, arranged, in_view, straighten, turned
from vision.sticks import augmentation as stick_doubt
from vision.sticks import decide as stick_decide
from vision.sticks import still
from vision.sticks.find import Bar as Found
from vision.sticks.geometry import crossing, footprint
from vision.sticks.lie import BAD_MISFIT
from vision.sticks.reader import UNSEEN_NOTCHES, Posterior, StickReader, geometric_mean, pairs

PLACES = {"red": (300, 300), "black": (300, 400), "white": (600, 350)}
"""Where sticks lie in a picture of 1000 x 700, in pixels; each is 200 long."""


def corners(at=(300, 300), angle=0.0, long=200.0, wide=34.0):
    """Give a stick's vertices as seen from right above."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    own = np.array([[-1, 0], [1, 0], [-1, -1], [1, -1], [-1, 1], [1, 1]]) * [long / 2, wide / 2]
    return arranged(own @ np.array([[c, s], [-s, c]]) + at)


def believed(color="red", count=1, down="force", *, sure=0.99, state=(0.98, 0.01, 0.01), sees=None):
    """Give what a reader says of a stick; `sees`: what it takes the hidden side for, where it errs."""

    def row(at, length):
        return np.where(np.arange(length) == at, sure, (1 - sure) / (length - 1))

    shown = pairs(np.stack([row(k, 3) for k in range(3) if SIDES[k] != (sees or down)]))
    return Posterior(row(count, 3), shown, row(COLORS.index(color), 4), np.array(state))


def one_side(side, counts, base=UNSEEN_NOTCHES[0]):
    """Give what a reader says of a red stick of which one side is in view, the one above."""
    shown = np.stack([np.where(np.arange(3) == SIDES.index(side), 0.99, 0.005), np.full(3, 1 / 3)])
    bases = np.stack([base, UNSEEN_NOTCHES[0]])
    return Posterior(np.array(counts), pairs(shown), GOOD[0].color, GOOD[0].state, bases)


@pytest.fixture(autouse=True)
def one_look(monkeypatch):
    """Let each stick be looked at once: told eyes know the crops of the first look alone."""
    monkeypatch.setattr(stick_doubt, "again", lambda image, vertices, posteriors, reader: list(posteriors))


class Finder:
    """Find what it was told lies there."""

    def __init__(self, *vertices, sure=0.99):
        self.found = [Found(np.float32(each), sure) for each in vertices]

    def find(self, image, view=None, foreground=None):
        return self.found


class Reads:
    """Say of each stick what it was told, in order."""

    def __init__(self, *said):
        self.said = said

    def read(self, crops):
        return list(self.said[: len(crops)])


PICTURE = np.full((700, 1000, 3), 120, np.uint8)
GOOD = (believed("red", 0, "destiny"), believed("black", 1, "force"), believed("white", 2, "magic"))


def read(*said, places=None, **options):
    if places is None:
        places = [corners(PLACES[color]) for color in COLORS]
    return still.read_throw(PICTURE, finder=Finder(*places), reader=Reads(*said), **options)


def test_a_straightened_stick_shows_each_point_of_its_sides_where_the_side_has_it():
    rng = np.random.default_rng(3)
    view = camera(rng, (1280, 720))
    material = draw_material(rng)
    m = material.measures
    bar = StickBody("red", 1, "force", (60.0, 35.0), 0.4)
    where = place(bar, m)
    vertices = arranged(view.project3(where.world(prism(m)).reshape(6, 3)))
    for k in (1, 2):  # the sides in view; side 0 lies down
        for along, down in ((-0.3, 0.25), (0.1, 0.5), (0.4, 0.8)):
            point = on_face(k, np.array([[along * m.length, down * m.side]]), m)
            x, y = view.project3(where.world(point))[0]
            picture = np.zeros((720, 1280, 3), np.float32)
            grid = np.mgrid[0:720, 0:1280]
            picture[:] = 255 * np.exp(-((grid[1] - x) ** 2 + (grid[0] - y) ** 2) / 2)[..., None]
            crop = straighten(picture.astype(np.uint8), vertices)[..., 0].astype(float)
            row, column = (np.average(axis, weights=crop) for axis in np.mgrid[0:96, 0:192])
            strip, end = STICK_SIZE[1] / 2, STICK_SIZE[0] * STICK_SHARE[0]
            assert abs(abs(column - 95.5) - abs(along) * end) < 1.5
            # The upper edge is the first of both sides' edges, and the middle row.
            assert abs(abs(row - 47.5) - down * strip * STICK_SHARE[1]) < 1.5


def test_a_side_that_the_camera_does_not_see_is_left_grey_beyond_the_outline():
    vertices = corners()
    vertices[:2] = vertices[2:4]
    crop = straighten(PICTURE, vertices)
    assert (crop[: 48 - BEYOND] == GREY).all() and (crop[48 - BEYOND :] == 120).all()
    assert in_view(crop) == (False, True)
    vertices = corners()
    vertices[:2] = vertices[4:]
    other = straighten(PICTURE, vertices)
    assert in_view(other) == (True, False) and np.array_equal(other, crop[::-1])
    assert in_view(straighten(PICTURE, corners())) == (True, True)


def test_what_lies_beyond_the_outline_is_shown_where_it_is():
    picture = np.full((700, 1000, 3), 120, np.uint8)
    vertices = corners()
    vertices[:2] = vertices[2:4]
    y, x = int(vertices[0, 1]), 300
    picture[y - 6 : y, x - 5 : x + 5] = 250
    crop = straighten(picture, vertices)[..., 0].astype(int)
    rows, columns = np.nonzero(crop > 200)
    assert 48 - BEYOND <= rows.min() and 45 <= rows.max() <= 48 and abs(columns.mean() - 95.5) < 1


def test_the_same_stick_named_from_the_other_end_is_straightened_upside_down():
    drawn = throw(np.random.default_rng(5), "loose", size=(640, 360), busy=0)
    picture, vertices = cv2.GaussianBlur(drawn.picture, (0, 0), 1.5), drawn.sticks[0].vertices
    one, other = straighten(picture, vertices), straighten(picture, turned(vertices))
    assert np.abs(one[::-1, ::-1].astype(int) - other).mean() < 1


def test_sticks_that_touch_do_not_cross_and_those_upon_each_other_do():
    deep = {}
    for kind in ("touching", "cross"):
        for seed in range(4):
            drawn = throw(np.random.default_rng(seed), kind, size=(480, 270), busy=0).sticks
            pairs = combinations([stick.vertices for stick in drawn], 2)
            deep.setdefault(kind, []).append(max(crossing(one, other) for one, other in pairs))
    assert max(deep["touching"]) < 0.02
    assert min(deep["cross"]) > still.CROSSED


def test_a_throw_is_read_in_the_order_of_the_colours_and_trusted():
    found = read(GOOD[2], GOOD[0], GOOD[1])
    assert found.again is None
    assert [(each.color, each.notches, each.sides, each.asks) for each in found.sticks] == [
        ("red", 0, ("force", "magic"), False),
        ("black", 1, ("destiny", "magic"), False),
        ("white", 2, ("destiny", "force"), False),
    ]
    assert np.allclose(found.sticks[0].corners, footprint(corners(PLACES["black"])))
    assert found.sticks[0].crop.shape == (96, 192, 3)


def test_notches_that_contradict_the_sides_are_asked_about():
    found = read(believed("red", 0, "destiny", sees="force"), *GOOD[1:])
    assert [each.asks for each in found.sticks] == [True, False, False]
    assert {found.sticks[0].notches, found.sticks[0].alternatives[0][0][0]} == {0, 1}


def test_a_side_out_of_view_is_made_good_by_the_table_alone():
    half = one_side("magic", [0.99, 0.005, 0.005])
    assert not read(half, *GOOD[1:]).sticks[0].asks
    assert read(half, *GOOD[1:], table=None).sticks[0].asks


def test_the_base_edge_of_the_only_side_in_view_tells_what_the_upper_edge_leaves_open():
    # The kit's Force lies between the edges without a notch and with two.
    for base, upper in ((2, 0), (0, 2)):
        clear = one_side("force", [0.5, 0.0, 0.5], np.where(np.arange(3) == base, 0.99, 0.005))
        found = read(clear, *GOOD[1:]).sticks[0]
        assert (found.notches, found.asks) == (upper, False)
    assert read(one_side("force", [0.5, 0.0, 0.5]), *GOOD[1:]).sticks[0].asks
    # Of another set it is the other way round, and of an unknown one nobody can tell the sides.
    table = (("magic", "force", "destiny"), *KIT[1:])
    two = np.array([0.005, 0.005, 0.99])
    assert read(one_side("force", [0.5, 0.0, 0.5], two), *GOOD[1:], table=table).sticks[0].notches == 0
    assert read(one_side("force", [0.5, 0.0, 0.5], two), *GOOD[1:], table=None).sticks[0].asks


def test_base_edges_sharpen_the_count_of_the_upper_one_where_no_table_is_known():
    open_ = np.array([0.5, 0.5, 0.0])
    bases = np.array([[0.01, 0.01, 0.98], [0.98, 0.01, 0.01]])
    other = replace(GOOD[1], notches=open_, bases=bases)
    (best, odds), *_ = stick_decide.ways(other, None)[0]
    assert best == (1, ("destiny", "magic")) and odds > 0.8
    assert stick_decide.ways(replace(other, bases=UNSEEN_NOTCHES), None)[0][0][1] < 0.6


def test_another_set_is_checked_by_its_own_table():
    table = (("force", "magic", "destiny"), *KIT[1:])
    assert read(*GOOD, table=table).sticks[0].asks
    other = read(believed("red", 0, "force"), *GOOD[1:], table=table)
    assert (other.sticks[0].sides, other.sticks[0].asks) == (("destiny", "magic"), False)


def test_without_a_table_notches_and_sides_are_each_taken_as_read():
    found = read(believed("red", 0, "magic"), *GOOD[1:], table=None)
    assert (found.sticks[0].notches, found.sticks[0].sides) == (0, ("destiny", "force"))
    assert read(believed("red", 0, "magic", sure=0.9), *GOOD[1:], table=None).sticks[0].asks


def test_two_sticks_are_never_both_red():
    found = read(GOOD[0], believed("red", 1, "force"), GOOD[2])
    assert [each.color for each in found.sticks] == list(COLORS)
    assert [each.asks for each in found.sticks] == [True, True, False]


def test_a_stick_whose_likelier_colour_is_clearly_another_s_is_the_colour_that_is_left():
    for own, asks in ((0.3, False), (0.01, True)):
        color = np.array([own, 0.98 - own, 0.01, 0.01])
        found = read(replace(GOOD[0], color=color), replace(GOOD[1], color=np.array([0, 1, 0, 0])), GOOD[2])
        assert [each.color for each in found.sticks] == list(COLORS)
        assert [each.asks for each in found.sticks] == [asks, False, False]


def test_two_voices_that_are_sure_of_other_ways_to_lie_are_asked_about_and_a_faint_one_is_not_heard():
    bases = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])  # with 2 and 1 notches below there is none above
    for count, asks in ((0.95, True), (0.6, False)):
        upper = np.array([1 - count, count, 0.0])
        found = read(replace(GOOD[0], notches=upper, bases=bases), *GOOD[1:]).sticks[0]
        assert (found.notches, found.asks) == (0, asks)


def test_a_stick_of_no_colour_of_the_set_is_asked_about():
    strange = Posterior(GOOD[1].notches, GOOD[1].sides, np.array([0.01, 0.05, 0.01, 0.93]), GOOD[1].state)
    found = read(GOOD[0], strange, GOOD[2])
    assert [(each.color, each.asks) for each in found.sticks] == [
        ("red", False), ("black", True), ("white", False)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "second, state, reason",
    [
        (corners((320, 310), 60), (0.9, 0.05, 0.05), "overlap"),
        (corners((300, 334)), (0.9, 0.05, 0.05), None),
        (corners((300, 400)), (0.03, 0.95, 0.02), "leaning"),
        (corners((300, 400)), (0.1, 0.88, 0.02), None),
        (corners((300, 400), long=50), (0.1, 0.88, 0.02), "standing"),
        (corners((80, 400)), (0.9, 0.05, 0.05), "off_table"),
    ],
)
def test_a_throw_is_void_where_a_stick_lies_wrongly_and_says_why(second, state, reason):
    places = [corners(PLACES["red"]), second, corners(PLACES["white"])]
    found = read(GOOD[0], believed("black", 1, "force", state=state), GOOD[2], places=places)
    assert found.again == reason
    assert len(found.sticks) == 3
    assert found.sticks[1].asks == (reason is not None or state[0] < 0.85)


def test_a_stick_that_looks_a_little_short_is_asked_about():
    places = [corners(PLACES["red"]), corners(PLACES["black"], long=168), corners(PLACES["white"])]
    found = read(*GOOD, places=places)
    assert [stick.asks for stick in found.sticks] == [False, True, False] and found.again is None


def test_a_stick_too_few_is_missing_unless_nobody_said_how_many():
    places = [corners(PLACES["red"]), corners(PLACES["black"])]
    assert read(*GOOD[:2], places=places).again == "missing"
    assert read(*GOOD[:2], places=places, expected=2).again is None
    assert read(*GOOD[:2], places=places, expected=None).again is None
    assert read(places=[]) == still.ThrowReading()


def test_a_pen_beside_the_sticks_is_none_and_a_fourth_stick_asks():
    places = [*(corners(PLACES[color]) for color in COLORS), corners((800, 600))]
    pen = Posterior(GOOD[1].notches, GOOD[1].sides, np.array([0.0, 0.1, 0.0, 0.9]), np.array([0.4, 0.2, 0.4]))
    found = read(*GOOD, pen, places=places)
    assert [(each.color, each.asks) for each in found.sticks] == [(color, False) for color in COLORS]
    fourth = read(*GOOD, believed("white", 0, "destiny"), places=places)
    assert len(fourth.sticks) == 3 and all(each.asks for each in fourth.sticks)


def test_a_box_that_the_camera_which_sees_the_sticks_would_see_otherwise_is_no_fourth_stick():
    finder = Finder(*(corners(PLACES[color]) for color in COLORS), corners((800, 600)))
    reader = Reads(*GOOD, believed("white", 0, "destiny"))
    finder.found[3] = replace(finder.found[3], reprojection_error=2 * BAD_MISFIT)
    found = still.read_throw(PICTURE, finder=finder, reader=reader)
    assert [(each.color, each.asks) for each in found.sticks] == [(color, False) for color in COLORS]


def test_a_stick_found_where_the_camera_of_the_others_cannot_see_one_is_asked_about():
    finder = Finder(*(corners(PLACES[color]) for color in COLORS))
    finder.found[1] = replace(finder.found[1], reprojection_error=2 * BAD_MISFIT)
    for lying, asks in ((0.9, True), (0.99, False)):
        flat = believed("black", 1, "force", state=(lying, 0.99 - lying, 0.01))
        found = still.read_throw(PICTURE, finder=finder, reader=Reads(GOOD[0], flat, GOOD[2]))
        assert [each.asks for each in found.sticks] == [False, asks, False]


def test_a_stick_found_there_that_shows_two_sides_and_neither_plainly_is_asked_about():
    finder = Finder(*(corners(PLACES[color]) for color in COLORS))
    finder.found[1] = replace(finder.found[1], reprojection_error=2 * BAD_MISFIT)
    flat = believed("black", 1, "force", state=(0.99, 0.0, 0.01))
    bases = np.array([[0.98, 0.01, 0.01], [0.01, 0.01, 0.98]])
    halves = pairs(np.array([[0.34, 0.33, 0.33], [0.33, 0.34, 0.33]]))
    for shown, seen, asks in (
        (flat.sides, bases, False),
        (halves, bases, True),
        (halves, np.stack([bases[0], UNSEEN_NOTCHES[0]]), False),
    ):
        said = replace(flat, sides=shown, bases=seen)
        found = still.read_throw(PICTURE, finder=finder, reader=Reads(GOOD[0], said, GOOD[2]))
        assert [each.asks for each in found.sticks] == [False, asks, False]


def test_what_lies_flat_by_its_edges_is_not_thrown_again_for_its_shade_or_length():
    places = [corners(PLACES["red"]), corners(PLACES["black"], long=140, wide=34), corners(PLACES["white"])]
    finder, shaded = Finder(*places), believed("black", 1, "force", state=(0.05, 0.94, 0.01))
    for fits, reason in ((False, "standing"), (True, None)):
        bar = finder.found[1]
        finder.found[1] = replace(bar, found=bar.vertices, reprojection_error=0.5 if fits else 3.0)
        found = still.read_throw(PICTURE, finder=finder, reader=Reads(GOOD[0], shaded, GOOD[2]))
        assert found.again == reason and found.sticks[1].asks


def test_sticks_set_aside_are_no_part_of_the_throw_wherever_they_were_pushed():
    first = read(*GOOD)
    kept = first.sticks[:2]
    found = read(*GOOD, places=[corners((302, 303)), corners((350, 600)), corners((700, 500))], lying=kept)
    assert [each.color for each in found.sticks] == ["white"]
    upon = [corners(PLACES["red"]), corners(PLACES["black"]), corners((300, 310), 70)]
    assert read(*GOOD, places=upon, lying=kept).again == "overlap"


def test_a_stick_too_small_or_too_dark_is_asked_about():
    small = [corners(PLACES[color], long=40, wide=7) for color in COLORS]
    assert all(each.asks for each in read(*GOOD, places=small).sticks)
    dark = still.read_throw(
        PICTURE // 10, finder=Finder(*(corners(PLACES[c]) for c in COLORS)), reader=Reads(*GOOD)
    )
    assert all(each.asks for each in dark.sticks)


def test_the_hidden_side_is_the_one_that_neither_side_in_view_is():
    sure = np.eye(3)
    for shown in (pairs(sure[[0, 1]]), pairs(sure[[1, 0]])):
        assert np.allclose(replace(GOOD[0], sides=shown).hidden, [0, 0, 1])
    assert pairs(sure[[1, 1]]).sum() == 0


def test_looks_that_disagree_leave_doubt_and_never_add_up_to_more_than_one_look():
    both = geometric_mean([believed("red", 0, "destiny"), believed("red", 1, "force")])
    assert both.notches.sum() < 0.5
    assert np.allclose(geometric_mean([GOOD[0]] * 3).notches, GOOD[0].notches)


def test_unclear_sticks_are_read_through_shifted_crops_and_clear_ones_are_left_alone(monkeypatch):
    monkeypatch.undo()

    class Second:
        def read(self, crops):
            self.crops = crops
            return [believed("red", 1, "force", sure=0.999)] * len(crops)

    clear = believed("red", 0, "destiny", sure=0.999, state=(0.999, 0, 0))
    open_ = believed("black", 1, "force", sure=0.8)
    reader = Second()
    places = [corners(PLACES["red"]), corners(PLACES["black"])]
    found = stick_doubt.again(PICTURE, places, [clear, open_], reader)
    assert found[0] is clear and len(reader.crops) == len(stick_doubt.STICK_SHIFTS)
    assert 0.8 < found[1].notches[1] < 0.999 and found[1].color.argmax() == 0
    against = stick_doubt.again(PICTURE, places[:1], [believed("red", 0, "destiny", sure=0.95)], reader)
    assert against[0].hidden.max() < 0.95


def test_a_shifted_stick_is_a_little_off_its_place():
    points = corners(angle=30)
    assert np.allclose(stick_doubt.shifted(points, 0, 0, 1, 1), points, atol=1e-3)
    moved = stick_doubt.shifted(points, 0.1, 0.5, 1, 1) - points
    assert np.allclose(np.linalg.norm(moved, axis=1), np.hypot(0.1 * 200, 0.5 * 34), rtol=1e-3)
    assert abs(np.linalg.norm(np.diff(stick_doubt.shifted(points, 0, 0, 1.1, 1)[:2], axis=0)) - 220) < 0.1


def test_each_stick_is_read_from_either_side_of_the_table():
    class Network:
        def run(self, names, crops):
            self.fed = crops
            half = len(self.fed) // 2
            logits = np.zeros((len(self.fed), 2, 3))
            logits[:half, 0, 0] = logits[:half, 1, 1] = 9  # Force above, Magic below
            logits[half:, 0, 1] = logits[half:, 1, 0] = 9
            flat = np.zeros((len(self.fed), 4))
            said = {"sides": logits, "bases": logits, "color": flat}
            return [said.get(name, flat[:, :3]).copy() for name in names]

    reader = object.__new__(StickReader)
    reader._network = Network()
    crops = np.random.default_rng(0).integers(0, 255, (2, 96, 192, 3), np.uint8)
    found = reader.read(crops)
    assert np.array_equal(reader._network.fed[2:], crops[:, ::-1, ::-1])
    assert all(each.hidden[2] > 0.99 and each.sides[0, 1] > 0.99 for each in found)
    assert all(each.bases.argmax(1).tolist() == [0, 1] for each in found)
    crops[:, :40] = GREY
    assert all(np.array_equal(each.bases[0], UNSEEN_NOTCHES[0]) for each in reader.read(crops))
