"""The one camera that sees all sticks of a picture, and where it must see each of them.

Sticks of a set have one size and lie on one table: a camera, a size and three numbers a stick say where all
their vertices are. Fitted to what the refining network found, vertex by vertex, that is several times more
exact than the network, puts right what it mistook, and tells a stick that does not lie flat.

Millimetres as of a stick 92 long; the table is z = 0, x to the right and y down in the picture, z away from
the camera.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

LENGTH = 92.0
"""A stick's length in millimetres (docs/kit.md); only ratios matter."""

SIDE = 16.0 / LENGTH
"""Its side as a share of its length."""

FOCAL = 0.8
"""The focal length that cameras have about, in widths of the picture: they look 64 degrees wide."""

DOUBT = np.array([0.25, 0.25, 0.25, 9.0, 0.08])
"""Standard deviations that are expected of a camera's and a set's numbers: logarithms and radians."""

FAR = 1.0
"""Errors beyond which a vertex counts less and less (Cauchy's weights)."""

STEPS, TRIES = 15, 6
TINY = 1e-9
"""What keeps numbers apart that nothing in the picture speaks of."""

ENOUGH = 1e-3
"""Share of the cost by which a step must lower it for another one to be worth its time."""

KEPT = 0.5
"""Share of what is known of a camera that is kept from throw to throw: errors are alike, and it is pushed."""

SUREST = 0.005
"""Standard deviation, a logarithm or radians, below which a camera's numbers are never known."""

_ALONG = np.array([-1, 1, -1, 1, -1, 1]) * LENGTH / 2
_ACROSS = np.array([0, 0, -1, -1, 1, 1])
_UP = np.array([1, 1, 0, 0, 0, 0])
_HEIGHT = np.sqrt(3) / 2

VIEW, POSE = 5, 4
_DELTA_VIEW, _DELTA_POSE = [1e-4] * VIEW, [0.05, 0.05, 1e-4, 1e-4]


@dataclass(frozen=True, eq=False)
class View:
    """What earlier pictures told of the camera and of the sticks' size.

    numbers: float (VIEW,), the first ones that `_project` takes; sqrt_information: float (VIEW, VIEW), a root
    of the information matrix: it tells in standard deviations how far others are from these; size: the
    pictures' (w, h).
    """

    numbers: np.ndarray
    sqrt_information: np.ndarray
    size: tuple[int, int]


@dataclass(frozen=True, eq=False)
class Fit:
    """Sticks as one camera sees them.

    vertices: float32 (N, 6, 2) pixels, in the order of models.strips; reprojection_error: float (N,), how far
    what was found is from that, root mean square in its own errors; rise: float (N,), radians by which each
    stick's right end is higher than its left one; cost: what the fit could not explain; numbers: float
    (VIEW + POSE * N,), the camera's and the sticks'.
    """

    vertices: np.ndarray
    reprojection_error: np.ndarray
    rise: np.ndarray
    cost: float
    numbers: np.ndarray


def agreed(
    found: np.ndarray,
    errors: np.ndarray,
    size: Sequence[int],
    close: float,
    known: Sequence[int] = (),
    view: View | None = None,
) -> Fit:
    """Fit one camera to sticks of which some may have been mistaken, shapes as for `bundle_adjust`.

    close: reprojection error up to which a stick agrees with the others; known: those that agreed before
    others came; view: what is known of the camera.
    """
    best = of_all = bundle_adjust(found, errors, size, view=view)
    keep, fits = list(range(len(found))), [of_all]
    while len(keep) > 2 and best.reprojection_error.max() > close:
        # The camera is drawn away by what is no stick there: leave out what keeps the others apart most.
        tries = [
            (bundle_adjust(found[rest], errors[rest], size, view=view), rest) for rest in _without_one(keep)
        ]
        best, keep = min(tries, key=lambda pair: pair[0].cost)
    if len(keep) < len(found):
        fits.append(_about(best, keep, found, errors, size, view))
        if len(known) > 1:
            # What is mistaken in one way agrees with each other, too: the stripes of a cloth.
            chosen = list(known)
            some = bundle_adjust(found[chosen], errors[chosen], size, view=view)
            fits.append(_about(some, chosen, found, errors, size, view))
    return min(fits, key=lambda each: (bool((each.reprojection_error[list(known)] > close).any()), each.cost))


