"""How far a quad is from lying in the plane in which another card of the same size lies."""

import numpy as np

ASPECTS = np.array([1.36, 1.40, 1.44, 1.48, 1.52, 1.57])
"""Long sides of cards to short ones: 63 by 88 mm, 57 by 89, and what lies between and about them."""


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


def _affine(quad: np.ndarray) -> np.ndarray:
    """Give a card's short and long side as columns, float64 (2, 2): the means of its opposite sides."""
    a, b, c, d = np.asarray(quad, np.float64)
    across, along = (b - a + c - d) / 2, (d - a + c - b) / 2
    if np.hypot(*across) > np.hypot(*along):
        across, along = along, -across
    return np.column_stack([across, along])
