"""Print a painted card, a Wizard or a Jester of a deck with a look of its own (`variants`)."""

import numpy as np

from models.render.cards import art, emblems, persons
from models.render.cards.canvas import Canvas, Color, bgr
from models.render.cards.designs import JESTER_TEXTS, WIZARD_TEXTS, Design
from models.render.cards.persons import LOOKS
from models.render.cards.plain_faces import Corners, corners_of
from models.render.cards.variant_faces import index

TITLES = {
    "W": ("WIZARD", "WIZARD", "ZAUBERER", "MAGIER", "SORCIER", "MAGICIEN", "MAGE"),
    "J": ("JESTER", "JESTER", "NARR", "JOKER", "FOU", "BOUFFON", "FOOL"),
}
"""What stands above the picture of a Wizard or a Jester in English, German and French decks."""

OUTLINE = art.OUTLINE[:4]
"""Millimetres by which an index is moved to print its outline."""


def special(canvas: Canvas, deck: Design, name: str, rng: np.random.Generator) -> None:
    """Print a Wizard or a Jester of either edition: a person, an emblem, a word or a scene."""
    look, style, (w, h) = deck.look, deck.style, canvas.size_mm
    wizard = name == "W"
    text = WIZARD_TEXTS[int(style["z"])] if wizard else JESTER_TEXTS[int(style["n"])]
    if deck.edition == "amigo" and len(text) > 1:
        text = "Z" if wizard else "N"
    who = "wizard" if wizard else "jester"
    if style["muddle"] < 0.3:
        who = ("wizard", "jester", "king", "jack")[int(rng.integers(4))]
    edge = 4.0 * style["frame"] if style["frame"] > 0.3 else 0.0
    box = (edge, edge, w - edge, h - edge)
    full = deck.edition == "amigo" or look.special == "scene" or style["art"] > 0.6
    ground = bgr(rng.integers(20, 240, 3)) if full else deck.paper
    if full and look.special != "word":
        art.landscape(canvas, box, rng, ground, 0.2 + style["art"])
    elif full:
        canvas.rectangle(box[:2], box[2:], ground)
    palette = [*look.palette, art.color(rng), art.color(rng)]
    paint = art.color(rng)
    middle = np.array([w / 2, h / 2])
    panel = (w * 0.15, h * 0.13, w * 0.85, h * 0.9) if look.panel else box
    if look.special in ("person", "scene"):
        drawn = look.court if look.court in LOOKS else "dressed"
        inside = persons.clipped(canvas, panel)
        if look.doubled and look.special == "person" and style["court"] < 0.4:
            persons.person(canvas, (panel[0], panel[1], panel[2], middle[1]), rng, drawn, palette, who)
            art.doubled(canvas, panel)
        else:
            persons.person(canvas, panel, rng, drawn, palette, who)
        inside()
    elif look.special == "emblem":
        emblems.emblem(canvas, middle, rng.uniform(9, 22), rng, paint, who)
    word = {True: "WIZARD", False: "JESTER"}[wizard] if len(text) < 3 else text.upper()
    bright = sum(ground) > 380
    ink = (
        (art.color(rng, 0, 100) if bright else art.color(rng, 180, 255))
        if style["outline"] < 0.6
        else ((20,) * 3 if bright else (240,) * 3)
    )
    if look.special == "word":
        canvas.text(
            word, tuple(middle), rng.uniform(8, 14), ink, font=deck.font, stroke=deck.stroke, most=w * 0.8
        )
    if look.panel and style["frame"] > 0.3:
        canvas.rectangle(panel[:2], panel[2:], look.panel_ink, look.panel_line)
    if look.titled:
        _title(canvas, deck, TITLES[name], ink, rng)
        return
    corners = corners_of(deck, False if len(text) > 2 else None)
    if look.upright and len(text) > 2:
        _stacked(canvas, deck, text.upper(), ink)
        return
    if style["badge"] > 0.6 and len(text) == 1:
        _badges(canvas, deck, corners, bgr(rng.integers(0, 256, 3)))
    if full:  # an outline, light about dark letters and the other way round
        other = (250, 250, 250) if sum(ink) < 380 else (12, 12, 12)
        for by in OUTLINE:
            index(canvas, deck, text, other, None, corners, by)
    index(canvas, deck, text, ink, None, corners)
    if len(text) == 1 and style["badge"] > 0.75 and look.special != "word":
        canvas.text(word, (w / 2, h - 7), 5, ink, font=deck.font, stroke=deck.stroke, most=w * 0.7)


def _title(
    canvas: Canvas, deck: Design, words: tuple[str, ...], ink: Color, rng: np.random.Generator
) -> None:
    """Print a word along the card's upper edge, mostly along the lower one, too, either way up."""
    w, h = canvas.size_mm
    which = int(deck.style["z"] * 7) % len(words)
    word = words[which] if rng.random() < 0.75 else words[which].title()
    tall, down, most = rng.uniform(4, 9.5), rng.uniform(6, 13), w * rng.uniform(0.5, 0.88)
    ends = [(down, False)]
    if rng.random() < 0.8:
        ends.append((h - down, bool(rng.random() < 0.75)))
    for y, flip in ends:
        canvas.text(word, (w / 2, y), tall, ink, font=deck.font, stroke=deck.stroke, flip=flip, most=most)


