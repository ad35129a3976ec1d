"""Sticks as they were found, laid on one table: where each must be if it lies flat, and how well it fits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.stick_camera import agreed, fit
from vision.stick_geometry import length

EXACT = 0.0025
"""Error of a vertex, as a share of the stick's length, that there is at least."""

OF_SPREAD = 0.25
"""A vertex's error as a share of the spread of its map."""

FITS = 1.5
"""Misfit up to which a stick lies flat by where its edges are; beyond, one end of it may be in the air."""

CLOSE = 4.0
"""Misfit from which a stick was badly found, or does not lie flat at all."""

LEANS, MIGHT = 10.0, 3.5
"""Gain by one end in the air (Bar.lean) from which a stick leans on something, and from which it might.

Of 207 sound drawn throws one has a stick beyond the first and nine beyond the second, of 20 with a leaning
stick 14 and 16."""

RISE = float(np.radians(3))
"""Radians by which a stick must rise to lean on something."""

FITTED = 6
"""Finds, the surest, that are held to be seen by one camera."""


@dataclass(frozen=True, eq=False)
class Bar:
    """A stick's vertices, float32 (6, 2) pixels in the order of `models.strips`, and how sure the networks
    are that a stick is there, 0..1.

    spread: float (6,), how far about each vertex it might be as well, in pixels; None where nobody says.
    found: the vertices as they were found, where those above are as one camera must see them. misfit: how far
    these are from each other, in the errors expected of them. lean: how much better the picture is explained
    where one end of this stick is in the air.
    """

    vertices: np.ndarray
    sure: float
    spread: np.ndarray | None = None
    found: np.ndarray | None = None
    misfit: float = 0.0
    lean: float = 0.0

    @property
    def fits(self) -> bool:
        """Tell whether it was laid on the table, and its edges are where they must be then."""
        return self.found is not None and self.misfit < FITS


def lie(bars: Sequence[Bar], size: Sequence[int]) -> list[Bar]:
    """Lay what was found in a picture of `size` (w, h) on one table, under one camera."""
    lain = list(bars)
    chosen = [i for i, bar in enumerate(bars) if bar.spread is not None][:FITTED]
    if not chosen:
        return lain
    found = np.stack([bars[i].vertices if bars[i].found is None else bars[i].found for i in chosen])
    least = [EXACT * length(each) for each in found]
    errors = np.hypot(OF_SPREAD * np.stack([bars[i].spread for i in chosen]), np.array(least)[:, None])
    known = [k for k, i in enumerate(chosen) if bars[i].found is not None and bars[i].misfit <= CLOSE]
    flat = agreed(found, errors, size, CLOSE, known)
    for k, i in enumerate(chosen):
        lean = 0.0
        if flat.misfit[k] > FITS:
            leaning = fit(found, errors, size, [k])
            lean = flat.cost - leaning.cost if abs(leaning.rise[k]) > RISE else 0.0
        lain[i] = replace(
            bars[i], vertices=flat.vertices[k], found=found[k], misfit=float(flat.misfit[k]), lean=lean
        )
    return lain
