"""Pictures: refused by their header where they are too large, and decoded without a word beside ours."""

import json
import os
import struct
import subprocess
import sys
import zipfile
import zlib

import cv2
import numpy as np
import pytest

from device.errors import BrokenPicture, CameraError
from device.pictures import load_picture
from device.video import VideoFile
from files.header import size
from files.pictures import MOST_PIXELS, TooManyPixels, as_jpeg, decode

WIDE, HIGH = 48, 32
IMAGE = np.random.default_rng(1).integers(0, 255, (HIGH, WIDE, 3), dtype=np.uint8)
KINDS = [".jpg", ".png", ".webp", ".bmp", ".tif"]
SAID = "pixels, and 64 million are the most: make it smaller"


def encoded(kind, image=IMAGE, *options):
    return cv2.imencode(kind, image, list(options))[1].tobytes()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height):
    """Write a PNG of one colour, whole and true, however large."""
    packed, row = zlib.compressobj(1, wbits=-15), bytes(3 * width + 1)
    # Black rows are alike, packed too; the sum over nothing but zeros (Adler-32) is how many they are.
    lines = (packed.compress(row) + packed.flush(zlib.Z_FULL_FLUSH)) * height + b"\x03\x00"
    lines = b"\x78\x01" + lines + struct.pack(">I", len(row) * height % 65521 << 16 | 1)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def enlarged(kind, width=20_000, height=20_000):
    """Let a small picture say in its header that it is large; behind it nothing is changed."""
    data = bytearray(encoded(kind, IMAGE, cv2.IMWRITE_WEBP_QUALITY, 90))
    match kind:
        case ".jpg":
            at = data.index(b"\xff\xc0")
            data[at + 5 : at + 9] = struct.pack(">HH", height, width)
        case ".png":
            data[16:24] = struct.pack(">II", width, height)
        case ".bmp":
            data[18:26] = struct.pack("<ii", width, -height)
        case ".webp":
            data[26:30] = struct.pack("<HH", 16_383, 16_383)
        case ".tif":
            at = struct.unpack_from("<I", data, 4)[0] + 2
            for entry in range(struct.unpack_from("<H", data, at - 2)[0]):
                tag = struct.unpack_from("<H", data, at + 12 * entry)[0]
                if tag in (256, 257):
                    struct.pack_into("<HHII", data, at + 12 * entry, tag, 4, 1, 20_000)
    return bytes(data)


@pytest.mark.parametrize("kind", [*KINDS, ".lossless.webp", ".progressive.jpg"])
def test_the_size_stands_in_the_header(kind):
    options = {
        ".lossless.webp": (cv2.IMWRITE_WEBP_QUALITY, 101),
        ".progressive.jpg": (cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    }.get(kind, ())
    assert size(encoded("." + kind.rpartition(".")[2], IMAGE, *options)) == (WIDE, HIGH)


def test_the_size_of_a_jpeg_is_not_that_of_the_preview_in_it():
    data, preview = encoded(".jpg"), encoded(".jpg", IMAGE[:8, :8])
    held = struct.pack(">H", len(preview) + 2) + preview
    assert size(data[:2] + b"\xff\xe1" + held + data[2:]) == (WIDE, HIGH)
    # What stands between two markers is passed over, as the decoder does.
    assert size(data[:2] + b"\0\1\xff\xff\xff\xe1" + held + b"\x07" + data[2:]) == (WIDE, HIGH)


def test_a_tile_may_be_larger_than_its_picture():
    entries = [(256, 10), (257, 10), (322, 30_000), (323, 30_000)]
    table = b"".join(struct.pack(">HHII", tag, 4, 1, value) for tag, value in entries)
    assert size(b"MM\0*" + struct.pack(">IH", 8, len(entries)) + table) == (30_000, 30_000)
    table = b"".join(struct.pack("<HHQQ", tag, 16, 1, value) for tag, value in entries[:2])
    assert size(b"II+\0" + struct.pack("<HHQQ", 8, 0, 16, 2) + table) == (10, 10)


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_that_breaks_off_in_its_header_has_no_size_and_is_none(kind):
    data = encoded(kind)
    for end in range(64):
        assert size(data[:end]) in (None, (WIDE, HIGH))
        assert decode(data[:end]) is None


def test_a_picture_is_encoded_unless_jpeg_cannot_hold_it():
    coarse, fine = (as_jpeg(IMAGE, quality) for quality in (30, 95))
    assert len(coarse) < len(fine) and decode(fine).shape == IMAGE.shape
    assert as_jpeg(IMAGE[:0], 90) is None
    assert as_jpeg(np.zeros((1, 65_501, 3), np.uint8), 90) is None


@pytest.mark.parametrize("kind", KINDS)
def test_what_says_that_it_is_large_is_refused_before_anything_is_decoded(kind, monkeypatch, tmp_path):
    monkeypatch.setattr(cv2, "imdecode", None)
    data = enlarged(kind)
    with pytest.raises(TooManyPixels, match=SAID):
        decode(data)
    (tmp_path / "large").write_bytes(data)
    with pytest.raises(BrokenPicture, match="million are the most"):
        load_picture(tmp_path / "large")


@pytest.mark.parametrize("kind", KINDS)
def test_any_other_is_decoded(kind):
    found = decode(encoded(kind))
    assert found is not None and found.shape == IMAGE.shape


@pytest.mark.parametrize("kind", [".ppm", ".ras", ".hdr"])
def test_what_nobody_takes_pictures_in_is_no_picture(kind):
    image = IMAGE.astype(np.float32) if kind == ".hdr" else IMAGE
    assert decode(encoded(kind, image)) is None


@pytest.mark.parametrize("command", ["read", "read --sticks", "watch"])
def test_a_command_does_not_decode_what_is_too_large(familiar, command, tmp_path):
    """The whole machine would be gone otherwise: 2.4 GB, here not 1.5 GB of addresses are to be had."""
    file = tmp_path / "large.png"
    file.write_bytes(png(20_000, 20_000))
    little = "import resource; resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))"
    done = familiar(*command.split(), file, check=1, before=little)
    assert done.stderr.strip() == f"{file}: it has 20000 x 20000 {SAID}"


def test_a_large_picture_is_not_learnt_from(familiar, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "7H.png").write_bytes(enlarged(".png"))
    assert SAID in familiar("enrol", "ours", "--from", folder, check=1).stderr
    assert SAID in familiar("calibrate", "--from", folder / "7H.png", check=1).stderr


def video(path, width, height):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (width, height))
    writer.write(np.zeros((height, width, 3), np.uint8))
    writer.release()
    return path


