"""Labelled pictures for `familiar bench cards`: the cards on them, the deck and the light."""

import csv
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import numpy as np

from files.regular import read_file
from games.cards import EDITIONS
from games.cards import names as names_of
from games.nearest import close, quote
from vision.brightness import brightness
from vision.errors import VisionError
from vision.figures import Seat

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
NOTHING = ("", "NOTACARD", "none")
"""Labels of a picture on which no card of ours lies."""

DIRECTIONS = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}
"""Degrees clockwise from the picture's lower edge at which a seat lies that is named after its direction."""

DIM = 128
"""Grey level that a picture's brightest twentieth stays under where it is dim.

A camera that exposes well puts white paper, the brightest thing on most tables, at 180 to 240; half of the
scale is a fifth of its light.
"""

BURNT = 250
"""Level in all three colours from which a pixel counts as burnt out, without anything drawn in it."""

BRIGHT = 0.02
"""Share of burnt pixels from which a picture is too bright: a third of a card that fills a sixteenth."""


class LabelsError(VisionError):
    """The pictures to judge by, or what is said about them, cannot be used."""


@dataclass(frozen=True)
class Labelled:
    """One picture and what is known about it.

    `light` is None where it is to be measured. `seats` names the card of each place where the labels do; it
    may hold names that the deck does not know, listed in `strange`: of those only the place can be judged.
    """

    path: Path
    cards: tuple[str, ...]
    deck: str
    light: str | None = None
    seats: Mapping[Seat, str] = field(default_factory=dict)
    strange: tuple[str, ...] = ()


def load(folder: Path, names: Collection[str]) -> tuple[Labelled, ...]:
    """List the labelled pictures of a folder, in the order of their names; `names` are the deck's cards.

    `labels.csv` has a column `file` and either `card` (several rows a file are several cards; empty or
    NOTACARD: none of ours), or a column a seat. Seats are columns that are named after a direction (`south`,
    `P2_east`) or numbered (`seat 1`: at the lower edge, the others clockwise and evenly spread). Columns
    `deck` and `light` are taken where they are there, others ignored. Without that file each picture shows
    one card, the one after which it is called: `10H.jpg`, `10H-2.jpg`.

    Raises LabelsError.
    """
    if not folder.is_dir():
        raise LabelsError(f"{folder}: there is no such folder; give one that holds labels.csv")
    file = folder / "labels.csv"
    found = _from_table(file, names) if file.exists() else _from_names(folder, names)
    return tuple(sorted(found, key=lambda each: each.path))


def _from_names(folder: Path, names: Collection[str]) -> list[Labelled]:
    paths = [path for path in folder.iterdir() if path.suffix.lower() in PICTURES]
    if not paths:
        raise LabelsError(f"{folder}: holds neither labels.csv nor pictures that are called CARD.jpg")
    found = []
    for path in sorted(paths):
        card = re.sub(r"-\d+$", "", path.stem)
        cards = _cards([card], names, f"{path}: without labels.csv a picture is called after its card")
        found.append(Labelled(path, cards, folder.resolve().name))
    return found


def _from_table(file: Path, names: Collection[str]) -> list[Labelled]:
    rows = table_rows(file, "file,card and then one line a card")
    columns = list(rows[0][1])
    seats = seats_of(columns)
    if "file" not in columns or not ("card" in columns or seats):
        wanted = "'file', and 'card' or one a seat (south, west, north, east, or seat 1, seat 2)"
        raise LabelsError(f"{file}: has the columns {', '.join(columns)}; needed are {wanted}")
    pictures: dict[str, list[tuple[int, dict[str, str]]]] = {}
    for line, row in rows:
        if not row["file"]:
            raise LabelsError(f"{file}:{line}: names no file")
        pictures.setdefault(row["file"], []).append((line, row))
    make = _seated if seats and "card" not in columns else _listed
    return [make(file, name, each, names, seats) for name, each in pictures.items()]


