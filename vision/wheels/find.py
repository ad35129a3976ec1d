"""Find bid wheels and trump tags in one picture, and read what they show.

First the covers' markers and the tags', in the picture at half its width where it is large: they are twice as
large as the numbers'. A cover's four corners then lay its wheel straight, and the number's marker is sought
only where the window is. A bid is read where that marker is whole, of the wheel's own colour, without a bit
that is wrong, and in the middle of the window; or, where it is blurred, where one number alone fits it. Else
it is unclear, never guessed.
"""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.geometry.homography import project
from vision.wheels import printed
from vision.wheels.printed import DiscPlace, Tag

WIDE_PX = 1600
"""Pixels of width from which a whole picture is searched at half of it: a cover's marker keeps 4 a module."""

PX_PER_MM = 8.0
"""Pixels a millimetre of the straightened window."""

WINDOW_MARGIN_MM = 4.0
"""Millimetres around the window's marker that are looked at with it."""

OFF_MM = 1.8
"""Millimetres that a number's marker may stand beside the window's middle: from there on its edge hides."""

TURNED_DEG = 8.0
"""Degrees that it may be turned against the window; half a place is as much."""

FLAT = 0.25
"""How much the sides of a marker of ours may differ in length, as a share: a camera that leans by 30 degrees
shortens one by 13 %, and its perspective by less."""

CELL_PX = 6
"""Pixels of a module where places are laid over a window."""

PLACE_CORRELATION, PLACE_LEAD = 0.75, 0.16
"""Correlation from which a place fits, and by how much all others must fit worse: two places differ in 7 of
25 modules, and so correlate by 0.44 where they are sharp, and by up to 0.71 as the worst blur was seen."""

BORDER_CONTRAST = 0.6
"""Share of the way from ink to paper by which each side of the black border is darker than what lies beside
it. Of blurred numbers that lay in a drawn window whole it was 0.68 at least, beneath a lamp's reflection too;
of one beside the window's middle 0.51."""

LEAST_CONTRAST_LEVELS = 8
"""Grey levels between ink and paper, below which nothing is read."""

MARKER_SIDES_PX = (12, 144)
"""Pixels that a side of a cover's marker takes in the picture that is searched: at least, at most."""


@dataclass(frozen=True)
class Wheel:
    """A wheel in a picture.

    color: of `printed.COLORS`; place: what stands in its window, a number or `printed.COVERED`, None where
    that is unclear. `homography`: (3, 3) from millimetres around its pin to pixels.
    """

    color: int
    place: int | None
    homography: np.ndarray

    @property
    def outline(self) -> np.ndarray:
        """Give the disc's rim, float32 (N, 2) pixels."""
        return project(self.homography, printed.circle_mm(printed.DISC_RADIUS))

    @property
    def middle(self) -> tuple[float, float]:
        """Give where its pin is, in pixels."""
        x, y = project(self.homography, np.zeros((1, 2)))[0]
        return float(x), float(y)


@dataclass(frozen=True)
class Lies:
    """A trump tag in a picture: its suit's place in the deck's suits, and its outline, (4, 2) pixels."""

    suit: int
    outline: np.ndarray


@dataclass(frozen=True)
class Found:
    """All wheels and tags of a picture; a colour or a suit that is there twice is there twice."""

    wheels: tuple[Wheel, ...] = ()
    tags: tuple[Lies, ...] = ()


LIGHT_STEP_PX, PAPER_PX, WHITE_LEVELS = 4, 7, 220
"""Pixels to one of the picture in which the light is told, those of it within which there is paper, and the
grey level that paper takes. Without it a drawn wheel beside which a lamp shone was not found."""


def find(frame: np.ndarray, *, half: bool | None = None) -> Found:
    """Find the wheels and tags of a picture, uint8 (H, W, 3) BGR, and read the wheels.

    half: whether covers and tags are sought at half the size; None goes by the picture's width.
    """
    grey = gray(frame)
    if half is None:
        half = grey.shape[1] >= WIDE_PX
    small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) if half else grey
    return _found(grey, _markers(_evened(small), _covers(max(small.shape))), half)


def find_near(part: np.ndarray) -> Found:
    """Find the wheels and tags of a small part of a picture that a wheel fills, uint8 (h, w, 3) BGR."""
    grey = gray(part)
    return _found(grey, _markers(grey, _cover_near()), False)


def _evened(grey: np.ndarray) -> np.ndarray:
    """Divide the light out of a picture, uint8 (H, W): a lamp's reflection beside a marker hides its border.

    The light is how bright the brightest about a place is, paper that is, as in flat-field correction by a
    morphological background.
    """
    coarse = cv2.resize(grey, None, fx=1 / LIGHT_STEP_PX, fy=1 / LIGHT_STEP_PX, interpolation=cv2.INTER_AREA)
    light = cv2.GaussianBlur(cv2.dilate(coarse, np.ones((PAPER_PX, PAPER_PX), np.uint8)), (0, 0), 2)
    return cv2.divide(grey, cv2.resize(light, grey.shape[1::-1]), scale=WHITE_LEVELS)


