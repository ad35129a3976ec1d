"""Persons as printers draw them: dressed in patterns, as a line drawing, a bust, an emblem or a painting.

Whom a figure shows tells little: decks differ too much. Who reads such a card must read its index.
"""

from collections.abc import Callable

import numpy as np

from models.render.cards import art
from models.render.cards.art import Box
from models.render.cards.canvas import Canvas, Color, bgr

LOOKS = (
    "classic",
    "classic",
    "classic",
    "dressed",
    "dressed",
    "lines",
    "flat",
    "painting",
    "bust",
    "lattice",
)
"""What a deck's courts look like, the first more often than the others."""

Pick = Callable[[], Color]
"""Draws one of the colours that a figure is painted with."""

INK = (28, 22, 22)
"""BGR of outlines and features."""
SKIN = np.array([200, 218, 240])
"""BGR of the lightest skin."""


def person(
    canvas: Canvas, box: Box, rng: np.random.Generator, look: str, palette: list[Color], who: str
) -> None:
    """Draw a person into the box, upright, its lower edge where the figure is cut off.

    look: one of LOOKS; who: king, queen, jack, wizard or jester.
    """
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    if look == "lattice":
        lattice(canvas, box, rng, palette)
        return
    if look == "classic":
        _classic(canvas, box, rng, palette, who)
        return
    if look == "painting":
        base = bgr(rng.integers(20, 220, 3))
        art.landscape(canvas, box, rng, base, float(rng.uniform(0.3, 1.2)))
    pick = _picker(rng, palette, canvas, look)
    line = float(rng.uniform(0.25, 0.7)) if look != "flat" else 0.0
    cx = (x0 + x1) / 2 + rng.uniform(-0.07, 0.07) * w
    large = look == "bust"
    radius = (rng.uniform(0.2, 0.3) if large else rng.uniform(0.11, 0.17)) * w
    head = np.array([cx, y0 + h * (rng.uniform(0.38, 0.5) if large else rng.uniform(0.3, 0.42))])
    shoulder = head[1] + radius * rng.uniform(1.1, 1.5)
    _robe(canvas, box, rng, (cx, shoulder, radius), pick, line)
    _hair(canvas, rng, head, radius, pick, who)
    shade = bgr(np.clip(SKIN - rng.integers(0, 120), 0, 255))
    face = oval(head, radius * rng.uniform(0.75, 0.95), radius * rng.uniform(1.0, 1.2))
    _area(canvas, face, paper_of(canvas) if look == "lines" else shade, line)
    _features(canvas, rng, head, radius, who, pick)
    _headgear(canvas, rng, head, radius, pick, line, who)
    _held(canvas, box, rng, head, radius, pick, who)


