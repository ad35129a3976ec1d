"""How restless a table is: what its people do how often, and what becomes of light and camera."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from simulation.scene.disturbances import Unrest


@dataclass(frozen=True)
class Temperament:
    """How a table's people behave.

    behaviours: how often the free hand does what, as weights (`simulation.people.behaviours`). lowers: how
    often held cards are laid down, each time their player does something else with them. eager: the share of
    turns in which the next player's hand waits over the table before it is his turn. tails_per_minute,
    children_per_minute: how often a cat's tail crosses the edge of the table, and a child leans in.
    patience_s: how long a hand lies upon a card before somebody takes it away for others to see. unrest: of
    light and camera.
    """

    name: str
    behaviours: Mapping[str, float]
    lowers: float = 0.0
    eager: float = 0.0
    tails_per_minute: float = 0.0
    children_per_minute: float = 0.0
    patience_s: float = 0.6
    unrest: Unrest | None = None


CALM = Temperament("calm", MappingProxyType({}))
"""Nobody moves but who acts; light and camera stay as they are."""

RESTLESS = Temperament(
    name="restless",
    behaviours=MappingProxyType(
        {
            "away": 0.9,
            "rest": 1.3,
            "still": 0.8,
            "drum": 0.8,
            "gesture": 0.9,
            "point": 0.7,
            "sort": 0.9,
            "drink": 0.5,
            "phone": 0.35,
            "hover": 0.5,
        }
    ),
    lowers=0.22,
    eager=0.4,
    tails_per_minute=0.7,
    children_per_minute=0.7,
    unrest=Unrest(),
)
"""A family plays: somebody always moves."""
