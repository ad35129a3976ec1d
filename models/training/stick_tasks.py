"""What the networks of the throwing sticks learn, and figures on sticks and tables that never train."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn

from models.labels import STICK_MARGIN_SIZE, STICK_STATES
from models.strips import in_view
from models.training.data import sticks
from models.training.data.sticks import IGNORED
from models.training.networks.cards import places
from models.training.networks.sticks import StickLocator, StickReader, StickRefiner
from models.training.tasks import Task, locator_figures, locator_loss

SPREAD_PX = 2.4
"""How far about a vertex, in pixels of the crop, its map should be lit in training."""

SURE = 0.95
"""Probability of the least certain part of a reading from which it counts as sure."""


TESTED = 2000
"""Crops on which the reader is judged while it trains."""


def stick_task(name: str, batch: int) -> Task:
    """Give the task of `stick_locator`, `stick_refiner` or `stick_reader`."""
    if name == "stick_locator":
        pictures = sticks.whole(99, 16, held_out=True)
        tests = [next(pictures) for _ in range(8)]
        say = partial(locator_figures, tests=tests)
        return Task(StickLocator(), partial(_endless, sticks.whole, batch), locator_loss, say)
    if name == "stick_refiner":
        test = next(sticks.margins(99, 800, held_out=True))
        say = partial(refiner_figures, test=test)
        return Task(StickRefiner(), partial(_endless, sticks.margins, batch), refiner_loss, say)
    test = next(sticks.strips(99, TESTED, held_out=True))
    say = partial(reader_figures, test=test)
    return Task(StickReader(), partial(_endless, sticks.strips, batch), reader_loss, say)


def _endless(
    batches: Callable[[int, int], Iterator[tuple[np.ndarray, ...]]], size: int, seed: int
) -> Iterator[tuple[np.ndarray, ...]]:
    return batches(seed, size)


def refiner_loss(
    corners: Tensor, stick: Tensor, maps: Tensor, corners_wanted: Tensor, stick_wanted: Tensor
) -> Tensor:
    """Sum the vertices' errors in pixels of the crop, their maps, and whether there is a stick."""
    size = torch.tensor(STICK_MARGIN_SIZE, dtype=torch.float32)
    points, wanted = (part.view(-1, 6, 2) * size for part in (corners, corners_wanted))
    off = nn.functional.smooth_l1_loss(points, wanted, reduction="none", beta=0.7).mean((1, 2))
    far = ((wanted[:, :, None] - places(STICK_MARGIN_SIZE) * size) ** 2).sum(3)
    lit = torch.softmax(-far / (2 * SPREAD_PX**2), 2)
    off = off - (lit * maps.flatten(2).log_softmax(2)).sum(2).mean(1)
    there = nn.functional.binary_cross_entropy_with_logits(stick[:, 0], stick_wanted)
    return (off * stick_wanted).sum() / stick_wanted.sum().clamp(min=1) + there


def refiner_figures(net: nn.Module, test: tuple[np.ndarray, ...]) -> dict[str, float]:
    """Give the median and 95th percentile of a crop's worst vertex error, in pixels of the crop."""
    crops, wanted, stick = test
    parts = [net(torch.from_numpy(crops[i : i + 100])) for i in range(0, len(crops), 100)]
    corners, there, _ = (torch.cat(part).numpy() for part in zip(*parts, strict=True))
    off = (corners - wanted).reshape(-1, 6, 2) * np.array(STICK_MARGIN_SIZE, np.float32)
    worst = np.linalg.norm(off, axis=2).max(1)[stick > 0]
    return {
        "median_px": float(np.median(worst)),
        "p95_px": float(np.percentile(worst, 95)),
        "told": float(((there[:, 0] > 0) == (stick > 0)).mean()),
    }


def reader_loss(
    notches: Tensor, bases: Tensor, sides: Tensor, color: Tensor, state: Tensor, *wanted: Tensor
) -> Tensor:
    """Cross entropy of each part of a reading, where it is known."""
    cross = partial(nn.functional.cross_entropy, ignore_index=IGNORED, reduction="sum")
    n, b, s, c, t = wanted
    both = cross(sides.flatten(0, 1), s.flatten()) + cross(bases.flatten(0, 1), b.flatten())
    return (cross(notches, n) + both + cross(color, c) + cross(state, t)) / len(n)


def reader_figures(net: nn.Module, test: tuple[np.ndarray, ...]) -> dict[str, float]:
    """Give, of lying sticks, the share right in each part, in all, and right and wrong where all is sure.

    one_side: the notches where one side is in view; both_sides: where both are; state: over all crops;
    passed: the share of bad or no sticks that is called lying with SURE.
    """
    crops, *wanted = test
    parts = [net(torch.from_numpy(crops[i : i + 100])) for i in range(0, len(crops), 100)]
    rows = (torch.cat(part).softmax(-1).numpy() for part in zip(*parts, strict=True))
    notches, bases, sides, color, state = rows
    n, b, s, c, t = wanted
    lying = t == STICK_STATES.index("lying")
    right_n, right_s, right_c = notches.argmax(1) == n, sides.argmax(2) == s, color.argmax(1) == c
    view = lying & np.array([all(in_view(crop)) for crop in crops])
    all_ = right_n & right_s.all(1) & right_c
    least = np.minimum.reduce([notches.max(1), sides.max(2).min(1), color.max(1), state[:, 0]])
    sure = least > SURE
    said = state.argmax(1) == t
    return {
        "notches": right_n[lying].mean(), "one_side": right_n[lying & ~view].mean(),
        "bases": (bases.argmax(2) == b)[b != IGNORED].mean(), "both_sides": right_s.all(1)[view].mean(),
        "color": right_c[lying].mean(), "state": said.mean(), "all": all_[view].mean(),
        "sure_right": (sure & all_)[lying].mean(), "sure_wrong": (sure & ~all_)[lying].mean(),
        "passed": (sure & ~lying).sum() / max(1, (~lying).sum()),
    }  # fmt: skip