def table_rows(file: Path, usual: str) -> list[tuple[int, dict[str, str]]]:
    """Read a table with commas or semicolons: its rows with their lines; columns in lower case.

    usual: what is written into one, for whoever left it empty. Raises LabelsError.
    """
    try:
        text = read_file(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LabelsError(f"{file}: is no text in UTF-8; save it as CSV UTF-8") from error
    lines = text.splitlines()
    head = lines[0] if lines else ""
    reader = csv.reader(lines, delimiter=";" if head.count(";") > head.count(",") else ",")
    rows = []
    try:
        columns = [name.strip().lower() for name in next(reader, [])]
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if any(cells):
                short = [""] * (len(columns) - len(cells))
                rows.append((reader.line_num, dict(zip(columns, [*cells, *short], strict=False))))
    except csv.Error as error:
        raise LabelsError(f"{file}:{reader.line_num}: is no line of a table ({error}); correct it") from None
    if not rows:
        raise LabelsError(f"{file}: has no row; write a line with {usual}")
    return rows


def seats_of(columns: Iterable[str]) -> dict[str, Seat]:
    """Find the columns that are seats, and in which direction each lies."""
    columns = list(columns)
    found = {}
    for column in columns:
        words = re.split(r"[^a-z]+", column)
        for word in DIRECTIONS:
            if word in words:
                found[column] = Seat(column, DIRECTIONS[word])
    if found:
        return found
    numbered = {column: int(m[1]) for column in columns if (m := re.fullmatch(r"seat[ _]?(\d+)", column))}
    order = sorted(numbered, key=numbered.__getitem__)
    return {column: Seat(column, 360.0 * i / len(order)) for i, column in enumerate(order)}


def _listed(
    file: Path, name: str, rows: list[tuple[int, dict[str, str]]], names: Collection[str], _: object
) -> Labelled:
    cards = [card for line, row in rows for card in _cards([row["card"]], names, f"{file}:{line}: {name}")]
    return Labelled(file.parent / name, tuple(cards), _deck(file, rows), _said(rows, "light"))


def _seated(
    file: Path,
    name: str,
    rows: list[tuple[int, dict[str, str]]],
    names: Collection[str],
    seats: Mapping[str, Seat],
) -> Labelled:
    if len(rows) > 1:
        raise LabelsError(f"{file}:{rows[1][0]}: {name} stands here again; with seats a file has one row")
    row = rows[0][1]
    cards = {seat: row[column] for column, seat in seats.items() if row[column] not in NOTHING}
    strange = tuple(card for card in cards.values() if card not in names)
    light = _said(rows, "light")
    return Labelled(file.parent / name, tuple(cards.values()), _deck(file, rows), light, cards, strange)


def _cards(cards: Iterable[str], names: Collection[str], where: str) -> tuple[str, ...]:
    """Keep the names of cards, of none nothing. Raises LabelsError."""
    kept = tuple(card for card in cards if card not in NOTHING)
    for card in kept:
        if card not in names:
            home = next((deck for deck in EDITIONS if card in names_of(deck)), None)
            near = close(card, names)
            hint = f": try --deck {home}" if home else f": did you mean {near}?" if near else ""
            raise LabelsError(f"{where}; there is no card {quote(card)} in this deck{hint}")
    return kept


def _deck(file: Path, rows: list[tuple[int, dict[str, str]]]) -> str:
    return _said(rows, "deck") or file.parent.resolve().name


def _said(rows: list[tuple[int, dict[str, str]]], column: str) -> str | None:
    return next((row[column] for _, row in rows if row.get(column)), None)


def chosen(pictures: Iterable[Labelled], patterns: Collection[str], every: int) -> tuple[Labelled, ...]:
    """Keep the pictures whose names match one of the patterns (all where there are none), then every n-th."""
    kept = [p for p in pictures if not patterns or any(fnmatch(p.path.name, one) for one in patterns)]
    return tuple(kept[::every])


def light_of(image: np.ndarray) -> str:
    """Tell under which light a picture was taken: dim, normal or bright. image: uint8 (H, W, 3) BGR.

    Dim: even the brightest twentieth stays under half of the scale. Bright: a fiftieth is burnt out to
    white, by glare or exposure. Measured on the whole picture, so that it does not depend on what was found.
    """
    sample = image[::3, ::3]
    if (sample.min(2) >= BURNT).mean() > BRIGHT:
        return "bright"
    return "dim" if brightness(sample) < DIM else "normal"
