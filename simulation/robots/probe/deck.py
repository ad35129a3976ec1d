"""The drawn activity cards of a simulated table, enrolled as an owner enrols his own: a picture a card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.probe.activity import CARDS
from simulation import gestures
from simulation.activity import BACK, ActivityDeck, design
from simulation.pile import PileTable
from simulation.stage import SIZE
from table.errors import TableError
from vision.detect.newcard import NewCard, State
from vision.read.profile import Profile, empty, with_picture

NAME = "drawn"
"""What the learnt deck is called."""
SEATS = 2
"""Seats of the table on which it is learnt."""
LOOKS = 6
"""Pictures of a card at rest in which it is to be found."""


HOUSE_SEED = 9
"""Draws the deck with which robots play in real time, game after game: it is learnt once."""


class DeckError(TableError):
    """A drawn deck cannot be learnt."""


def enrol_drawn(
    deck: ActivityDeck,
    seed: int,
    names: Sequence[str] = (*CARDS, BACK),
    size: tuple[int, int] = SIZE,
) -> Profile:
    """Lay each card of a deck on a table of its own, other than the game's, and keep one picture of it.

    Raises DeckError where a card is not found, MissingModel.
    """
    table, finder, profile = PileTable(seed, SEATS, size, deck=deck), NewCard(), empty(NAME)
    for _ in range(LOOKS):
        finder.look(table.render())
    for name in names:
        for step in gestures.lay(table, name, 0):
            step()
            finder.look(table.render())
        crop = None
        for _ in range(LOOKS):
            glance = finder.look(table.render())
            crop = glance.crop if glance.state in (State.CARD, State.POOR) else None
            if crop is not None:
                break
        if crop is None:
            raise DeckError(f"the drawn card {name} was not found on its own table (seed {seed})")
        profile = with_picture(profile, name, crop)
        table.take_back()
        for _ in range(LOOKS // 2):
            finder.look(table.render())
    return profile


def house_deck() -> ActivityDeck:
    """Draw the deck with which robots play in real time."""
    return design(HOUSE_SEED)


@cache
def house_profile() -> Profile:
    """Learn that deck, once. Raises DeckError, MissingModel."""
    return enrol_drawn(house_deck(), HOUSE_SEED)
