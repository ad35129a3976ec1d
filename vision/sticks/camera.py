"""The one camera that sees all sticks of a picture, and where it must see each of them.

Sticks of a set have one size and lie on one table: a camera, a size and three numbers a stick say where all
their vertices are. Fitted to what the refining network found, vertex by vertex, that is several times more
exact than the network, puts right what it mistook, and tells a stick that does not lie flat.

Millimetres as of a stick 92 long; the table is z = 0, x to the right and y down in the picture, z away from
the camera.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

LENGTH_MM = 92.0
"""A stick's length in millimetres (docs/kit.md); only ratios matter."""

SIDE = 16.0 / LENGTH_MM
"""Its side as a share of its length."""

FOCAL = 0.8
"""The focal length that cameras have about, in widths of the picture: they look 64 degrees wide."""

DOUBT = np.array([0.25, 0.25, 0.25, 9.0, 0.08])
"""Standard deviations that are expected of a camera's and a set's numbers: logarithms and radians."""

OUTLIER_ERRORS = 1.0
"""Errors beyond which a vertex counts less and less (Cauchy's weights)."""

MOST_STEPS, MOST_TRIES = 15, 6
"""Steps that lower the cost at most, and tries in a row that do not (Levenberg-Marquardt): guesses."""

TINY = 1e-9
"""What keeps numbers apart that nothing in the picture speaks of."""

LEAST_GAIN = 1e-3
"""Share of the cost by which a step must lower it for another one to be worth its time."""

KEPT_KNOWLEDGE = 0.5
"""Share of what is known of a camera that is kept from throw to throw: errors are alike, and it is pushed."""

SUREST = 0.005
"""Standard deviation, a logarithm or radians, below which a camera's numbers are never known."""

_ALONG = np.array([-1, 1, -1, 1, -1, 1]) * LENGTH_MM / 2
_ACROSS = np.array([0, 0, -1, -1, 1, 1])
_UP = np.array([1, 1, 0, 0, 0, 0])
_HEIGHT = np.sqrt(3) / 2
"""Where a stick's vertices are, in the order of models.strips: along it in millimetres, across in halves of a
side, up in heights of its triangle; and that height, in sides."""

VIEW, POSE = 5, 4
"""Numbers that tell of the camera and of the sticks' size, and of where each stick lies: see `_project`."""

_DELTAS = np.array([1e-4] * VIEW + [0.05, 0.05, 1e-4, 1e-4])
"""How far each number is moved for its slopes: logarithms, radians; of a stick's place, millimetres."""


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
        rests = _without_one(keep)
        tries = _adjust(found[rests], errors[rests], size, view=view)
        best, keep = min(zip(tries, rests, strict=True), key=lambda pair: pair[0].cost)
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
    start = _start(np.asarray(found, float)[None], size)[0]
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
    begin = None if start is None else start[None]
    return _adjust(np.asarray(found)[None], np.asarray(errors)[None], size, raised, begin, view)[0]


def _adjust(
    found: np.ndarray,
    errors: np.ndarray,
    size: Sequence[int],
    raised: Sequence[int] = (),
    start: np.ndarray | None = None,
    view: View | None = None,
) -> list[Fit]:
    """Fit a camera to each of B sets of as many sticks, all in one go; for a set as `bundle_adjust` does.

    found: float (B, N, 6, 2); errors: float (B, N, 6); start: float (B, VIEW + POSE * N).
    """
    sticks = _Sticks(found, errors, size, view)
    free = sticks.free(raised)
    best = sticks.start if start is None else start.copy()
    live = np.arange(len(best))
    residuals = sticks.residuals(best, live)
    least = _cost(residuals)
    damping, steps, tries = np.full(len(best), 1e-2), np.zeros(len(best), int), np.zeros(len(best), int)
    while len(live):
        square, slope = sticks.normal_equations(_Residuals(*(each[live] for each in residuals)), free)
        diagonal = np.einsum("bii->bi", square)
        diagonal += damping[live, None] * (diagonal + TINY)
        trial = best[live]
        trial[:, free] -= np.linalg.solve(square, slope[..., None])[..., 0]
        with np.errstate(over="ignore", invalid="ignore"):  # a step too wide is not taken
            new = sticks.residuals(trial, live)
            now = _cost(new)
        better = now < least[live]
        worse, taken = live[~better], live[better]
        damping[worse] *= 5
        tries[worse] += 1
        done = least[taken] - now[better] < LEAST_GAIN * least[taken]
        for known, found_out in zip((best, least, *residuals), (trial, now, *new), strict=True):
            known[taken] = found_out[better]
        damping[taken] = np.maximum(damping[taken] / 5, 1e-6)
        steps[taken] += 1
        tries[taken] = 0
        live = np.concatenate([worse[tries[worse] < MOST_TRIES], taken[~done & (steps[taken] < MOST_STEPS)]])
    seen = _project(best, size).astype(np.float32)
    misfit = np.sqrt((residuals.vertex**2).sum(-1).mean(-1))
    return [
        Fit(seen[i], misfit[i], best[i, VIEW + 3 :: POSE], float(least[i]), best[i]) for i in range(len(best))
    ]


