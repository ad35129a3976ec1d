"""Signs that stand for a person: crowns, hats, stars, masks, caps with bells and what else makers draw."""

from collections.abc import Callable

import numpy as np

from models.render.cards import art
from models.render.cards.canvas import Canvas, Color, bgr
from models.render.cards.persons import oval, paper_of

GOLD: Color = (50, 190, 235)
"""BGR of bells and crowns."""
DARK: Color = (15, 15, 15)
"""BGR of eyes and mouths."""


class Pen:
    """Draws in the square of a sign, -1 to 1 either way, y downwards, onto its place on the card."""

    def __init__(self, canvas: Canvas, center: np.ndarray, reach: float) -> None:
        """Place the square: its middle (x, y) and half its side in millimetres."""
        self.canvas, self.center, self.reach = canvas, np.asarray(center, float), reach

    def area(self, points: object, paint: Color) -> None:
        """Fill a polygon, points (N, 2)."""
        self.canvas.polygon(self.center + self.reach * np.asarray(points, float), paint)

    def disk(self, x: float, y: float, radius: float, paint: Color) -> None:
        """Fill a circle."""
        self.canvas.circle(tuple(self.center + self.reach * np.array([x, y])), radius * self.reach, paint)

    def oval(self, x: float, y: float, a: float, b: float, paint: Color) -> None:
        """Fill an ellipse of half axes a and b."""
        self.area(oval(np.array([x, y]), a, b), paint)

    def line(self, points: object, paint: Color, width: float) -> None:
        """Draw a line through points (N, 2)."""
        self.canvas.line(self.center + self.reach * np.asarray(points, float), paint, width * self.reach)

    def star(self, x: float, y: float, radius: float, paint: Color, points: int = 5) -> None:
        """Fill a star with so many points."""
        art.star(self.canvas, self.center + self.reach * np.array([x, y]), radius * self.reach, paint, points)


Sign = Callable[[Pen, np.random.Generator, Color, Color], None]
"""Draws a sign in two colours."""


def emblem(
    canvas: Canvas, center: np.ndarray, reach: float, rng: np.random.Generator, paint: Color, who: str
) -> None:
    """Draw a sign that stands for a person, within `reach` millimetres of a point.

    who: king, queen, jack, wizard or jester.
    """
    other = bgr(rng.integers(0, 256, 3))
    signs = {"wizard": WIZARDS, "jester": JESTERS}.get(who, (_crown,))
    signs[int(rng.integers(len(signs)))](Pen(canvas, center, reach), rng, paint, other)


