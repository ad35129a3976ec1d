"""``familiar bench live``: lay these cards, and see how many the product reads."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial

import click

from familiar.eyes import open_eye
from familiar.guide.cards import Leader, lead
from familiar.guide.eyes import Holder, ReadingEye
from familiar.tell import Tell
from games import cards
from simulation.table import SimulatedTable
from table.eye.protocol import Sees
from table.guides.choose import to_check
from table.guides.guide import Guide, Kind, Verdict, odds, tally
from table.settings.config import Config
from texts import listed
from vision import figures
from vision.enrol.cards import check
from vision.errors import UnknownDeck
from vision.read.decks import open_profile, open_reader

HINT = "It names a card: lay it, and the eye reads it. Ctrl-C stops; what was read so far is counted."
REPORT_S = 15.0
PROVES = 0.005
"""Odds of an evening below which a check is too small to say anything."""


def run(
    deck: str,
    count: int,
    seed: int | None,
    config: Config,
    as_json: bool,
    tell: Tell,
    *,
    table: SimulatedTable | None = None,
    patience: float | None = REPORT_S,
) -> int:
    """Ask for so many cards of a deck, compare each with what was read, and print the figures.

    seed: chooses the cards; None chooses others each time. Raises the root errors of the rooms.
    """
    names, edition, alike = _deck(deck)
    if config.camera.source == "simulated" and edition is None:
        raise UnknownDeck(f"the deck {deck!r} does not lie on the simulated table: only us and amigo do")
    places = to_check(names, count, alike, random.Random(seed))
    leader = Leader(Guide(Kind.LIVE, places), deck, edition, lambda before, after: None)
    eye = partial(_eye, deck=deck)
    aside = partial(click.echo, err=True) if as_json else tell
    guide = lead(leader, eye, config, aside, hint=HINT, edition=edition, table=table, patience=patience)
    tell(json.dumps(as_dict(guide, deck)) if as_json else "\n".join(as_text(guide)))
    return 0


def _deck(deck: str) -> tuple[Sequence[str], str | None, list[tuple[str, str]]]:
    """Give the names of a deck's cards, their edition, and which of them are alike. Raises VisionError."""
    if deck in cards.EDITIONS:
        return cards.names(deck), deck, []
    profile = open_profile(deck)
    names = [name for name in open_reader(deck).names if name in profile.names and name != "back"]
    return names, profile.edition, [(pair.one, pair.other) for pair in check(profile).alike]


def _eye(holder: Holder, deck: str) -> Sees:
    return ReadingEye(holder, open_eye(deck))


def as_dict(guide: Guide, deck: str) -> dict[str, object]:
    """Give the figures as one object for JSON."""
    counts, evening = tally(guide), odds(guide)
    laid = [
        {
            "card": place.card,
            "verdict": place.shot.verdict,
            "read": [reading.card for reading in place.shot.readings],
        }
        for place in guide.places
        if place.shot is not None
    ]
    shown = ("cards", "right", "asked", "silent", "missed")
    return {
        "bench": "live",
        "deck": deck,
        **{key: value for key, value in asdict(counts).items() if key in shown},
        "evening": {k: round(v, 6) if isinstance(v, float) else v for k, v in asdict(evening).items()},
        "laid": laid,
    }


def as_text(guide: Guide) -> list[str]:
    """Write the figures, a sentence a line."""
    counts, evening = tally(guide), odds(guide)
    if not counts.cards:
        return ["No card was laid."]
    lines = [
        f"{counts.cards} cards: {counts.right} right, {counts.asked} asked, {counts.silent} silent, "
        f"{counts.missed} missed."
    ]
    for place in guide.places:
        shot = place.shot
        if shot is not None and shot.verdict is not Verdict.RIGHT:
            read = listed(reading.card for reading in shot.readings)
            lines.append(f"{place.card}: {shot.verdict}" + (f", read as {read}." if read else "."))
    proven = f"no more than {100 * evening.least:.1f} % is proven"
    lines.append(
        f"An evening of {evening.cards} cards without a silent error: {100 * evening.odds:.1f} % by the "
        f"count, but {proven if evening.least > PROVES else 'these are too few to prove anything'}."
    )
    if not counts.silent:
        lines.append(f"To prove {100 * figures.GOAL:.0f} % takes {evening.needed} cards without one.")
    return lines
