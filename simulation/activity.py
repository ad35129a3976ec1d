"""Activity cards to play Probe with: a design by its seed, and the picture of each card.

Wording and look are our own: the cards of no edition are copied, and each design differs from every other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np

from games.probe.activity import CARDS, parse_card, points_of
from models.render import decks
from models.render.cards import art
from models.render.cards.canvas import Canvas, Color

BACK = "back"
"""The name by which a deck's back is drawn."""
SIZES_MM = ((63.0, 88.0), (57.0, 89.0), (59.0, 91.0), (56.0, 87.0))
"""Widths and heights of cards."""
KINDS = ("plain", "emblem", "banner", "large")
"""How a design is laid out: words alone, a sign above them, a coloured band, or the sign alone is large."""

TEXTS: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "normal": (
            ("YOUR TURN", "Ask until you|hear a no."),
            ("ASK AWAY", "Nothing special:|go on until|somebody says no."),
            ("JUST PLAY", "A turn like|any other."),
        ),
        "additional": (
            ("ONCE MORE", "After a no|draw again|and go on."),
            ("TWO TURNS", "The first no|does not stop you:|draw one more card."),
            ("ENCORE", "A second card|after your no."),
        ),
        "left": (
            ("FROM THE LEFT", "Whoever sits|on your left|opens a space."),
            ("LEFT GIVES", "Your left neighbour|shows you a letter|or a dot."),
            ("LOOK LEFT", "One space is opened|on that side."),
        ),
        "right": (
            ("FROM THE RIGHT", "Whoever sits|on your right|opens a space."),
            ("RIGHT GIVES", "Your right neighbour|shows you a letter|or a dot."),
            ("LOOK RIGHT", "One space is opened|on that side."),
        ),
        "dot": (
            ("OWN DOT", "Open a dot|of your own,|if you have one."),
            ("SHOW A DOT", "Turn one of your|own dots round."),
            ("DOT GOES", "You lose the cover|of one dot."),
        ),
        "x3": (("TRIPLE", "Your first find|counts three times."), ("THREEFOLD", "First find|times three.")),
        "x4": (("QUADRUPLE", "Your first find|counts four times."), ("FOURFOLD", "First find|times four.")),
        "x5": (("QUINTUPLE", "Your first find|counts five times."), ("FIVEFOLD", "First find|times five.")),
        "more": (
            ("A PRESENT", "Write down {0} points|for yourself."),
            ("{0} MORE", "They are yours|at once."),
        ),
        "less": (("A FINE", "Take {0} points|off your own."), ("{0} LESS", "They are gone|at once.")),
    }
)
"""Heading and text of each card, in several voices; points are put into them."""


@dataclass(frozen=True)
class ActivityDeck:
    """One deck's look: the rest of a face follows from it and the card's name.

    size_mm: width and height. radius_mm: of its corners. paper: BGR. kind: of KINDS. voice: which of TEXTS.
    inks: of heading, text and band by kind of card, or one for all. stroke, stretch: of its letters, as
    Canvas.text has them. heading_mm, text_mm: height of its letters. frame_mm: width of its frame, 0 for
    none. index: whether corners bear one.
    """

    seed: int
    size_mm: tuple[float, float]
    radius_mm: float
    paper: Color
    kind: str
    voice: int
    inks: Mapping[str, Color]
    stroke: int
    stretch: float
    heading_mm: float
    text_mm: float
    frame_mm: float
    index: bool

    def face(self, name: str) -> np.ndarray:
        """Draw one card (or ``back``): uint8 (H, W, 3) BGR. Raises games.errors.Unreadable for another."""
        canvas = Canvas(self.size_mm, 2 * decks.FACE_PX / self.size_mm[1], self.paper)
        if name == BACK:
            art.back(canvas, np.random.default_rng([self.seed, 13]))
        else:
            _print(canvas, self, parse_card(name))
        size = decks.mask(self).shape[::-1]
        return cv2.resize(canvas.pixels, size, interpolation=cv2.INTER_AREA)

    def mask(self) -> np.ndarray:
        """Draw the outline: uint8 (H, W), 255 inside."""
        return decks.mask(self)