def marginalise(found: np.ndarray, errors: np.ndarray, size: Sequence[int], view: View | None) -> View:
    """Say what is known of the camera once these sticks were seen, too; shapes as for `bundle_adjust`.

    Where the sticks lay is marginalised: the information that is left of the camera is the Schur complement.

    view: what was known before them.
    """
    sticks = _Sticks(found[None], errors[None], size, view)
    numbers = bundle_adjust(found, errors, size, view=view).numbers
    square = sticks.normal_equations(sticks.residuals(numbers[None], np.array([0])), sticks.free())[0][0]
    ours, theirs, between = square[:VIEW, :VIEW], square[VIEW:, VIEW:], square[:VIEW, VIEW:]
    information = ours - between @ np.linalg.solve(theirs + TINY * np.eye(len(theirs)), between.T)
    sure, axes = np.linalg.eigh(KEPT_KNOWLEDGE * information)
    return View(numbers[:VIEW], np.sqrt(np.clip(sure, 0, SUREST**-2.0))[:, None] * axes.T, (size[0], size[1]))


class _Residuals(NamedTuple):
    """How far numbers are off, in errors: of each vertex (B, N, 6, 2), of the view (B, VIEW).

    slopes: float (B, VIEW + POSE, N, 6, 2), what each number of the camera, and of each stick's own pose,
    changes of that: a pose moves its own stick alone.
    """

    vertex: np.ndarray
    view: np.ndarray
    slopes: np.ndarray


class _Sticks:
    """What was found in B pictures of as many sticks, and how badly numbers explain it."""

    def __init__(self, found: np.ndarray, errors: np.ndarray, size: Sequence[int], view: View | None) -> None:
        self._found, self._errors, self._size = np.asarray(found, float), np.asarray(errors, float), size
        self.start = _start(self._found, size)
        if view is not None:
            self.start[:, :VIEW] = view.numbers
        self._usual = self.start[:, :VIEW].copy()
        self._sqrt_information = np.diag(1 / DOUBT) if view is None else view.sqrt_information

    def free(self, raised: Sequence[int] = ()) -> list[int]:
        """List the numbers that are sought: a stick that lies has no rise."""
        poses = [VIEW + POSE * i for i in range(self._found.shape[1])]
        return [*range(VIEW), *(at + k for at in poses for k in range(3)), *(poses[i] + 3 for i in raised)]

    def residuals(self, numbers: np.ndarray, which: np.ndarray) -> _Residuals:
        """Say how far numbers (B, VIEW + POSE * N) are off in these of the pictures.

        The slopes are differences. All sticks are moved in one go, and projected with the numbers themselves.
        """
        moved = np.repeat(numbers[:, None], 1 + len(_DELTAS), 1)
        for k, delta in enumerate(_DELTAS, 1):
            moved[:, k, k - 1 if k <= VIEW else slice(k - 1, None, POSE)] += delta
        seen = _project(moved.reshape(-1, numbers.shape[1]), self._size)
        seen = seen.reshape(*moved.shape[:2], *seen.shape[1:])
        off = (seen - self._found[which, None]) / self._errors[which, None, ..., None]
        view = (numbers[:, :VIEW] - self._usual[which]) @ self._sqrt_information.T
        return _Residuals(off[:, 0], view, (off[:, 1:] - off[:, :1]) / _DELTAS[:, None, None, None])

    def normal_equations(self, residuals: _Residuals, free: list[int]) -> tuple[np.ndarray, np.ndarray]:
        """Give the normal equations about numbers that are so far off: float (B, n, n) and (B, n)."""
        vertex, view, slopes = residuals
        pictures, count = vertex.shape[:2]
        rows = np.zeros((pictures, count, 12, VIEW + POSE * count))
        slopes = slopes.reshape(pictures, VIEW + POSE, count, 12).transpose(0, 2, 3, 1)
        rows[..., :VIEW] = slopes[..., :VIEW]
        for i in range(count):
            rows[:, i, :, VIEW + POSE * i : VIEW + POSE * (i + 1)] = slopes[:, i, :, VIEW:]
        rows = rows.reshape(pictures, 12 * count, -1)[..., free]
        weights = np.repeat(
            1 / (1 + (vertex**2).sum(-1).reshape(pictures, -1) / OUTLIER_ERRORS**2), 2, axis=1
        )
        weighted = (rows * weights[..., None]).transpose(0, 2, 1)
        square, slope = weighted @ rows, (weighted @ vertex.reshape(pictures, -1, 1))[..., 0]
        # What is known of the camera is linear in its numbers, which come first.
        square[:, :VIEW, :VIEW] += self._sqrt_information.T @ self._sqrt_information
        slope[:, :VIEW] += view @ self._sqrt_information
        return square, slope


