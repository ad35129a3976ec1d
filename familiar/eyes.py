"""The eyes of each game: what makes them, and the one that looks by the game that is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from games.book import MAGICIANS, PROBE, WIZARD
from games.cards import EDITIONS, names
from games.errors import GameError
from games.probe.activity import parse_card
from games.sticks import KIT, Table
from table.eye.protocol import Sees, Through
from table.host import Host
from texts import listed
from vision.read.profile import Profile
from vision.types import Sight, ThrowSight


def open_eye(deck: str) -> Sees:
    """Make the real eye for a deck: an edition, or an enrolled one's name or file. Raises VisionError."""
    from vision.read.decks import open_reader
    from vision.read.online import OnlineGalleryReader
    from vision.track.cards import CardTracker

    reader = open_reader(deck)
    return CardTracker(reader=OnlineGalleryReader(reader) if deck in EDITIONS else reader)


def open_stick_eye(table: Table | None = KIT, sticks: str = "") -> Sees:
    """Make the real eye for throwing sticks: the kit's, or an enrolled set's by its name or file.

    table: which side lies down under which notches, None where nobody knows. Raises VisionError.
    """
    from vision.sticks.sets import KIT_NAME, open_set
    from vision.track.throws import ThrowTracker

    return ThrowTracker(table, reader=open_set(sticks or KIT_NAME).reader)


def open_pile_eye(deck: str) -> Sees:
    """Make the real eye for an enrolled deck of activity cards, by its name or file. Raises VisionError."""
    from vision.errors import UnknownDeck
    from vision.read.decks import open_profile

    odd = list(names(deck)) if deck in EDITIONS else _odd(open_profile(deck))
    if odd:
        raise UnknownDeck(
            f"Probe cannot be played with the deck {deck!r}: {listed(odd[:4])} are no activity cards; "
            "learn yours with familiar enrol NAME --edition probe, or leave the deck out and tap them"
        )
    return pile_eye(open_profile(deck))


def pile_eye(profile: Profile) -> Sees:
    """Make the real eye for a pile of the cards of a deck that was learnt. Raises MissingModel."""
    from vision.read.enrolled import EnrolledReader
    from vision.track.pile import PileTracker

    return PileTracker(EnrolledReader(profile))


def open_drawn_eye() -> Sees:
    """Make the real eye for the cards of the simulated table's pile. Raises DeckError, MissingModel."""
    from simulation.robots.probe.deck import house_profile

    return pile_eye(house_profile())


def is_activity_deck(deck: str) -> bool:
    """Tell whether an enrolled deck is one of activity cards. Raises VisionError where there is none."""
    from vision.read.decks import open_profile

    return deck not in EDITIONS and not _odd(open_profile(deck))


def _odd(profile: Profile) -> list[str]:
    """List which cards of a deck are no activity cards; its back is one of every deck."""
    odd = []
    for name in profile.names:
        try:
            parse_card(name)
        except GameError:
            odd += [name] if name != "back" else []
    return odd


def deck_edition(deck: str) -> str:
    """Say with which edition's cards a deck is played. Raises VisionError where it is none's."""
    from vision.errors import UnknownDeck
    from vision.read.decks import open_profile

    if deck in EDITIONS:
        return deck
    profile = open_profile(deck)
    if profile.edition is None:
        odd = [name for name in profile.names if not any(name in names(e) for e in EDITIONS)]
        what = f"{listed(odd[:4])} are in neither" if odd else "its cards are of both"
        raise UnknownDeck(f"the deck {deck!r} cannot be played with: of the decks us and amigo, {what}")
    return profile.edition


def no_pile() -> None:
    """Make no eye for activity cards: which was drawn is said with phones."""


@dataclass(frozen=True)
class Makers:
    """What makes the eye of each game.

    cards: of a deck's edition; sticks: of those whose table is this, None where nobody knows it; pile: of
    activity cards, which gives None where none were enrolled.
    """

    cards: Callable[[str], Sees] = open_eye
    sticks: Callable[[Table | None], Sees] = open_stick_eye
    pile: Callable[[], Sees | None] = no_pile


GOES_BY: Mapping[str, Callable[[Any], object]] = MappingProxyType(
    {
        WIZARD: lambda rules: rules.edition,
        MAGICIANS: lambda rules: rules.table,
        PROBE: lambda rules: None,
    }
)
"""What the eye of each game must know of the rules that are played by."""


class DeckEye(Through):
    """Looks with the eye for what the game is played with; each is made when it is first needed."""

    def __init__(self, host: Host, makers: Makers) -> None:
        self._host = host
        self._make: Mapping[str, Callable[[Any], Sees | None]] = {
            WIZARD: makers.cards,
            MAGICIANS: makers.sticks,
            PROBE: lambda _: makers.pile(),
        }
        self._eyes: dict[tuple[str, object], Sees | None] = {}

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | ThrowSight | None:
        """Tell what lies there; nothing before the first game, or where the game has no eye."""
        eye = self._other()
        return None if eye is None else eye.look(frame, seen)

    def forget(self) -> None:
        """Forget what lay there."""
        for eye in self._eyes.values():
            if eye is not None:
                eye.forget()

    def _other(self) -> Sees | None:
        history = self._host.snapshot.history
        if history is None:
            return None
        game, about = history.header.game, GOES_BY[history.header.game](history.header.rules)
        if (game, about) not in self._eyes:
            self._eyes[game, about] = self._make[game](about)
        return self._eyes[game, about]
