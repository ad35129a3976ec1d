"""What unclear sticks give when they are straightened once more, by vertices that are a little off."""

from collections.abc import Sequence

import numpy as np

from models.strips import straighten
from vision.sticks.reader import Posterior, PosteriorReader, geometric_mean

CLEAR_PART = 0.99
"""Probability that each part of its posterior must have for a stick to be left alone."""

STICK_SHIFTS = ((0.012, 0.04, 1.0, 1.05), (-0.012, -0.04, 1.0, 0.96))
"""Where else to cut a stick out: along it and across, as shares of its length and width, and how much longer
and wider."""


def again(
    image: np.ndarray,
    vertices: Sequence[np.ndarray],
    posteriors: Sequence[Posterior],
    reader: PosteriorReader,
) -> list[Posterior]:
    """Give what sticks are once the unclear ones were read through shifted crops, too.

    What the looks agree about counts as much as one look did; what they disagree about becomes doubt.
    """
    unclear = [k for k, each in enumerate(posteriors) if is_open(each)]
    if not unclear:
        return list(posteriors)
    crops = [straighten(image, shifted(vertices[k], *shift)) for k in unclear for shift in STICK_SHIFTS]
    more = reader.read(np.stack(crops))
    found = list(posteriors)
    for at, k in enumerate(unclear):
        others = more[at * len(STICK_SHIFTS) : (at + 1) * len(STICK_SHIFTS)]
        found[k] = shared_out(geometric_mean([posteriors[k], *others]))
    return found


def is_open(posterior: Posterior) -> bool:
    """Tell whether anything about a stick is unclear."""
    parts = (posterior.notches, posterior.hidden, posterior.color, posterior.state)
    return min(float(each.max()) for each in parts) < CLEAR_PART


def shared_out(posterior: Posterior) -> Posterior:
    """Share out what pooling left as doubt, half of it for the sides, which check the notches."""
    each = (posterior.notches, posterior.color, posterior.state)
    notches, color, state = (odds / max(1e-9, float(odds.sum())) for odds in each)
    sides = posterior.sides / max(1e-9, float(posterior.sides.sum()) ** 0.5)
    bases = posterior.bases / np.maximum(1e-9, posterior.bases.sum(1, keepdims=True))
    return Posterior(notches, sides, color, state, bases)


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
