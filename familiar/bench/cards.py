"""``familiar bench cards``: how well the eye reads labelled pictures, and what an evening may expect."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import click
import numpy as np

from familiar.bench.labels import Labelled, LabelsError, chosen, light_of, load
from familiar.bench.pictures import NAMED, answers, complain
from vision import figures, photograph
from vision.figures import Outcome, Seating, Tally
from vision.read.decks import open_reader
from vision.types import Reading

ENOUGH = 200
"""Readings from which the table of confidences says something."""

Read = Callable[[np.ndarray], Sequence[Reading]]


@dataclass
class Results:
    """What a run has counted so far, in all and by deck and light."""

    total: Tally = Tally()
    seating: Seating = Seating()
    by_deck: dict[str, Tally] = field(default_factory=dict)
    by_light: dict[str, Tally] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)
    silent: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)
    strange: set[str] = field(default_factory=set)
    unreadable: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, picture: Labelled, image: np.ndarray, readings: Sequence[Reading]) -> None:
        """Count one picture."""
        score = figures.score(picture.cards, readings)
        light = picture.light or light_of(image)
        self.total += score.tally
        self.by_deck[picture.deck] = self.by_deck.get(picture.deck, Tally()) + score.tally
        self.by_light[light] = self.by_light.get(light, Tally()) + score.tally
        self.outcomes += score.outcomes
        self.strange.update(picture.strange)
        if picture.seats:
            self.seating += figures.seating(picture.seats, readings, (image.shape[1], image.shape[0]))
        if score.silent:
            self.silent.append((str(picture.path), score.silent, picture.cards))


def run(
    folders: Sequence[Path],
    deck: str,
    as_json: bool,
    reliability: bool | None,
    only: Sequence[str],
    every: int,
) -> int:
    """Score the pictures of these folders, print the figures; give 1 if one could not be read, else 0.

    reliability: print the table of confidences; None prints it where there are readings enough for it.
    Raises LabelsError, and what opening the deck raises.
    """
    reader = open_reader(deck)
    names = [name for name in reader.names if name != "none"]
    pictures = chosen([p for folder in folders for p in load(folder, names)], only, every)
    if not pictures:
        raise LabelsError(f"{', '.join(map(str, folders))}: no picture is called {' or '.join(only)}")
    results = judge(pictures, lambda image: photograph.read_cards(image, reader))
    complain(results.unreadable)
    click.echo(json.dumps(as_dict(results, deck)) if as_json else as_text(results, reliability))
    return 1 if results.unreadable else 0


def judge(pictures: Sequence[Labelled], read_cards: Read) -> Results:
    """Read each picture and count what came of it; one that cannot be read counts nothing but itself."""
    results = Results()
    for picture, image, readings in answers(pictures, read_cards, results):
        results.add(picture, image, readings)
    return results


def as_dict(results: Results, deck: str) -> dict[str, object]:
    """Give all figures as one object for JSON; shares are of the cards."""
    table = figures.reliability(results.outcomes)
    return {
        "bench": "cards",
        "deck": deck,
        **_counts(results.total),
        "unreadable": len(results.unreadable),
        "ms": round(1000 * results.seconds / max(1, results.total.pictures), 1),
        "by_deck": {name: _counts(tally) for name, tally in results.by_deck.items()},
        "by_light": {name: _counts(tally) for name, tally in results.by_light.items()},
        "evening": _rounded(asdict(figures.evening(results.total)), 6),
        "seating": asdict(results.seating) if results.seating.seats else None,
        "strange_labels": sorted(results.strange),
        "reliability": {
            "readings": table.count,
            "error": round(table.error, 5),
            "bins": [_rounded(asdict(each), 4) for each in table.bins],
        },
        "silent_errors": [
            {"picture": path, "trusted": list(trusted), "cards": list(cards)}
            for path, trusted, cards in results.silent
        ],
    }


def as_text(results: Results, reliability: bool | None) -> str:
    """Write all figures for the eye of the owner."""
    total = results.total
    lines = [_HEAD]
    if len(results.by_deck) > 1:
        lines += [_row(f"deck {name}", tally) for name, tally in sorted(results.by_deck.items())]
    lines += [_row(f"light {name}", tally) for name, tally in sorted(results.by_light.items())]
    lines += [_row("all", total), ""]
    if total.idle:
        lines.append(f"Questions about what is no card: {total.idle}.")
    lines += _seats(results) + _odds(total)
    for path, trusted, cards in results.silent[:NAMED]:
        there = " ".join(cards) or "none of ours"
        lines.append(f"Silent: {path}: {' '.join(trusted)} trusted, there lies {there}.")
    if len(results.silent) > NAMED:
        lines.append(f"... and on {len(results.silent) - NAMED} more pictures.")
    if results.unreadable:
        lines.append(f"Not read and not counted: {len(results.unreadable)} pictures.")
    spent = 1000 * results.seconds / max(1, total.pictures)
    lines.append(f"{spent:.0f} ms a picture on this machine.")
    if reliability or (reliability is None and len(results.outcomes) >= ENOUGH):
        lines += ["", *_reliability(results)]
    return "\n".join(lines)


_HEAD = f"{'':<32}{'pictures':>9}{'cards':>7}{'right':>15}{'asked':>14}{'silent':>14}{'missed':>14}"


def _row(name: str, tally: Tally) -> str:
    counts = (tally.right, tally.asked, tally.silent, tally.missed)
    shares = [f"{100 * tally.share(count):.2f}" for count in counts]
    cells = [f"{count} {share:>6} %" for count, share in zip(counts, shares, strict=True)]
    return f"{name[:32]:<32}{tally.pictures:>9}{tally.cards:>7}{cells[0]:>15}" + "".join(
        f"{cell:>14}" for cell in cells[1:]
    )


def _odds(total: Tally) -> list[str]:
    odds = figures.evening(total)
    bound = (
        f"Silent errors: {total.silent} in {total.cards} cards; the true rate may be as high as "
        f"{100 * odds.most:.3f} % a card ({100 * figures.CERTAINTY:.0f} % bound)."
    )
    promise = (
        f"An evening of {odds.cards} cards without a silent error: {100 * odds.odds:.1f} % by the count, "
        f"but no more than {100 * odds.least:.1f} % is proven."
    )
    if total.silent:
        return [bound, promise]
    return [bound, promise, f"To prove {100 * figures.GOAL:.0f} % takes {odds.needed} cards without one."]


def _seats(results: Results) -> list[str]:
    seats = results.seating
    if not seats.seats:
        return []
    share = 100 / seats.seats
    lines = [
        f"Seats: {seats.located} of {seats.seats} cards located and given to the right seat "
        f"({share * seats.located:.1f} %), {seats.right} of them read right and trusted "
        f"({share * seats.right:.1f} %); {seats.extra} found besides."
    ]
    if results.strange:
        named = " ".join(sorted(results.strange)[:NAMED])
        lines.append(f"This deck has no {named}: of these cards only the place can be right.")
    return lines


def _reliability(results: Results) -> list[str]:
    table = figures.reliability(results.outcomes)
    lines = [f"{'confidence':<16}{'readings':>9}{'mean':>9}{'right':>7}{'share':>9}"]
    for each in table.bins:
        span = f"{each.low:g} to {each.high:g}"
        share = f"{100 * each.true / each.count:.2f} %" if each.count else "-"
        mean = f"{100 * each.confidence:.2f} %" if each.count else "-"
        lines.append(f"{span:<16}{each.count:>9}{mean:>9}{each.true:>7}{share:>9}")
    lines.append(f"Expected calibration error {100 * table.error:.2f} % of {table.count} readings.")
    return lines


def _counts(tally: Tally) -> dict[str, object]:
    shares = {
        f"{name}_share": round(tally.share(getattr(tally, name)), 5)
        for name in ("right", "asked", "silent", "missed")
    }
    return {**asdict(tally), **shares}


def _rounded(values: dict[str, object], digits: int) -> dict[str, object]:
    return {key: round(v, digits) if isinstance(v, float) else v for key, v in values.items()}