def _about(
    some: Fit,
    which: list[int],
    found: np.ndarray,
    errors: np.ndarray,
    size: Sequence[int],
    view: View | None,
) -> Fit:
    """Fit a camera to all sticks that begins as the one which sees some of them."""
    start = _start(found, size)
    start[:VIEW] = some.numbers[:VIEW]
    start[VIEW:].reshape(-1, POSE)[which] = some.numbers[VIEW:].reshape(-1, POSE)
    return bundle_adjust(found, errors, size, start=start, view=view)


def _without_one(items: list[int]) -> list[list[int]]:
    return [[item for item in items if item != left] for left in items]


def bundle_adjust(
    found: np.ndarray,
    errors: np.ndarray,
    size: Sequence[int],
    raised: Sequence[int] = (),
    start: np.ndarray | None = None,
    view: View | None = None,
) -> Fit:
    """Fit one camera to sticks that lie on one table: bundle adjustment (Triggs and others, 2000).

    By Levenberg and Marquardt's steps over the reprojection errors, under Cauchy's robust weights.

    found: float (N, 6, 2) pixels, N at least one; errors: float (N, 6), their standard deviations in pixels;
    size: the picture's (w, h); raised: those that may have one end in the air; start: the numbers to begin
    with; view: what is known of the camera.
    """
    sticks = _Sticks(found, errors, size, view)
    free = sticks.free(raised)
    best, damping = sticks.start if start is None else start, 1e-2
    vertex, prior = sticks.residuals(best)
    least = _cost(vertex, prior)
    for _ in range(STEPS):
        square, slope = sticks.normal_equations(best, vertex, prior, free)
        for _ in range(TRIES):
            trial = best.copy()
            trial[free] -= np.linalg.solve(square + damping * np.diag(np.diag(square) + TINY), slope)
            with np.errstate(over="ignore", invalid="ignore"):  # a step too wide is not taken
                new = sticks.residuals(trial)
                now = _cost(*new)
            if now < least:
                break
            damping *= 5
        else:
            break
        done = least - now < ENOUGH * least
        best, (vertex, prior), least, damping = trial, new, now, max(damping / 5, 1e-6)
        if done:
            break
    seen = _project(best[None], size)[0].astype(np.float32)
    return Fit(seen, np.sqrt((vertex**2).sum(-1).mean(-1)), best[VIEW + 3 :: POSE], least, best)


def marginalise(found: np.ndarray, errors: np.ndarray, size: Sequence[int], view: View | None) -> View:
    """Say what is known of the camera once these sticks were seen, too; shapes as for `bundle_adjust`.

    Where the sticks lay is marginalised: the information that is left of the camera is the Schur complement.

    view: what was known before them.
    """
    sticks = _Sticks(found, errors, size, view)
    numbers = bundle_adjust(found, errors, size, view=view).numbers
    square, _ = sticks.normal_equations(numbers, *sticks.residuals(numbers), sticks.free())
    ours, theirs, between = square[:VIEW, :VIEW], square[VIEW:, VIEW:], square[:VIEW, VIEW:]
    information = ours - between @ np.linalg.solve(theirs + TINY * np.eye(len(theirs)), between.T)
    sure, axes = np.linalg.eigh(KEPT * information)
    return View(numbers[:VIEW], np.sqrt(np.clip(sure, 0, SUREST**-2.0))[:, None] * axes.T, (size[0], size[1]))