def _crown(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    n = int(rng.integers(3, 6))
    x = np.linspace(-1, 1, 2 * n + 1)
    y = np.where(np.arange(2 * n + 1) % 2 == 1, -0.7, 0.0)
    pen.area(np.concatenate([np.stack([x, y], 1), [[0.9, 0.6], [-0.9, 0.6]]]), paint)


def _hat(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    pen.area([[-0.6, 0.5], [rng.uniform(-0.3, 0.3), -1.0], [0.6, 0.5]], paint)
    pen.oval(0, 0.5, 1.0, 0.25, paint)
    if rng.random() < 0.3:
        pen.area([[-0.6, 0.5], [-0.5, 0.25], [0.5, 0.25], [0.6, 0.5]], other)
    else:
        pen.star(0, 0, 0.25, other)


def _bent_hat(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    side = float(rng.choice([-1, 1]))
    bent = np.array([[-0.55, 0.6], [-0.35, -0.4], [0.1, -0.9], [0.9, -0.55], [0.4, -0.35], [0.55, 0.6]])
    pen.area(bent * [side, 1], paint)
    pen.area([[-1.0, 0.75], [-0.9, 0.5], [0.9, 0.5], [1.0, 0.75]], paint if rng.random() < 0.5 else other)


def _star(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    pen.star(0, 0, 1.0, paint, int(rng.integers(4, 10)))
    if rng.random() < 0.3:
        pen.star(0, 0, 0.5, other, int(rng.integers(4, 10)))


def _woven_star(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    """Draw a star of one line, in a ring or without."""
    n, step = ((5, 2), (7, 3), (7, 2), (8, 3))[int(rng.integers(4))]
    angle = 2 * np.pi * step * np.arange(n) / n - np.pi / 2
    width = float(rng.uniform(0.1, 0.22))
    points = 0.9 * np.stack([np.cos(angle), np.sin(angle)], 1)
    pen.line([*points, points[0]], paint, width)
    if rng.random() < 0.5:
        t = np.linspace(0, 2 * np.pi, 33)
        pen.line(0.92 * np.stack([np.cos(t), np.sin(t)], 1), paint, 0.7 * width)


def _crescent(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    side = float(rng.choice([-1, 1]))
    pen.disk(0, 0, 0.85, paint)
    pen.disk(0.35 * side, -0.1, 0.68, paper_of(pen.canvas))
    if rng.random() < 0.6:
        pen.star(0.45 * side, 0, 0.3, other if rng.random() < 0.5 else paint)


def _ball(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    """Draw a crystal ball."""
    pen.disk(0, 0, 0.7, paint)
    pen.disk(-0.25, -0.25, 0.2, (245, 245, 245))
    pen.area([[-0.6, 1.0], [-0.4, 0.6], [0.4, 0.6], [0.6, 1.0]], other)


def _wand(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    side, wide = float(rng.choice([-1, 1])), float(rng.uniform(0.14, 0.3))
    pen.line([[-0.75 * side, 0.95], [0.45 * side, -0.4]], paint, wide)
    pen.star(0.5 * side, -0.5, 0.5, other if rng.random() < 0.5 else paint, int(rng.integers(4, 9)))


def _bolt(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    side = float(rng.choice([-1, 1]))
    points = np.array([[0.3, -1], [-0.6, 0.15], [-0.05, 0.15], [-0.35, 1], [0.65, -0.25], [0.1, -0.25]])
    pen.area(points * [side, 1], paint)


def _flame(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    for size, ink in ((1.0, paint), (0.5, other)):
        flame = [[-0.6, 0.3], [-0.45, -0.2], [-0.15, 0.1], [0.05, -1.0], [0.5, -0.1], [0.65, 0.35], [0, 1.0]]
        pen.area(np.array(flame) * size + [0, 1 - size], ink)


def _flask(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    pen.area([[-0.2, -0.9], [0.2, -0.9], [0.2, -0.2], [0.75, 0.9], [-0.75, 0.9], [-0.2, -0.2]], paint)
    pen.area([[-0.42, 0.35], [0.42, 0.35], [0.62, 0.78], [-0.62, 0.78]], other)
    pen.line([[-0.35, -0.92], [0.35, -0.92]], paint, 0.15)


def _eye(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    x = np.linspace(-1, 1, 17)
    upper = np.stack([x, -0.6 * np.cos(x * np.pi / 2)], 1)
    pen.area(np.concatenate([upper, upper[::-1] * [1, -1]]), paint)
    pen.disk(0, 0, 0.42, paper_of(pen.canvas))
    pen.disk(0, 0, 0.22, other if rng.random() < 0.5 else paint)


def _spiral(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    t = np.linspace(0, 1, 60)
    angle = 2 * np.pi * rng.uniform(1.5, 3.0) * t * rng.choice([-1, 1])
    pen.line(0.92 * t[:, None] * np.stack([np.cos(angle), np.sin(angle)], 1), paint, rng.uniform(0.14, 0.24))


def _book(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    for side in (-1, 1):
        pen.area([[0, -0.45], [side * 0.95, -0.7], [side * 0.95, 0.55], [0, 0.8]], paint)
        pen.line([[side * 0.2, -0.1], [side * 0.75, -0.25]], other, 0.1)
    pen.line([[0, -0.45], [0, 0.8]], other, 0.08)


def _cap(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    """Draw a cap with two or three points and their bells."""
    kind = int(rng.integers(2))
    middle = other if rng.random() < 0.6 else paint
    for side in (-1, 0, 1)[:: 1 + kind]:
        tip = np.array([side * 0.95, rng.uniform(-0.2, 0.3) if side else -0.9])
        foot = [[side * 0.4 - 0.3, 0.5], [side * 0.8, -0.6 if side else -0.5], tip, [side * 0.4 + 0.3, 0.5]]
        pen.area(foot, paint if side else middle)
        pen.disk(tip[0], tip[1], rng.uniform(0.12, 0.2), GOLD if rng.random() < 0.6 else paint)
    pen.area([[-0.7, 0.45], [0.7, 0.45], [0.7, 0.75], [-0.7, 0.75]], middle)


def _horned_cap(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    """Draw a cap whose long points curl down beside it."""
    n, two = int(rng.integers(2, 5)), rng.random() < 0.5
    for k in range(n):
        side = -1 + 2 * k / (n - 1)
        tip = np.array([side * 0.95, 0.25 - 0.9 * (1 - abs(side))])
        foot = [[side * 0.5 - 0.3, 0.8], [side * 0.75 - 0.25, -0.55 - 0.3 * (1 - abs(side))], tip]
        pen.area([*foot, [side * 0.5 + 0.3, 0.8]], other if two and k % 2 else paint)
        pen.disk(tip[0], tip[1] + 0.1, 0.15, GOLD if two else paint)


def _beaded_crown(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    """Draw a fool's crown: flaring points with a bead on each."""
    n = int(rng.integers(3, 6))
    x = np.linspace(-1, 1, 2 * n - 1)
    peak = np.arange(2 * n - 1) % 2 == 0
    y = np.where(peak, -0.45 - 0.4 * (1 - np.abs(x)) * rng.uniform(-0.3, 1), 0.15)
    pen.area(np.concatenate([np.stack([x, y], 1), [[0.65, 0.75], [-0.65, 0.75]]]), paint)
    for at, high in zip(x[peak], y[peak], strict=True):
        pen.disk(at, high - 0.1, 0.14, other if rng.random() < 0.4 else paint)


def _mask(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    pen.oval(0, 0, 0.75, 1.0, paint)
    for side in (-1, 1):
        pen.oval(side * 0.3, -0.2, 0.18, 0.1, DARK)
    sad = 0.3 * float(rng.choice([-1, 1]))
    pen.line([[-0.4, 0.45 - sad / 2], [0.0, 0.45 + sad / 2], [0.4, 0.45 - sad / 2]], DARK, 0.1)


def _smile(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    pen.disk(0, 0, 0.9, paint)
    face = paper_of(pen.canvas) if rng.random() < 0.6 else other
    for side in (-1, 1):
        pen.oval(side * 0.32, -0.25, 0.12, 0.2, face)
    t = np.linspace(0.15 * np.pi, 0.85 * np.pi, 12)
    pen.line(0.55 * np.stack([np.cos(t), np.sin(t)], 1), face, 0.14)


def _wheel(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    """Draw a cartwheel of colours."""
    for k, angle in enumerate(np.arange(0, 2 * np.pi, np.pi / 4)):
        ends = [[np.cos(angle + d), np.sin(angle + d)] for d in (0, np.pi / 4)]
        pen.area([[0, 0], *ends], paint if k % 2 else other)


def _bell(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    pen.area([[-0.2, -0.9], [0.2, -0.9], [0.5, -0.3], [0.6, 0.3], [0.9, 0.6], [-0.9, 0.6],
        [-0.6, 0.3], [-0.5, -0.3]], paint)  # fmt: skip
    pen.disk(0, 0.75, 0.22, other if rng.random() < 0.5 else paint)


def _marotte(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    """Draw a fool's staff with a head."""
    side = float(rng.choice([-1, 1]))
    pen.line([[-0.6 * side, 1.0], [0.2 * side, -0.2]], paint, 0.18)
    pen.disk(0.3 * side, -0.35, 0.36, other)
    for at in (-0.5, 0.1, 0.7):
        tip = [(0.3 + 0.7 * at) * side, -0.95 + 0.3 * abs(at)]
        pen.area([[0.05 * side, -0.5], tip, [0.6 * side, -0.45]], paint)


def _balls(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    """Draw a juggler's balls."""
    # Three would be a club without its stalk.
    n = int(rng.integers(4, 7))
    for k, angle in enumerate(np.linspace(np.pi, 2 * np.pi, n)):
        pen.disk(0.72 * np.cos(angle), 0.4 + 0.95 * np.sin(angle), 0.26, other if k % 2 else paint)


def _ruff(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    """Draw a pleated collar about a face."""
    pen.star(0, 0, 1.0, paint, int(rng.integers(10, 16)))
    pen.disk(0, 0, 0.5, other)


def _feathered(pen: Pen, rng: np.random.Generator, paint: Color, other: Color) -> None:
    """Draw a soft hat with a feather."""
    side = float(rng.choice([-1, 1]))
    pen.area(np.array([[-0.9, 0.6], [-0.7, 0.0], [0.1, -0.35], [0.8, 0.1], [0.95, 0.6]]) * [side, 1], paint)
    pen.area(np.array([[0.2, 0.3], [-0.1, -0.6], [-0.6, -1.0], [0.3, -0.8]]) * [side, 1], other)


WIZARDS: tuple[Sign, ...] = (
    _hat, _bent_hat, _star, _star, _woven_star, _crescent, _ball, _wand, _bolt, _flame, _flask, _eye, _spiral,
    _book,
)  # fmt: skip
"""Signs of Wizards, the first drawn more often; none of them is a suit's."""
JESTERS: tuple[Sign, ...] = (
    _cap, _cap, _horned_cap, _beaded_crown, _beaded_crown, _mask, _smile, _wheel, _bell, _marotte, _balls,
    _ruff, _feathered,
)  # fmt: skip
"""Signs of Jesters; none of them is a suit's."""
