"""Find what stands beside a name of a right-to-left script without being kept apart from it."""

from pathlib import Path

UNISOLATED = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
NAMES = ("דנה", "בועז", "שרה", "עומר", "מרים", "יוסי")


def unisolated(page):
    """List the paragraphs in which a name and its figures may be drawn in another order (UAX #9)."""
    return page.evaluate(UNISOLATED)
