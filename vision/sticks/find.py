"""The ONNX networks that find sticks: a picture in, the six vertices of every stick in it out."""

from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np

from models.files import model_path
from models.labels import STICK_MARGIN_SHARE, STICK_MARGIN_SIZE, STICK_PIXELS
from models.margins import box_about, margin, margin_map
from models.strips import arrangement
from vision.detect import heatmap
from vision.geometry.homography import project
from vision.geometry.suppression import suppress
from vision.networks import network
from vision.sticks.camera import View
from vision.sticks.geometry import crossing, outline, outline_iou, possible, width
from vision.sticks.isolation import isolated, share_of
from vision.sticks.lie import BAD_MISFIT, Bar, lie

STICK_MIDDLE_HEAT = 0.2
"""Heat from which a cell counts as a stick's middle."""

A_STICK = 0.3
"""What the refining step must say, 0..1, for a find to count as a stick."""

MOVED_VERTEX = 0.1
"""Share of a stick's width by which a vertex must have moved for the stick to be refined once more."""

SAME_STICK_OVERLAP = 0.55
"""Overlap from which two finds are one stick: of sticks that lie crosswise a sixth at most is in common."""

ALONG_COSINE, ALONG_REACH = 0.985, 0.45
"""Cosine between two finds, and share of their width by which they reach into each other, from which they are
one stick, of which one find is a part: nothing lies upon a stick along its edge."""

MOST_FOUND_STICKS = 12
"""Sticks that are given at most."""

A_SET = 3
"""Sticks from which on nobody looks any further."""

FIRST = 8
"""Finds, the hottest, that are refined at once; the others only where these are not enough."""

HOT = 0.5
"""Share of the hottest find's heat from which another says where to look again."""

NEXT = 1.04
"""Widths from one stick's middle to that of another which touches it."""

STICK_LENGTH_PX = 120.0
"""Pixels of what the locator sees that sticks should be long: side by side they are then two cells apart."""

NEARER = 1.25
"""How much larger a second look must show the sticks for it to be worth its time."""

CLOSER = 1.5
"""How much closer to look at the whole picture where fewer sticks than a set lie as they must."""

NEW = 0.3
"""Share of a find that must have come to the table, where that is known."""

SECOND_LOOK_MARGIN = 0.7
"""Share of a stick's length around the finds that a second look takes in."""


_Rough = tuple[np.ndarray, float]
"""A box, float32 (4, 2) clockwise from a long side, and how hot it is."""


class Finder(Protocol):
    """Whatever finds sticks."""

    def find(
        self, image: np.ndarray, view: View | None = None, foreground: np.ndarray | None = None
    ) -> list[Bar]:
        """Find the sticks in a picture, uint8 (H, W, 3) BGR, surest first.

        view: the camera, where known; foreground: uint8 of any size, not 0 where something came to the table,
        None where nobody knows.
        """
        ...


