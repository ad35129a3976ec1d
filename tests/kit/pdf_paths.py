"""Read what a PDF draws: its pages' sizes, their paths in mm from the top left, their pixels."""

import ctypes
from dataclasses import dataclass

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

POINT = 25.4 / 72


@dataclass(frozen=True)
class Path:
    """A path: its points (N, 2) in mm, x right, y down; colours as (r, g, b), None where it has none."""

    points: np.ndarray
    fill: tuple | None
    stroke: tuple | None
    dashed: bool

    @property
    def size(self):
        """Give width and height."""
        return np.ptp(self.points, axis=0)


@dataclass(frozen=True)
class Page:
    """A page: its size in mm, its paths in the order in which they are drawn, its words."""

    size: tuple
    paths: list
    words: str


def read_pages(path):
    """Read the pages of a PDF."""
    with pypdfium2.PdfDocument(path) as document:
        return [_read(page) for page in document]


def draw(path, page, dots_per_mm):
    """Draw a page as a viewer does: uint8 (h, w) grey."""
    with pypdfium2.PdfDocument(path) as document:
        picture = document[page].render(scale=dots_per_mm * POINT, grayscale=True)
        return picture.to_numpy().copy().squeeze()


def _read(page):
    width, height = page.get_size()
    found = [_path(item.raw, height) for item in page.get_objects([pdfium.FPDF_PAGEOBJ_PATH])]
    return Page((width * POINT, height * POINT), found, page.get_textpage().get_text_bounded())


def _path(item, height):
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    assert pdfium.FPDFPath_GetDrawMode(item, mode, stroke)
    points = []
    for index in range(pdfium.FPDFPath_CountSegments(item)):
        x, y = ctypes.c_float(), ctypes.c_float()
        segment = pdfium.FPDFPath_GetPathSegment(item, index)
        assert pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        points.append((x.value * POINT, (height - y.value) * POINT))
    return Path(
        np.array(points),
        _color(pdfium.FPDFPageObj_GetFillColor, item) if mode.value else None,
        _color(pdfium.FPDFPageObj_GetStrokeColor, item) if stroke.value else None,
        pdfium.FPDFPageObj_GetDashCount(item) > 0,
    )


def _color(read, item):
    channels = [ctypes.c_uint() for _ in range(4)]
    assert read(item, *channels)
    return tuple(channel.value for channel in channels[:3])
