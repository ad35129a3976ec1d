"""Pictures in the middle of a card: courts, wizards, jesters, landscapes and the pattern of the back."""

from collections.abc import Callable

import cv2
import numpy as np

from models.render.cards.canvas import Canvas, Color, bgr

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in millimetres."""

CLOTHES: tuple[Color, ...] = ((30, 30, 200), (150, 60, 20), (40, 190, 235), (30, 25, 25), (245, 245, 245))
"""Inks of the clothes on ordinary courts: red, blue, yellow, black, white."""

OUTLINE = ((-0.35, 0), (0.35, 0), (0, -0.35), (0, 0.35), (0.25, 0.25), (-0.25, -0.25))
"""Millimetres by which a print is moved to print its outline beneath it."""


def color(rng: np.random.Generator, low: int = 0, high: int = 255) -> Color:
    """Draw a colour at random, each channel in low..high."""
    return bgr(rng.integers(low, high + 1, 3))


def landscape(canvas: Canvas, box: Box, rng: np.random.Generator, base: Color, contrast: float) -> None:
    """Fill the box with smooth clouds of colour and some shapes about `base`, as painted cards have."""
    s = canvas.scale
    x0, y0, x1, y1 = (round(v * s) for v in box)
    height, width = y1 - y0, x1 - x0
    if height < 2 or width < 2:
        return
    clouds = np.zeros((height, width, 3), np.float32)
    for cells, weight in ((3, 1.0), (7, 0.6), (19, 0.35)):
        coarse = rng.normal(0, 1, (cells, max(2, cells * 2 // 3), 3)).astype(np.float32)
        coarse = 0.6 * coarse.mean(2, keepdims=True) + 0.4 * coarse
        clouds += weight * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    # Row by row, and in place: steps of three are what NumPy is slow at.
    painted = clouds.reshape(height, -1)
    painted *= contrast * 45
    painted += np.tile(np.array(base, np.float32), width)
    np.clip(painted, 0, 255, out=painted)
    canvas.pixels[y0:y1, x0:x1] = clouds.astype(np.uint8)
    for _ in range(int(rng.integers(0, 7))):
        c = rng.uniform([box[0], box[1]], [box[2], box[3]])
        r = rng.uniform(2, 12)
        paint = bgr(np.clip(np.array(base) + rng.normal(0, 60 * contrast, 3), 0, 255))
        angle = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 9))))
        points = c + r * np.stack([np.cos(angle), np.sin(angle)], 1) * rng.uniform(0.4, 1.3, (len(angle), 1))
        canvas.polygon(np.clip(points, [box[0], box[1]], [box[2], box[3]]), paint)


def figure(canvas: Canvas, box: Box, rng: np.random.Generator, palette: list[Color], kind: str) -> None:
    """Draw a person in the box, from the robe up to the headgear: each part hides what is beneath it.

    kind: king, queen, jack, wizard or jester; palette: colours of the clothes.
    """
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    cx = (x0 + x1) / 2 + rng.uniform(-0.06, 0.06) * w

    def pick() -> Color:
        return palette[int(rng.integers(len(palette)))]

    shoulder = y0 + rng.uniform(0.52, 0.66) * h
    _robe(canvas, box, rng, (cx, shoulder), pick)
    head = np.array([cx, y0 + rng.uniform(0.34, 0.46) * h])
    radius = rng.uniform(0.13, 0.19) * w
    hair = pick() if rng.random() < 0.5 else (60, 120, 190)
    if kind in ("queen", "jack", "king"):
        canvas.circle((head[0], head[1] + 0.2 * radius), radius * 1.35, hair)
    _face(canvas, rng, head, radius)
    if kind in ("king", "wizard"):
        long = rng.uniform(1.0, 3.0 if kind == "wizard" else 1.5)
        beard = head + radius * np.array([[-0.8, 0.35], [0.8, 0.35], [0, 0.6 + long]])
        canvas.polygon(beard, (235, 235, 235) if kind == "wizard" else hair)
    top = head - [0, 0.75 * radius]
    if kind == "wizard":
        _hat(canvas, rng, top, radius, pick)
        staff = [[x0 + 0.14 * w, y1], [x0 + rng.uniform(0.08, 0.2) * w, y0 + 0.2 * h]]
        canvas.line(np.array(staff), pick(), 1.3)
        for _ in range(int(rng.integers(0, 12))):
            star(canvas, rng.uniform([x0, y0], [x1, y1]), rng.uniform(0.8, 3.0), pick())
    elif kind == "jester":
        _cap(canvas, rng, top, radius, pick)
        for side in (-1, 1):  # a collar of two flaps
            flap = np.array([[0, 0], [side * 0.4 * w, 0.12 * h], [side * 0.15 * w, 0.2 * h]])
            canvas.polygon(flap + [cx, shoulder], pick())
    elif kind == "jack":
        low, high = top + [-1.0 * radius, -0.3 * radius], top + [1.0 * radius, 0.1 * radius]
        canvas.rectangle(tuple(low), tuple(high), pick())
    else:
        _crown(canvas, rng, top, radius, 5 if kind == "queen" else 3)


def _robe(
    canvas: Canvas, box: Box, rng: np.random.Generator, neck: tuple[float, float], pick: Callable[[], Color]
) -> None:
    """Draw a robe from the neck, (x, y) millimetres, to the box's foot: folds, and perhaps buttons."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    cx, shoulder = neck
    robe = np.array(
        [[cx - 0.13 * w, shoulder], [cx + 0.13 * w, shoulder], [x1 - 0.03 * w, y1], [x0 + 0.03 * w, y1]]
    )
    canvas.polygon(robe, pick())
    for _ in range(int(rng.integers(3, 30))):
        a = rng.uniform([x0 + 0.1 * w, shoulder + 0.08 * h], [x1 - 0.1 * w, y1])
        b = a + rng.normal(0, 0.16, 2) * [w, h]
        b[1] = min(max(b[1], shoulder), y1)
        canvas.line(np.array([a, b]), pick(), rng.uniform(0.3, 2.4))
    if rng.random() < 0.6:
        for i in range(int(rng.integers(2, 6))):
            canvas.circle((cx, shoulder + (0.08 + 0.09 * i) * h), rng.uniform(0.5, 1.6), pick())