def test_a_video_of_large_pictures_is_refused(tmp_path):
    with VideoFile(video(tmp_path / "small.avi", 320, 240)) as small:
        assert small.read(1.0).image.shape == (240, 320, 3)
    with pytest.raises(CameraError, match=f"8080 x 8000 {SAID}"):
        VideoFile(video(tmp_path / "large.avi", 8080, 8000))


def damaged(kind):
    data = bytearray(encoded(kind, cv2.resize(IMAGE, None, fx=10, fy=10)))
    match kind:
        case ".png":
            data[60:80] = bytes(20)
        case ".jpg":
            for at in range(2000, len(data) - 10, 997):
                data[at] ^= 0x5A
    return bytes(data)


SPOILT = {
    "short.png": encoded(".png", cv2.resize(IMAGE, None, fx=10, fy=10))[:150],
    "short.jpg": encoded(".jpg", cv2.resize(IMAGE, None, fx=10, fy=10))[:3000],
    "short.tif": encoded(".tif")[:900],
    "bad.png": damaged(".png"),
    "bad.jpg": damaged(".jpg"),
    "short.webp": encoded(".webp")[:200],
    "short.bmp": encoded(".bmp")[:200],
}


@pytest.mark.parametrize("command", ["read", "read --sticks", "watch"])
def test_no_library_says_anything_beside_us(familiar, command, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name, data in SPOILT.items():
        (folder / name).write_bytes(data)
    pictures = [folder] if command == "watch" else sorted(folder.iterdir())
    # In a process that loads them itself: what they say then counts, too.
    done = familiar(*command.split(), *pictures, before="")
    # Each one is told of in one line, refused or read.
    lines = done.stderr.splitlines()
    assert lines and all(line.startswith(f"{folder}/") for line in lines), lines
    assert len({line.partition(": ")[0] for line in lines}) == len(lines)


def test_a_deck_whose_pictures_are_spoilt_is_refused_in_one_line(refused, tmp_path):
    head = {"familiar-deck": 1, "name": "ours", "edition": None}
    with zipfile.ZipFile(tmp_path / "ours.deck", "w") as archive:
        cards = [{"card": "7H", "pictures": ["000-0.jpg"]}]
        archive.writestr("deck.json", json.dumps({**head, "cards": cards}))
        archive.writestr("000-0.jpg", SPOILT["short.png"])
    assert "is no enrolled deck, or is broken" in refused(
        "read", "--deck", tmp_path / "ours.deck", tmp_path / "none.jpg"
    )


def test_nobody_hears_what_onnx_runtime_thinks_of_the_graphics(familiar, tmp_path):
    """As on a Raspberry Pi: https://github.com/microsoft/onnxruntime/issues/26300."""
    package = tmp_path / "stand/onnxruntime"
    package.mkdir(parents=True)
    line = "[W:onnxruntime:Default, device_discovery.cc:164]"
    text = f"import os\nos.write(2, {line.encode()!r})\nInferenceSession = None\n"
    (package / "__init__.py").write_text(text)
    before = f"import sys; sys.path.insert(0, {str(package.parent)!r}); import models.network"
    assert familiar("--help", check=0, before=before).stderr == ""


def test_nothing_that_is_said_meanwhile_is_lost(familiar):
    before = """
import familiar.start, sys
familiar.start.own_errors()
from files.quiet import quiet
import os
with quiet():
    os.write(2, b"a library's line")
    print("ours", file=sys.stderr)
familiar.start.own_errors = lambda: None
"""
    assert familiar("--help", check=0, before=before).stderr == "ours\n"


def test_the_largest_that_is_read_is_more_than_a_camera_of_ours_gives():
    assert MOST_PIXELS > 4 * 4608 * 2592


def test_a_video_whose_name_is_no_unicode_is_refused_before_it_ends_the_program(tmp_path):
    # In a process of its own: what it guards against is no exception.
    folder = os.fsencode(video(tmp_path / "small.avi", 320, 240).parent)
    name = folder + b"/caf\xe9.avi"
    os.replace(folder + b"/small.avi", name)
    opened = "import pathlib, sys; from device.video import VideoFile; VideoFile(pathlib.Path(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", opened, name], capture_output=True, check=False)
    assert done.returncode == 1 and b"must be Unicode text" in done.stderr.splitlines()[-1]
