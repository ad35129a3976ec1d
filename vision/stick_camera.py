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

from vision.stick_find import Bar
from vision.stick_geometry import length

LENGTH = 92.0
"""A stick's length in millimetres (DESIGN section 5); only ratios matter."""

SIDE = 16.0 / LENGTH
"""Its side as a share of its length."""

FOCAL = 0.8
"""The focal length that cameras have about, in widths of the picture: they look 64 degrees wide."""

DOUBT = np.array([0.25, 0.25, 0.25, 9.0, 0.08])
"""Standard deviations that are expected of a camera's and a set's numbers (View): logarithms and radians."""

FAR = 1.0
"""Errors beyond which a vertex counts less and less (Cauchy's weights)."""

EXACT = 0.0025
"""Error of a vertex, as a share of the stick's length, that there is at least."""

OF_SPREAD = 0.25
"""A vertex's error as a share of the spread of its map."""

FITS = 1.5
"""Misfit up to which a stick lies flat by where its edges are; beyond, one end of it may be in the air."""

LEANS, MIGHT = 10.0, 3.5
"""Gain by one end in the air (Lain.lean) from which a stick leans on something, and from which it might.

Of 207 sound drawn throws one has a stick beyond the first and nine beyond the second, of 20 with a leaning
stick 14 and 16."""

RISE = float(np.radians(3))
"""Radians by which a stick must rise to lean on something."""

FITTED = 6
"""Finds, the surest, that are held to be seen by one camera."""

STEPS, TRIES = 15, 6
ENOUGH = 1e-4
"""Share of the cost by which a step must lower it for another one to be worth its time."""

_ALONG = np.array([-1, 1, -1, 1, -1, 1]) * LENGTH / 2
_ACROSS = np.array([0, 0, -1, -1, 1, 1])
_UP = np.array([1, 1, 0, 0, 0, 0])
_HEIGHT = np.sqrt(3) / 2

VIEW, POSE = 5, 4
_DELTA_VIEW, _DELTA_POSE = [1e-4] * VIEW, [0.05, 0.05, 1e-4, 1e-4]


@dataclass(frozen=True, eq=False)
class Lain:
    """A stick as it must be seen if it lies flat.

    misfit: how far that is from what was found, in the errors expected of it; lean: how much better the
    picture is explained where one end of it is in the air.
    """

    bar: Bar
    misfit: float = 0.0
    lean: float = 0.0


def lie(found: Sequence[Bar], size: Sequence[int]) -> list[Lain]:
    """Lay what was found in a picture of `size` (w, h) on one table, under one camera."""
    lain = [Lain(bar) for bar in found]
    chosen = [i for i, bar in enumerate(found) if bar.spread is not None][:FITTED]
    if not chosen:
        return lain
    vertices = np.stack([found[i].vertices for i in chosen])
    errors = np.stack(
        [np.hypot(OF_SPREAD * found[i].spread, EXACT * length(found[i].vertices)) for i in chosen]
    )
    flat = fit(vertices, errors, size)
    for k, i in enumerate(chosen):
        lean = 0.0
        if flat.misfit[k] > FITS:
            leaning = fit(vertices, errors, size, [k])
            lean = flat.cost - leaning.cost if abs(leaning.rise[k]) > RISE else 0.0
        lain[i] = Lain(Bar(flat.vertices[k], found[i].sure), float(flat.misfit[k]), lean)
    return lain


@dataclass(frozen=True, eq=False)
class Fit:
    """Sticks as one camera sees them.

    vertices: float32 (N, 6, 2) pixels, in the order of models.strips; misfit: float (N,), how far what was
    found is from that, root mean square in its own errors; rise: float (N,), radians by which each stick's
    right end is higher than its left one; cost: what the fit could not explain.
    """

    vertices: np.ndarray
    misfit: np.ndarray
    rise: np.ndarray
    cost: float


def fit(found: np.ndarray, errors: np.ndarray, size: Sequence[int], raised: Sequence[int] = ()) -> Fit:
    """Fit one camera to sticks that lie on one table.

    found: float (N, 6, 2) pixels, N at least one; errors: float (N, 6), their standard deviations in pixels;
    size: the picture's (w, h); raised: those that may have one end in the air.
    """
    found, errors = np.asarray(found, float), np.asarray(errors, float)
    count = len(found)
    first = _start(found, size)
    usual, doubt = first[:VIEW], DOUBT
    poses = VIEW + POSE * np.arange(count)
    lying, risen = (int(at) + k for at in poses for k in range(3)), (int(poses[i]) + 3 for i in raised)
    free = [*range(VIEW), *lying, *risen]
    deltas = np.array(_DELTA_VIEW + _DELTA_POSE * count)[free]

    def off(numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        seen = _project(numbers, size)
        return (seen - found) / errors[..., None], (numbers[:, :VIEW] - usual) / doubt

    def cost(vertex: np.ndarray, view: np.ndarray) -> float:
        return float(FAR**2 * np.log1p((vertex**2).sum(-1) / FAR**2).sum() + (view**2).sum())

    best = first
    vertex, view = (part[0] for part in off(best[None]))
    least, damping = cost(vertex, view), 1e-2
    for _ in range(STEPS):
        moved = np.repeat(best[None], len(free), 0)
        moved[range(len(free)), free] += deltas
        vertices, views = off(moved)
        rows = ((vertices - vertex) / deltas[:, None, None, None]).reshape(len(free), -1).T
        prior = ((views - view) / deltas[:, None]).T
        weights = np.repeat(1 / (1 + (vertex**2).sum(-1).ravel() / FAR**2), 2)
        square = rows.T @ (rows * weights[:, None]) + prior.T @ prior
        slope = rows.T @ (weights * vertex.ravel()) + prior.T @ view
        for _ in range(TRIES):
            trial = best.copy()
            trial[free] -= np.linalg.solve(square + damping * np.diag(np.diag(square)), slope)
            new = tuple(part[0] for part in off(trial[None]))
            if (now := cost(*new)) < least:
                break
            damping *= 5
        else:
            break
        done = least - now < ENOUGH * least
        best, (vertex, view), least, damping = trial, new, now, max(damping / 5, 1e-6)
        if done:
            break
    seen = _project(best[None], size)[0].astype(np.float32)
    return Fit(seen, np.sqrt((vertex**2).sum(-1).mean(-1)), best[poses + 3], least)


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
    x, y, angle, rise = np.moveaxis(numbers[:, VIEW:].reshape(len(numbers), -1, POSE), 2, 0)[..., None]
    side = np.exp(side) * LENGTH
    along, up = _ALONG, _UP * side * _HEIGHT
    # Raised, a stick stands on its lower end.
    high = np.abs(np.sin(rise)) * LENGTH / 2 + along * np.sin(rise) + up * np.cos(rise)
    along = along * np.cos(rise) - up * np.sin(rise)
    across = _ACROSS * side / 2
    px = x + np.cos(angle) * along - np.sin(angle) * across
    py = y + np.sin(angle) * along + np.cos(angle) * across
    px, pz = np.cos(swing) * px - np.sin(swing) * high, -np.sin(swing) * px - np.cos(swing) * high
    py, pz = np.cos(tilt) * py - np.sin(tilt) * pz, np.sin(tilt) * py + np.cos(tilt) * pz
    # Whole numbers are the middles of pixels.
    scale = np.exp(focal) * w / np.maximum(pz + np.exp(distance), LENGTH / 2)
    return np.stack([px * scale + (w - 1) / 2, py * scale + (h - 1) / 2], -1)
