"""What is amiss where a camera hangs is found, said, and its remedy with it; what is well is let be."""

import re

import cv2
import numpy as np
import pytest

from kit.mat_picture import mat_picture
from simulation.table import SimulatedTable
from texts.catalogue import tongue
from vision.calibrate.blur import edge_blur
from vision.calibrate.drift import Change, Drift
from vision.calibrate.finding import where
from vision.calibrate.flicker import row_changes
from vision.calibrate.lighting import DIM_TABLE
from vision.calibrate.mat import MAT_SIZE, find, to_pixels
from vision.calibrate.survey import survey, table_outline

SIZE = (2304, 1296)
ALWAYS = ["mat", "light", "glare", "evenness", "flicker", "focus"]
SQUARE = np.float32([(0, 0), (639, 0), (639, 359), (0, 359)])


@pytest.fixture(scope="module")
def with_mat():
    table = SimulatedTable(3, 4, "us", SIZE)
    table.spread(mat_picture(4), MAT_SIZE, 3.0)
    return [table.render() for _ in range(5)]


@pytest.fixture(scope="module")
def with_cards():
    table = SimulatedTable(2, 4, "us", SIZE)
    table.lay("10H", 0)
    table.lay("KS", 1)
    return table.render()


def finding(name, frames, **about):
    return next(each for each in survey(frames, **about).findings if each.name == name)


def plain(level=120, size=(640, 360)):
    return np.full((size[1], size[0], 3), level, np.uint8)


def test_a_good_place_has_nothing_amiss(with_mat):
    result = survey(with_mat)
    assert result.level == "ok", result.findings
    assert [each.name for each in result.findings] == ["mat", "height", "angle", *ALWAYS[1:]]
    assert result.px_per_mm == pytest.approx(SIZE[0] / 974, rel=0.03)
    assert all(not each.remedy for each in result.findings)


def test_without_a_mat_the_whole_picture_is_the_table_until_it_is_marked(with_cards):
    result = survey([with_cards])
    assert [each.name for each in result.findings] == ALWAYS and result.px_per_mm is None
    assert result.outline.tolist() == [[0, 0], [2303, 0], [2303, 1295], [0, 1295]]
    assert finding("flicker", [with_cards]).level == "unknown"


def test_a_mat_half_out_of_the_picture_says_to_which_side_to_move(with_mat):
    cut = np.ascontiguousarray(with_mat[0][:, 760:])
    assert len(find(cut)) == 2
    said = finding("mat", [cut])
    assert said.level == "warning" and "out of the picture at the left side" in said.said
    assert "towards the left side" in said.remedy


def test_a_covered_marker_says_where_to_look(with_mat):
    covered, quad = with_mat[0].copy(), find(with_mat[0])[2]
    cv2.fillPoly(covered, [quad.astype(np.int32)], (90, 90, 90))
    said = finding("mat", [covered])
    assert said.level == "warning" and "1 of the mat's four" in said.said


def test_a_mat_seen_too_small_says_how_much_lower_to_hang(with_mat):
    small = cv2.resize(with_mat[0], (1024, 576), interpolation=cv2.INTER_AREA)
    said = finding("height", [small])
    assert said.level == "failure" and "too few" in said.said and "Hang it lower" in said.remedy


def test_how_wide_a_millimetre_is_has_the_comma_of_its_language(with_mat):
    said = finding("height", with_mat).said
    assert re.search(r" \d\.\d pixels", said)
    assert re.search(r" \d,\d Pixel", tongue("de").tell(said))


def test_a_wrong_distance_in_the_configuration_is_noticed(with_mat):
    assert finding("height", with_mat, distance=0.75).level == "ok"
    said = finding("height", with_mat, distance=0.5)
    assert said.level == "warning" and "0.7" in said.said and "distance = 0.7" in said.remedy


def test_a_leaning_camera_is_told_which_way_to_move():
    picture = mat_picture(4)
    height, width = picture.shape[:2]
    corners = np.float32([(0, 0), (width, 0), (width, height), (0, height)])
    seen = np.float32([(500, 300), (1500, 150), (1500, 1050), (500, 800)])
    table = plain(110, SIZE)
    warped = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, seen), SIZE)
    frame = np.where(warped.any(2, keepdims=True), warped, table)
    said = finding("angle", [frame])
    assert said.level == "warning" and "left side of the picture is farther" in said.said


@pytest.mark.parametrize(("gain", "level"), [(1.0, "ok"), (0.5, "warning"), (0.3, "failure")])
def test_the_mats_paper_tells_how_much_light_there_is(with_mat, gain, level):
    said = finding("light", [cv2.convertScaleAbs(with_mat[0], alpha=gain)])
    assert said.level == level and "paper" in said.said


@pytest.mark.parametrize(
    ("grey", "level"), [(DIM_TABLE + 40, "ok"), (DIM_TABLE - 5, "warning"), (20, "failure")]
)
def test_without_a_mat_the_table_itself_tells_it(grey, level):
    assert finding("light", [plain(grey)]).level == level


def test_a_burnt_out_spot_is_found_and_so_is_where_it_is():
    frame = plain()
    cv2.circle(frame, (580, 300), 30, (255, 255, 255), -1)
    said = finding("glare", [frame])
    assert said.level == "warning" and "at the bottom and at the right" in said.said
    assert (
        finding("glare", [frame], outline=np.float32([(0, 0), (400, 0), (400, 350), (0, 350)])).level == "ok"
    )