def _cost(residuals: _Residuals) -> np.ndarray:
    """Give what numbers cannot explain: float (B,), under Cauchy's robust weights."""
    far = np.log1p((residuals.vertex**2).sum(-1) / OUTLIER_ERRORS**2).sum((-2, -1))
    return OUTLIER_ERRORS**2 * far + (residuals.view**2).sum(-1)


def _start(found: np.ndarray, size: Sequence[int]) -> np.ndarray:
    """Guess cameras straight above, and where the sticks (B, N, 6, 2) lie: float (B, VIEW + POSE * N)."""
    w, h = size
    axes = (found[..., 3, :] - found[..., 2, :] + found[..., 5, :] - found[..., 4, :]) / 2
    distance = FOCAL * w * LENGTH_MM / np.maximum(1.0, np.median(np.linalg.norm(axes, axis=-1), axis=1))
    numbers = np.zeros((len(found), VIEW + POSE * found.shape[1]))
    numbers[:, 0], numbers[:, 3], numbers[:, 4] = np.log(FOCAL), np.log(distance), np.log(SIDE)
    poses = np.zeros((*found.shape[:2], POSE))
    poses[..., :2] = found[..., 2:, :].mean(-2) - [(w - 1) / 2, (h - 1) / 2]
    poses[..., :2] *= distance[:, None, None] / (FOCAL * w)
    poses[..., 2] = np.arctan2(axes[..., 1], axes[..., 0])
    numbers[:, VIEW:] = poses.reshape(len(found), -1)
    return numbers


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
    side = np.exp(side) * LENGTH_MM
    along, up = _ALONG, _UP * side * _HEIGHT
    # Raised, a stick stands on its lower end.
    high = np.abs(sin_rise) * LENGTH_MM / 2 + along * sin_rise + up * cos_rise
    along = along * cos_rise - up * sin_rise
    across = _ACROSS * side / 2
    px = x + cos_angle * along - sin_angle * across
    py = y + sin_angle * along + cos_angle * across
    px, pz = cos_swing * px - sin_swing * high, -sin_swing * px - cos_swing * high
    py, pz = cos_tilt * py - sin_tilt * pz, sin_tilt * py + cos_tilt * pz
    # Whole numbers are the middles of pixels.
    scale = np.exp(focal) * w / np.maximum(pz + np.exp(distance), LENGTH_MM / 2)
    pixels = np.empty((*scale.shape, 2))
    pixels[..., 0], pixels[..., 1] = px * scale + (w - 1) / 2, py * scale + (h - 1) / 2
    return pixels