def _found(grey: np.ndarray, markers: list[tuple[int, np.ndarray]], half: bool) -> Found:
    wheels, tags = [], []
    for marker, corners in markers:
        what = printed.meaning(marker)
        if isinstance(what, DiscPlace) or what is None or not _is_square(corners):
            continue
        if half:
            corners = _sharpened(grey, (corners + 0.5) * 2 - 0.5)
        if isinstance(what, Tag):
            tags.append(Lies(what.suit, _laid(corners, printed.TAG_SIZE, printed.TAG_AT, _TAG)))
        else:
            way = _way(corners, printed.COVER_SIZE, printed.COVER_AT)
            wheels.append(Wheel(what.color, read(grey, way, what.color), way))
    return Found(tuple(wheels), tuple(tags))


def gray(frame: np.ndarray) -> np.ndarray:
    """Give a picture's brightness, uint8 (H, W)."""
    return cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame


def read(grey: np.ndarray, homography: np.ndarray, color: int) -> int | None:
    """Read the window of a colour's wheel that lies so: a place, or None where that is unclear.

    grey: uint8 (H, W); homography: from millimetres around the pin to pixels.
    """
    reach = printed.NUMBER_SIZE / 2 + WINDOW_MARGIN_MM
    low = np.array([-reach, -printed.NUMBER_AT - reach])
    side = round(2 * reach * PX_PER_MM)
    # Pixel (0, 0) of the straightened window is the millimetre `low`.
    to_mm = np.array([[1 / PX_PER_MM, 0, low[0]], [0, 1 / PX_PER_MM, low[1]], [0, 0, 1]])
    window = cv2.warpPerspective(
        grey,
        homography @ to_mm,
        (side, side),
        flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    found = [
        (printed.meaning(marker), project(to_mm, corners)) for marker, corners in _markers(window, _numbers())
    ]
    if not found:
        return _matched(window, color)
    if len(found) != 1:
        return None
    what, corners = found[0]
    if not isinstance(what, DiscPlace) or what.color != color:
        return None
    expected = printed.square_mm(printed.NUMBER_SIZE, (0.0, -printed.NUMBER_AT))
    if np.linalg.norm(corners.mean(0) - expected.mean(0)) > OFF_MM:
        return None
    top = corners[1] - corners[0]
    return what.place if abs(math.degrees(math.atan2(top[1], top[0]))) < TURNED_DEG else None


def _matched(window: np.ndarray, color: int) -> int | None:
    """Read a straightened window whose marker's outline is too blurred to be found: the one that fits.

    The 25 inner modules of every place of the colour are laid over it (normalised cross-correlation). One
    must fit well and all others clearly worse, and the black border must be there on every side.
    """
    shrunk = CELL_PX * printed.WHEEL_MODULES / (printed.NUMBER_SIZE * PX_PER_MM)
    small = cv2.resize(window, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
    side, inner = CELL_PX * printed.WHEEL_MODULES, CELL_PX * (printed.WHEEL_MODULES - 2)
    reach = round(OFF_MM * side / printed.NUMBER_SIZE)
    low = round((len(small) - inner) / 2) - reach
    part = small[low : low + inner + 2 * reach, low : low + inner + 2 * reach]
    fits = [cv2.minMaxLoc(cv2.matchTemplate(part, each, cv2.TM_CCOEFF_NORMED)) for each in _templates(color)]
    order = sorted(range(len(fits)), key=lambda place: fits[place][1], reverse=True)
    best, (x, y) = fits[order[0]][1], fits[order[0]][3]
    if best < PLACE_CORRELATION or best - fits[order[1]][1] < PLACE_LEAD:
        return None
    left, top = low + x - 2 * CELL_PX, low + y - 2 * CELL_PX
    around = small[max(top, 0) : top + side + 2 * CELL_PX, max(left, 0) : left + side + 2 * CELL_PX]
    return order[0] if _is_framed(around) else None


def _is_framed(around: np.ndarray) -> bool:
    """Tell whether a black border lies around a number's marker, whose ends are one module inside of this.

    Each side is held against what lies beside it, for a smear or a lamp's reflection makes it grey.
    """
    inner = around[2 * CELL_PX : -2 * CELL_PX, 2 * CELL_PX : -2 * CELL_PX]
    if around.shape != (CELL_PX * (printed.WHEEL_MODULES + 2),) * 2:
        return False
    dark, bright = np.percentile(inner, (10, 90))
    sides = [np.rot90(around, turn)[: 2 * CELL_PX, CELL_PX:-CELL_PX].mean(1) for turn in range(4)]
    deep = min(float(side[:CELL_PX].max() - side[CELL_PX:].min()) for side in sides)
    return bool(deep > BORDER_CONTRAST * (bright - dark) and bright - dark > LEAST_CONTRAST_LEVELS)


@cache
def _templates(color: int) -> tuple[np.ndarray, ...]:
    """Draw the inner modules of every place of a colour, as a blurred picture shows them."""
    dictionary = cv2.aruco.getPredefinedDictionary(printed.DICTIONARY)
    found = []
    for place in range(printed.PLACES):
        cells = cv2.aruco.generateImageMarker(
            dictionary, printed.place_id(color, place), printed.WHEEL_MODULES
        )
        large = cv2.resize(cells, None, fx=CELL_PX, fy=CELL_PX, interpolation=cv2.INTER_NEAREST)
        found.append(cv2.GaussianBlur(large, (0, 0), 0.4 * CELL_PX)[CELL_PX:-CELL_PX, CELL_PX:-CELL_PX])
    return tuple(found)


_TAG = np.array(
    [
        (x * printed.TAG_OUTLINE[0] / 2, y * printed.TAG_OUTLINE[1] / 2)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
)


def _markers(grey: np.ndarray, detector: cv2.aruco.ArucoDetector) -> list[tuple[int, np.ndarray]]:
    """Find markers: id and corners, float32 (4, 2) pixels, clockwise from the marker's own top left.

    One that is seen twice at one place, at its inner and its outer edge, is there once.
    """
    corners, ids, _ = detector.detectMarkers(grey)
    known = [] if ids is None else [int(each) for each in ids.ravel()]
    return list(zip(known, (quad.reshape(4, 2) for quad in corners), strict=True))


def _way(corners: np.ndarray, size: float, at: tuple[float, float]) -> np.ndarray:
    return cv2.getPerspectiveTransform(printed.square_mm(size, at), corners.astype(np.float32))


def _laid(corners: np.ndarray, size: float, at: tuple[float, float], outline: np.ndarray) -> np.ndarray:
    return project(_way(corners, size, at), outline)


def _is_square(corners: np.ndarray) -> bool:
    """Tell whether a marker may be one of ours on the table: no side much longer than its opposite."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    pairs = (sides[:2], sides[2:])
    return bool(sides.min() > 0 and np.abs(pairs[0] - pairs[1]).max() < FLAT * sides.max())


def _sharpened(grey: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Find corners that were found at half the size again at the whole one."""
    rule = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
    points = corners.astype(np.float32).reshape(-1, 1, 2)
    return cv2.cornerSubPix(grey, points, (3, 3), (-1, -1), rule).reshape(-1, 2)


@cache
def _covers(side: int) -> cv2.aruco.ArucoDetector:
    """Give what finds covers and tags in a picture whose longer side has so many pixels."""
    wanted = _for_covers()
    wanted.minMarkerPerimeterRate = 4 * MARKER_SIDES_PX[0] / side
    wanted.maxMarkerPerimeterRate = 4 * MARKER_SIDES_PX[1] / side
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(printed.DICTIONARY), wanted)


@cache
def _cover_near() -> cv2.aruco.ArucoDetector:
    """Give what finds a cover in the part of a picture that holds little else."""
    wanted = _for_covers()
    wanted.minMarkerPerimeterRate = 0.3
    wanted.maxMarkerPerimeterRate = 2.0
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(printed.DICTIONARY), wanted)


def _for_covers() -> cv2.aruco.DetectorParameters:
    wanted = _strict()
    wanted.adaptiveThreshWinSizeMin, wanted.adaptiveThreshWinSizeMax = 7, 31
    wanted.adaptiveThreshWinSizeStep = 12
    wanted.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    wanted.cornerRefinementWinSize = 3
    return wanted


@cache
def _numbers() -> cv2.aruco.ArucoDetector:
    """Give what finds the number's marker in a straightened window."""
    wanted = _strict()
    module = printed.NUMBER_SIZE / printed.WHEEL_MODULES * PX_PER_MM
    wanted.adaptiveThreshWinSizeMin = round(1.2 * module) | 1
    wanted.adaptiveThreshWinSizeMax = round(4.2 * module) | 1
    wanted.adaptiveThreshWinSizeStep = round(1.5 * module)
    wanted.minMarkerPerimeterRate = 1.5
    wanted.maxMarkerPerimeterRate = 4.0
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(printed.DICTIONARY), wanted)


def _strict() -> cv2.aruco.DetectorParameters:
    """Give the settings of whoever would rather not read a marker than read another."""
    wanted = cv2.aruco.DetectorParameters()
    wanted.errorCorrectionRate = 0.0
    wanted.maxErroneousBitsInBorderRate = 0.1
    wanted.perspectiveRemovePixelPerCell = 8
    return wanted