def design(seed: int) -> ActivityDeck:
    """Draw a deck's design from its seed."""
    rng = np.random.default_rng([seed, 23])
    white = int(rng.integers(228, 256))
    paper = (white - int(rng.integers(0, 40)), white - int(rng.integers(0, 14)), white)
    one = art.color(rng, 0, 110)
    colourful = bool(rng.random() < 0.5)
    kind = str(rng.choice(KINDS))
    inks = {name: art.color(rng, 0, 150) if colourful else one for name in CARDS}
    return ActivityDeck(
        seed=seed,
        size_mm=SIZES_MM[int(rng.integers(len(SIZES_MM)))],
        radius_mm=float(rng.uniform(2.0, 5.0)),
        paper=paper,
        kind=kind,
        voice=int(rng.integers(6)),
        inks=inks,
        stroke=int(rng.choice([0, 1, 2, 3])),
        stretch=float(rng.uniform(0.75, 1.05)),
        heading_mm=float(rng.uniform(4.6, 6.6)),
        text_mm=float(rng.uniform(2.8, 3.8)),
        frame_mm=float(rng.choice([0.0, 0.5, 1.2])),
        index=bool(rng.random() < 0.4) and kind in ("plain", "emblem"),
    )


def words_on(deck: ActivityDeck, name: str) -> tuple[str, tuple[str, ...]]:
    """Give the heading and the lines of text that stand on a card."""
    points = points_of(name)
    voices = TEXTS[name] if not points else TEXTS["more" if points > 0 else "less"]
    heading, text = voices[deck.voice % len(voices)]
    return heading.format(abs(points)), tuple(text.format(abs(points)).split("|"))


def _print(canvas: Canvas, deck: ActivityDeck, name: str) -> None:
    """Print a card's heading, text, sign, index and frame, as its deck has them."""
    w, h = canvas.size_mm
    ink = deck.inks.get(name, next(iter(deck.inks.values())))
    heading, lines = words_on(deck, name)
    stroke, stretch = deck.stroke, deck.stretch
    top = {"plain": 0.3, "emblem": 0.62, "banner": 0.17, "large": 0.9}[deck.kind] * h
    paint = ink
    if deck.kind == "banner":
        canvas.rectangle((0, top - 6.5), (w, top + 6.5), ink)
        paint = deck.paper
    if deck.kind != "plain":
        tall = {"emblem": 26.0, "banner": 22.0, "large": 44.0}[deck.kind]
        _sign(canvas, name, (w / 2, {"emblem": 0.3, "banner": 0.45, "large": 0.44}[deck.kind] * h), tall, ink)
    canvas.text(heading, (w / 2, top), deck.heading_mm, paint, most=w - 9, stroke=stroke, stretch=stretch)
    if deck.kind != "large":
        first = max(top + deck.heading_mm + 5, 0.7 * h if deck.kind == "banner" else 0.0)
        for number, line in enumerate(lines):
            # Heights are those of the print: a line with descenders is as much taller and lower.
            below = 0.3 * deck.text_mm if set(line) & set("gjpqy") else 0.0
            middle = first + 1.55 * deck.text_mm * number + below / 2
            canvas.text(line, (w / 2, middle), deck.text_mm + below, ink, stretch=stretch, most=w - 9)
    if deck.index:
        mark = name if points_of(name) or name.startswith("x") else heading[:1]
        for x, y, flip in ((8.0, 7.5, False), (w - 8.0, h - 7.5, True)):
            canvas.text(mark, (x, y), 4.5, ink, most=8.0, flip=flip, stroke=stroke, stretch=stretch)
    if deck.frame_mm:
        canvas.rectangle((2.4, 2.4), (w - 2.4, h - 2.4), ink, deck.frame_mm)


def _sign(canvas: Canvas, name: str, at: tuple[float, float], tall: float, ink: Color) -> None:
    """Draw what a card is about, `tall` millimetres high at most."""
    x, y = at
    half = tall / 2
    if points_of(name) or name.startswith("x"):
        canvas.text(name, at, 0.62 * tall, ink, stroke=4, most=canvas.size_mm[0] - 14)
    elif name in ("left", "right"):
        way = -1.0 if name == "left" else 1.0
        shaft, head = 0.16 * tall, 0.42 * tall
        points = [(-half, -shaft), (0, -shaft), (0, -head), (half, 0), (0, head), (0, shaft), (-half, shaft)]
        canvas.polygon(np.array([[x + way * dx, y + dy] for dx, dy in points]), ink)
    elif name == "dot":
        canvas.rectangle((x - 0.4 * tall, y - half), (x + 0.4 * tall, y + half), ink, 0.8)
        canvas.circle(at, 0.2 * tall, ink)
    else:
        shifts = (-0.22, 0.22) if name == "additional" else (0.0,)
        for shift in shifts:
            canvas.circle((x + shift * tall, y), 0.3 * tall, ink, 1.6)
            canvas.text("?", (x + shift * tall, y), 0.36 * tall, ink, stroke=3)