def _classic(canvas: Canvas, box: Box, rng: np.random.Generator, palette: list[Color], who: str) -> None:
    """Draw a half-length figure whose wide sleeves of many bands fill the box, its head aside."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0

    def pick() -> Color:
        return palette[int(rng.integers(len(palette)))]

    line, side = float(rng.uniform(0.2, 0.5)), float(rng.choice([-1, 1]))
    head = np.array([(x0 + x1) / 2 + side * rng.uniform(0.0, 0.22) * w, y0 + rng.uniform(0.24, 0.36) * h])
    radius = rng.uniform(0.12, 0.18) * w
    neck = head[1] + 0.9 * radius
    for at in (-side, side):  # a sleeve of bands, one within the other
        center = np.array([head[0] + at * rng.uniform(0.2, 0.45) * w, y1 + rng.uniform(-0.1, 0.25) * h])
        reach = np.array([rng.uniform(0.35, 0.6) * w, center[1] - neck])
        for share in np.linspace(1, 0.15, int(rng.integers(3, 8))):
            _area(canvas, oval(center, *(share * reach)), pick(), line)
            if rng.random() < 0.3:
                for angle in np.linspace(np.pi, 2 * np.pi, int(rng.integers(5, 14))):
                    at_ = center + (share - 0.05) * reach * [np.cos(angle), np.sin(angle)]
                    canvas.circle(tuple(at_), rng.uniform(0.3, 0.9), pick())
    band = rng.uniform(0.1, 0.26) * w
    for k in (1.0, 0.6, 0.25)[: int(rng.integers(1, 4))]:  # the robe's middle
        middle = [[head[0] - k * band, neck], [head[0] + k * band, neck]]
        low = [[(x0 + x1) / 2 + k * band * 1.3, y1], [(x0 + x1) / 2 - k * band * 1.3, y1]]
        _area(canvas, np.array(middle + low), pick(), line)
    _hair(canvas, rng, head, radius, pick, who)
    shade = bgr(np.clip(SKIN - rng.integers(0, 60), 0, 255))
    face = oval(head, radius * 0.8, radius)
    _area(canvas, face, paper_of(canvas) if rng.random() < 0.6 else shade, line)
    _features(canvas, rng, head, radius, who, pick)
    _headgear(canvas, rng, head, radius, pick, line, who)
    _held(canvas, box, rng, head, radius, pick, who)


def lattice(canvas: Canvas, box: Box, rng: np.random.Generator, palette: list[Color]) -> None:
    """Fill the box with a small pattern that repeats: lozenges, scales, stripes or dots."""
    x0, y0, x1, y1 = box
    step = float(rng.uniform(2.0, 7.0))
    a, b = (palette[int(k)] for k in rng.integers(len(palette), size=2))
    part = clipped(canvas, box)
    canvas.rectangle((x0, y0), (x1, y1), a)
    kind = int(rng.integers(4))
    for i, y in enumerate(np.arange(y0, y1 + step, step)):
        for x in np.arange(x0 + (i % 2) * step / 2, x1 + step, step):
            if kind == 0:
                canvas.polygon(
                    np.array([[x, y - step / 2], [x + step / 2, y], [x, y + step / 2], [x - step / 2, y]]), b
                )
            elif kind == 1:
                canvas.circle((x, y), step * 0.5, b, 0.3)
            elif kind == 2:
                canvas.circle((x, y), step * 0.28, b)
            else:
                canvas.line(np.array([[x, y], [x + step, y + step]]), b, step * 0.2)
    part()


def clipped(canvas: Canvas, box: Box) -> Callable[[], None]:
    """Remember what lies outside the box; the function given puts it back."""
    kept = canvas.pixels.copy()
    x0, y0, x1, y1 = (max(0, round(v * canvas.scale)) for v in box)

    def back() -> None:
        inner = canvas.pixels[y0:y1, x0:x1].copy()
        canvas.pixels[:] = kept
        canvas.pixels[y0:y1, x0:x1] = inner

    return back


def paper_of(canvas: Canvas) -> Color:
    """Give the paper's colour, from the canvas' left edge."""
    return bgr(canvas.pixels[canvas.pixels.shape[0] // 2, 1])


def _picker(rng: np.random.Generator, palette: list[Color], canvas: Canvas, look: str) -> Pick:
    paper = paper_of(canvas)
    if look == "lines":
        return lambda: paper
    if look == "flat":
        two = (palette[int(rng.integers(len(palette)))], palette[int(rng.integers(len(palette)))], paper)
        return lambda: two[int(rng.integers(3))]
    return lambda: palette[int(rng.integers(len(palette)))]


def oval(center: np.ndarray, a: float, b: float) -> np.ndarray:
    """Give an ellipse of half axes a and b: float (40, 2)."""
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.asarray(center) + np.stack([a * np.cos(t), b * np.sin(t)], 1)


def _area(canvas: Canvas, points: np.ndarray, paint: Color, line: float) -> None:
    canvas.polygon(points, paint)
    if line:
        canvas.line(points, INK, line, closed=True)


def _robe(
    canvas: Canvas,
    box: Box,
    rng: np.random.Generator,
    neck: tuple[float, float, float],
    pick: Pick,
    line: float,
) -> None:
    """Draw shoulders and sleeves down to the box's edge, with bands, stripes and dots upon them."""
    x0, y0, x1, y1 = box
    cx, top, radius = neck
    w = x1 - x0
    wide = rng.uniform(0.36, 0.5) * w
    body = np.array([
        [cx - 0.8 * radius, top - 0.3 * radius], [cx + 0.8 * radius, top - 0.3 * radius],
        [cx + wide * 0.8, top + 0.5 * radius], [min(x1, cx + wide), y1],
        [max(x0, cx - wide), y1], [cx - wide * 0.8, top + 0.5 * radius],
    ])  # fmt: skip
    _area(canvas, body, pick(), line)
    deep = max(1e-3, y1 - top)
    for side in (-1, 1):
        for k in range(int(rng.integers(1, 5))):  # stripes along the sleeve
            a = np.array([cx + side * rng.uniform(0.2, 0.75) * wide, top + (0.2 + 0.12 * k) * deep])
            b = np.array([cx + side * rng.uniform(0.3, 0.95) * wide, y1])
            band = rng.uniform(0.6, 3.0)
            points = np.array([a, a + [band, 0], b + [band * 1.4, 0], b])
            _area(canvas, np.clip(points, [x0, y0], [x1, y1]), pick(), line * 0.7)
    band = rng.uniform(0.1, 0.3) * w  # the robe's middle
    middle = np.array(
        [[cx - band / 2, top], [cx + band / 2, top], [cx + band * 0.7, y1], [cx - band * 0.7, y1]]
    )
    _area(canvas, np.clip(middle, [x0, y0], [x1, y1]), pick(), line)
    step, paint = rng.uniform(1.6, 4.5), pick()
    kind = int(rng.integers(4))
    for k, y in enumerate(np.arange(top + step, y1 - step / 3, step)):
        if kind == 0:
            canvas.circle((cx, y), step * 0.3, paint)
        elif kind == 1:
            canvas.line(np.array([[cx - band / 2, y], [cx + band / 2, y + 0.4 * step]]), paint, 0.4 * step)
        elif kind == 2:
            for x in (cx - band / 4, cx + band / 4):
                canvas.circle((x + (k % 2) * band / 6, y), step * 0.22, paint)
    if rng.random() < 0.6:  # a collar
        reach = rng.uniform(0.9, 1.7) * radius
        collar = np.array([[cx - reach, top], [cx, top + rng.uniform(0.5, 1.4) * radius], [cx + reach, top]])
        _area(canvas, collar, pick(), line)


