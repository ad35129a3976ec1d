"""Bad files of every sort that people hand over: used, or refused in a sentence, soon and with little memory.

Pictures, configurations, records, boards, decks, the keys in access.json, who sat where. Each is also tried
as a pipe that nobody writes to, as a device without an end, as a folder, and as a link to itself.
"""

import io
import json
import os
import random
import struct
import zipfile
import zlib
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path

import cv2
import numpy as np
from hostile.commands import ask, ask_apart

from games.board import board_to_dict
from games.magicians.graph import LAYOUTS, house
from table.settings.config import default_config
from vision.read import profile
from web.keyring import KeyringError
from web.seats import Seats

ROOT = Path(__file__).parents[3]
KINDS = (".jpg", ".png", ".webp", ".bmp", ".tiff")
SIZES = (
    (20_000, 20_000),
    (2**31 - 1, 2**31 - 1),
    (65_535, 65_535),
    (0, 0),
    (1, 2**30),
    (2**30, 1),
    (8001, 8001),
)
DEEP = 100_000
TEXTS = (
    b"",
    b"\0",
    b"\xff\xfe\x00\xd8",
    b"[" * DEEP,
    b'{"a":' * DEEP,
    b"null",
    b"true",
    b"1" * 5000,
    b"\xef\xbb\xbf{}",
    b'{"code": 1}',
    b'{"code": "\\ud800"}',
    b'"' + b"x" * 10**6 + b'"',
    b"\n" * 10**5,
    b"{}" * 1000,
)
APART = 12
"""Pictures that one command is given: those after a bad one are answered all the same."""


def odd(folder):
    """Make what is no file, and a file without an end."""
    os.mkfifo(folder / "pipe")
    (folder / "zero").symlink_to("/dev/zero")
    (folder / "random").symlink_to("/dev/urandom")
    (folder / "loop").symlink_to("loop")
    (folder / "folder").mkdir()
    with open(folder / "sparse", "wb") as huge:
        huge.truncate(2**36)
    return [folder / each for each in ("pipe", "zero", "random", "loop", "folder", "sparse", "missing")]


def altered(data, rng):
    """Change, cut or double bytes of something whole."""
    data = bytearray(data)
    for _ in range(rng.randrange(1, 9)):
        at = rng.randrange(len(data)) if data else 0
        match rng.randrange(4):
            case 0 | 1 if data:
                data[at] = rng.randrange(256)
            case 2:
                del data[at : at + rng.randrange(1, 100)]
            case _:
                data[at:at] = data[at : at + rng.randrange(1, 100)] or b"\0"
    return bytes(data)


def encoded(kind, size=(64, 48), seed=1):
    """Draw something as a whole picture."""
    image = np.random.default_rng(seed).integers(0, 256, (size[1], size[0], 3), np.uint8)
    return cv2.imencode(kind, image)[1].tobytes()


def told_size(kind, width, height):
    """Give a small picture whose header tells another size."""
    data = bytearray(encoded(kind))
    match kind:
        case ".png":
            data[16:24] = struct.pack(">II", width & 0xFFFFFFFF, height & 0xFFFFFFFF)
            data[29:33] = struct.pack(">I", zlib.crc32(bytes(data[12:29])))
        case ".jpg":
            at = data.index(b"\xff\xc0") + 5
            data[at : at + 4] = struct.pack(">HH", height & 0xFFFF, width & 0xFFFF)
        case ".bmp":
            data[18:26] = struct.pack("<ii", width & 0x7FFFFFFF, height & 0x7FFFFFFF)
        case ".webp":
            frame = b"VP8X" + struct.pack("<II", 10, 0) + struct.pack("<I", max(0, width - 1) & 0xFFFFFF)[:3]
            data = bytearray(
                b"RIFF\x64\0\0\0WEBP" + frame + struct.pack("<I", max(0, height - 1) & 0xFFFFFF)[:3]
            )
        case _:
            data = bytearray(struct.pack("<2sHIH", b"II", 42, 8, 3))
            for tag, value in ((256, width), (257, height), (322, width)):
                data += struct.pack("<HHII", tag, 4, 1, value & 0xFFFFFFFF)
            data += b"\0\0\0\0"
    return bytes(data)


