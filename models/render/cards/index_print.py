"""Print a card of a deck that is made up on the spot: its corner, with the index and what stands about it."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from models.render.cards import art, emblems, strokes
from models.render.cards.canvas import Canvas, Color, bgr, text_mask
from models.render.cards.designs import JESTER_TEXTS, LETTERS, WIZARD_TEXTS
from models.render.cards.lettered_specials import TEXTS
from models.render.cards.pips import has_signs, sign

SHARE = (0.46, 0.52)
"""The part of a card's width and height that is printed."""

SCALE = 3.1
"""Pixels a millimetre."""

APART = 0.16
"""Share of corners of ordinary suits that bear the rank alone or the sign alone."""

PENNED = 0.45
"""Share of indices that are drawn with a pen instead of set in a font."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the printed corner."""


@dataclass(frozen=True)
class Print:
    """How the rank is printed, and where: its height and margin in millimetres, and the card's sides."""

    font: str | None
    stroke: int
    stretch: float
    tall: float
    inset: tuple[float, float]
    size: tuple[float, float]


def _rank(
    rng: np.random.Generator, canvas: Canvas, look: Print, text: str, ink: Color, most: float,
    outline: Color | None = None, middle: float | None = None,
) -> tuple[float, float, float]:  # fmt: skip
    """Print the rank; give its middle and its width in millimetres."""
    penned = rng.random() < PENNED and strokes.drawable(text)
    mask = strokes.text(rng, text) if penned else text_mask(text, look.font, look.stroke)
    wide = min(most, look.tall * mask.shape[1] / mask.shape[0] * look.stretch)
    x = look.inset[0] + wide / 2 if middle is None else max(middle, look.inset[0] + wide / 2)
    y = look.inset[1] + look.tall / 2
    if outline is not None:
        for dx, dy in art.OUTLINE:
            canvas.stamp(mask, (x + dx, y + dy), (wide, look.tall), outline)
    if text == "Q" and not penned and rng.random() < 0.3:
        wide = canvas.text(
            "O", (x, y), look.tall, ink, font=look.font, stroke=look.stroke, stretch=look.stretch, most=most
        )
        _tail(rng, canvas, (x, y), wide, look, ink)
    else:
        canvas.stamp(mask, (x, y), (wide, look.tall), ink)
    return x, y, wide


