"""Print one card of a design: pips, courts, painted pictures, Wizards and Jesters, and the corner index."""

from collections.abc import Sequence

import numpy as np

from models.render.cards import art
from models.render.cards.canvas import Canvas, Color, Lettering, bgr
from models.render.cards.designs import JESTER_TEXTS, WIZARD_TEXTS, Design
from models.render.cards.pips import sign

LAYOUT: dict[int, list[tuple[float, float]]] = {
    2: [(0, -1), (0, 1)],
    3: [(0, -1), (0, 0), (0, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    7: [(-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    8: [(-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)],
    9: [(-1, -1), (1, -1), (-1, -1 / 3), (1, -1 / 3), (0, 0), (-1, 1 / 3), (1, 1 / 3), (-1, 1), (1, 1)],
    10: [
        (-1, -1), (1, -1), (0, -2 / 3), (-1, -1 / 3), (1, -1 / 3),
        (-1, 1 / 3), (1, 1 / 3), (0, 2 / 3), (-1, 1), (1, 1),
    ],
}  # fmt: skip
"""Where the pips of number cards stand, by rank: x and y from the middle, -1 to 1 (the usual layout)."""

Corners = Sequence[tuple[float, float, bool]]
"""Where indices stand: signs of x and y from the middle, and whether they are upside down."""


def corners_of(deck: Design, four: bool | None = None) -> Corners:
    """Where indices stand: signs of x and y from the middle, and whether they are upside down.

    four: whether all corners bear one, where that is not as on the deck's other cards.
    """
    if deck.one_index:
        return [(-1.0, -1.0, False)]
    two = [(-1.0, -1.0, False), (1.0, 1.0, True)]
    four = deck.four_indices if four is None else four
    return two + [(1.0, -1.0, False), (-1.0, 1.0, True)] if four else two


def on_aces(deck: Design) -> bool:
    """Tell whether the deck's aces bear an index in all four corners."""
    return deck.four_on_aces or deck.four_indices and deck.style["ace"] >= 0.3


def _index(
    canvas: Canvas,
    deck: Design,
    text: str,
    ink: Color,
    suit: str | None,
    *,
    outline: Color | None = None,
    corners: Corners | None = None,
) -> None:
    """Print the corner index, with the suit sign under or beside it."""
    w, h = canvas.size_mm
    tall = deck.index_mm if len(text) < 3 else deck.index_mm * 0.6
    most = w * 0.19 if suit else w * (0.34 if len(text) < 3 else 0.6)
    probe = Canvas((1, 1), 1, (0, 0, 0))
    wide = probe.text(
        text, (0, 0), tall, (0, 0, 0), font=deck.font, stroke=deck.stroke, stretch=deck.stretch, most=most
    )
    pip = tall * (0.62 + 0.4 * deck.style["pip"])
    half = max(wide, pip if suit and deck.style["beside"] < 0.85 else 0) / 2
    look: Lettering = {"font": deck.font, "stroke": deck.stroke, "stretch": deck.stretch}
    for sx, sy, flip in corners or corners_of(deck):
        x = w / 2 + sx * (w / 2 - deck.inset_mm[0] - half)
        y = h / 2 + sy * (h / 2 - deck.inset_mm[1] - tall / 2)
        if outline is not None:
            for dx, dy in art.OUTLINE:
                canvas.text(text, (x + dx, y + dy), tall, outline, **look, flip=flip, most=most)
        if text == "Q" and deck.tail is not None:
            tailed(canvas, deck, deck.tail, (x, y), tall, ink, flip=flip, most=most)
        else:
            canvas.text(text, (x, y), tall, ink, **look, flip=flip, most=most)
        if suit is None:
            continue
        mark = sign(suit, deck.sign_shape, deck.sign_font)
        if deck.style["beside"] < 0.85:
            canvas.stamp(mark, (x, y - sy * (tall / 2 + 0.7 + pip / 2)), (pip * 0.92, pip), ink, flip=flip)
        else:
            canvas.stamp(mark, (x - sx * (wide / 2 + 0.7 + pip / 2), y), (pip * 0.92, pip), ink, flip=flip)


def tailed(
    canvas: Canvas, deck: Design, tail: float, at: tuple[float, float], tall: float, ink: Color, *,
    flip: bool, most: float,
) -> None:  # fmt: skip
    """Print a Q as an O with a plain short tail, as many decks have it; tail: in shares of its height."""
    look: Lettering = {"font": deck.font, "stroke": deck.stroke, "stretch": deck.stretch}
    wide = canvas.text("O", at, tall, ink, **look, flip=flip, most=most)
    side = -1.0 if flip else 1.0
    end = np.array(at) + side * np.array([0.5 * wide, 0.52 * tall])
    start = end - side * tail * tall * np.array([0.6, 0.8])
    canvas.line(np.array([start, end]), ink, max(0.4, (0.09 + 0.012 * deck.stroke) * tall))


def suited(canvas: Canvas, deck: Design, rank: str, suit: str, rng: np.random.Generator) -> None:
    """Print a card of a suit: its indices, its pips or its picture."""
    w, h = canvas.size_mm
    ink, style = deck.colors[suit], deck.style
    mark = sign(suit, deck.sign_shape, deck.sign_font)
    if style["border"] > 0.86:
        canvas.rectangle(
            (0.6, 0.6), (w - 0.6, h - 0.6), art.color(np.random.default_rng(deck.seed), 0, 200), 1.2
        )
    if style["tint"] > 0.88:
        art.landscape(canvas, (2, 2, w - 2, h - 2), rng, bgr(np.array(deck.paper) - 12), 0.2)
    if rank == "A":
        _ace(canvas, deck, suit, mark, ink, rng)
    elif rank in ("J", "Q", "K"):
        _court(canvas, deck, rank, mark, ink, rng)
    elif style["court"] > 0.93:  # a numeral and one large sign instead of pips
        canvas.stamp(mark, (w / 2, h / 2), (26, 28), ink)
    else:
        n = int(rank)
        tall = (11.5 if n > 8 else 13.5) * (0.8 + 0.35 * style["pip"])
        dx, dy = w * (0.17 + 0.05 * style["spread"]), h * (0.29 + 0.05 * style["spread"])
        for px, py in LAYOUT[n]:
            canvas.stamp(mark, (w / 2 + px * dx, h / 2 + py * dy), (tall * 0.92, tall), ink, flip=py > 0.01)
        if deck.pips_only:
            return
    _index(
        canvas,
        deck,
        deck.letters.get(rank, rank),
        ink,
        suit,
        corners=corners_of(deck, on_aces(deck) if rank == "A" else None),
    )


def _ace(
    canvas: Canvas, deck: Design, suit: str, mark: np.ndarray, ink: Color, rng: np.random.Generator
) -> None:
    """One large sign; the ace of spades carries the maker's ornaments in most decks."""
    w, h = canvas.size_mm
    style = deck.style
    tall = min(50.0, (10 + 36 * style["ace"]) * (1.5 if suit == "S" and style["art"] > 0.5 else 1.0))
    middle = (w / 2, h / 2)
    ornate = (suit == "S" and style["art"] > 0.35) or style["art"] > 0.85
    if ornate:
        tall = max(tall, 28.0)
        for _ in range(int(rng.integers(0, 40))):  # a wreath of curls around the sign
            angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 0.8) * tall
            at = (w / 2 + reach * np.cos(angle) * 0.8, h / 2 + reach * np.sin(angle))
            canvas.circle(at, rng.uniform(0.5, 3.0), ink, rng.uniform(0.25, 0.6))
    canvas.stamp(mark, middle, (tall * 0.9, tall), ink)
    if ornate:
        inner = rng.uniform(0.45, 0.9)
        canvas.stamp(mark, middle, (tall * 0.9 * inner, tall * inner), deck.paper)
        if rng.random() < 0.5:
            canvas.stamp(mark, middle, (tall * 0.9 * inner * 0.85, tall * inner * 0.85), ink)
        for _ in range(int(rng.integers(3, 30))):
            spot = np.array(middle) + rng.normal(0, 0.13, 2) * tall
            paint = deck.paper if rng.random() < 0.6 else ink
            if rng.random() < 0.5:
                canvas.circle(
                    (float(spot[0]), float(spot[1])), rng.uniform(0.4, 3.5), paint, rng.uniform(0.2, 0.6)
                )
            else:
                canvas.line(np.array([spot, spot + rng.normal(0, 5, 2)]), paint, rng.uniform(0.2, 0.7))
        if rng.random() < 0.5:
            words = ("PLAYING CARDS", "FINEST QUALITY", "No. 808", "MADE BY HAND", "1885")
            line = words[int(rng.integers(len(words)))]
            canvas.text(
                line, (w / 2, h / 2 + 0.62 * tall), rng.uniform(1.5, 3.2), ink, font=deck.font, most=w * 0.6
            )


def _court(
    canvas: Canvas, deck: Design, rank: str, mark: np.ndarray, ink: Color, rng: np.random.Generator
) -> None:
    """Print the picture of a court: a person, whole or the same either way up, in a frame."""
    w, h = canvas.size_mm
    style = deck.style
    inset = deck.inset_mm[0] + min(deck.index_mm * 0.62, 8.5) + 1.2 if not style["court"] > 0.7 else 3.5
    top = 7 + 4 * style["frame"]
    box = (inset, top, w - inset, h - top)
    kind = {"J": "jack", "Q": "queen", "K": "king"}[rank]
    if (
        style["muddle"] < 0.7
    ):  # people draw courts in too many ways for the person to tell the rank: the index must
        kind = ("jack", "queen", "king")[int(rng.integers(3))]
    palette = [*art.CLOTHES, ink, art.color(rng)]
    if style["art"] > 0.8:  # one large emblem instead of a person
        canvas.stamp(mark, (w / 2, h / 2), (20, 22), ink)
        art.star(canvas, np.array([w / 2, h / 2 - 20]), 6, palette[2], 5)
    else:
        if style["art"] > 0.3:
            for _ in range(int(rng.integers(6, 40))):
                a, b = rng.uniform([box[0], box[1]], [box[2], box[3]], (2, 2))
                canvas.polygon(np.array([a, b, [a[0], b[1]]]), palette[int(rng.integers(len(palette)))])
        whole = style["court"] > 0.85
        art.figure(
            canvas, (box[0], box[1], box[2], box[3] if whole else (box[1] + box[3]) / 2), rng, palette, kind
        )
        if not whole:
            art.doubled(canvas, box)
        pip = 9 + 4 * style["pip"]
        canvas.stamp(mark, (box[0] + pip / 2 + 0.5, box[1] + pip / 2 + 0.5), (pip * 0.9, pip), ink)
        canvas.stamp(mark, (box[2] - pip / 2 - 0.5, box[3] - pip / 2 - 0.5), (pip * 0.9, pip), ink, flip=True)
    if style["frame"] > 0.35:
        canvas.rectangle(
            (box[0], box[1]), (box[2], box[3]), ink if style["frame"] > 0.7 else (150, 70, 30), 0.5
        )


def painted(canvas: Canvas, deck: Design, rank: str, suit: str, rng: np.random.Generator) -> None:
    """Print a full-colour card whose ground or number shows the suit, big numbers in the corners."""
    w, h = canvas.size_mm
    ink, style = deck.colors[suit], deck.style
    edge = 3.5 * style["frame"] if style["frame"] > 0.3 else 0.0
    in_color = style["badge"] < 0.55  # the ground carries the colour, or a badge behind the number does
    ground = ink if in_color else bgr(rng.integers(40, 210, 3))
    art.landscape(canvas, (edge, edge, w - edge, h - edge), rng, ground, 0.25 + 0.5 * style["art"])
    if style["court"] > 0.25:
        kind = ("king", "queen", "jack")[int(rng.integers(3))]
        palette = [ink, bgr(v * 0.5 for v in ink), (40, 60, 90), (200, 210, 220), art.color(rng)]
        art.figure(canvas, (w * 0.16, h * 0.16, w * 0.84, h * 0.92), rng, palette, kind)
    number_alone = not in_color and style["badge"] >= 0.8
    if (
        number_alone
    ):  # a small coloured number would be all that tells the suit: such decks have a coloured frame
        edge = max(edge, 2.0)
    if edge and (number_alone or style["border"] > 0.4):
        for d in (0.0, edge / 2):
            canvas.rectangle((d, d), (w - d, h - d), ink, edge)
    dark = sum(ink) < 330
    if in_color:
        number, line = (
            ((255, 255, 255), (20, 20, 20)) if style["outline"] > 0.4 or dark else ((15, 15, 15), None)
        )
    elif style["badge"] < 0.8:
        half = deck.index_mm * 0.72
        for sx, sy, _ in corners_of(deck):
            x = w / 2 + sx * (w / 2 - deck.inset_mm[0] - half * 0.72)
            y = h / 2 + sy * (h / 2 - deck.inset_mm[1] - deck.index_mm / 2)
            canvas.circle((x, y), half, ink)
        number, line = ((255, 255, 255) if dark or style["outline"] > 0.5 else (20, 20, 20)), None
    else:
        number, line = ink, (250, 250, 250) if dark else (10, 10, 10)
    _index(canvas, deck, rank, number, None, outline=line)


def special(canvas: Canvas, deck: Design, name: str, rng: np.random.Generator) -> None:
    """Print a Wizard or a Jester of either edition; the four of a deck look alike."""
    w, h = canvas.size_mm
    style = deck.style
    wizard = name == "W"
    text = WIZARD_TEXTS[int(style["z"])] if wizard else JESTER_TEXTS[int(style["n"])]
    if deck.edition == "amigo" and len(text) > 1:
        text = "Z" if wizard else "N"
    painted = deck.edition == "amigo" or style["art"] > 0.55
    ground = bgr(rng.integers(40, 235, 3)) if painted else deck.paper
    if painted:
        edge = 3.5 * style["frame"] if style["frame"] > 0.3 else 0.0
        art.landscape(canvas, (edge, edge, w - edge, h - edge), rng, ground, 0.3 + 0.5 * style["art"])
    kind = "wizard" if wizard else "jester"
    if style["muddle"] < 0.3:
        kind = ("wizard", "jester", "king", "jack")[int(rng.integers(4))]
    palette = [art.color(rng) for _ in range(5)] + [(200, 60, 120), (40, 190, 235)]
    whole = style["court"] > 0.35
    box = (w * 0.16, h * 0.12, w * 0.84, h * 0.9)
    art.figure(canvas, box if whole else (box[0], box[1], box[2], h / 2), rng, palette, kind)
    if not whole:
        art.doubled(canvas, (box[0], box[1], box[2], h - box[1]))
    bright = sum(ground) > 380
    ink = (
        (art.color(rng, 0, 90) if bright else art.color(rng, 190, 255))
        if style["outline"] < 0.6
        else (20, 20, 20)
    )
    line = ((250, 250, 250) if sum(ink) < 380 else (15, 15, 15)) if painted else None
    corners = corners_of(deck, False if len(text) > 2 else None)
    _index(canvas, deck, text, ink, None, outline=line, corners=corners)
    if len(text) == 1 and style["badge"] > 0.7:
        word = "WIZARD" if wizard else "JESTER"
        canvas.text(
            word,
            (w / 2, h - 7),
            5,
            ink,
            font=deck.font,
            stroke=deck.stroke,
            stretch=deck.stretch,
            most=w * 0.7,
        )