def _face(canvas: Canvas, rng: np.random.Generator, head: np.ndarray, radius: float) -> None:
    """Draw a head's disk with two eyes and a mouth."""
    canvas.circle((head[0], head[1]), radius, bgr(np.array([205, 222, 244]) - rng.integers(0, 70)))
    for side in (-1, 1):
        canvas.circle((head[0] + side * 0.4 * radius, head[1] - 0.1 * radius), 0.14 * radius, (25, 20, 20))
    mouth = np.array([head + [-0.3 * radius, 0.5 * radius], head + [0.3 * radius, 0.5 * radius]])
    canvas.line(mouth, (40, 40, 160), 0.5)


def _hat(
    canvas: Canvas, rng: np.random.Generator, top: np.ndarray, radius: float, pick: Callable[[], Color]
) -> None:
    """Draw a pointed hat with a brim."""
    tip = top + [rng.uniform(-1.2, 1.2) * radius, -rng.uniform(1.8, 3.0) * radius]
    cone = np.array([top + [-1.1 * radius, 0.1 * radius], tip, top + [1.1 * radius, 0.1 * radius]])
    brim = top + radius * np.array([[-1.7, 0.35], [1.7, 0.35], [0, -0.1]])
    paint = pick()
    canvas.polygon(cone, paint)
    canvas.polygon(brim, paint)