def _stacked(canvas: Canvas, deck: Design, word: str, ink: Color) -> None:
    """Print a word along the sides, letter under letter, as jokers have it."""
    w, h = canvas.size_mm
    tall = min(deck.index_mm * 0.75, 0.6 * h / len(word))
    for k, letter in enumerate(word):
        x, y = deck.inset_mm[0] + tall * 0.45, deck.inset_mm[1] + (k + 0.5) * tall * 1.08
        for at, flip in (((x, y), False), ((w - x, h - y), True)):
            canvas.text(letter, at, tall, ink, font=deck.font, stroke=deck.stroke, flip=flip, most=tall)


def painted(canvas: Canvas, deck: Design, rank: str, suit: str, rng: np.random.Generator) -> None:
    """Print a painted card: a picture, a large number, and a suit that only its colour tells."""
    look, style, (w, h) = deck.look, deck.style, canvas.size_mm
    ink = deck.colors[suit]
    edge = 5.0 * style["frame"] if style["frame"] > 0.3 else 0.0
    # A number's small badge alone would hardly show the colour: then the frame shows it, too.
    tinted = style["badge"] < 0.5 or look.badge == "none"
    ground = (
        bgr(np.clip(np.array(ink) * rng.uniform(0.6, 1.1), 0, 255)) if tinted else art.color(rng, 20, 230)
    )
    box = (edge, edge, w - edge, h - edge)
    art.landscape(canvas, box, rng, ground, (0.1 if tinted else 0.3) + 0.4 * style["art"])
    palette = [ink, bgr(v * 0.5 for v in ink), *look.palette[:3], art.color(rng)]
    panel = (w * 0.14, h * 0.16, w * 0.86, h * 0.94)
    if style["court"] > 0.2:
        drawn = look.court if look.court in LOOKS else "dressed"
        who = ("king", "queen", "jack", "wizard", "jester")[int(rng.integers(5))]
        inside = persons.clipped(canvas, panel)
        persons.person(canvas, panel, rng, "dressed" if drawn == "painting" else drawn, palette, who)
        inside()
    if edge and (not tinted or style["border"] > 0.4):
        for d in (0.0, edge / 2):
            canvas.rectangle((d, d), (w - d, h - d), ink, edge)
    if look.panel and style["frame"] > 0.5:
        canvas.rectangle(panel[:2], panel[2:], look.panel_ink, look.panel_line)
    corners = corners_of(deck)
    dark = sum(ink) < 330
    if look.badge in ("none", "frame"):
        number = ink if not tinted else ((250, 250, 250) if dark or style["outline"] > 0.4 else (15, 15, 15))
        for by in OUTLINE if style["outline"] > 0.3 or not tinted else ():
            index(
                canvas, deck, rank, (10, 10, 10) if sum(number) > 330 else (248, 248, 248), None, corners, by
            )
    else:
        _badges(canvas, deck, corners, ink)
        number = (252, 252, 252) if dark or style["outline"] > 0.5 else (15, 15, 15)
    index(canvas, deck, rank, number, None, corners)


def _badges(canvas: Canvas, deck: Design, corners: Corners, paint: Color) -> None:
    """Print what stands behind the numbers: a shield, a disk, a scroll, a band, the corner itself."""
    w, h = canvas.size_mm
    kind, half = deck.look.badge, deck.index_mm * 0.68
    rim = (230, 235, 240) if sum(paint) < 330 else (25, 25, 25)
    for sx, sy, _ in corners:
        x = w / 2 + sx * (w / 2 - deck.inset_mm[0] - half * 0.72)
        y = h / 2 + sy * (h / 2 - deck.inset_mm[1] - deck.index_mm / 2)
        if kind == "shield":
            points = np.array([[-1, -1], [1, -1], [1, 0.2], [0, 1.3], [-1, 0.2]]) * [half, half * sy * -1]
        elif kind == "corner":
            points = np.array([[0, 0], [2.9 * half, 0], [0, 2.9 * half]]) * [-sx, -sy]
            points = points + [w / 2 * (1 + sx) - x, h / 2 * (1 + sy) - y]
        elif kind == "band":
            points = np.array([[-1.1, -60], [1.1, -60], [1.1, 60], [-1.1, 60]]) * [half, 1]
        elif kind == "scroll":
            points = (
                np.array([[-1.3, -0.8], [1.3, -0.95], [1.15, 0], [1.3, 0.95], [-1.3, 0.8], [-1.1, 0]]) * half
            )
        else:
            t = np.linspace(0, 2 * np.pi, 32, endpoint=False)
            points = half * 1.05 * np.stack([np.cos(t), np.sin(t)], 1)
        canvas.polygon(points + [x, y], paint)
        canvas.line(points + [x, y], rim, 0.4, closed=True)
