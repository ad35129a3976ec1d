"""A typeface of equally broad, blank letters: what is measured with it hangs on no font of the machine.

Its tables are laid out as in the OpenType specification, without what only drawing needs.
"""

import struct

# What the pages write: Latin letters, and the dashes, quotes and signs that go with them.
LETTERS = ((0x20, 0x24F), (0x2010, 0x2212))
UNITS = 1000
SFNT = 0x10000


def typeface(advance, ascent, descent):
    """Make the bytes of a TrueType font; all lengths in thousandths of its size."""
    count, cmap = _letters()
    square = _square(advance)
    line = struct.pack(">hh", ascent, -descent)
    box = struct.pack(">4h", 0, 0, advance, 700)
    numbers = struct.pack(">3H", 64, LETTERS[0][0], LETTERS[-1][1])
    return _file(
        {
            b"OS/2": struct.pack(">Hh3H", 3, advance, 400, 5, 0)
            + bytes(22 + 10 + 16 + 4)
            + numbers
            + line
            + struct.pack(">h2H", 0, ascent, descent)
            + bytes(8)
            + struct.pack(">2h3H", 500, 700, 0, LETTERS[0][0], 0),
            b"cmap": cmap,
            b"glyf": square,
            b"head": struct.pack(">4I2H16x", SFNT, SFNT, 0, 0x5F0F3CF5, 0, UNITS)
            + box
            + struct.pack(">2H3h", 0, 8, 2, 1, 0),
            b"hhea": struct.pack(">I", SFNT)
            + line
            + struct.pack(">hH11hH", 0, advance, 0, 0, advance, 1, *[0] * 7, 1),
            b"hmtx": struct.pack(">H", advance) + bytes(2 * count),
            b"loca": struct.pack(f">{count + 1}I", 0, *[len(square)] * count),
            b"maxp": struct.pack(">I14H", SFNT, count, 4, 1, 0, 0, 2, *[0] * 8),
            b"name": struct.pack(">3H", 0, 0, 6),
            b"post": struct.pack(">I28x", 0x30000),
        }
    )


def _letters():
    """Count the glyphs, and give to each letter one: a character map of format 4."""
    spans, count = [], 1
    for first, last in LETTERS:
        spans.append((first, last, (count - first) % 0x10000))
        count += last - first + 1
    spans.append((0xFFFF, 0xFFFF, 1))
    size = 2 * len(spans)
    starts, ends, deltas = (struct.pack(f">{len(spans)}H", *part) for part in zip(*spans, strict=True))
    body = ends + bytes(2) + starts + deltas + bytes(size)
    # For two or three spans the nearest power of two below is two.
    head = struct.pack(">7H", 4, 14 + len(body), 0, size, 4, 1, size - 4)
    return count, struct.pack(">4HI", 0, 1, 3, 1, 12) + head + body


def _square(advance):
    """Draw the one glyph that is not blank, for a letter that the face lacks."""
    corners = struct.pack(">8h", 0, advance, 0, -advance, 0, 0, 700, 0)
    return struct.pack(">5h2H4B", 1, 0, 0, advance, 700, 3, 0, 1, 1, 1, 1) + corners + bytes(2)


def _file(tables):
    """Put the tables into one file; eight is the power of two below their number."""
    assert 8 <= len(tables) < 16
    entries, data = struct.pack(">I4H", SFNT, len(tables), 128, 3, 16 * len(tables) - 128), b""
    for tag, table in tables.items():
        start = 12 + 16 * len(tables) + len(data)
        entries += struct.pack(">4s3I", tag, 0, start, len(table))
        data += table + bytes(-len(table) % 4)
    return entries + data
