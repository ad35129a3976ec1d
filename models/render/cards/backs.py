"""Backs as printers make them: a white margin, a frame, and a pattern that is the same either way up."""

import numpy as np

from models.render.cards import art, persons
from models.render.cards.canvas import Canvas, Color


def back(canvas: Canvas, rng: np.random.Generator) -> None:
    """Draw the back of a card.

    Most have a margin: without one only its outline tells a back from a printed cloth.
    """
    w, h = canvas.size_mm
    edge = float(rng.uniform(1.5, 6.5)) if rng.random() < 0.75 else 0.0
    margin = (245, 248, 248) if rng.random() < 0.85 else art.color(rng)
    ground, paint, third = art.color(rng, 0, 220), art.color(rng, 60, 255), art.color(rng)
    if rng.random() < 0.4:  # one ink upon white
        ground, third = (245, 246, 247), (245, 246, 247)
        paint = ((30, 25, 170), (140, 50, 20), (40, 40, 40), (40, 110, 30))[int(rng.integers(4))]
    canvas.rectangle((0, 0), (w, h), margin)
    box = (edge, edge, w - edge, h - edge)
    canvas.rectangle(box[:2], box[2:], ground)
    inside = persons.clipped(canvas, box)
    kind = int(rng.integers(6))
    if kind < 2:
        persons.lattice(canvas, box, rng, [ground, paint])
    elif kind == 2:
        _scrolls(canvas, rng, paint)
        art.doubled(canvas, (0, 0, w, h))
    elif kind == 3:
        art.landscape(canvas, box, rng, ground, float(rng.uniform(0.2, 1.0)))
        art.doubled(canvas, (0, 0, w, h))
    elif kind == 4:
        for k in range(int(rng.integers(3, 9))):
            d = edge + 1.0 + 3.0 * k
            canvas.rectangle((d, d), (w - d, h - d), paint if k % 2 else third, float(rng.uniform(0.4, 1.6)))
    else:
        rays = int(rng.integers(8, 40))
        for angle in np.arange(rays) * 2 * np.pi / rays:
            far = 60 * np.array(
                [
                    [0, 0],
                    [np.cos(angle), np.sin(angle)],
                    [np.cos(angle + np.pi / rays), np.sin(angle + np.pi / rays)],
                ]
            )
            canvas.polygon(np.array([w / 2, h / 2]) + far, paint)
    inside()
    middle = np.array([w / 2, h / 2])
    if rng.random() < 0.5:
        _medallion(canvas, rng, middle, float(rng.uniform(6, 18)), ground, paint)
    if rng.random() < 0.5:
        d = edge + float(rng.uniform(0.8, 3.0))
        canvas.rectangle((d, d), (w - d, h - d), paint, float(rng.uniform(0.4, 1.2)))
    if rng.random() < 0.15:  # the game's name, either way up
        word = ("WIZARD", "CARDS", "CASINO", "PREMIUM", "CLUB")[int(rng.integers(5))]
        for side in (-1, 1):
            canvas.text(word, (w / 2, h / 2 + side * 0.3 * h), 7, third, flip=side > 0, most=0.7 * w)


def _medallion(
    canvas: Canvas, rng: np.random.Generator, middle: np.ndarray, reach: float, ground: Color, paint: Color
) -> None:
    kind = int(rng.integers(4))
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    canvas.polygon(middle + np.stack([reach * np.cos(t), 1.25 * reach * np.sin(t)], 1), ground)
    if kind == 0:
        art.star(canvas, middle, 0.8 * reach, paint, int(rng.integers(3, 7)) * 2)
    elif kind == 1:
        for k in range(1, 5):
            canvas.circle(tuple(middle), reach * k / 5, paint, 0.5)
    elif kind == 2:
        petals = int(rng.integers(2, 6)) * 2
        for k in range(petals):
            angle = 2 * np.pi * k / petals
            canvas.circle(
                tuple(middle + 0.5 * reach * np.array([np.cos(angle), np.sin(angle)])),
                0.3 * reach,
                paint,
                0.7,
            )
    else:
        canvas.line(
            middle + np.stack([reach * np.cos(t), 1.25 * reach * np.sin(t)], 1), paint, 0.8, closed=True
        )


def _scrolls(canvas: Canvas, rng: np.random.Generator, paint: Color) -> None:
    """Draw curls all over, each a spiral with leaves, mirrored left and right."""
    w, h = canvas.size_mm
    for _ in range(int(rng.integers(8, 26))):
        start, turns = rng.uniform([0, 0], [w / 2, h / 2 + 6]), rng.uniform(0.7, 2.0)
        t = np.linspace(0.1, 1, 30)
        reach = rng.uniform(3, 10) * t
        angle = rng.uniform(0, 6.28) + turns * 2 * np.pi * t
        curl = start + np.stack([reach * np.cos(angle), reach * np.sin(angle)], 1)
        for points in (curl, curl * [-1, 1] + [w, 0]):
            canvas.line(points, paint, 0.6)
            canvas.circle(tuple(points[-1]), 0.9, paint)
