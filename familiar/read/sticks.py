"""``familiar read --sticks``: which sticks lie on these pictures, and whether the throw counts."""

import json
import time
from pathlib import Path

import click

from familiar.read.cards import cards_of
from files.terminal import one_line
from games.sticks import notches
from texts import listed
from vision import photograph
from vision.errors import UnreadablePicture
from vision.read.decks import open_reader
from vision.sticks import still
from vision.sticks.sets import open_set
from vision.types import Reading, StickReading, ThrowReading


def run(pictures: tuple[Path, ...], name: str, expected: int, deck: str | None, as_json: bool) -> int:
    """Read the throw on each picture and print a line for it; give 1 if one could not be read, else 0.

    name: the set of sticks; deck: whose cards are read as well, None reads none.
    """
    kit, reader = open_set(name), None if deck is None else open_reader(deck)
    failed = 0
    for path in pictures:
        start = time.perf_counter()
        try:
            image = photograph.load(path)
        except UnreadablePicture as error:
            click.echo(one_line(error), err=True)
            failed = 1
            continue
        throw = still.read_throw(image, expected, kit.table, reader=kit.reader)
        cards = photograph.read_cards(image, reader) if reader is not None else ()
        spent = (time.perf_counter() - start) * 1000
        click.echo(_json(path, throw, cards, spent) if as_json else _text(path, throw, cards))
    return failed


def _json(path: Path, throw: ThrowReading, cards: tuple[Reading, ...], spent: float) -> str:
    line = {
        "picture": str(path),
        "cards": cards_of(cards),
        "sticks": [_stick(each) for each in throw.sticks],
        "throw_again": throw.again is not None,
        "again": throw.again,
        "ms": round(spent, 1),
    }
    return json.dumps(line)


def _stick(stick: StickReading) -> dict[str, object]:
    return {
        "color": stick.color,
        "notches": stick.notches,
        "sides": list(stick.sides),
        "confidence": round(stick.confidence, 4),
        "asks": stick.asks,
        "alternatives": [[count, list(sides), odds] for (count, sides), odds in stick.alternatives],
        "corners": [[round(x, 1), round(y, 1)] for x, y in stick.corners],
    }


def _text(path: Path, throw: ThrowReading, cards: tuple[Reading, ...]) -> str:
    words = [
        f"{stick.color}{'?' if stick.asks else ''} {notches(stick.notches)} ({listed(stick.sides)})"
        for stick in throw.sticks
    ]
    if throw.again is not None:
        words.append(f"throw again ({throw.again.replace('_', ' ')})")
    words += [f"{card.card}?" if card.asks else card.card for card in cards]
    return f"{path}: {', '.join(words) or 'no stick found'}"
