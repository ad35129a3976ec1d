"""Print a card of an ordinary suit of a deck with a look of its own (`variants`)."""

import numpy as np

from models.render.cards import art, emblems, persons
from models.render.cards.art import Box
from models.render.cards.canvas import Canvas, Color, Lettering, bgr, text_mask
from models.render.cards.designs import Design
from models.render.cards.pen import stroked
from models.render.cards.pips import hollow, sign
from models.render.cards.plain_faces import LAYOUT, Corners, corners_of, on_aces, tailed

PERSONS = {"J": "jack", "Q": "queen", "K": "king"}
"""Whom each court shows."""


def suited(canvas: Canvas, deck: Design, rank: str, suit: str, rng: np.random.Generator) -> None:
    """Print a card of an ordinary suit."""
    look, (w, h) = deck.look, canvas.size_mm
    ink = deck.colors[suit]
    mark = sign(suit, deck.sign_shape, deck.sign_font)
    if look.hollow:
        mark = hollow(mark, look.hollow)
    if deck.style["border"] > 0.9:
        canvas.rectangle((0.6, 0.6), (w - 0.6, h - 0.6), look.panel_ink, 1.2)
    aside = max(
        w * (0.14 + 0.08 * deck.style["spread"]), min(0.3 * w, deck.inset_mm[0] + 0.55 * deck.index_mm)
    )
    across, down = look.panel or (aside, 5 + 4 * deck.style["frame"])
    box = (across, down, w - across, h - down)
    court = rank in PERSONS
    framed = look.panel is not None or court and deck.style["frame"] > 0.35
    if framed and look.body != "code" and look.panel_tint is not None and (look.panel or court):
        canvas.rectangle(box[:2], box[2:], look.panel_tint)
    if look.body == "code":
        _code(canvas, rng)
    elif rank == "A":
        _ace(canvas, deck, mark, ink, box, rng, ornate=suit == "S" and deck.style["art"] > 0.4)
    elif court:
        _court(canvas, deck, rank, mark, ink, box, rng)
    else:
        _number(canvas, deck, rank, mark, ink, box)
    if framed and look.body != "code" and (rank != "A" or deck.style["ace"] > 0.25):
        _frame(canvas, deck, box)
    if deck.pips_only and look.body == "pips" and rank not in (*PERSONS, "A"):
        return
    four = on_aces(deck) if rank == "A" else None
    index(canvas, deck, deck.letters.get(rank, rank), ink, mark, corners_of(deck, four))


def _frame(canvas: Canvas, deck: Design, box: Box) -> None:
    look = deck.look
    canvas.rectangle(box[:2], box[2:], look.panel_ink, look.panel_line)
    if look.double:
        canvas.rectangle(
            (box[0] + 1.2, box[1] + 1.2), (box[2] - 1.2, box[3] - 1.2), look.panel_ink, look.panel_line
        )


def index(
    canvas: Canvas, deck: Design, text: str, ink: Color, mark: np.ndarray | None, corners: Corners,
    by: tuple[float, float] = (0.0, 0.0),
) -> None:  # fmt: skip
    """Print the index into the corners given, its sign below, beside, above or across from it, moved `by`."""
    look, (w, h) = deck.look, canvas.size_mm
    print_: Lettering = {"font": deck.font, "stroke": deck.stroke, "stretch": deck.stretch}
    mask = _written(deck, text)
    most = w * (look.widest if len(text) < 3 else 0.6)
    tall = deck.index_mm if len(text) < 3 else deck.index_mm * 0.6
    wide = min(most, tall * mask.shape[1] / mask.shape[0] * deck.stretch)
    pip = min(tall * look.sign, 0.3 * w) if mark is not None else 0.0
    broad = pip * look.aspect
    half = max(wide, broad if look.layout in ("below", "above") else 0) / 2
    for sx, sy, flip in corners:
        x = w / 2 + sx * (w / 2 - deck.inset_mm[0] - half) + by[0]
        y = h / 2 + sy * (h / 2 - deck.inset_mm[1] - tall / 2) + by[1]
        if look.layout == "above" and mark is not None:
            canvas.stamp(mark, (x, y + sy * (tall - pip) / 2), (broad, pip), ink, flip=flip)
            y -= sy * (pip + 0.6)
        if look.hand is not None and len(text) < 3:
            canvas.stamp(mask, (x, y), (wide, tall), ink, flip=flip)
        elif text == "Q" and deck.tail is not None:
            tailed(canvas, deck, deck.tail, (x, y), tall, ink, flip=flip, most=most)
        else:
            canvas.text(text, (x, y), tall, ink, **print_, flip=flip, most=most)
        if mark is None or look.layout == "above":
            continue
        at = {
            "below": (x, y - sy * (tall / 2 + 0.6 + pip / 2)),
            "beside": (x - sx * (wide / 2 + 0.6 + broad / 2), y),
            "across": (w - x, y),
        }[look.layout]
        if look.layout == "across" and len(corners) > 2:
            at = (x, y - sy * (tall / 2 + 0.6 + pip / 2))
        canvas.stamp(mark, at, (broad, pip), ink, flip=flip)