def _hair(
    canvas: Canvas, rng: np.random.Generator, head: np.ndarray, radius: float, pick: Pick, who: str
) -> None:
    colors = ((40, 60, 90), (30, 30, 30), (70, 170, 230), (60, 110, 180), (230, 230, 230))
    paint = colors[int(rng.integers(len(colors)))] if rng.random() < 0.7 else pick()
    long = rng.uniform(0.9, 2.2) if who != "jester" else rng.uniform(0.2, 1.0)
    for side in (-1, 1):
        points = oval(
            head + [side * 0.75 * radius, 0.35 * radius * long], 0.5 * radius, radius * (0.6 + 0.4 * long)
        )
        _area(canvas, points, paint, 0.3 if rng.random() < 0.5 else 0.0)
        if rng.random() < 0.4:  # a curl
            canvas.circle(tuple(head + [side * 1.2 * radius, radius * long]), 0.4 * radius, paint)


def _features(
    canvas: Canvas, rng: np.random.Generator, head: np.ndarray, radius: float, who: str, pick: Pick
) -> None:
    """Draw eyes, nose, mouth and a beard upon a head (2,), in millimetres."""
    thin = max(0.25, 0.08 * radius)
    for side in (-1, 1):
        eye = head + [side * rng.uniform(0.3, 0.4) * radius, -0.12 * radius]
        if rng.random() < 0.5:
            canvas.circle(tuple(eye), 0.1 * radius, INK)
        canvas.line(np.array([eye - [0.2 * radius, 0], eye + [0.2 * radius, 0]]), INK, thin)
        canvas.line(
            np.array([eye + [-0.2, -0.3] * np.array(radius), eye + [0.2, -0.3] * np.array(radius)]), INK, thin
        )
    turn = rng.uniform(-0.15, 0.15)
    nose = head + np.array([[turn, -0.1], [turn * 2, 0.25], [0, 0.27]]) * radius
    canvas.line(nose, INK, thin)
    canvas.line(
        np.array([head + [-0.22 * radius, 0.55 * radius], head + [0.22 * radius, 0.55 * radius]]),
        (50, 40, 170),
        thin * 1.4,
    )
    if who == "wizard" or who == "king" and rng.random() < 0.75:
        long = rng.uniform(1.2, 3.2) if who == "wizard" else rng.uniform(0.9, 1.7)
        points = head + radius * np.array(
            [
                [-0.8, 0.2],
                [-0.25, 0.42],
                [0.25, 0.42],
                [0.8, 0.2],
                [0.5, 0.8],
                [rng.uniform(-0.3, 0.3), long],
                [-0.5, 0.8],
            ]
        )
        _area(canvas, points, ((235, 235, 235), (70, 100, 150), (40, 40, 50))[int(rng.integers(3))], 0.3)


