"""Whether the outline of a find is a card's: geometric verification by a likelihood ratio.

A card ends where its outline does. The straight edges of a telephone or a sheet of paper go on beyond an
outline of a card's size that the networks laid upon it, and the sides of one about a mug or a flower of the
cloth are no straight edges.
"""

from collections.abc import Iterable
from math import log

import numpy as np

from models.resample import sampled
from vision.detect.edges import EDGE_LEVELS, EDGE_REACH, third_side
from vision.geometry.quads import Sides, area, edge_normals, intersection, sides

BEYOND = 0.4
"""How far beyond a quad's end its sides are followed, as a share of its short side."""

BEFORE_END, AFTER_END = np.linspace(0.5, 0.85, 12), np.linspace(0.1, 1.0, 12)
"""Where what lies to either side of an edge is compared: shares of a side, and of that way beyond its end."""

ALIKE = 0.4
"""Share of the contrast across a side by which what lies to one hand of it may differ further on, and which
must be left of it."""

USUAL_ASPECT = 1.475
"""Long side of a card to its short one, between poker's 1.40 and bridge's 1.56, where no size is known."""

HIDES = 0.1
"""Share of an outline that another card has in common with it from which two of its sides may be hidden, one
upon the other: a guess. Less hides a strip along one of them, or a corner."""

UNLIKELY = -2.0
"""Log-odds below which nobody is asked whether an unclear find is a card."""


def is_unlikely(
    image: np.ndarray, quad: np.ndarray, card: Sides | None, others: Iterable[np.ndarray] = ()
) -> bool:
    """Tell whether an outline is so much likelier another thing's than a card's that nobody is asked.

    image, quad, card, others: as `log_odds` has them.
    """
    return log_odds(image, quad, card, others) < UNLIKELY


def log_odds(
    image: np.ndarray, quad: np.ndarray, card: Sides | None, others: Iterable[np.ndarray] = ()
) -> float:
    """Give the logarithm of how many times likelier an outline is a card's than another thing's.

    image: uint8 (H, W, 3) BGR; quad: float32 (4, 2) pixels; card: how large one is in the frame, where known;
    others: where other cards lie, float32 (4, 2) each. The sides of what lies upon one or beneath one are
    hidden, or hardly seen, and their faintness tells nothing.

    Logistic regression, cards and things weighing alike, on finds read as no card at 82 drawn tables
    (seeds 331010 to 331079, and 331100 to 331111 on felt as white as paper, or dark): 251 looks at cards of
    other games, the least of which had -1.7, and 460 at telephones, sheets, boxes and round things.
    """
    found = sides(quad) if card is None else card.of(quad)
    if card is None:
        misfit = abs(log(found.long / found.short / USUAL_ASPECT))
    else:
        misfit = max(abs(log(a / b)) for a, b in zip(found, card, strict=True))
        misfit = max(0.0, misfit - log(card.nearer))
    hidden = any(intersection(quad, other) > HIDES * area(quad) for other in others)
    side = 1.0 if hidden else third_side(image, quad)
    return -3.6 - 5.1 * prolonged(image, quad) + 6.3 * side - 15.6 * misfit


def prolonged(image: np.ndarray, quad: np.ndarray) -> float:
    """Give the share along which two opposite sides of a quad go on beyond one of its ends: 0..1.

    A side goes on where the picture changes across its line as it does across the side itself.
    """
    around = list(edge_normals(quad))
    reach = BEYOND * sides(quad)[0]
    off = max(3.0, EDGE_REACH * sides(quad)[0])
    ends = []
    for before, after in zip(around[-1:] + around[:-1], around[1:] + around[:1], strict=True):
        a, b, out = before
        d, c, other = after
        ends.append(min(_goes_on(image, a, b, out, reach, off), _goes_on(image, c, d, other, reach, off)))
    return max(ends)


def _goes_on(
    image: np.ndarray, a: np.ndarray, b: np.ndarray, normal: np.ndarray, reach: float, off: float
) -> float:
    """Give the share of the prolongation of the side from a to b, beyond b, along which its edge goes on."""
    outer, inner = _beside(image, a, b, normal * off, BEFORE_END)
    own = np.median(outer - inner, 0)
    contrast = float(np.linalg.norm(own))
    if contrast < EDGE_LEVELS:
        return 0.0
    far = 1 + AFTER_END * reach / float(np.linalg.norm(b - a))
    beyond = _beside(image, a, b, normal * off, far)
    # Of what goes on one side may look otherwise: a cloth has a pattern, a display a lamp's reflection.
    alike = [
        np.linalg.norm(now - np.median(before, 0), axis=1) < ALIKE * contrast
        for now, before in zip(beyond, (outer, inner), strict=True)
    ]
    edge = np.linalg.norm(beyond[0] - beyond[1], axis=1) > max(EDGE_LEVELS, ALIKE * contrast)
    return float((edge & (alike[0] | alike[1])).mean())


def _beside(
    image: np.ndarray, a: np.ndarray, b: np.ndarray, off: np.ndarray, at: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Give the colours to either side of a line at shares of the way from a to b: float32 (N, 3) each."""
    base = a + at[:, None] * (b - a)
    points = np.stack([base + off, base - off]).astype(np.float32)
    outer, inner = sampled(image, points[..., 0].copy(), points[..., 1].copy()).astype(np.float32)
    return outer, inner