def _cap(
    canvas: Canvas, rng: np.random.Generator, top: np.ndarray, radius: float, pick: Callable[[], Color]
) -> None:
    """Draw a cap of two or three points with a bell at each."""
    for side in (-1, 0, 1)[:: int(rng.choice([1, 2]))]:
        tip = top + [
            side * rng.uniform(1.3, 2.4) * radius,
            -rng.uniform(0.3, 1.6) * radius - (0 if side else radius),
        ]
        point = [top + [-0.9 * radius, 0.3 * radius], tip, top + [0.9 * radius, 0.3 * radius]]
        canvas.polygon(np.array(point), pick())
        canvas.circle((tip[0], tip[1]), 0.24 * radius, pick())


def _crown(canvas: Canvas, rng: np.random.Generator, top: np.ndarray, radius: float, points: int) -> None:
    """Draw a golden crown with so many points."""
    x = np.linspace(-1, 1, 2 * points + 1)
    y = np.where(np.arange(2 * points + 1) % 2 == 1, -rng.uniform(0.7, 1.2), -0.2)
    crown = np.concatenate([np.stack([x, y], 1), [[0.9, 0.35], [-0.9, 0.35]]]) * radius + top
    canvas.polygon(crown, (60, 200, 240))


def star(canvas: Canvas, center: np.ndarray, radius: float, paint: Color, points: int = 5) -> None:
    """Draw a star with so many points."""
    angle = np.arange(2 * points) * np.pi / points - np.pi / 2
    reach = np.where(np.arange(2 * points) % 2 == 0, radius, 0.42 * radius)
    canvas.polygon(np.asarray(center) + np.stack([np.cos(angle) * reach, np.sin(angle) * reach], 1), paint)


def doubled(canvas: Canvas, box: Box) -> None:
    """Mirror the box's upper half onto its lower half, turned by 180 degrees, as court cards are."""
    x0, y0, x1, y1 = (round(v * canvas.scale) for v in box)
    half = (y1 - y0) // 2
    canvas.pixels[y1 - half : y1, x0:x1] = canvas.pixels[y0 : y0 + half, x0:x1][::-1, ::-1]


def back(canvas: Canvas, rng: np.random.Generator) -> None:
    """Draw the back of a card: a border and a pattern that is the same either way up."""
    w, h = canvas.size_mm
    edge = rng.choice([0.0, 0.0, rng.uniform(2, 6)])
    ground, paint = color(rng, 0, 200), color(rng, 60, 255)
    canvas.rectangle((edge, edge), (w - edge, h - edge), ground)
    box = (edge, edge, w - edge, h - edge)
    kind = int(rng.integers(5))
    step = rng.uniform(2.5, 9)
    if kind == 0:
        for d in np.arange(-h, w + h, step):
            canvas.line(np.array([[d, 0], [d + h, h]]), paint, rng.uniform(0.3, 0.9))
            canvas.line(np.array([[d, h], [d + h, 0]]), paint, rng.uniform(0.3, 0.9))
    elif kind == 1:
        for r in np.arange(2, 50, step):
            canvas.circle((w / 2, h / 2), r, paint, rng.uniform(0.4, 1.5))
    elif kind == 2:
        landscape(canvas, box, rng, ground, rng.uniform(0.3, 1.2))
        doubled(canvas, box)
    elif kind == 3:
        for y in np.arange(edge + step / 2, h - edge, step):
            for x in np.arange(edge + step / 2, w - edge, step):
                canvas.circle((x, y), step * 0.25, paint)
    else:
        star(canvas, np.array([w / 2, h / 2]), rng.uniform(12, 24), paint, int(rng.integers(4, 12)))
        canvas.rectangle((edge + 3, edge + 3), (w - edge - 3, h - edge - 3), paint, 0.8)
    if edge:
        for low, high in (
            ((0, 0), (w, edge)),
            ((0, h - edge), (w, h)),
            ((0, 0), (edge, h)),
            ((w - edge, 0), (w, h)),
        ):
            canvas.rectangle(low, high, (245, 248, 248))
