"""How far a quad is from lying in the plane in which another card of the same size lies."""

from collections.abc import Sequence

import numpy as np

ASPECTS = np.array([1.36, 1.40, 1.44, 1.48, 1.52, 1.57])
"""Long sides of cards to short ones: 63 by 88 mm, 57 by 89, and what lies between and about them."""

USUAL_ASPECT, ODD_ASPECT = 1.44, 0.2
"""The commonest of them, and how much worse, as a share, cards may agree by it than by one that differs by
all: a guess."""


def anisotropy(known: np.ndarray, quad: np.ndarray) -> float:
    """Tell by how much a card at `quad` is stretched one way if it is one that lies as `known` does: from 1.

    known, quad: float32 (4, 2) pixels, either end first. Both are taken for affine pictures of one rectangle;
    the map from the one to the other is then a turn and a scale, whose singular values are equal, unless
    their planes differ (Hartley and Zisserman, *Multiple View Geometry*, 2004, section 2.7). What a card's
    sides are to each other is not known, so the kindest of `ASPECTS` counts.
    """
    first, second = _affine(known), _affine(quad)
    if abs(np.linalg.det(first)) < 1e-6:
        return float("inf")
    (a, b), (c, d) = np.linalg.solve(first, second)
    # The same map between rectangles of each shape; the ratio of singular values of two rows in closed form.
    squares = a * a + d * d + (b / ASPECTS) ** 2 + (c * ASPECTS) ** 2
    twice = 2 * abs(a * d - b * c)
    if twice < 1e-9:
        return float("inf")
    return float(((squares + np.sqrt(np.maximum(squares**2 - twice**2, 0))) / twice).min())


def plane_of(quads: Sequence[np.ndarray]) -> np.ndarray:
    """Give the map of directions that makes cards on one table what a camera from right above sees.

    quads: float32 (4, 2) pixels each, either end first. Gives float64 (2, 2) of determinant 1, up to a turn:
    the metric in which the sides of each stand upright on each other, and are to each other as those of every
    other (metric rectification, Hartley and Zisserman, section 2.7), by least squares over cards of the
    likeliest of `ASPECTS`. What is nearer may look larger.
    """
    pairs = [_affine(quad) for quad in quads]
    best = min((_metric(pairs, aspect) for aspect in ASPECTS), key=lambda fit: fit[0])[1]
    values, vectors = np.linalg.eigh(best)
    values = np.maximum(values, 1e-9)
    return vectors * np.sqrt(values / np.sqrt(values.prod())) @ vectors.T


def _metric(pairs: Sequence[np.ndarray], aspect: float) -> tuple[float, np.ndarray]:
    """Fit the metric to cards' sides: what is left of their differences, and float64 (2, 2), symmetric."""
    rows = []
    for pair in pairs:
        (ax, bx), (ay, by) = pair / np.sqrt(max(1e-6, abs(np.linalg.det(pair))))
        rows += [
            (ax * bx, ax * by + ay * bx, ay * by),
            (
                (ax * ax * aspect - bx * bx / aspect) / 2,
                ax * ay * aspect - bx * by / aspect,
                (ay * ay * aspect - by * by / aspect) / 2,
            ),
        ]
    _, values, vectors = np.linalg.svd(np.array(rows), full_matrices=True)
    a, b, c = vectors[2] if vectors[2, 0] + vectors[2, 2] > 0 else -vectors[2]
    left = float(values[2]) if len(values) > 2 else 0.0
    # Cards that all point one way do not tell what their sides are to each other.
    return left + ODD_ASPECT * abs(np.log(aspect / USUAL_ASPECT)), np.array([[a, b], [b, c]])


def _affine(quad: np.ndarray) -> np.ndarray:
    """Give a card's short and long side as columns, float64 (2, 2): the means of its opposite sides."""
    a, b, c, d = np.asarray(quad, np.float64)
    across, along = (b - a + c - d) / 2, (d - a + c - b) / 2
    if np.hypot(*across) > np.hypot(*along):
        across, along = along, -across
    return np.column_stack([across, along])