class StickFinder:
    """Finds sticks at any angle, however they lie.

    Raises MissingModel where a model file is not there or is broken.
    """

    def __init__(self, locator: Path | None = None, refiner: Path | None = None) -> None:
        self._locator = network(locator or model_path("stick_locator"))
        self._refiner = network(refiner or model_path("stick_refiner"))

    def find(
        self, image: np.ndarray, view: View | None = None, foreground: np.ndarray | None = None
    ) -> list[Bar]:
        """Find the sticks in a picture, uint8 (H, W, 3) BGR, surest first.

        view: the camera, where known; foreground: uint8 of any size, not 0 where something came to the table,
        None where nobody knows: the locator is shown that alone.
        """
        size = (image.shape[1], image.shape[0])
        shown = image if foreground is None else isolated(image, foreground)
        found = _hottest(self._rough(shown))
        bars = lie(self._new(image, _boxes(found[:FIRST]), foreground), size, view)
        for where in (self._near, self._rest, self._beside, self._closer):
            if _lying(bars) >= A_SET:
                break
            boxes = where(shown, found, bars)
            if boxes:
                bars = _once(lie(_once(bars + self._new(image, boxes, foreground)), size, view))
        return bars[:MOST_FOUND_STICKS]

    def _new(self, image: np.ndarray, boxes: list[np.ndarray], foreground: np.ndarray | None) -> list[Bar]:
        """Find the vertices of roughly known sticks, and drop what did not come to the table."""
        found = self.refined(image, boxes)
        if foreground is None:
            return found
        scale = np.float32(foreground.shape[1] / image.shape[1])
        return [bar for bar in found if share_of(foreground, scale * outline(bar.vertices)) > NEW]

    def refined(self, image: np.ndarray, boxes: list[np.ndarray]) -> list[Bar]:
        """Find the vertices of roughly known sticks, and drop what is none or stands there twice.

        boxes: float32 (4, 2) each, clockwise, a long side first.
        """
        if not boxes:
            return []
        found = self._step(image, boxes)
        pairs = enumerate(zip(boxes, found, strict=True))
        moved = [i for i, (box, bar) in pairs if _moved(box, bar.vertices)]
        if moved:
            again = self._step(image, [box_about(found[i].vertices) for i in moved])
            for i, bar in zip(moved, again, strict=True):
                found[i] = bar
        return _once([bar for bar in found if bar.sure >= A_STICK and possible(bar.vertices)])

    def _near(self, image: np.ndarray, found: list[_Rough], bars: list[Bar]) -> list[np.ndarray]:
        hot = [box for box, heat in found if heat > HOT * found[0][1]]
        return _boxes(_hottest(self._nearer(image, hot))[:FIRST])

    def _rest(self, image: np.ndarray, found: list[_Rough], bars: list[Bar]) -> list[np.ndarray]:
        return _boxes(found[FIRST : 3 * MOST_FOUND_STICKS])

    def _beside(self, image: np.ndarray, found: list[_Rough], bars: list[Bar]) -> list[np.ndarray]:
        """Give where sticks would be that touch those which lie as they must: in a row one hides the next."""
        return [box for bar in bars if bar.reprojection_error <= BAD_MISFIT for box in _flanks(bar.vertices)]

    def _closer(self, image: np.ndarray, found: list[_Rough], bars: list[Bar]) -> list[np.ndarray]:
        return _boxes(_hottest(self._rough(image, CLOSER))[:FIRST]) if _lying(bars) else []

    def _rough(self, image: np.ndarray, times: float = 1.0) -> list[_Rough]:
        """Look this much closer than usual: boxes in the picture's pixels, clockwise, and how hot each is."""
        return heatmap.decode(self._locator, image, min(1.0, times * _usual_scale(image)), STICK_MIDDLE_HEAT)

    def _nearer(self, image: np.ndarray, boxes: list[np.ndarray]) -> list[_Rough]:
        """Look again at where the sticks lie, if they were small: touching ones melt into one from afar."""
        if not boxes:
            return []
        h, w = image.shape[:2]
        longs = [float(np.linalg.norm(box[1] - box[0])) for box in boxes]
        usual = float(np.median(longs))
        points = np.concatenate(boxes)
        low = np.maximum(points.min(0) - SECOND_LOOK_MARGIN * usual, 0).astype(int)
        high = np.minimum(points.max(0) + SECOND_LOOK_MARGIN * usual, (w, h)).astype(int)
        part = image[low[1] : high[1], low[0] : high[0]]
        if min(part.shape[:2]) < 32:
            return []
        scale = min(1.0, _usual_scale(part), STICK_LENGTH_PX / max(1.0, usual))
        if scale < NEARER * min(1.0, _usual_scale(image)):
            return []
        found = heatmap.decode(self._locator, part, scale, STICK_MIDDLE_HEAT)
        return [(box + low.astype(np.float32), sure) for box, sure in found]

    def _step(self, image: np.ndarray, boxes: list[np.ndarray]) -> list[Bar]:
        crops = np.stack([margin(image, box) for box in boxes])
        parts = self._refiner.run(["corners", "stick", "spread"], crops)
        found = []
        for box, share, stick, spread in zip(boxes, *parts, strict=True):
            points = share.reshape(6, 2) * np.array(STICK_MARGIN_SIZE, np.float32)
            points = project(np.linalg.inv(margin_map(box)), points)
            order = arrangement(points)
            pixel = float(np.linalg.norm(box[1] - box[0])) / (STICK_MARGIN_SIZE[0] * STICK_MARGIN_SHARE[0])
            sure = 1 / (1 + np.exp(-float(stick[0])))
            found.append(Bar(points[order], sure, spread[order] * pixel))
        return found


@cache
def shipped() -> StickFinder:
    """Give the one finder over the shipped model files."""
    return StickFinder()


def _hottest(found: list[_Rough]) -> list[_Rough]:
    return sorted(found, key=lambda pair: -pair[1])


def _boxes(found: list[_Rough]) -> list[np.ndarray]:
    return [box for box, _ in found]


def _lying(bars: list[Bar]) -> int:
    """Count those that lie as they must."""
    return sum(bar.found is not None and bar.reprojection_error <= BAD_MISFIT for bar in bars)


def _usual_scale(image: np.ndarray) -> float:
    """Give the scale at which a picture has the pixels that the locator is made for."""
    return float(np.sqrt(STICK_PIXELS / (image.shape[0] * image.shape[1])))


def _once(bars: list[Bar]) -> list[Bar]:
    """Drop what stands there twice: what lies as it must comes first, then the surest."""
    return suppress(
        sorted(bars, key=lambda bar: (bar.reprojection_error > BAD_MISFIT, -bar.sure)),
        lambda bar, kept: _same(bar.vertices, kept.vertices),
    )


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    """Tell whether two finds are one stick: alike, or along each other and in each other."""
    if outline_iou(one, other) > SAME_STICK_OVERLAP:
        return True
    a, b = (each[1::2].sum(0) - each[::2].sum(0) for each in (one, other))
    along = abs(float(a @ b)) / max(1e-6, float(np.linalg.norm(a) * np.linalg.norm(b)))
    return along > ALONG_COSINE and crossing(one, other) > ALONG_REACH


def _flanks(vertices: np.ndarray) -> list[np.ndarray]:
    """Give the boxes of sticks that would touch this one along its sides."""
    box = box_about(vertices)
    across = (box[3] - box[0]) * np.float32(NEXT)
    return [box + across, box - across]


def _moved(box: np.ndarray, vertices: np.ndarray) -> bool:
    """Tell whether a stick lies otherwise than its box said."""
    about = box_about(vertices)
    if (about[1] - about[0]) @ (box[1] - box[0]) < 0:
        about = np.roll(about, -2, 0)
    return float(np.abs(about - box).max()) > MOVED_VERTEX * max(4.0, width(vertices))
