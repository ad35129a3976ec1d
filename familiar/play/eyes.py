"""The eyes that the configured deck and sticks ask for, a game each."""

from __future__ import annotations

from collections.abc import Callable

from familiar.eyes import (
    Makers,
    deck_edition,
    is_activity_deck,
    open_drawn_eye,
    open_eye,
    open_pile_eye,
    open_stick_eye,
)
from games.book import MAGICIANS, PROBE, WIZARD
from games.cards import EDITIONS
from games.sticks import KIT, Table
from table.eye.protocol import Sees
from table.settings.config import NO_CAMERA, Config


def choose_eyes(config: Config) -> Makers:
    """Choose the eyes by the deck and the sticks; try that of the configured game now rather than in play.

    Raises VisionError.
    """
    wanted = config.game

    def sticks(table: Table | None) -> Sees:
        return open_stick_eye(table, wanted.sticks)

    def pile() -> Sees | None:
        if config.camera.source == "simulated":
            return open_drawn_eye()
        return open_pile_eye(wanted.deck) if activity else None

    # Whoever plays Wizard with a deck of other cards is told so below.
    activity = wanted.deck != "" and (
        wanted.name == PROBE or (wanted.name != WIZARD and is_activity_deck(wanted.deck))
    )
    if config.camera.source == NO_CAMERA:
        pass
    elif wanted.name == MAGICIANS:
        sticks(KIT)
    elif wanted.name == PROBE:
        pile()
    else:
        open_eye(wanted.deck or str(wanted.rules.get("edition", EDITIONS[0])))
    return Makers(open_eye if activity else _deck_eyes(wanted.deck), sticks, pile)


def _deck_eyes(deck: str) -> Callable[[str], Sees]:
    if deck in ("", *EDITIONS):
        return open_eye
    # An enrolled deck is one edition's: a game of the other is played with other cards.
    mine = deck_edition(deck)
    return lambda edition: open_eye(deck if edition == mine else edition)