def _tail(
    rng: np.random.Generator, canvas: Canvas, at: tuple[float, float], wide: float, look: Print, ink: Color
) -> None:
    """Add a Q's tail, straight or curved, through the ring or beneath it."""
    tall, thick = look.tall, max(0.4, (0.07 + 0.015 * look.stroke) * look.tall)
    end = np.array(at) + [rng.uniform(0.3, 0.6) * wide, rng.uniform(0.42, 0.62) * tall]
    start = np.array(at) + [rng.uniform(-0.25, 0.25) * wide, rng.uniform(0.05, 0.5) * tall]
    bend = (start + end) / 2 + rng.normal(0, 0.12, 2) * tall * (rng.random() < 0.5)
    t = np.linspace(0, 1, 8)[:, None]
    canvas.line((1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t**2 * end, ink, thick)


def box_of(x: float, y: float, wide: float, tall: float) -> Box:
    """Give the box in pixels of what is printed about a point, all in millimetres."""
    return (
        *(SCALE * (x - wide / 2), SCALE * (y - tall / 2)),
        *(SCALE * (x + wide / 2), SCALE * (y + tall / 2)),
    )


def _inks(rng: np.random.Generator) -> dict[str, Color]:
    """Draw the four signs' inks: two colours, or four."""

    def u(low: float, high: float) -> int:
        return int(rng.uniform(low, high))

    red = (u(0, 90), u(0, 75), u(145, 250))
    black = (u(0, 60),) * 3 if rng.random() < 0.8 else (u(20, 90), u(0, 50), u(0, 50))
    inks = {"S": black, "H": red, "D": red, "C": black}
    if rng.random() < 0.2:
        inks["D"] = (
            (u(140, 250), u(50, 150), u(0, 80)) if rng.random() < 0.75 else (u(0, 60), u(110, 170), 245)
        )
        inks["C"] = (u(10, 90), u(95, 170), u(0, 70))
    return inks


def suited(
    rng: np.random.Generator, canvas: Canvas, look: Print, rank: str, suit: str, known: tuple[str, ...],
    bare: bool,
) -> tuple[Box | None, Box | None]:  # fmt: skip
    """Print a card of a suit: its corners' signs, its pips or its picture; give the boxes of two corners."""
    w, h = look.size
    ink = _inks(rng)[suit]
    language = str(rng.choice(["english", "english", "english", "german", "french", "french-one", "dutch"]))
    text = LETTERS[language].get(rank, rank)
    signs = _with_signs(known)
    shape = tuple(float(v) for v in rng.uniform(0, 1, 4))
    mark = sign(suit, shape, str(rng.choice(signs)) if signs and rng.random() < 0.35 else None)
    if rng.random() < 0.04:  # a dark deck
        canvas.pixels[:] = rng.integers(0, 60)
        ink = bgr(np.clip(255 - np.array(ink) * 0.4, 0, 255)) if suit in "SC" else ink
    apart = rng.random() < APART
    beside = not apart and rng.random() < 0.16
    most = w * (0.3 if look.tall > 14 else 0.24) * (0.75 if beside else 1.0)
    _about(rng, canvas, look, rank, mark, ink)
    if bare:
        return None, None
    middle = look.inset[0] + 0.3 * look.tall if rng.random() < 0.6 else None
    if apart and rng.random() < 0.5:
        pip = min(look.tall * float(rng.uniform(0.7, 1.15)), 0.34 * w)
        at = (look.inset[0] + pip / 2, look.inset[1] + max(pip, look.tall) / 2)
        canvas.stamp(mark, at, (pip * float(rng.uniform(0.78, 1.0)), pip), ink)
        return None, box_of(*at, pip * 0.9, pip)
    x, y, wide = _rank(rng, canvas, look, text, ink, most, middle=middle)
    if apart:
        return box_of(x, y, wide, look.tall), None
    pip = look.tall * float(rng.uniform(0.5, 1.15 if look.tall < 14 else 0.85))
    gap = float(rng.uniform(0.15, 0.22 * look.tall))
    if beside:
        pip = min(pip, 0.36 * w - (x + wide / 2 + gap))
        if pip < 2.2:
            beside, pip = False, look.tall * 0.6
    if beside:
        at = (x + wide / 2 + gap + pip / 2, y + float(rng.uniform(-0.15, 0.15)) * look.tall)
    else:
        at = (max(x + float(rng.normal(0, 0.4)), 0.5 + pip / 2), y + look.tall / 2 + gap + pip / 2)
    canvas.stamp(mark, at, (pip * float(rng.uniform(0.78, 1.0)), pip), ink)
    return box_of(x, y, wide, look.tall), box_of(*at, pip * 0.9, pip)


@cache
def _with_signs(known: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(path for path in known if has_signs(path))


def _about(
    rng: np.random.Generator, canvas: Canvas, look: Print, rank: str, mark: np.ndarray, ink: Color
) -> None:
    """Print what stands beside an index: pips, a court's frame and clothes, a border, a tinted field."""
    w, h = look.size
    edge = (w * SHARE[0] + 5, h * SHARE[1] + 5)
    if rng.random() < 0.13:
        d = float(rng.uniform(0.3, 2.2))
        canvas.rectangle((d, d), (edge[0], edge[1]), art.color(rng, 0, 200), float(rng.uniform(0.3, 1.6)))
    # The field begins to the right of the index, or beneath it where that is large.
    right = min(0.38 * w, look.inset[0] + 0.75 * look.tall + float(rng.uniform(0, 3)))
    field = (right, float(rng.uniform(0.05, 0.16)) * h)
    if look.tall > 14 and rng.random() < 0.5:
        field = (float(rng.uniform(0.1, 0.38)) * w, float(rng.uniform(0.3, 0.48)) * h)
    court = rank in ("J", "Q", "K") if rng.random() < 0.85 else rng.random() < 0.3
    if court:
        if rng.random() < 0.3:
            canvas.rectangle(field, edge, art.color(rng, 170, 255))
        _clothes(rng, canvas, field, edge, ink)
        if rng.random() < 0.6:
            pip = float(rng.uniform(5, 14))
            canvas.stamp(mark, (field[0] + pip / 2 + 0.6, field[1] + pip / 2 + 0.6), (pip * 0.9, pip), ink)
    elif rng.random() < 0.85:
        framed = rng.random() < 0.3
        if framed and rng.random() < 0.5:
            canvas.rectangle(field, edge, art.color(rng, 190, 255))
        pip = float(rng.uniform(4, 8) if framed else rng.uniform(8, 15))
        x = field[0] + pip * 0.8 if framed else max(right + pip / 2, w * float(rng.uniform(0.26, 0.34)))
        first = max(field[1] + pip * 0.8, h * float(rng.uniform(0.15, 0.22)))
        step = float(rng.choice([0.13, 0.2, 0.3, 0.6])) * h
        count = 4 if rank not in "23A" or rng.random() < 0.1 else 0
        for i in range(count):
            canvas.stamp(mark, (x, first + i * step), (pip * 0.9, pip), ink, flip=first + i * step > h / 2)
        if framed:
            canvas.rectangle(field, edge, art.color(rng, 0, 170), float(rng.uniform(0.2, 0.7)))
        return
    if rng.random() < (0.7 if court else 0.15):
        canvas.rectangle(field, edge, ink if rng.random() < 0.5 else art.color(rng, 0, 160), 0.5)


def _clothes(
    rng: np.random.Generator, canvas: Canvas, low: tuple[float, float], high: tuple[float, float], ink: Color
) -> None:
    palette = [*art.CLOTHES, ink, art.color(rng)]
    for _ in range(int(rng.integers(3, 28))):
        a, b, c = np.clip(
            rng.uniform(low, high) + rng.normal(0, rng.uniform(1, 8), (3, 2)), low, (high[0], high[1])
        )
        paint = palette[int(rng.integers(len(palette)))]
        if rng.random() < 0.6:
            canvas.polygon(np.array([a, b, c]), paint)
        else:
            canvas.line(np.array([a, b, c]), paint, float(rng.uniform(0.2, 1.2)))


def painted(
    rng: np.random.Generator, canvas: Canvas, look: Print, rank: str, suit: str, bare: bool
) -> tuple[Box | None, Box | None]:
    """Print a card that is one painting, the suit in its colours; give the boxes of two corners."""
    w, h = look.size

    def u(low: float, high: float) -> int:
        return int(rng.uniform(low, high))

    ink = {
        "B": (u(120, 255), u(20, 140), u(0, 70)), "G": (u(0, 90), u(90, 200), u(0, 80)),
        "R": (u(0, 60), u(0, 50), u(150, 245)), "Y": (u(0, 80), u(170, 235), u(215, 255)),
    }[suit]  # fmt: skip
    way = rng.random()
    edge = (w * SHARE[0] + 5, h * SHARE[1] + 5)
    ground = ink if way < 0.55 else bgr(rng.integers(40, 235, 3))
    frame = float(rng.uniform(1.0, 3.5)) if way >= 0.8 or rng.random() < 0.5 else 0.0
    art.landscape(canvas, (0, 0, *canvas.size_mm), rng, ground, float(rng.uniform(0.15, 0.75)))
    if rng.random() < 0.6:
        low = (w * float(rng.uniform(0.12, 0.3)), h * float(rng.uniform(0.12, 0.3)))
        _clothes(rng, canvas, low, edge, ink)
    if frame and (way >= 0.8 or rng.random() < 0.6):
        canvas.rectangle((frame / 2, frame / 2), edge, ink, frame)
    if bare:
        return None, None
    dark = sum(ink) < 330
    middle = look.inset[0] + 0.5 * look.tall
    if way < 0.55:
        light = rng.random() < 0.6 or dark
        number, line = ((255, 255, 255), (20, 20, 20)) if light else ((15, 15, 15), None)
    elif way < 0.8:
        canvas.circle((middle, look.inset[1] + look.tall / 2), look.tall * float(rng.uniform(0.6, 0.8)), ink)
        number, line = ((255, 255, 255) if dark or rng.random() < 0.5 else (20, 20, 20)), None
    else:
        number, line = ink, (250, 250, 250) if dark else (10, 10, 10)
    x, y, wide = _rank(rng, canvas, look, rank, number, w * 0.34, line, middle)
    box = box_of(x, y, wide, look.tall)
    return box, box


def special(
    rng: np.random.Generator, canvas: Canvas, look: Print, name: str, bare: bool
) -> tuple[Box | None, Box | None]:
    """Print a Wizard's or Jester's corner: a letter, a sign beneath it, or a word across or down the side."""
    w, h = look.size
    lettered = rng.random() < 0.5
    texts = TEXTS[name] if lettered else WIZARD_TEXTS if name == "W" else JESTER_TEXTS
    text = texts[int(rng.integers(len(texts)))]
    painted = rng.random() < 0.6
    ground = bgr(rng.integers(30, 240, 3)) if painted else bgr(canvas.pixels[0, 0])
    if painted:
        art.landscape(canvas, (0, 0, *canvas.size_mm), rng, ground, float(rng.uniform(0.2, 0.8)))
    low = (w * float(rng.uniform(0.2, 0.36)), h * float(rng.uniform(0.1, 0.3)))
    if rng.random() < 0.7:
        _clothes(rng, canvas, low, (w * SHARE[0] + 5, h * SHARE[1] + 5), art.color(rng))
    if bare:
        return None, None
    ink = art.color(rng, 0, 90) if sum(ground) > 380 else art.color(rng, 190, 255)
    line = ((250, 250, 250) if sum(ink) < 380 else (15, 15, 15)) if painted else None
    if len(text) < 3:
        x, y, wide = _rank(rng, canvas, look, text, ink, w * 0.34, line)
        if lettered and rng.random() < 0.65:
            # No suit's sign: the labels say none, so it has no box.
            reach = look.tall * float(rng.uniform(0.14, 0.45))
            at = np.array([max(x, reach + 0.6), y + look.tall / 2 + reach + 0.4])
            who = ("wizard", "jester")[name == "J"]
            emblems.emblem(canvas, at, reach, rng, ink if rng.random() < 0.7 else art.color(rng), who)
        return box_of(x, y, wide, look.tall), None
    tall = look.tall * float(rng.uniform(0.4, 0.6))
    mask = text_mask(text, look.font, look.stroke)
    wide = min(w * 0.6, tall * mask.shape[1] / mask.shape[0] * look.stretch)
    if rng.random() < 0.5:
        x, y = look.inset[0] + wide / 2, look.inset[1] + tall / 2
        canvas.stamp(mask, (x, y), (wide, tall), ink)
        return box_of(x, y, wide, tall), None
    wide = min(wide, 0.4 * h)
    if rng.random() < 0.6:
        mask = np.ascontiguousarray(mask[::-1].T if rng.random() < 0.5 else mask.T[::-1])
        x, y = look.inset[0] + tall / 2, look.inset[1] + wide / 2
        canvas.stamp(mask, (x, y), (tall, wide), ink)
        return box_of(x, y, tall, wide), None
    step = min(wide / len(text) * 1.3, 0.42 * h / len(text))
    x = look.inset[0] + 0.5 * step
    for i, letter in enumerate(text):  # letter below letter
        canvas.text(
            letter, (x, look.inset[1] + (i + 0.5) * step), step * 0.85, ink, font=look.font, most=step
        )
    return box_of(x, look.inset[1] + len(text) * step / 2, step, step * len(text)), None
