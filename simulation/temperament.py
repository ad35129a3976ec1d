"""How restless a table is: what its people do how often, and what becomes of light and camera."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PICTURE_S = 0.1
"""What passes from one picture to the next at the simulated table, whatever a clock on the wall says."""


@dataclass(frozen=True)
class Unrest:
    """How light and camera change.

    flicker: half the height of a lamp's bands, as a share of the light, drawn up to this: tubes leave a few
    per cent, cheap LED lamps before a camera that exposes briefly three times as much.
    bands: how many of them a picture shows: the time in which its rows are read, times twice the mains'
    frequency. beat_hz: how fast they wander, up to this.
    drift, drift_s: how much daylight changes, as a share, and in how many seconds.
    shadow, shadow_s: how dark the shadow of somebody is who moves before a lamp, as a share, and how many
    seconds it takes across the table.
    lamps_per_minute, lamp: how often a lamp is switched or moved, and by which share the light changes then
    at most.
    jogs_per_minute, jog_px: how often somebody knocks against the camera, and by how many pixels it hangs
    elsewhere then (standard deviation, of a picture of 2304); large_jogs, large_jog_px: the share of knocks
    after which it hangs so much further off. roll: in degrees, likewise.
    """

    flicker: float = 0.035
    bands: tuple[float, float] = (0.7, 3.5)
    beat_hz: float = 1.8
    drift: float = 0.05
    drift_s: float = 25.0
    shadow: float = 0.16
    shadow_s: float = 9.0
    lamps_per_minute: float = 0.12
    lamp: float = 0.22
    jogs_per_minute: float = 0.25
    jog_px: float = 2.5
    large_jogs: float = 0.12
    large_jog_px: float = 16.0
    roll: float = 0.12
    sway_px: float = 0.0


@dataclass(frozen=True)
class Temperament:
    """How a table's people behave.

    doings: how often the free hand does what, as weights. lowers: how often held cards are laid down, each
    time their player does something else with them. eager: the share of turns in which the next player's hand
    waits over the table before it is his turn. tails_per_minute, children_per_minute: how often a cat's tail
    crosses the edge of the table, and a child leans in. patience_s: how long a hand lies upon a card before
    somebody takes it away for others to see. unrest: of light and camera.
    """

    name: str
    doings: Mapping[str, float]
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
    doings=MappingProxyType(
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
