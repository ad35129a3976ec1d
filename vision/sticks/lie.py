"""Sticks as they were found, laid on one table: where each must be if it lies flat, and how well it fits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.strips import turned
from vision.sticks import camera
from vision.sticks.camera import View, agreed, bundle_adjust
from vision.sticks.geometry import length

LEAST_VERTEX_ERROR = 0.0025
"""Error of a vertex, as a share of the stick's length, that there is at least."""

OF_SPREAD = 0.25
"""A vertex's error as a share of the spread of its map."""

FLAT_MISFIT = 1.5
"""Misfit up to which a stick lies flat by where its edges are; beyond, one end of it may be in the air."""

BAD_MISFIT = 4.0
"""Misfit from which a stick was badly found, or does not lie flat at all."""

LEANS, MIGHT = 10.0, 3.5
"""Gain by one end in the air (Bar.lean) from which a stick leans on something, and from which it might.

Of 207 sound drawn throws one has a stick beyond the first and nine beyond the second, of 20 with a leaning
stick 14 and 16."""

SEEN_LEANING, ODD = 6.0, 3.0
"""Under a camera that is known from earlier throws: the gain from which a stick leans, and the reprojection
error from which it might.

Of 72 drawn throws with a leaning stick 51 are to be thrown again by them and 16 asked about
(models/README.md)."""

RISE_RAD = float(np.radians(3))
"""Radians by which a stick must rise to lean on something."""

FITTED = 6
"""Finds, the surest, that are held to be seen by one camera."""


@dataclass(frozen=True, eq=False)
class Bar:
    """A stick that was found, as a three-sided bar in space.

    vertices: float32 (6, 2) pixels in the order of `models.strips`; sure: how sure the networks are that a
    stick is there, 0..1.
    spread: float (6,), how far about each vertex it might be as well, in pixels; None where nobody says.
    found: the vertices as they were found, where those above are as one camera must see them.
    reprojection_error: how far these are from each other, in the errors expected of them. lean: how much
    better the picture is explained where one end of this stick is in the air. held: whether the camera was
    known from earlier throws.
    """

    vertices: np.ndarray
    sure: float
    spread: np.ndarray | None = None
    found: np.ndarray | None = None
    reprojection_error: float = 0.0
    lean: float = 0.0
    held: bool = False

    def turned(self) -> "Bar":
        """Name its ends the other way round."""
        found, spread = (None if each is None else turned(each) for each in (self.found, self.spread))
        return replace(self, vertices=turned(self.vertices), found=found, spread=spread)

    @property
    def leans(self) -> bool:
        """Tell whether one end of it is in the air."""
        return self.lean > (SEEN_LEANING if self.held else LEANS)

    @property
    def might_lean(self) -> bool:
        """Tell whether one end of it may be in the air."""
        return self.lean > MIGHT or (self.held and self.reprojection_error > ODD)

    @property
    def fits(self) -> bool:
        """Tell whether it was laid on the table, and its edges are where they must be then."""
        return self.found is not None and self.reprojection_error < FLAT_MISFIT


def lie(bars: Sequence[Bar], size: Sequence[int], view: View | None = None) -> list[Bar]:
    """Lay what was found in a picture of `size` (w, h) on one table, under one camera.

    view: what is known of the camera from before; it is not believed where the sticks agree on another one.
    """
    lain = list(bars)
    chosen = [i for i, bar in enumerate(bars) if bar.spread is not None][:FITTED]
    if not chosen:
        return lain
    if view is not None and view.size != tuple(size):
        view = None
    found, errors = _found([bars[i] for i in chosen])
    known = [
        k
        for k, i in enumerate(chosen)
        if bars[i].found is not None and bars[i].reprojection_error <= BAD_MISFIT
    ]
    flat = agreed(found, errors, size, BAD_MISFIT, known, view)
    if view is not None and len(chosen) > 1 and (flat.reprojection_error <= FLAT_MISFIT).sum() < 2:
        anew = agreed(found, errors, size, BAD_MISFIT, known)
        if (anew.reprojection_error <= FLAT_MISFIT).sum() > 1:
            flat, view = anew, None
    for k, i in enumerate(chosen):
        lean = 0.0
        if flat.reprojection_error[k] > FLAT_MISFIT:
            leaning = bundle_adjust(found, errors, size, [k], view=view)
            lean = flat.cost - leaning.cost if abs(leaning.rise[k]) > RISE_RAD else 0.0
        lain[i] = replace(
            bars[i],
            vertices=flat.vertices[k],
            found=found[k],
            reprojection_error=float(flat.reprojection_error[k]),
            lean=lean,
            held=view is not None,
        )
    return lain


def marginalise(bars: Sequence[Bar], size: tuple[int, int], view: View | None) -> View | None:
    """Say what is known of the camera after a throw, `view` being what was known before it.

    Sticks tell something where all of them lie as they must.
    """
    lying = [bar for bar in bars if bar.fits and bar.spread is not None]
    if len(lying) < len(bars) or not lying:
        return view
    found, errors = _found(lying)
    if view is not None and (
        view.size != size
        or bundle_adjust(found, errors, size, view=view).reprojection_error.max() > FLAT_MISFIT
    ):
        view = None
    return camera.marginalise(found, errors, size, view)


def _found(bars: Sequence[Bar]) -> tuple[np.ndarray, np.ndarray]:
    """Give the vertices as they were found, (N, 6, 2), and their errors, (N, 6), in pixels."""
    found = np.stack([bar.vertices if bar.found is None else bar.found for bar in bars])
    least = np.array([LEAST_VERTEX_ERROR * length(each) for each in found])
    spread = np.stack([bar.spread for bar in bars if bar.spread is not None])
    return found, np.hypot(OF_SPREAD * spread, least[:, None])
