"""Who sits at the table, as far as a camera sees it: skin, sleeves, and how the cards are held."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np

from models.render.tables import clutter

Color = tuple[float, float, float]
"""Blue, green, red, 0 to 255."""

SKINS: tuple[Color, ...] = (*clutter.SKINS, (34, 46, 78))
"""From light to dark."""
SLEEVES: tuple[Color, ...] = (
    (70, 48, 38),
    (46, 46, 50),
    (120, 92, 58),
    (58, 52, 128),
    (70, 96, 62),
    (176, 172, 168),
    (60, 120, 168),
)
"""Colours of the sleeves of a calm table."""
PATTERNS = ("plain", "plain", "striped", "ringed", "checked", "knitted")
"""What sleeves are woven in, plain ones more often."""


@dataclass(frozen=True)
class Person:
    """What one person's arm looks like.

    skin, cloth, second: colours; the second one is that of the pattern, one of PATTERNS. cuff: millimetres
    from the wrist to the hem, drawn for each arm where it is None; a bare arm has it at the elbow.
    """

    skin: Color
    cloth: Color
    second: Color = (200, 200, 200)
    pattern: str = "plain"
    pitch_mm: float = 14.0
    cuff: float | None = None


@dataclass(frozen=True)
class Habits:
    """How one person sits and holds cards.

    lean: degrees by which the held cards stand up from the table. height: of the hand that holds them, in
    millimetres. spread: degrees from one held card to the next. depth: how far in from the edge of the
    picture the cards end, in millimetres. lively: how much the hands sway, in millimetres.
    """

    lean: float
    height: float
    spread: float
    depth: float
    lively: float


def styled(style: int) -> Person:
    """Give one of the plain people of a calm table."""
    colour = SLEEVES[(style * 3 + style // len(SKINS)) % len(SLEEVES)]
    return Person(SKINS[style % len(SKINS)], colour)


def draw_person(rng: np.random.Generator) -> Person:
    """Draw somebody."""
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], float) * rng.uniform(0.92, 1.05)
    red_green_blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.05, 0.75), rng.uniform(35, 225))
    cloth = np.array(red_green_blue[::-1])
    second = np.clip(cloth * rng.uniform(0.45, 1.7) + rng.normal(0, 30, 3), 12, 240)
    bare = rng.random() < 0.25
    return Person(
        skin=_color(np.clip(skin, 20, 245)),
        cloth=_color(cloth),
        second=_color(second),
        pattern=str(rng.choice(PATTERNS)),
        pitch_mm=float(rng.uniform(7, 26)),
        cuff=float(rng.uniform(210, 300) if bare else rng.uniform(34, 110)),
    )


def draw_habits(rng: np.random.Generator) -> Habits:
    """Draw how somebody holds his cards."""
    return Habits(
        lean=float(rng.uniform(42, 78)),
        height=float(rng.uniform(45, 105)),
        spread=float(rng.uniform(5, 10)),
        depth=float(rng.uniform(55, 115)),
        lively=float(rng.uniform(0.9, 2.4)),
    )


def _color(values: np.ndarray) -> Color:
    blue, green, red = (float(value) for value in values)
    return blue, green, red