def _written(deck: Design, text: str) -> np.ndarray:
    """Give the mask of an index, from a font or the maker's own pen."""
    if deck.look.hand is not None and len(text) < 3:
        return stroked(text, deck.look.hand)
    return text_mask(text, deck.font, deck.stroke)


def _number(canvas: Canvas, deck: Design, rank: str, mark: np.ndarray, ink: Color, box: Box) -> None:
    look, n = deck.look, int(rank)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    wide, high = box[2] - box[0], box[3] - box[1]
    if look.body == "one":
        tall = min(0.75 * wide / look.aspect, 0.6 * high) * look.pip
        canvas.stamp(mark, (x, y), (tall * look.aspect, tall), ink)
    elif look.body == "numeral":
        canvas.text(
            rank,
            (x, y),
            min(36.0, 0.6 * high) * look.pip,
            ink,
            font=deck.font,
            stroke=deck.stroke,
            most=0.8 * wide,
        )
    elif look.body == "pips":
        tall = min(0.2 * high, 0.36 * wide / look.aspect, 15.0) * look.pip
        reach = (wide / 2 - 0.5 * tall * look.aspect - 1.0) * (0.72 + 0.25 * deck.style["spread"])
        rise = (high / 2 - 0.5 * tall - 1.0) * (0.86 + 0.12 * deck.style["spread"])
        for px, py in LAYOUT[n]:
            at = (x + px * reach, y + py * rise)
            canvas.stamp(mark, at, (tall * look.aspect, tall), ink, flip=py > 0.01)


def _code(canvas: Canvas, rng: np.random.Generator) -> None:
    """Print what a card shoe reads: bars in a row or two, sometimes dots at the sides, sometimes nothing."""
    w, h = canvas.size_mm
    ink = bgr(rng.integers(0, 110, 3))
    if rng.random() < 0.8:
        wide, high = rng.uniform(8, 18), rng.uniform(4, 14)
        rows = int(rng.integers(1, 4))
        for row in range(rows):
            top, x = h / 2 - high / 2 + row * high / rows, w / 2 - wide / 2
            while x < w / 2 + wide / 2:
                bar = float(rng.choice([0.3, 0.5, 0.9]))
                canvas.rectangle((x, top), (x + bar, top + high / rows - 0.5), ink)
                x += bar + float(rng.choice([0.4, 0.7, 1.1]))
    for side in (-1, 1) if rng.random() < 0.5 else ():
        for k in range(int(rng.integers(1, 5))):
            at = (w / 2 + side * rng.uniform(0.3, 0.42) * w, h / 2 + 3 * k * side)
            canvas.circle(at, float(rng.uniform(0.3, 0.8)), ink)