class _Sticks:
    """What was found in one picture, and how badly numbers explain it."""

    def __init__(self, found: np.ndarray, errors: np.ndarray, size: Sequence[int], view: View | None) -> None:
        self._found, self._errors, self._size = np.asarray(found, float), np.asarray(errors, float), size
        self.start = _start(self._found, size)
        if view is not None:
            self.start[:VIEW] = view.numbers
        self._usual = self.start[:VIEW].copy()
        self._sqrt_information = np.diag(1 / DOUBT) if view is None else view.sqrt_information

    def free(self, raised: Sequence[int] = ()) -> list[int]:
        """List the numbers that are sought: a stick that lies has no rise."""
        poses = [VIEW + POSE * i for i in range(len(self._found))]
        return [*range(VIEW), *(at + k for at in poses for k in range(3)), *(poses[i] + 3 for i in raised)]

    def residuals(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Say how far numbers (..., n) are off, in errors: of each vertex (..., N, 6, 2), of the view."""
        seen = _project(np.atleast_2d(numbers), self._size).reshape(*numbers.shape[:-1], *self._found.shape)
        view = (numbers[..., :VIEW] - self._usual) @ self._sqrt_information.T
        return (seen - self._found) / self._errors[..., None], view

    def normal_equations(
        self, numbers: np.ndarray, vertex: np.ndarray, prior: np.ndarray, free: list[int]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Give the normal equations about numbers that are off by `vertex` and `prior`: (n, n) and (n,)."""
        deltas = np.array(_DELTA_VIEW + _DELTA_POSE * len(self._found))[free]
        moved = np.repeat(numbers[None], len(free), 0)
        moved[range(len(free)), free] += deltas
        vertices, priors = self.residuals(moved)
        rows = ((vertices - vertex) / deltas[:, None, None, None]).reshape(len(free), -1).T
        views = ((priors - prior) / deltas[:, None]).T
        weights = np.repeat(1 / (1 + (vertex**2).sum(-1).ravel() / FAR**2), 2)
        square = rows.T @ (rows * weights[:, None]) + views.T @ views
        return square, rows.T @ (weights * vertex.ravel()) + views.T @ prior


def _cost(vertex: np.ndarray, prior: np.ndarray) -> float:
    return float(FAR**2 * np.log1p((vertex**2).sum(-1) / FAR**2).sum() + (prior**2).sum())


def _start(found: np.ndarray, size: Sequence[int]) -> np.ndarray:
    """Guess a camera straight above, and where the sticks lie: float (VIEW + POSE * N,)."""
    w, h = size
    axes = (found[:, 3] - found[:, 2] + found[:, 5] - found[:, 4]) / 2
    distance = FOCAL * w * LENGTH / max(1.0, float(np.median(np.linalg.norm(axes, axis=1))))
    middle = (found[:, 2:].mean(1) - [(w - 1) / 2, (h - 1) / 2]) * distance / (FOCAL * w)
    poses = np.column_stack([middle, np.arctan2(axes[:, 1], axes[:, 0]), np.zeros(len(found))])
    return np.concatenate([[np.log(FOCAL), 0, 0, np.log(distance), np.log(SIDE)], poses.ravel()])


def _project(numbers: np.ndarray, size: Sequence[int]) -> np.ndarray:
    """Give where cameras see sticks: float (B, N, 6, 2) pixels.

    numbers: float (B, VIEW + POSE * N): logarithm of the focal length in widths, tilts about x and y,
    logarithms of the distance and of the side by the length; of each stick x, y, its angle and its rise.
    """
    w, h = size
    focal, tilt, swing, distance, side = numbers[:, :VIEW].T[..., None, None]
    x, y, angle, rise = numbers[:, VIEW:].reshape(len(numbers), -1, POSE).transpose(2, 0, 1)[..., None]
    # Each once: this is what fitting a camera spends its time on.
    cos_tilt, cos_swing, cos_angle, cos_rise = np.cos(tilt), np.cos(swing), np.cos(angle), np.cos(rise)
    sin_tilt, sin_swing, sin_angle, sin_rise = np.sin(tilt), np.sin(swing), np.sin(angle), np.sin(rise)
    side = np.exp(side) * LENGTH
    along, up = _ALONG, _UP * side * _HEIGHT
    # Raised, a stick stands on its lower end.
    high = np.abs(sin_rise) * LENGTH / 2 + along * sin_rise + up * cos_rise
    along = along * cos_rise - up * sin_rise
    across = _ACROSS * side / 2
    px = x + cos_angle * along - sin_angle * across
    py = y + sin_angle * along + cos_angle * across
    px, pz = cos_swing * px - sin_swing * high, -sin_swing * px - cos_swing * high
    py, pz = cos_tilt * py - sin_tilt * pz, sin_tilt * py + cos_tilt * pz
    # Whole numbers are the middles of pixels.
    scale = np.exp(focal) * w / np.maximum(pz + np.exp(distance), LENGTH / 2)
    pixels = np.empty((*scale.shape, 2))
    pixels[..., 0], pixels[..., 1] = px * scale + (w - 1) / 2, py * scale + (h - 1) / 2
    return pixels
