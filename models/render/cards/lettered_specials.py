"""Print a Wizard or a Jester as makers of suited decks do: among the courts, an index in the corner.

The index is a letter or a word in the deck's own print; beneath it stands a sign that is no suit's, or none.
So a J with a suit's sign is a jack, and without one a Jester.
"""

import numpy as np

from models.render.cards import art, emblems, pen, persons
from models.render.cards.art import Box
from models.render.cards.canvas import Canvas, Color, bgr, text_mask
from models.render.cards.designs import Design
from models.render.cards.persons import LOOKS

TEXTS = {
    "W": ("W",) * 10 + ("Z", "Z", "M", "M", "WIZ", "WIZARD", "WIZARD", "Wizard", "MAGE", "ZAUBERER"),
    "J": ("J",) * 10 + ("N", "N", "F", "B", "E", "JOKER", "JESTER", "JESTER", "Jester", "NARR", "FOU"),
}
"""What such a corner says, the commonest more often; French decks have M, F, B and E."""

BODIES = {
    "doubled": 0.2, "whole": 0.15, "person and sign": 0.2, "sign": 0.17, "two signs": 0.08, "signs": 0.08,
    "word": 0.07, "nothing": 0.05,
}  # fmt: skip
"""What stands in the middle, and in which share of the decks."""

PENNED = "JWZNB"
"""Letters that a deck's own pen draws; the others are set in a font."""

WORDS = {
    "W": ("WIZARD", "Wizard", "ZAUBERER", "MAGICIEN"),
    "J": ("JESTER", "Jester", "NARR", "JOKER", "BOUFFON"),
}
"""What may stand across the middle."""


def special(canvas: Canvas, deck: Design, name: str, rng: np.random.Generator) -> None:
    """Print a Wizard (`W`) or a Jester (`J`) into an empty card."""
    w, h = canvas.size_mm
    # Both cards of a deck follow one layout; what they show is each one's own.
    layout = np.random.default_rng([deck.seed, 31])
    full = layout.random() < (0.75 if deck.edition == "amigo" else 0.12)
    ground = deck.paper
    if full:
        ground = art.color(rng, 20, 240)
        art.landscape(canvas, (0, 0, w, h), rng, ground, float(rng.uniform(0.1, 0.7)))
    across, down = w * layout.uniform(0.08, 0.26), h * layout.uniform(0.05, 0.16)
    box = (across, down, w - across, h - down)
    tint, framed = layout.random() < 0.3, layout.random() < 0.6
    body = str(layout.choice(list(BODIES), p=list(BODIES.values())))
    line = (art.color(layout, 0, 170), float(layout.uniform(0.2, 0.9)))
    # A maker may print the sign of either on either: then the index alone tells them apart.
    who = {"W": "wizard", "J": "jester"}[name]
    if layout.random() < 0.2:
        who = ("wizard", "jester")[int(rng.integers(2))]
    ink = _ink(rng, ground)
    if tint and not full:
        canvas.rectangle(box[:2], box[2:], bgr(np.clip(np.array(ground) - rng.integers(0, 90, 3), 0, 255)))
    inside = persons.clipped(canvas, box)
    _body(canvas, deck, rng, body, box, who, ink, name)
    inside()
    if framed:
        canvas.rectangle(box[:2], box[2:], *line)
    texts = TEXTS[name]
    text = texts[int(layout.uniform(0, len(texts)))] if layout.random() < 0.8 else name
    outline = ((250, 250, 250) if sum(ink) < 380 else (12, 12, 12)) if full else None
    _indices(canvas, deck, layout, text, (ink, outline), int(rng.integers(1 << 32)), who)


def _body(
    canvas: Canvas, deck: Design, rng: np.random.Generator, body: str, box: Box, who: str, ink: Color,
    name: str,
) -> None:  # fmt: skip
    x0, y0, x1, y1 = box
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    high = y1 - y0
    palette = [*art.CLOTHES] if rng.random() < 0.5 else [art.color(rng) for _ in range(5)]
    palette += [ink, art.color(rng)]
    look = LOOKS[int(rng.integers(len(LOOKS)))] if deck.variant is None else deck.variant.court
    look = look if look in LOOKS else "dressed"
    paint = ink if rng.random() < 0.5 else art.color(rng, 0, 220)
    if body in ("doubled", "person and sign"):
        persons.person(canvas, (x0, y0, x1, middle[1]), rng, look, palette, who)
        if body == "doubled":
            art.doubled(canvas, box)
        else:
            at = middle + [rng.normal(0, 0.05 * (x1 - x0)), high * rng.uniform(0.18, 0.28)]
            emblems.emblem(canvas, at, high * rng.uniform(0.08, 0.19), rng, paint, who)
    elif body == "whole":
        persons.person(canvas, box, rng, look, palette, who)
    elif body == "sign":
        emblems.emblem(canvas, middle, min(0.48 * (x1 - x0), rng.uniform(7, 24)), rng, paint, who)
    elif body in ("two signs", "signs"):
        seed = int(rng.integers(1 << 32))
        count = 2 if body == "two signs" else int(rng.integers(3, 9))
        reach = min(0.4 * (x1 - x0), 0.42 * high / min(count, 4)) * rng.uniform(0.5, 1.0)
        for k in range(count):
            angle = 2 * np.pi * k / count - np.pi / 2
            at = middle + 0.27 * high * np.array([np.cos(angle) * min(1, 0.3 * (count - 2)), np.sin(angle)])
            emblems.emblem(canvas, at, reach, np.random.default_rng(seed), paint, who)
    elif body == "word":
        words = WORDS[name]
        word = words[int(rng.integers(len(words)))]
        most, tall = 0.95 * (x1 - x0), rng.uniform(5, 14)
        canvas.text(word, tuple(middle), tall, ink, font=deck.font, stroke=deck.stroke, most=most)


