"""The size of a picture by its header alone, before anything is decoded."""

import struct
from collections.abc import Callable

Size = tuple[int, int]
"""Width and height in pixels."""

_NO_FRAME = {0xC4, 0xC8, 0xCC}
"""JPEG: of the markers C0 to CF those that begin no frame (T.81, table B.1)."""
_ALONE = {0x01, *range(0xD0, 0xD8)}
"""JPEG: markers without a segment."""
_SCAN, _END = 0xDA, 0xD9
_TIFF_TYPES = {3: "H", 4: "I", 16: "Q"}
_TIFF_SIZES = {256: 0, 257: 1, 322: 0, 323: 1}
"""TIFF: width and height, and those of a tile, which may be larger than the picture."""


def size(data: bytes) -> Size | None:
    """Give a picture's width and height; None where it is no JPEG, PNG, WebP, BMP or TIFF."""
    for begins, read in _KINDS:
        if data.startswith(begins):
            try:
                return read(data)
            except (struct.error, IndexError):
                return None
    return None


def _png(data: bytes) -> Size | None:
    return _pair(">II", data, 16) if data[12:16] == b"IHDR" else None


def _jpeg(data: bytes) -> Size | None:
    """Go from marker to marker as libjpeg does, over what stands between them."""
    place = 2
    while (place := data.find(b"\xff", place)) >= 0:
        while data[place] == 0xFF:
            place += 1
        marker, place = data[place], place + 1
        if marker in (_SCAN, _END):
            return None
        if marker == 0 or marker in _ALONE:
            continue
        if 0xC0 <= marker <= 0xCF and marker not in _NO_FRAME:
            height, width = _pair(">HH", data, place + 3)
            return width, height
        place += struct.unpack_from(">H", data, place)[0]
    return None


def _webp(data: bytes) -> Size | None:
    match data[8:16]:
        case b"WEBPVP8X":
            return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
        case b"WEBPVP8L":
            (bits,) = struct.unpack_from("<I", data, 21)
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"WEBPVP8 ":
            width, height = _pair("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF
    return None


def _bmp(data: bytes) -> Size | None:
    (header,) = struct.unpack_from("<I", data, 14)
    width, height = _pair("<HH" if header == 12 else "<ii", data, 18)
    return abs(width), abs(height)


def _tiff(data: bytes) -> Size | None:
    order = "<" if data[0] == data[1] == ord("I") else ">"
    big = struct.unpack_from(f"{order}H", data, 2)[0] == 43
    first, count, entry, value = ("Q", "Q", 20, 12) if big else ("I", "H", 12, 8)
    (place,) = struct.unpack_from(order + first, data, 8 if big else 4)
    (entries,) = struct.unpack_from(order + count, data, place)
    place += struct.calcsize(f"<{count}")
    found = [0, 0]
    for number in range(min(entries, 65536)):
        at = place + number * entry
        tag, kind = struct.unpack_from(f"{order}HH", data, at)
        if tag in _TIFF_SIZES and kind in _TIFF_TYPES:
            (pixels,) = struct.unpack_from(order + _TIFF_TYPES[kind], data, at + value)
            found[_TIFF_SIZES[tag]] = max(found[_TIFF_SIZES[tag]], pixels)
    return (found[0], found[1]) if all(found) else None


def _pair(form: str, data: bytes, place: int) -> Size:
    one, other = struct.unpack_from(form, data, place)
    return int(one), int(other)


_KINDS: tuple[tuple[bytes, Callable[[bytes], Size | None]], ...] = (
    (b"\xff\xd8", _jpeg),
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"RIFF", _webp),
    (b"BM", _bmp),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
    (b"II+\0", _tiff),
    (b"MM\0+", _tiff),
)
