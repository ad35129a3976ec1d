"""Draw on pages of a PDF in millimetres from the top left corner, x to the right, y down."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

PAGES = {"a3": (420.0, 297.0), "a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm: A3 lies on its side, the sheets to be glued stand."""

BLACK, GREY, PALE = "#000000", "#8c8c8c", "#b8b8b8"
HAIR, FINE = 0.15, 0.4
CAPITALS = 0.72
"""How high digits and capitals stand, of their em."""

_POINT = 25.4 / 72

Points = Sequence[tuple[float, float]]


Tell = Callable[[str], str]
"""Says in the reader's language what was said."""


class Sheet:
    """One page; `move` shifts everything that is drawn from then on."""

    def __init__(self, canvas: Canvas, size: tuple[float, float]) -> None:
        self.size = size
        self._canvas = canvas
        self._origin = (0.0, 0.0)

    @contextmanager
    def moved(self, x: float, y: float) -> Iterator[None]:
        """Draw from (x, y) as if it were the page's top left corner."""
        before = self._origin
        self._origin = (before[0] + x, before[1] + y)
        yield
        self._origin = before

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Draw nothing outside a rectangle."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        left, bottom = self._at(x, y + height)
        path.rect(left, bottom, width * mm, height * mm)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def polygon(
        self,
        points: Points,
        fill: str | None = None,
        stroke: str | None = BLACK,
        width: float = HAIR,
        dashed: Sequence[float] = (),
        closed: bool = True,
    ) -> None:
        """Draw an outline, filled and stroked as asked; widths and dashes in mm."""
        path = self._canvas.beginPath()
        path.moveTo(*self._at(*points[0]))
        for point in points[1:]:
            path.lineTo(*self._at(*point))
        if closed:
            path.close()
        self._draw(path, fill, stroke, width, dashed)

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        stroke: str = BLACK,
        width: float = HAIR,
        dashed: Sequence[float] = (),
    ) -> None:
        """Draw a straight line."""
        self.polygon((start, end), None, stroke, width, dashed, closed=False)

    def text(self, x: float, y: float, words: str, height: float = 3.5, color: str = BLACK) -> None:
        """Write a line whose foot is at y; `height` of the letters' em in mm."""
        self._canvas.setFont("Helvetica", height / _POINT)
        self._canvas.setFillColor(HexColor(color))
        # Helvetica's letters are those of WinAnsi, which has no narrow space.
        self._canvas.drawString(
            *self._at(x, y), words.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
        )

    def label(
        self,
        x: float,
        y: float,
        words: str,
        height: float,
        turn: float = 0.0,
        color: str = BLACK,
        within: float | None = None,
    ) -> None:
        """Write words around (x, y), turned clockwise by degrees; `height` of the letters' em in mm.

        within: the width in mm that they may take: longer ones are smaller.
        """
        canvas = self._canvas
        width = canvas.stringWidth(words, "Helvetica-Bold", height / _POINT) / mm
        if within is not None and width > within:
            height *= within / width
        canvas.saveState()
        canvas.translate(*self._at(x, y))
        canvas.rotate(-turn)
        canvas.setFont("Helvetica-Bold", height / _POINT)
        canvas.setFillColor(HexColor(color))
        canvas.drawCentredString(0, -CAPITALS / 2 * height * mm, words)
        canvas.restoreState()

    def ruler(self, x: float, y: float) -> None:
        """Draw a ruler of 100 mm from (x, y) to the right, by which the print's scale is checked."""
        self.line((x, y), (x + 100, y), width=0.25)
        for tick in range(0, 101, 5):
            up = 4 if tick % 50 == 0 else 2.5 if tick % 10 == 0 else 1.5
            self.line((x + tick, y), (x + tick, y - up))
        self.text(x + 103, y, "100 mm", 3.2)

    def _draw(
        self, path: object, fill: str | None, stroke: str | None, width: float, dashed: Sequence[float]
    ) -> None:
        canvas = self._canvas
        canvas.setLineWidth(width * mm)
        canvas.setDash([length * mm for length in dashed])
        if fill:
            canvas.setFillColor(HexColor(fill))
        if stroke:
            canvas.setStrokeColor(HexColor(stroke))
        canvas.drawPath(path, stroke=int(stroke is not None), fill=int(fill is not None))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return (self._origin[0] + x) * mm, (self.size[1] - self._origin[1] - y) * mm


def write_pages(path: Path, page: str, title: str, draw: Sequence[Callable[[Sheet], None]]) -> None:
    """Write a PDF whose pages are drawn by `draw`; the same drawing gives the same bytes."""
    size = PAGES[page]
    canvas = Canvas(str(path), pagesize=(size[0] * mm, size[1] * mm), invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Familiar")
    for draw_page in draw:
        draw_page(Sheet(canvas, size))
        canvas.showPage()
    canvas.save()
