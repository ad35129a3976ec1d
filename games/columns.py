"""Write tables for a terminal: columns side by side, and a last one that goes on in lines of its own."""

from collections.abc import Collection, Iterable, Iterator, Sequence

GAP = "  "
WIDTH = 100
"""Characters of a line, as far as the columns before the last leave it room."""
NARROWEST = 40
"""Characters that the last column has at least, however long the players' names are."""

Row = tuple[str | Sequence[str], ...]
"""Cells; the last may be the parts of a list, between which it may be broken."""


def table(rows: Sequence[Row], right: Collection[int] = ()) -> list[str]:
    """Write rows of equal length as lines; `right`: the columns that stand at the right."""
    before = [tuple(map(str, row[:-1])) for row in rows]
    widths = [max(map(len, column)) for column in zip(*before, strict=True)]
    left = sum(widths) + len(GAP) * len(widths)
    lasts = [list(_lines(row[-1], max(NARROWEST, WIDTH - left))) for row in rows]
    last = max(len(line) for lines in lasts for line in lines)
    found = []
    for cells, lines in zip(before, lasts, strict=True):
        head = [
            _cell(each, width, n in right) for n, (each, width) in enumerate(zip(cells, widths, strict=True))
        ]
        for number, line in enumerate(lines):
            start = GAP.join(head) + GAP if not number else " " * left
            found.append((start + _cell(line, last, len(widths) in right)).rstrip())
    return found


def _cell(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)


def _lines(cell: str | Iterable[str], width: int) -> Iterator[str]:
    """Break a list into lines of at most so many characters; a part that is longer has one of its own."""
    if isinstance(cell, str):
        yield cell
        return
    line = ""
    for part in cell:
        if line and len(line) + len(part) + 2 > width:
            yield f"{line},"
            line = part
        else:
            line = f"{line}, {part}" if line else part
    yield line or "-"
