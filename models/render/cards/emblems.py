"""Signs that stand for a person: a crown, a hat, a star, a mask, a cap with bells."""

import numpy as np

from models.render.cards import art
from models.render.cards.canvas import Canvas, Color, bgr
from models.render.cards.persons import oval, paper_of


def emblem(
    canvas: Canvas, center: np.ndarray, reach: float, rng: np.random.Generator, paint: Color, who: str
) -> None:
    """Draw a sign that stands for a person: a crown, a hat, a star, a mask, a cap with bells."""
    other = bgr(rng.integers(0, 256, 3))
    if who in ("king", "queen", "jack"):
        n = int(rng.integers(3, 6))
        x = np.linspace(-1, 1, 2 * n + 1)
        y = np.where(np.arange(2 * n + 1) % 2 == 1, -0.7, 0.0)
        canvas.polygon(
            center + reach * np.concatenate([np.stack([x, y], 1), [[0.9, 0.6], [-0.9, 0.6]]]), paint
        )
        return
    kind = int(rng.integers(4))
    if who == "wizard":
        if kind == 0:
            canvas.polygon(
                center + reach * np.array([[-0.6, 0.5], [rng.uniform(-0.3, 0.3), -1.0], [0.6, 0.5]]), paint
            )
            canvas.polygon(oval(center + [0, 0.5 * reach], reach, 0.25 * reach), paint)
            art.star(canvas, center, 0.25 * reach, other)
        elif kind == 1:
            art.star(canvas, center, reach, paint, int(rng.integers(5, 9)))
        elif kind == 2:  # a crescent and stars
            canvas.circle(tuple(center), 0.8 * reach, paint)
            canvas.circle(tuple(center + [0.35 * reach, -0.1 * reach]), 0.65 * reach, paper_of(canvas))
            art.star(canvas, center + [0.45 * reach, 0], 0.3 * reach, other)
        else:  # a crystal ball
            canvas.circle(tuple(center), 0.7 * reach, paint)
            canvas.circle(tuple(center - 0.25 * reach), 0.2 * reach, (245, 245, 245))
            canvas.polygon(
                center + reach * np.array([[-0.6, 1.0], [-0.4, 0.6], [0.4, 0.6], [0.6, 1.0]]), other
            )
    elif kind < 2:  # a cap with bells
        for side in (-1, 0, 1)[:: 1 + kind]:
            tip = center + reach * np.array([side * 0.95, 0.1 if side else -0.9])
            canvas.polygon(
                np.array(
                    [
                        center + [(side * 0.4 - 0.3) * reach, 0.5 * reach],
                        center + reach * np.array([side * 0.8, -0.6 if side else -0.5]),
                        tip,
                        center + [(side * 0.4 + 0.3) * reach, 0.5 * reach],
                    ]
                ),
                paint if side else other,
            )
            canvas.circle(tuple(tip), 0.14 * reach, (50, 190, 235))
        canvas.rectangle(
            tuple(center + reach * np.array([-0.7, 0.45])),
            tuple(center + reach * np.array([0.7, 0.75])),
            other,
        )
    elif kind == 2:  # a mask
        canvas.polygon(oval(center, 0.75 * reach, reach), paint)
        for side in (-1, 1):
            canvas.polygon(
                oval(center + reach * np.array([side * 0.3, -0.2]), 0.18 * reach, 0.1 * reach), (15, 15, 15)
            )
        mouth = center + reach * np.array([[-0.4, 0.3], [0.0, 0.6], [0.4, 0.3]])
        canvas.line(mouth, (15, 15, 15), 0.1 * reach)
    else:  # a cartwheel of colours
        for k, angle in enumerate(np.arange(0, 2 * np.pi, np.pi / 4)):
            ends = [[np.cos(angle + d), np.sin(angle + d)] for d in (0, np.pi / 4)]
            canvas.polygon(center + reach * np.array([[0, 0], *ends]), paint if k % 2 else other)