def _ink(rng: np.random.Generator, ground: Color) -> Color:
    """Draw the index's colour: a court's red or black, or any that stands out from the ground."""
    roll = rng.random()
    dark = sum(ground) < 380
    if roll < 0.4:
        red = bgr(rng.uniform([0, 0, 160], [70, 60, 245]))
        black = bgr(np.full(3, rng.uniform(200, 250) if dark else rng.uniform(0, 60)))
        return red if roll < 0.2 else black
    return art.color(rng, 170, 255) if dark else art.color(rng, 0, 190)


def _indices(
    canvas: Canvas, deck: Design, layout: np.random.Generator, text: str,
    inks: tuple[Color, Color | None], seed: int, who: str,
) -> None:  # fmt: skip
    """Print the index into the upper corners, then, the card turned about, into the lower ones.

    inks: the index's and its outline's; seed: draws the sign beneath it.
    """
    ink, outline = inks
    w = canvas.size_mm[0]
    signed, beside, own = layout.random() < 0.65, layout.random() < 0.12, layout.random() < 0.4
    share = float(layout.uniform(0.28, 1.0))
    small = float(layout.uniform(0.3, 0.65))
    stacked, right = layout.random() < 0.75, deck.four_indices and len(text) < 3
    paint = ink if own or layout.random() < 0.5 else art.color(np.random.default_rng(seed), 0, 200)
    word = len(text) > 2
    letters = text if word and stacked else (text,)
    tall = float(np.clip(deck.index_mm * small, 2.6, 8.0)) if word else deck.index_mm
    for _ in range(1 if deck.one_index else 2):
        for side in (False, True)[: 1 + right]:
            y = deck.inset_mm[1]
            for letter in letters:
                x, wide = _printed(canvas, deck, letter, y, tall, (ink, outline), side)
                y += tall * 1.16
            if signed and (not word or stacked):
                reach = share * 0.42 * (1.5 * tall if word else tall)
                inwards = max(x, reach + 0.6) if not side else min(x, w - reach - 0.6)
                at = np.array([inwards, y + reach + 0.4])
                if beside and not word:
                    away = wide / 2 + reach + 0.6
                    at = np.array([x - away if side else x + away, y - tall * 0.6])
                emblems.emblem(canvas, at, reach, np.random.default_rng([seed, 1]), paint, who)
        canvas.pixels = np.ascontiguousarray(canvas.pixels[::-1, ::-1])
    if deck.one_index:
        canvas.pixels = np.ascontiguousarray(canvas.pixels[::-1, ::-1])


def _printed(
    canvas: Canvas, deck: Design, text: str, top: float, tall: float, inks: tuple[Color, Color | None],
    right: bool,
) -> tuple[float, float]:  # fmt: skip
    """Print one line of an index into an upper corner; give its middle and width in millimetres."""
    ink, outline = inks
    hand = deck.variant.hand if deck.variant is not None else None
    penned = hand is not None and text in tuple(PENNED)
    mask = pen.stroked(text, hand) if penned else text_mask(text, deck.font, deck.stroke)
    most = canvas.size_mm[0] * (0.3 if len(text) < 3 else 0.6)
    wide = min(most, tall * mask.shape[1] / mask.shape[0] * deck.stretch)
    x = deck.inset_mm[0] + max(wide, 0.6 * tall) / 2
    x = canvas.size_mm[0] - x if right else x
    if outline is not None:
        for dx, dy in art.OUTLINE[:4]:
            canvas.stamp(mask, (x + dx, top + tall / 2 + dy), (wide, tall), outline)
    canvas.stamp(mask, (x, top + tall / 2), (wide, tall), ink)
    return x, wide
