"""``familiar read``: what lies on these pictures."""

import json
import time
from pathlib import Path

import click

from files.terminal import one_line
from vision import photograph
from vision.errors import UnreadablePicture
from vision.read.decks import open_reader
from vision.types import Reading


def run(pictures: tuple[Path, ...], deck: str, as_json: bool) -> int:
    """Read each picture and print a line for it; give 1 if one could not be read, else 0."""
    reader = open_reader(deck)
    failed = 0
    for path in pictures:
        start = time.perf_counter()
        try:
            found = photograph.read_cards(photograph.load(path), reader)
        except UnreadablePicture as error:
            click.echo(one_line(error), err=True)
            failed = 1
            continue
        spent = (time.perf_counter() - start) * 1000
        click.echo(_json(path, found, spent) if as_json else _text(path, found))
    return failed


def cards_of(found: tuple[Reading, ...]) -> list[dict[str, object]]:
    """Write cards as the line of a picture does."""
    return [
        {
            "card": reading.card,
            "confidence": round(reading.confidence, 4),
            "asks": reading.asks,
            "alternatives": [list(pair) for pair in reading.alternatives],
            "corners": [[round(x, 1), round(y, 1)] for x, y in reading.corners],
        }
        for reading in found
    ]


def _json(path: Path, found: tuple[Reading, ...], spent: float) -> str:
    cards = cards_of(found)
    return json.dumps(
        {"picture": str(path), "cards": cards, "sticks": [], "throw_again": False, "ms": round(spent, 1)}
    )


def _text(path: Path, found: tuple[Reading, ...]) -> str:
    words = [f"{r.card}?" if r.asks else r.card for r in found]
    return f"{path}: {' '.join(words) or 'no card found'}"
