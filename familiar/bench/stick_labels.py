"""Labelled pictures for `familiar bench sticks`: how the sticks lie on them, and whether the throw counts."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from familiar.bench.labels import LabelsError, table_rows
from files.regular import read_file
from games.errors import GameError
from games.magicians.events import REASONS
from games.nearest import quote, unknown
from games.sticks import KIT, Stick, complete, parse_stick

TABLE, LINES = "labels.csv", "labels.jsonl"
NEEDED = ("file", "color", "notches")
KEYS = ("color", "notches", "sides")


@dataclass(frozen=True)
class LabelledThrow:
    """One picture and what is known about it; again: why it must be thrown again, None where it counts."""

    path: Path
    sticks: tuple[Stick, ...]
    again: str | None


def load(folder: Path) -> tuple[LabelledThrow, ...]:
    """List the labelled throws of a folder, in the order of their names.

    `labels.csv` has the columns file, color, notches and, where the set is not the kit's, sides ("force
    magic"), and again (a reason, empty where the throw counts): a row a stick. `labels.jsonl` has a line a
    picture as `read --json --sticks` prints it: picture, sticks, and again or throw_again.

    Raises LabelsError.
    """
    if not folder.is_dir():
        raise LabelsError(f"{folder}: there is no such folder; give one that holds {TABLE} or {LINES}")
    for name, read in ((TABLE, _from_table), (LINES, _from_lines)):
        if (folder / name).is_file():
            try:
                return tuple(sorted(read(folder / name), key=lambda each: each.path))
            except UnicodeDecodeError as error:
                raise LabelsError(f"{folder / name}: is no text in UTF-8; save it as such") from error
    raise LabelsError(f"{folder}: holds neither {TABLE} nor {LINES}")


def _from_table(file: Path) -> Iterator[LabelledThrow]:
    rows = table_rows(file, f"{','.join(NEEDED)} and then one line a stick")
    for needed in NEEDED:
        if needed not in rows[0][1]:
            raise LabelsError(f"{file}: has no column {needed!r}; needed are {', '.join(NEEDED)}")
    found: dict[str, tuple[list[Stick], str | None]] = {}
    for line, row in rows:
        where = f"{file}:{line}"
        name = row["file"]
        if not name:
            raise LabelsError(f"{where}: names no file")
        lying, again = found.setdefault(name, ([], _again(row.get("again"), where)))
        if row["color"]:
            values: dict[str, Any] = {"color": row["color"], "notches": _count(row["notches"])}
            if row.get("sides"):
                values["sides"] = row["sides"].replace("-", " ").split()
            lying.append(_stick(values, where))
    for name, (lying, again) in found.items():
        yield LabelledThrow(file.parent / name, tuple(lying), again)


def _from_lines(file: Path) -> Iterator[LabelledThrow]:
    for number, text in enumerate(read_file(file).decode("utf-8-sig").splitlines(), 1):
        if not text.strip():
            continue
        where = f"{file}:{number}"
        try:
            line = json.loads(text)
        except json.JSONDecodeError as error:
            raise LabelsError(f"{where}: is no JSON ({error.msg}); write one object a line") from error
        except (ValueError, RecursionError) as error:
            raise LabelsError(f"{where}: holds a number too long, or is nested too deep") from error
        if not isinstance(line, dict) or not isinstance(line.get("picture"), str):
            raise LabelsError(f'{where}: a line is such as {{"picture": "a.jpg", "sticks": []}}')
        listed = line.get("sticks", [])
        if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
            raise LabelsError(f'{where}: "sticks" lists objects, not {quote(listed)}')
        lying = [_stick({key: each[key] for key in KEYS if key in each}, where) for each in listed]
        again = line.get("again") or ("other" if line.get("throw_again") is True else None)
        yield LabelledThrow(file.parent / line["picture"], tuple(lying), _again(again, where))


def _stick(values: Mapping[str, Any], where: str) -> Stick:
    try:
        stick = parse_stick(values)
        return stick if stick.sides and stick.notches is not None else complete(stick, KIT)
    except GameError as error:
        raise LabelsError(f"{where}: {error}") from error


def _count(text: str) -> object:
    # No stick has ten notches; and there are texts of digits so long that Python counts them no more.
    return int(text) if len(text) == 1 and text.isascii() and text.isdigit() else text


def _again(value: object, where: str) -> str | None:
    word = value.strip() if isinstance(value, str) else value
    if word in (None, ""):
        return None
    if word not in REASONS:
        raise LabelsError(f"{where}: {unknown('reason to throw again', word, REASONS)}")
    return str(word)
