"""What unclear sticks give when they are straightened once more, by vertices that are a little off."""

from collections.abc import Sequence

import numpy as np

from models.strips import straighten
from vision.sticks.marks import Marks, MarksReader, geometric_mean

CLEAR = 0.99
"""Probability that each of its marks must have for a stick to be left alone."""

SHIFTS = ((0.012, 0.04, 1.0, 1.05), (-0.012, -0.04, 1.0, 0.96))
"""Where else to cut a stick out: along it and across, as shares of its length and width, and how much longer
and wider."""


def again(
    image: np.ndarray, vertices: Sequence[np.ndarray], marks: Sequence[Marks], reader: MarksReader
) -> list[Marks]:
    """Give what sticks are once the unclear ones were read through shifted crops, too.

    What the looks agree about counts as much as one look did; what they disagree about becomes doubt.
    """
    unclear = [k for k, each in enumerate(marks) if is_open(each)]
    if not unclear:
        return list(marks)
    crops = [straighten(image, shifted(vertices[k], *shift)) for k in unclear for shift in SHIFTS]
    more = reader.read(np.stack(crops))
    found = list(marks)
    for at, k in enumerate(unclear):
        found[k] = shared_out(geometric_mean([marks[k], *more[at * len(SHIFTS) : (at + 1) * len(SHIFTS)]]))
    return found


def is_open(marks: Marks) -> bool:
    """Tell whether anything about a stick is unclear."""
    return min(float(each.max()) for each in (marks.notches, marks.hidden, marks.color, marks.state)) < CLEAR


def shared_out(marks: Marks) -> Marks:
    """Share out what pooling left as doubt, half of it for the sides, which check the notches."""
    each = (marks.notches, marks.color, marks.state)
    notches, color, state = (odds / max(1e-9, float(odds.sum())) for odds in each)
    sides = marks.sides / max(1e-9, float(marks.sides.sum()) ** 0.5)
    bases = marks.bases / np.maximum(1e-9, marks.bases.sum(1, keepdims=True))
    return Marks(notches, sides, color, state, bases)


def shifted(vertices: np.ndarray, along: float, across: float, longer: float, wider: float) -> np.ndarray:
    """Move a stick's vertices along and across it, and stretch them about their middle: float32 (6, 2)."""
    points = np.asarray(vertices, np.float32)
    axis = (points[1::2] - points[::2]).mean(0)
    long = max(1.0, float(np.linalg.norm(axis)))
    u = axis / long
    axes, middle = np.stack([u, [-u[1], u[0]]]), points.mean(0)
    wide = float(np.linalg.norm(points[4:] - points[2:4], axis=1).mean())
    own = (points - middle) @ axes.T * [longer, wider] + [along * long, across * wide]
    return (own @ axes + middle).astype(np.float32)
