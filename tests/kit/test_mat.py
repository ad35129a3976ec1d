"""The mat measures what it says, and a camera finds its markers where vision expects them."""

import cv2
import numpy as np
import pytest
from pdf_paths import draw, read_pages

from vision.calibrate.mat import MARKER_DICTIONARY, MARKER_SIZE, MARKERS, MAT_SIZE

DOTS = 4
SHEETS = {"a3": (420, 297), "a4": (210, 297), "letter": (215.9, 279.4)}


@pytest.fixture(params=SHEETS)
def sheet(request):
    return request.param


def markers(picture):
    """Find the markers of a page: by id their corners (4, 2) in mm, clockwise from the top left."""
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY))
    corners, ids, _ = finder.detectMarkers(picture)
    # OpenCV gives a pixel's middle as whole numbers.
    found = zip([] if ids is None else ids.ravel().tolist(), corners, strict=True)
    return {i: (c[0] + 0.5) / DOTS for i, c in found}


def cutting_marks(page):
    """Give the upright and the level lines of the cutting marks: where they stand, in mm, in order."""
    lines = [p for p in page.paths if len(p.points) == 2 and p.stroke == (0, 0, 0)]
    rulers = [p.points[0, 1] for p in lines if p.size[0] > 99]
    # The ticks of a ruler stand on it.
    marks = [p for p in lines if abs(p.size.max() - 4) < 0.01 and abs(p.points[:, 1] - rulers).min() > 0.01]
    short = [p.points for p in marks]
    upright = {round(float(p[0, 0]), 2) for p in short if abs(np.ptp(p[:, 0])) < 0.01}
    level = {round(float(p[0, 1]), 2) for p in short if abs(np.ptp(p[:, 1])) < 0.01}
    return sorted(upright), sorted(level)


def test_a_page_has_the_size_of_its_sheet(kit, sheet):
    pages = read_pages(kit / f"mat-{sheet}.pdf")
    assert len(pages) == (1 if sheet == "a3" else 2)
    for page in pages:
        assert page.size == pytest.approx(SHEETS[sheet], abs=0.01)


def test_every_page_has_a_ruler_of_a_hundred_millimetres(kit, sheet):
    for page in read_pages(kit / f"mat-{sheet}.pdf"):
        rulers = [p for p in page.paths if len(p.points) == 2 and p.size == pytest.approx([100, 0], abs=0.01)]
        assert len(rulers) == 1
        assert "100 mm" in page.words


def test_nothing_is_drawn_where_a_printer_cannot_print(kit, sheet):
    for number, page in enumerate(read_pages(kit / f"mat-{sheet}.pdf")):
        dark = np.argwhere(draw(kit / f"mat-{sheet}.pdf", number, DOTS) < 250)[:, ::-1] / DOTS
        # Cutting marks may be lost at an edge that is itself the sheet's.
        assert dark.min() > 0.5
        assert (np.array(page.size) - dark.max(0)).min() > 0.5
        for path in page.paths:
            if path.size.max() > 5 and path.stroke == (0, 0, 0):
                assert path.points.min() > 4.9
                assert (np.array(page.size) - path.points.max(0)).min() > 4.9


def test_the_markers_of_the_whole_mat_are_found_where_vision_expects_them(kit):
    (page,) = read_pages(kit / "mat-a3.pdf")
    (left, right), (top, bottom) = cutting_marks(page)
    assert (right - left, bottom - top) == pytest.approx(MAT_SIZE, abs=0.02)
    found = markers(draw(kit / "mat-a3.pdf", 0, DOTS))
    assert set(found) == set(MARKERS)
    for marker, middle in MARKERS.items():
        half = MARKER_SIZE / 2
        expected = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + middle
        assert found[marker] - [left, top] == pytest.approx(expected, abs=0.3)


@pytest.mark.parametrize("sheet", ["a4", "letter"], indirect=True)
def test_the_two_sheets_glued_together_are_the_mat(kit, sheet):
    path = kit / f"mat-{sheet}.pdf"
    pages = read_pages(path)
    (left, glued), (top, _) = cutting_marks(pages[0])
    (cut, right), (top_right, _) = cutting_marks(pages[1])
    # The right sheet is cut at its left mark and laid where the left sheet's strip begins.
    strip = glued - left - MAT_SIZE[0] / 2
    assert strip == pytest.approx(8, abs=0.02)
    assert right - cut == pytest.approx(MAT_SIZE[0] / 2, abs=0.02)
    whole = {i: c - [left, top] for i, c in markers(draw(path, 0, DOTS)).items()}
    assert set(whole) == {0, 3}
    joined = {i: c - [cut - MAT_SIZE[0] / 2, top_right] for i, c in markers(draw(path, 1, DOTS)).items()}
    assert set(joined) == {1, 2}
    for marker, corners in (whole | joined).items():
        assert corners.mean(0) == pytest.approx(MARKERS[marker], abs=0.3)


@pytest.mark.parametrize("tilt", [0, 1])
def test_a_camera_ninety_centimetres_above_finds_the_markers(kit, tilt):
    mat = cv2.cvtColor(draw(kit / "mat-a3.pdf", 0, DOTS), cv2.COLOR_GRAY2BGR)
    height, width = mat.shape[:2]
    # 1.97 pixels a mm: 2304 pixels over 1170 mm of table.
    seen = np.float32([[300, 200], [1127, 200 + 40 * tilt], [1127 - 30 * tilt, 785], [300 + 60 * tilt, 785]])
    place = cv2.getPerspectiveTransform(np.float32([[0, 0], [width, 0], [width, height], [0, height]]), seen)
    table = cv2.warpPerspective(mat, place, (1440, 1000), borderValue=(40, 70, 30), flags=cv2.INTER_AREA)
    assert set(markers(cv2.GaussianBlur(table, (0, 0), 1.0))) == set(MARKERS)


def test_the_zones_lie_on_the_mat_and_touch_no_marker(kit):
    (page,) = read_pages(kit / "mat-a3.pdf")
    for word in ("trick", "trump", "throw"):
        assert word in page.words
    (left, _), (top, _) = cutting_marks(page)
    corners = [p.points - [left, top] for p in page.paths if p.fill is None and len(p.points) == 3]
    assert len(corners) == 12
    throw, trump, trick = (np.concatenate(corners[i : i + 4]) for i in (0, 4, 8))
    assert np.ptp(trump, axis=0) == pytest.approx([82, 112], abs=0.05)
    assert np.ptp(throw, axis=0).min() > 2.5 * 92
    assert trump.max(0)[0] < trick.min(0)[0]
    for zone in (throw, trump, trick):
        low, high = zone.min(0), zone.max(0)
        assert (low > 0).all() and (high < MAT_SIZE).all()
        for middle in MARKERS.values():
            gap = np.maximum(low - middle, np.array(middle) - high).max() - MARKER_SIZE / 2
            assert gap >= MARKER_SIZE / 6


def test_no_zone_is_a_closed_frame_that_could_be_taken_for_a_card(kit, sheet):
    for page in read_pages(kit / f"mat-{sheet}.pdf"):
        framed = [p for p in page.paths if p.fill is None and p.size.min() > 20]
        assert framed == []