def test_a_table_lit_from_one_side_is_uneven():
    ramp = np.linspace(60, 200, 640).astype(np.uint8)
    frame = np.repeat(np.tile(ramp, (360, 1))[..., None], 3, 2)
    said = finding("evenness", [frame])
    assert said.level == "warning" and "at the left" in said.said
    assert finding("evenness", [plain()]).level == "ok"


def test_stripes_that_wander_are_flicker_and_noise_is_not():
    rng = np.random.default_rng(1)
    rows = np.arange(360)
    noisy = [np.clip(plain() + rng.normal(0, 4, (360, 640, 1)), 0, 255).astype(np.uint8) for _ in range(5)]
    striped = [
        np.clip(frame * (1 + 0.05 * np.sin(rows / 40 + step))[:, None, None], 0, 255).astype(np.uint8)
        for step, frame in enumerate(noisy)
    ]
    assert finding("flicker", noisy).level == "ok"
    said = finding("flicker", striped)
    assert said.level == "warning" and "mains" in said.remedy
    assert row_changes([plain(60), plain(200), plain(60), plain(200)], SQUARE) is None


@pytest.mark.parametrize(("sigma", "level"), [(0, "ok"), (2, "warning"), (3.5, "failure")])
def test_the_edges_of_the_markers_tell_the_focus(with_mat, sigma, level):
    frame = cv2.GaussianBlur(with_mat[0], (0, 0), sigma) if sigma else with_mat[0]
    assert finding("focus", [frame]).level == level


def test_the_blur_of_an_edge_is_measured_in_pixels():
    for sigma in (1.0, 2.0, 4.0):
        frame = plain(230)[..., 0].copy()
        cv2.rectangle(frame, (200, 100), (319, 219), 20, -1)
        soft = cv2.GaussianBlur(frame, (0, 0), sigma)
        quad = np.float32([(199.5, 99.5), (319.5, 99.5), (319.5, 219.5), (199.5, 219.5)])
        assert edge_blur(soft, quad) == pytest.approx(sigma, rel=0.15)


@pytest.mark.parametrize(("sigma", "level"), [(0, "ok"), (2.0, "warning"), (4, "failure")])
def test_cards_tell_the_focus_where_there_is_no_mat(with_cards, sigma, level):
    frame = cv2.GaussianBlur(with_cards, (0, 0), sigma) if sigma else with_cards
    assert finding("focus", [frame]).level == level


def test_an_empty_cloth_tells_nothing_of_the_focus():
    said = finding("focus", [plain()])
    assert said.level == "unknown" and "cards" in said.remedy


def test_places_are_named():
    assert where((1, 1), (90, 90)) == "at the top and at the left"
    assert where((45, 45), (90, 90)) == "in the middle"
    assert where((45, 200), (90, 90)) == "at the bottom"


def shifted(frame, x, y):
    size = (frame.shape[1], frame.shape[0])
    return cv2.warpAffine(frame, np.float32([[1, 0, x], [0, 1, y]]), size, borderMode=cv2.BORDER_REPLICATE)


def test_a_mat_that_was_pushed_is_noticed_at_the_second_look(with_mat):
    empty = with_mat[0]
    drift = Drift(empty, find(empty), table_outline(to_pixels(find(empty)), SIZE))
    for frame in with_mat[1:]:
        assert drift.look(frame) is None
    pushed = shifted(empty, 20, 8)
    assert drift.look(pushed) is None
    assert drift.look(pushed) is Change.MOVED
    assert drift.look(empty) is Change.MOVED and drift.look(empty) is None


def test_a_moved_camera_is_noticed_by_the_things_around_the_table_and_a_plain_cloth_says_nothing():
    rng = np.random.default_rng(3)
    table = SimulatedTable(4, 4, "us", SIZE)
    room = np.repeat(rng.integers(0, 255, (24, 42, 1), np.uint8), 3, 2)
    room = cv2.resize(room, SIZE, interpolation=cv2.INTER_NEAREST)

    def render():
        frame = room.copy()
        frame[150:1150, 250:2050] = table.render()[150:1150, 250:2050]
        return frame

    drift = Drift(render(), {}, np.float32([(250, 150), (2050, 150), (2050, 1150), (250, 1150)]))
    for card, seat in (("10H", 0), ("KS", 1), ("2C", 2)):
        table.lay(card, seat)
        assert drift.look(render()) is None
    moved = shifted(render(), 25, -12)
    assert [drift.look(moved) for _ in range(2)] == [None, Change.MOVED]
    bare = Drift(plain(), {}, SQUARE)
    assert [bare.look(plain()) for _ in range(2)] == [None, None]


@pytest.mark.parametrize(
    ("gain", "change"),
    [((0.4, 0.4, 0.4), Change.DIMMER), ((2, 2, 2), Change.BRIGHTER), ((0.7, 1, 1), Change.TINT)],
)
def test_another_light_is_noticed(gain, change):
    drift = Drift(plain(100), {}, SQUARE)
    other = (plain(100) * np.float32(gain)).astype(np.uint8)
    other[100:200, 100:200] = 255
    assert [drift.look(other) for _ in range(2)] == [None, change]
    assert drift.look(plain(100)[:90]) is change