def _headgear(
    canvas: Canvas,
    rng: np.random.Generator,
    head: np.ndarray,
    radius: float,
    pick: Pick,
    line: float,
    who: str,
) -> None:
    top = head - [0, 0.75 * radius]
    gold = (50, 190, 235) if rng.random() < 0.6 else pick()
    if who == "wizard":
        tip = top + radius * np.array([rng.uniform(-1.0, 1.0), -rng.uniform(1.4, 3.2)])
        _area(canvas, np.array([top - [1.05 * radius, 0], tip, top + [1.05 * radius, 0]]), pick(), line)
        brim = oval(top, rng.uniform(1.3, 1.9) * radius, rng.uniform(0.15, 0.35) * radius)
        _area(canvas, brim, pick(), line)
        for _ in range(int(rng.integers(0, 5))):
            at = top + (tip - top) * rng.uniform(0.1, 0.7) + rng.normal(0, 0.2, 2) * radius
            art.star(canvas, at, rng.uniform(0.15, 0.4) * radius, gold, int(rng.integers(4, 7)))
    elif who == "jester":
        count = int(rng.integers(2, 6))
        for k in range(count):
            side = -1.0 + 2.0 * k / (count - 1)
            tip = top + radius * np.array(
                [side * rng.uniform(1.4, 2.3), rng.uniform(-1.6, 0.6) - (1 - abs(side))]
            )
            bend = top + radius * np.array([side * 1.2, -1.0 - 0.5 * (1 - abs(side))])
            base = top + radius * np.array([side * 0.7, 0.0])
            _area(
                canvas,
                np.array([base - [0.4 * radius, 0], bend, tip, base + [0.4 * radius, 0]]),
                pick(),
                line,
            )
            canvas.circle(tuple(tip), rng.uniform(0.14, 0.28) * radius, gold)
    elif who == "jack" or rng.random() < 0.15:
        flat = np.array(
            [[-1.1, 0.1], [-0.9, -rng.uniform(0.3, 0.7)], [1.0, -rng.uniform(0.1, 0.6)], [1.15, 0.1]]
        )
        _area(canvas, top + radius * flat, pick(), line)
        if rng.random() < 0.6:  # a feather
            start = top + radius * np.array([rng.choice([-0.8, 0.8]), -0.3])
            canvas.line(
                np.array([start, start + radius * np.array([rng.uniform(-1.2, 1.2), -1.0])]),
                pick(),
                0.25 * radius,
            )
    else:
        points = int(rng.integers(3, 7))
        x = np.linspace(-1, 1, 2 * points + 1)
        y = np.where(np.arange(2 * points + 1) % 2 == 1, -rng.uniform(0.5, 1.3), -rng.uniform(0.1, 0.4))
        crown = np.concatenate([np.stack([x * rng.uniform(0.85, 1.15), y], 1), [[0.85, 0.3], [-0.85, 0.3]]])
        _area(canvas, top + radius * crown, gold, line)
        if rng.random() < 0.5:
            for px, py in zip(x[1::2], y[1::2], strict=True):
                canvas.circle(tuple(top + radius * np.array([px, py])), 0.14 * radius, pick())


def _held(
    canvas: Canvas, box: Box, rng: np.random.Generator, head: np.ndarray, radius: float, pick: Pick, who: str
) -> None:
    """Draw what the person holds: a sword, a staff, a flower, an orb."""
    x0, y0, x1, y1 = box
    side = rng.choice([-1, 1])
    hand = np.array(
        [
            head[0] + side * rng.uniform(1.3, 2.2) * radius,
            min(y1 - 1, head[1] + rng.uniform(1.6, 2.6) * radius),
        ]
    )
    hand = np.clip(hand, [x0 + 1, y0 + 1], [x1 - 1, y1 - 1])
    kind = int(rng.integers(4))
    top = np.array([np.clip(hand[0] + rng.uniform(-3, 3), x0, x1), y0 + rng.uniform(0, 0.25) * (y1 - y0)])
    if kind < 2 or who == "wizard":
        low = np.array([np.clip(hand[0] - (top[0] - hand[0]) * 0.5, x0, x1), y1])
        canvas.line(np.array([low, top]), pick(), rng.uniform(0.5, 2.0))
        if who == "wizard" or rng.random() < 0.4:
            art.star(canvas, top, rng.uniform(1, 3), pick(), int(rng.integers(4, 9)))
    elif kind == 2:
        canvas.line(np.array([hand, hand - [0, 1.4 * radius]]), (60, 130, 50), 0.5)
        for angle in np.arange(0, 2 * np.pi, 1.05):
            at = hand - [0, 1.4 * radius] + 0.35 * radius * np.array([np.cos(angle), np.sin(angle)])
            canvas.circle(tuple(at), 0.25 * radius, pick())
    shade = bgr(np.clip(SKIN - rng.integers(0, 100), 0, 255))
    canvas.circle(tuple(hand), 0.4 * radius, shade)
