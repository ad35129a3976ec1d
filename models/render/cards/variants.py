"""Looks of decks that families own and plain designs lack: framed, jumbo, hollow, dark, dressed otherwise."""

from dataclasses import dataclass, replace

import numpy as np

from models.render.cards.art import CLOTHES
from models.render.cards.canvas import Color, bgr
from models.render.cards.persons import LOOKS

SHARE = 0.7
"""Share of the decks to learn from that are drawn in such a look."""

CODED = 0.08
"""Share of those looks that are of cards for a shoe: an index, a machine's code, and nothing else."""


@dataclass(frozen=True)
class Variant:
    """What such a deck has beside its design; lengths in millimetres.

    panel: the frame's distance from the card's sides and from its top and foot, or None; panel_tint,
    panel_ink: its ground (None: the paper) and line, `panel_line` wide, twice where `double`.
    layout: where the sign stands: below, beside, across (in the other upper corner) or above the rank.
    widest: of an index, in shares of the card's width; sign: its sign's size in shares of the index'.
    body: what number cards show: pips, one (a large sign), numeral, nothing; code: no card shows anything but
    its index and a machine's code in the middle, as those for card shoes do. pip: size of a pip in shares of
    what fits; aspect: a sign's width in shares of its height; hollow: thickness of its line, or 0.
    court: one of persons.LOOKS, or emblem, letter, nothing; doubled: whether a court is the same either way
    up; split: along which slope; court_sign: size of its signs; palette: colours of its clothes.
    special: how Wizards and Jesters look: person, emblem, word, scene; upright: whether their word stands
    along the card's side, letter under letter; titled: whether it stands above the picture, with no index in
    the corners. badge: what is behind a painted card's number.
    hand: the pen that its indices are drawn with (models.render.cards.pen), None for a font.
    """

    panel: tuple[float, float] | None
    panel_tint: Color | None
    panel_ink: Color
    panel_line: float
    double: bool
    layout: str
    widest: float
    sign: float
    body: str
    pip: float
    aspect: float
    hollow: float
    court: str
    doubled: bool
    split: float
    court_sign: float
    palette: tuple[Color, ...]
    special: str
    upright: bool
    badge: str
    hand: tuple[float, ...] | None
    titled: bool


def variant(rng: np.random.Generator, paper: Color, index_mm: float, width_mm: float) -> Variant:
    """Draw a look at random for a deck whose indices are so high."""

    def u(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    def color(low: int, high: int) -> Color:
        return bgr(rng.integers(low, high, 3))

    panel = None
    if (
        rng.random() < 0.5
    ):  # as wide as the index leaves it, or nearly to the card's edge and behind the index
        aside = min(0.34 * width_mm, 2.5 + index_mm * u(0.45, 0.8)) if rng.random() < 0.7 else u(2.5, 6)
        panel = (aside, u(2.5, 8) if rng.random() < 0.5 else u(8, 22))
    tint = None
    if rng.random() < 0.45:
        tint = bgr(np.clip(np.array(paper) - rng.integers(0, 70, 3), 0, 255))
    palette = [*CLOTHES] if rng.random() < 0.5 else [color(0, 256) for _ in range(int(rng.integers(3, 7)))]
    look = Variant(
        panel=panel,
        panel_tint=tint,
        panel_ink=_line(rng, paper),
        panel_line=u(0.2, 0.9),
        double=bool(rng.random() < 0.2),
        layout=str(rng.choice(["below", "beside", "across", "above"], p=[0.6, 0.22, 0.12, 0.06])),
        widest=u(0.19, 0.42),
        sign=u(0.4, 1.15),
        body=str(rng.choice(["pips", "one", "numeral", "nothing"], p=[0.72, 0.16, 0.06, 0.06])),
        pip=u(0.55, 1.05),
        aspect=u(0.72, 1.1),
        hollow=u(0.05, 0.12) if rng.random() < 0.08 else 0.0,
        court=str(rng.choice([*LOOKS, "emblem", "letter"])),
        doubled=bool(rng.random() < 0.75),
        split=u(-0.5, 0.5) if rng.random() < 0.4 else 0.0,
        court_sign=u(3.5, 15),
        palette=tuple(palette),
        special=str(rng.choice(["person", "emblem", "word", "scene"], p=[0.5, 0.18, 0.12, 0.2])),
        upright=bool(rng.random() < 0.25),
        badge=str(rng.choice(["none", "shield", "disk", "band", "scroll", "corner", "frame"])),
        hand=tuple(u(0, 1) for _ in range(4)) if rng.random() < 0.4 else None,
        titled=bool(rng.random() < 0.3),
    )
    if rng.random() >= CODED:
        return look
    # Large signs across from their ranks, mostly, so that a machine's window and people both see them.
    layout = "across" if rng.random() < 0.65 else look.layout
    return replace(look, panel=None, layout=layout, sign=u(0.7, 1.15), body="code", court="nothing")


def _line(rng: np.random.Generator, paper: Color) -> Color:
    """Draw a frame's ink: dark, of any colour, or hardly to be seen upon the paper."""
    ink = rng.integers(0, 120 if rng.random() < 0.7 else 256, 3).astype(float)
    if rng.random() < 0.35:
        ink += (np.array(paper) - ink) * rng.uniform(0.4, 0.85)
    return bgr(ink)


def inks(rng: np.random.Generator) -> tuple[dict[str, Color], Color | None]:
    """Draw the four suits' inks, and a paper where they want one of their own."""

    def u(low: float, high: float) -> int:
        return int(rng.uniform(low, high))

    red = (u(0, 80), u(0, 60), u(165, 255))
    black = (u(0, 60), u(0, 42), u(0, 42))
    kind = rng.random()
    if kind < 0.32:  # four colours: the diamonds blue or orange, the clubs green or blue
        diamonds = (
            (u(140, 245), u(50, 150), u(0, 70))
            if rng.random() < 0.75
            else (u(0, 40), u(100, 160), u(215, 255))
        )
        clubs = (
            (u(10, 80), u(90, 165), u(0, 60)) if rng.random() < 0.8 else (u(150, 230), u(60, 110), u(20, 60))
        )
        if clubs[0] > 140:
            diamonds = (u(0, 40), u(100, 160), u(215, 255))
        return {"S": black, "H": red, "D": diamonds, "C": clubs}, None
    if kind < 0.40:  # a dark deck
        light = bgr(np.clip(np.array([215, 220, 225]) + rng.integers(-40, 30), 0, 255))
        if rng.random() < 0.3:
            light = (90, 180, 220)  # gold
        red = (u(20, 90), u(20, 90), u(200, 255))
        dark = bgr(rng.integers(8, 50, 3))
        return {"S": light, "H": red, "D": red, "C": light}, dark
    return {"S": black, "H": red, "D": red, "C": black}, None