def pictures(folder, count, rng):
    """Make bad pictures of every sort."""
    made = []

    def put(name, data):
        made.append(folder / f"{len(made)}-{name}")
        made[-1].write_bytes(data)

    for kind in KINDS:
        whole = encoded(kind)
        for width, height in SIZES:
            put(f"header{kind}", told_size(kind, width, height))
        put(f"half{kind}", whole[: len(whole) // 2])
        put(f"head{kind}", whole[:30])
    put("name\nof two lines.jpg", b"no picture")
    put("vector.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'/>")
    put("film.gif", b"GIF89a\xff\xff\xff\xff\x80\0\0" + bytes(20))
    put("grey.pgm", b"P5 60000 60000 255\n")
    put("high.exr", b"\x76\x2f\x31\x01" + bytes(200))
    put("packed.jpg", zlib.compress(bytes(10**6)))
    put("bomb.png", bomb())
    while len(made) < count:
        kind = rng.choice(KINDS)
        put(f"altered{kind}", altered(encoded(kind, seed=len(made)), rng))
    return made[:count] + odd(folder)


def bomb():
    """Give a PNG of a size that is allowed, whose rows are packed a thousandfold and end too soon."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 7900, 7900, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(20_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def try_pictures(folder, count, rng, figures):
    """Ask `read` for them, in processes that may take 3 GiB and a minute."""
    made = pictures(folder, count, rng)
    for place in range(0, len(made), APART):
        some = made[place : place + APART]
        said = ask_apart("read", *some, "--json", home=folder)
        answered = len(said.out.splitlines()) + len(said.lines)
        assert answered == len(some), (
            f"{len(some)} pictures, {answered} answers: {said.out[-500:]}{said.err[-500:]}"
        )
    figures["pictures"] += len(made)


CONFIGS = [
    '[game]\nboard = "{odd}"\n',
    '[club]\nbroker = "\\u0000"\n',
    '[web]\nhosts = [""]\n',
    '[web]\nhosts = ["\\u0000"]\n',
    '[journal]\npath = "~nosuchuser/x"\n',
    '[journal]\nbackups_in = "\\u0000"\n',
    '[camera]\nsource = "usb:99999999999999"\n',
    "a = " + "[" * 5000,
    "a = " + "{b = " * 3000,
    "[[[",
    "[web]\nport = 1" + "0" * 400,
    "[web]\nport = nan\n",
    '[game]\nrules = { edition = "\\ud800" }\n',
    '[web]\nproxies = ["x", "0.0.0.0/99", ""]\n',
    "[game]\n" * 3,
    "[journal]\nbackups = -1\nbackups_mb = inf\n",
    '[club]\npassword_file = "{odd}"\nuser = "x"\n',
]


def try_configurations(folder, count, rng, figures):
    """Ask `journal check` with them, which reads all of a configuration."""
    whole = "\n".join(
        line[1:] if line.startswith("#") and " = " in line[:30] else line
        for line in default_config().splitlines()
    )
    safe = f'[journal]\npath = "{folder}/no.sqlite"\n'
    strange = odd(folder)
    for number in range(count):
        file = folder / "familiar.toml"
        if number < len(CONFIGS) * 2:
            text = (
                CONFIGS[number // 2]
                .replace("{odd}", str(strange[number % 7]))
                .encode("utf-8", "surrogatepass")
            )
        elif number % 3:
            text = altered(whole.encode(), rng)
        else:
            text = rng.choice([*TEXTS, rng.randbytes(200)])
        file.write_bytes(text if number % 2 else safe.encode() + text)
        ask("journal", "check", "--config", file)
    for each in strange:
        ask("journal", "check", "--config", each)
    figures["configurations"] += count + len(strange)


def records():
    """Give the records of the documentation."""
    text = (ROOT / "games" / "README.md").read_text(encoding="utf-8")
    return [part.partition("```")[0].strip().encode() for part in text.split("```jsonl\n")[1:]]


def try_records(folder, count, rng, figures):
    """Settle them, and bring them into a journal."""
    config = folder / "import.toml"
    config.write_text(f'[journal]\npath = "{folder}/journal.sqlite"\nbackups = 0\n')
    wholes, strange = records(), odd(folder)
    for number in range(count):
        data = rng.choice(TEXTS) if number % 5 == 0 else altered(rng.choice(wholes), rng)
        if number % 7 == 0:
            lines = wholes[number % len(wholes)].splitlines()
            line = json.loads(rng.choice(lines))
            line[rng.choice(list(line))] = rng.choice([None, -1, 10**400, "\ud800", [], {}, "x" * 9000, True])
            data = b"\n".join([*lines[:3], json.dumps(line).encode(), *lines[3:]])
        file = folder / "game.jsonl"
        file.write_bytes(data)
        for words in (("replay", file, "--json"), ("import", file, "--anyway", "--config", config)):
            ask(*words)
    for each in strange:
        for words in (("replay", each), ("import", each, "--config", config)):
            ask(*words)
    assert ask("journal", "check", "--config", config).status == 0
    figures["records"] += count + len(strange)


def try_boards(folder, count, rng, figures):
    """Name them in a configuration."""
    whole, config, strange = (
        json.dumps(board_to_dict(house(LAYOUTS[0]))).encode(),
        folder / "b.toml",
        odd(folder),
    )
    for number in range(count):
        file = folder / "board.json"
        file.write_bytes(rng.choice(TEXTS) if number % 3 == 0 else altered(whole, rng))
        board = strange[number] if number < len(strange) else file
        config.write_text(f'[game]\nboard = "{board}"\n[journal]\npath = "{folder}/no.sqlite"\n')
        ask("journal", "check", "--config", config)
    figures["boards"] += count


def a_deck(folder):
    """Give the bytes of an enrolled deck."""
    kept = profile.empty("grandma")
    for card in ("7H", "back"):
        kept = profile.with_picture(
            kept, card, cv2.imdecode(np.frombuffer(encoded(".png", (96, 144)), np.uint8), 1)
        )
    profile.save(kept, folder / "grandma.deck")
    return (folder / "grandma.deck").read_bytes()


def try_decks(folder, count, rng, figures):
    """Read with them."""
    whole, picture, strange = a_deck(folder), folder / "picture.png", odd(folder)
    picture.write_bytes(encoded(".png", (320, 240)))
    for number in range(count):
        data = altered(whole, rng) if number % 2 else repacked(whole, rng)
        file = folder / "bad.deck"
        file.write_bytes(data)
        ask("read", "--deck", strange[number] if number < len(strange) else file, picture, "--json")
    figures["decks"] += count


def repacked(whole, rng):
    """Give an archive whose members hold what they should not."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for each in old.infolist():
            data = old.read(each)
            bad = rng.choice([data, rng.choice(TEXTS), altered(data, rng), told_size(".png", 20_000, 20_000)])
            new.writestr(rng.choice([each.filename, each.filename, "../../" + each.filename]), bad)
    return out.getvalue()


@contextmanager
def home(folder):
    """Let this process keep its data in another folder."""
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(folder)
    try:
        yield folder / "familiar"
    finally:
        os.environ.pop("XDG_DATA_HOME")
        if before is not None:
            os.environ["XDG_DATA_HOME"] = before


def try_keys(folder, count, rng, figures):
    """Lay them where the keys and who sat where are kept."""
    with home(folder) as data:
        data.mkdir()
        strange = odd(folder)
        ask("code")
        whole = (data / "access.json").read_bytes()
        for number in range(count + len(strange)):
            for name in ("access.json", "seats.json"):
                with suppress(FileNotFoundError):
                    (data / name).unlink()
                if number < len(strange):
                    (data / name).symlink_to(strange[number])
                else:
                    bad = TEXTS[number % len(TEXTS)] if number % 2 else altered(whole, rng)
                    (data / name).write_bytes(bad)
            ask("code")
            ask("pin", *(("--new",) if number % 2 else ()))
            with suppress(KeyringError):
                assert not Seats(data / "seats.json").held("Ann")
    figures["keys and seats"] += 2 * (count + len(strange))


TRIED = {
    "pictures": (try_pictures, 1.0),
    "configurations": (try_configurations, 1.0),
    "records": (try_records, 1.0),
    "boards": (try_boards, 0.3),
    "decks": (try_decks, 0.3),
    "keys": (try_keys, 0.3),
}
"""What is tried, and how many of a hundred of each are as many as of the others."""


def campaign(folder, count, names=None, seed=1):
    """Try so many of each; return the figures. Raises AssertionError."""
    figures = Counter()
    for name in names or TRIED:
        part, share = TRIED[name]
        place = folder / name
        place.mkdir(parents=True)
        part(place, max(8, int(count * share)), random.Random(f"bad {name} {seed}"), figures)
    return figures
