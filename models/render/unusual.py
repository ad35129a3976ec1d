"""Print a card of a deck with a look of its own (models.render.variants)."""

import numpy as np

from models.render import art, persons
from models.render.art import Box
from models.render.canvas import Canvas, Color, text_mask
from models.render.designs import JESTER_TEXTS, WIZARD_TEXTS, Design
from models.render.persons import LOOKS
from models.render.pips import hollow, sign
from models.render.printing import LAYOUT, corners_of, on_aces, tailed

OUTLINE = ((-0.35, 0.0), (0.35, 0.0), (0.0, -0.35), (0.0, 0.35))
PERSONS = {"J": "jack", "Q": "queen", "K": "king"}


def suited(canvas: Canvas, deck: Design, rank: str, suit: str, rng: np.random.Generator) -> None:
    """Print a card of an ordinary suit."""
    look, (w, h) = deck.variant, canvas.size_mm
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
    if framed and look.panel_tint is not None and (look.panel or court):
        canvas.rectangle(box[:2], box[2:], look.panel_tint)
    if rank == "A":
        _ace(canvas, deck, mark, ink, box, rng, ornate=suit == "S" and deck.style["art"] > 0.4)
    elif court:
        _court(canvas, deck, rank, mark, ink, box, rng)
    else:
        _number(canvas, deck, rank, mark, ink, box)
    if framed and (rank != "A" or deck.style["ace"] > 0.25):
        _frame(canvas, deck, box)
    if deck.pips_only and look.body == "pips" and rank not in (*PERSONS, "A"):
        return
    four = on_aces(deck) if rank == "A" else None
    index(canvas, deck, deck.letters.get(rank, rank), ink, mark, corners_of(deck, four))


def _frame(canvas: Canvas, deck: Design, box: Box) -> None:
    look = deck.variant
    canvas.rectangle(box[:2], box[2:], look.panel_ink, look.panel_line)
    if look.double:
        canvas.rectangle(
            (box[0] + 1.2, box[1] + 1.2), (box[2] - 1.2, box[3] - 1.2), look.panel_ink, look.panel_line
        )


def index(
    canvas: Canvas, deck: Design, text: str, ink: Color, mark: np.ndarray | None, corners,
    by: tuple[float, float] = (0.0, 0.0),
) -> None:  # fmt: skip
    """Print the index into the corners given, its sign below, beside, above or across from it, moved `by`."""
    look, (w, h) = deck.variant, canvas.size_mm
    print_ = {"font": deck.font, "stroke": deck.stroke, "stretch": deck.stretch}
    mask = text_mask(text, deck.font, deck.stroke)
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
        if text == "Q" and deck.tail is not None:
            tailed(canvas, deck, (x, y), tall, ink, flip=flip, most=most)
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


def _number(canvas: Canvas, deck: Design, rank: str, mark: np.ndarray, ink: Color, box: Box) -> None:
    look, n = deck.variant, int(rank)
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


def _ace(canvas: Canvas, deck: Design, mark: np.ndarray, ink: Color, box: Box, rng, *, ornate: bool) -> None:
    """One sign, small or large, plain or in a wreath, a medallion or another sign's outline."""
    look, (w, h) = deck.variant, canvas.size_mm
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


def _court(canvas: Canvas, deck: Design, rank: str, mark: np.ndarray, ink: Color, box: Box, rng) -> None:
    look, style = deck.variant, deck.style
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
        persons.emblem(canvas, middle - [0, 6], rng.uniform(7, 13), rng, look.palette[0], who)
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


def special(canvas: Canvas, deck: Design, name: str, rng: np.random.Generator) -> None:
    """Print a Wizard or a Jester of either edition: a person, an emblem, a word or a scene."""
    look, style, (w, h) = deck.variant, deck.style, canvas.size_mm
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
    ground = tuple(int(v) for v in rng.integers(20, 240, 3)) if full else deck.paper
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
        persons.emblem(canvas, middle, rng.uniform(9, 22), rng, paint, who)
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
    corners = corners_of(deck, False if len(text) > 2 else None)
    if look.upright and len(text) > 2:
        _stacked(canvas, deck, text.upper(), ink)
        return
    if style["badge"] > 0.6 and len(text) == 1:
        _badges(canvas, deck, corners, tuple(int(v) for v in rng.integers(0, 256, 3)))
    if full:  # an outline, light about dark letters and the other way round
        other = (250, 250, 250) if sum(ink) < 380 else (12, 12, 12)
        for by in OUTLINE:
            index(canvas, deck, text, other, None, corners, by)
    index(canvas, deck, text, ink, None, corners)
    if len(text) == 1 and style["badge"] > 0.75 and look.special != "word":
        canvas.text(word, (w / 2, h - 7), 5, ink, font=deck.font, stroke=deck.stroke, most=w * 0.7)


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
    look, style, (w, h) = deck.variant, deck.style, canvas.size_mm
    ink = deck.colors[suit]
    edge = 5.0 * style["frame"] if style["frame"] > 0.3 else 0.0
    # A number's small badge alone would hardly show the colour: then the frame shows it, too.
    tinted = style["badge"] < 0.5 or look.badge == "none"
    ground = (
        tuple(int(v) for v in np.clip(np.array(ink) * rng.uniform(0.6, 1.1), 0, 255))
        if tinted
        else art.color(rng, 20, 230)
    )
    box = (edge, edge, w - edge, h - edge)
    art.landscape(canvas, box, rng, ground, (0.1 if tinted else 0.3) + 0.4 * style["art"])
    palette = [ink, tuple(int(v * 0.5) for v in ink), *look.palette[:3], art.color(rng)]
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


def _badges(canvas: Canvas, deck: Design, corners, paint: Color) -> None:
    """Print what stands behind the numbers: a shield, a disk, a scroll, a band, the corner itself."""
    w, h = canvas.size_mm
    kind, half = deck.variant.badge, deck.index_mm * 0.68
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