def _ace(
    canvas: Canvas,
    deck: Design,
    mark: np.ndarray,
    ink: Color,
    box: Box,
    rng: np.random.Generator,
    *,
    ornate: bool,
) -> None:
    """One sign, small or large, plain or in a wreath, a medallion or another sign's outline."""
    look, (w, h) = deck.look, canvas.size_mm
    tall = float(
        min(
            (8 + 42 * deck.style["ace"]) * (1.5 if ornate else 1.0), 0.9 * (box[2] - box[0]) / look.aspect, 56
        )
    )
    middle = np.array([w / 2, h / 2])
    if ornate or deck.style["art"] > 0.85:
        kind = int(rng.integers(4))
        tall = max(tall, 18.0)
        count = int(rng.integers(6, 30))
        for k in range(count):
            way = np.array([np.cos(2 * np.pi * k / count) * 0.8, np.sin(2 * np.pi * k / count)])
            if kind == 0:
                canvas.circle(tuple(middle + 0.62 * tall * way), 0.05 * tall, ink, 0.4)
            elif kind == 1:
                canvas.line(np.array([middle + 0.55 * tall * way, middle + 0.72 * tall * way]), ink, 0.5)
            elif kind == 2:
                art.star(canvas, middle + 0.66 * tall * way, 0.07 * tall, ink)
        canvas.stamp(mark, tuple(middle), (tall * look.aspect, tall), ink)
        inner = rng.uniform(0.3, 0.9)
        canvas.stamp(mark, tuple(middle), (tall * look.aspect * inner, tall * inner), deck.paper)
        for _ in range(int(rng.integers(0, 30))):
            at = middle + rng.normal(0, 0.12, 2) * tall
            canvas.line(
                np.array([at, at + rng.normal(0, 4, 2)]), ink if rng.random() < 0.5 else deck.paper, 0.4
            )
        if rng.random() < 0.5:
            words = ("PLAYING CARDS", "STANDARD", "No. 52", "JUMBO INDEX", "PLASTIC COATED", "TRADE MARK")
            line = words[int(rng.integers(len(words)))]
            side = rng.choice([-1, 1])
            canvas.text(
                line,
                (w / 2, h / 2 + side * 0.66 * tall),
                rng.uniform(1.5, 4.0),
                ink,
                font=deck.font,
                most=w * 0.6,
            )
        return
    canvas.stamp(mark, tuple(middle), (tall * look.aspect, tall), ink)


def _court(
    canvas: Canvas, deck: Design, rank: str, mark: np.ndarray, ink: Color, box: Box, rng: np.random.Generator
) -> None:
    """Print the picture of a court: a letter, an emblem, or a person in one of many looks, in a box."""
    look, style = deck.look, deck.style
    who = PERSONS[rank] if style["muddle"] >= 0.6 else ("jack", "queen", "king")[int(rng.integers(3))]
    middle = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
    wide = box[2] - box[0]
    pip = look.court_sign
    if look.court == "letter":
        letter = deck.letters[rank]
        canvas.text(
            letter,
            tuple(middle),
            rng.uniform(16, 34),
            ink,
            font=deck.font,
            stroke=deck.stroke,
            most=0.7 * wide,
        )
        canvas.stamp(mark, (middle[0], box[1] + pip), (pip * look.aspect, pip), ink)
        return
    if look.court == "emblem":
        emblems.emblem(canvas, middle - [0, 6], rng.uniform(7, 13), rng, look.palette[0], who)
        canvas.stamp(mark, tuple(middle + [0, 14]), (pip * look.aspect, pip), ink)
        return
    palette = [*look.palette, ink]
    if rng.random() < 0.35:
        canvas.rectangle(box[:2], box[2:], palette[int(rng.integers(len(palette)))])
    elif rng.random() < 0.2:
        persons.lattice(canvas, box, rng, palette)
    inside = persons.clipped(canvas, box)
    if look.doubled:
        persons.person(
            canvas, (box[0], box[1], box[2], middle[1] + 0.06 * wide), rng, look.court, palette, who
        )
        art.doubled(canvas, box)
        if style["ace"] > 0.6:
            slope = look.split * wide / 2
            seam = np.array([[box[0], middle[1] + slope], [box[2], middle[1] - slope]])
            canvas.line(seam, palette[0], rng.uniform(0.4, 3.0))
    else:
        persons.person(canvas, box, rng, look.court, palette, who)
    inside()
    if style["pip"] < 0.85:
        for side in (-1, 1):
            at = middle + side * np.array([wide / 2 - pip * 0.6, (box[3] - box[1]) / 2 - pip * 0.6])
            if style["badge"] > 0.5:
                canvas.rectangle(tuple(at - pip * 0.55), tuple(at + pip * 0.55), deck.paper)
            canvas.stamp(mark, tuple(at), (pip * look.aspect, pip), ink, flip=side > 0)
