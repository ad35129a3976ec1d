"""A still picture in, the throw of sticks on it out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from games.sticks import COLORS, KIT, Table
from models.labels import STICK_COLORS
from models.strips import straighten
from vision.geometry.quads import from_corners, iou, to_corners
from vision.sticks import augmentation, find
from vision.sticks import reader as stick_reader
from vision.sticks.camera import View
from vision.sticks.decide import BAD, LOUD, LYING, MOST_LIES, NONE, Verdict, decide
from vision.sticks.find import Finder
from vision.sticks.geometry import crossing, footprint, length, outside, width
from vision.sticks.lie import BAD_MISFIT, Bar
from vision.sticks.reader import Posterior, PosteriorReader
from vision.types import StickReading, ThrowReading

NO_STICK = 0.5
"""Share of ``none`` above which a find is no stick at all."""

CROSSED = 0.3
"""Share of its width by which a stick reaches into another where one lies upon the other."""

CROSSED_NOT_FLAT = 0.06
"""The same from which it does where the reader says, too, that the stick does not lie flat."""

UNSOUND = 0.9
"""Probability of lying otherwise than flat on the table from which the sticks must be thrown again.

What overlaps or stands is told by where it lies: of 260 drawn throws 0.5 voids one overlap and three leaning
sticks more, which are asked about as it is.
"""

SOUND = 0.6
"""Probability of lying flat from which a stick does, as long as nothing else speaks against it."""

UNSURE = 0.3
"""The same from which a stick is asked about that does not fit into what the camera must see."""

HARDLY = 0.85
"""The same from which one is asked about that does fit: the reader goes by shades, which another light and
another paint change, the camera by edges."""

SURE_ALONE = 0.97
"""What confidence and lying flat must both reach where a stick was found where none of the set can be seen.

The only three silent errors among 2,640 drawn sticks that were set on were such finds; this asks about them.
A fourth, of 1,401 others, had its ridge across the one side in view: what is laid out as two sides then tells
neither, which is asked about, too.
"""

SLENDER = 8.3
"""Length by width above which a find is no stick: of 1,111 drawn ones that lie, 4.4 to 7.0."""

STUBBY = 3.6
"""Length by width below which a stick does not lie flat and whole in view."""

SHORTER = 0.78
"""Length, or length by width, as a share of the other sticks', below which one does not either.

Of those 1,111 none was below 0.79; of sticks that stand nine in ten are below 0.6.
"""

SHORT = 0.85
"""The same, both at once, below which a stick is asked about: another may hide its end, or it lies higher."""

BENEATH_WITHIN = -0.2
"""Share of its width from another stick within which a stick's other part may lie beneath that one."""

READ_CUT_OFF = 0.03
"""Share of its length by which a stick may reach beyond the picture."""

READABLE_STICK_PX = 45
"""Length of a stick, in pixels, below which its notches cannot be told: such a reading asks."""

DARKEST_STICK_LEVELS = 24
"""Grey level that the brightest point of a stick must reach to be trusted."""

STAYED = 0.5
"""Overlap of footprints from which a stick is one that was set aside and lies still."""

FAR_BEHIND = 0.9
"""Standing, as a share of the last stick's that counts, below which one too many is no stick."""


@dataclass(frozen=True, eq=False)
class Look:
    """One stick that was found: where it lies, its straightened sides and what they say."""

    bar: Bar
    crop: np.ndarray
    posterior: Posterior

    @property
    def standing(self) -> float:
        """Say how much this is a stick of a set: 0..1."""
        state, color = self.posterior.state, self.posterior.color
        return float(self.bar.sure * (1 - state[NONE]) * (1 - 0.9 * color[len(COLORS) :].sum()))

    @property
    def legible(self) -> float:
        """Say how clearly this reads as a stick that lies flat: 0..1."""
        posterior = self.posterior
        return float(posterior.state[LYING] * posterior.notches.max() * posterior.hidden.max())


def read_throw(
    image: np.ndarray,
    expected: int | None = 3,
    table: Table | None = KIT,
    lying: Sequence[StickReading] = (),
    *,
    finder: Finder | None = None,
    reader: PosteriorReader | None = None,
) -> ThrowReading:
    """Read the throw in a still picture, uint8 (H, W, 3) BGR.

    expected: how many sticks were thrown, None where nobody knows; table: which side each stick hides under
    which notches, None where nobody knows; lying: sticks that were set aside before, which stay and are no
    part of the throw. A picture without sticks holds no throw. Raises MissingModel.
    """
    looks = look(image, finder or find.shipped(), reader or stick_reader.shipped())
    thrown, kept = apart(looks, lying)
    return judge(thrown, kept, (image.shape[1], image.shape[0]), expected, table, _left(lying))


def look(
    image: np.ndarray,
    finder: Finder,
    reader: PosteriorReader,
    view: View | None = None,
    foreground: np.ndarray | None = None,
) -> list[Look]:
    """Find all sticks and look at each, the most certain first; view, foreground: as `Finder` has them."""
    found = finder.find(image, view, foreground)
    if not found:
        return []
    # Where a stick would have to lie otherwise than it was found, both are looked at.
    odd = [
        (i, replace(bar, vertices=bar.found))
        for i, bar in enumerate(found)
        if bar.reprojection_error > BAD_MISFIT and bar.found is not None
    ]
    bars = [*found, *(bar for _, bar in odd)]
    crops = [straighten(image, bar.vertices) for bar in bars]
    seen = [Look(*each) for each in zip(bars, crops, reader.read(np.stack(crops)), strict=True)]
    looks = seen[: len(found)]
    for (i, _), other in zip(odd, seen[len(found) :], strict=True):
        looks[i] = max(looks[i], other, key=lambda each: each.legible)
    looks = [each for each in looks if each.posterior.state[NONE] < NO_STICK]
    looks.sort(key=lambda each: -each.standing)
    first, rest = looks[: len(COLORS)], looks[len(COLORS) :]
    vertices, posteriors = [each.bar.vertices for each in first], [each.posterior for each in first]
    surer = augmentation.again(image, vertices, posteriors, reader)
    first = [replace(each, posterior=posterior) for each, posterior in zip(first, surer, strict=True)]
    return [*first, *rest]


def apart(looks: Sequence[Look], lying: Sequence[StickReading]) -> tuple[list[Look], list[Look]]:
    """Tell the thrown sticks from those that were set aside and lie still, or were pushed."""
    thrown, kept = list(looks), []
    for stick in lying:
        color, place = STICK_COLORS.index(stick.color), from_corners(stick.corners)
        there = [iou(footprint(each.bar.vertices), place) > STAYED for each in thrown]
        pushed = [int(np.argmax(each.posterior.color)) == color for each in thrown]
        found = there if any(there) else pushed if sum(pushed) == 1 else []
        if any(found):
            kept.append(thrown.pop(found.index(True)))
    return thrown, kept


def judge(
    thrown: Sequence[Look],
    kept: Sequence[Look],
    size: tuple[int, int],
    expected: int | None = 3,
    table: Table | None = KIT,
    colors: Sequence[str] = COLORS,
) -> ThrowReading:
    """Say how the sticks of a throw lie, in a picture of `size` (w, h), and whether it counts.

    kept: sticks that were set aside; expected: as many as were thrown, None where nobody knows; colors: those
    that the thrown sticks can have.
    """
    wanted = len(colors) if expected is None else min(len(colors), expected)
    thrown, others = _choose(thrown, wanted)
    if not thrown:
        return ThrowReading()
    # What is one too many and hardly a stick is none: a pen, a shadow, the print of the board.
    least = min(each.standing for each in thrown)
    others = [each for each in others if each.standing > FAR_BEHIND * least]
    if _sound(thrown):
        # What is seen across sound sticks is made of parts of them; what no camera that sees these could see
        # like that is no stick of their set.
        others = [
            each
            for each in others
            if _deepest(each, thrown) < CROSSED and each.bar.reprojection_error <= BAD_MISFIT
        ]
    many = bool(others)
    verdicts = decide([each.posterior for each in thrown], table, colors)
    faults = [_fault(each, thrown, [*thrown, *kept, *others], size) for each in thrown]
    readings = [
        _reading(each, verdict, many or fault is not None or max(_shortness(each, thrown)) < SHORT)
        for each, verdict, fault in zip(thrown, verdicts, faults, strict=True)
    ]
    again = next((reason for reason in _FIRST_REASONS if reason in faults), None)
    if again is None and expected is not None and len(thrown) < wanted:
        again = "missing"
    return ThrowReading(tuple(sorted(readings, key=lambda each: COLORS.index(each.color))), again)


def _left(lying: Sequence[StickReading]) -> tuple[str, ...]:
    """List the colours that are not set aside."""
    return tuple(color for color in COLORS if color not in {stick.color for stick in lying})


_FIRST_REASONS = ("overlap", "standing", "leaning", "off_table")
"""Why a throw is thrown again, in the order in which one is told."""


def _choose(looks: Sequence[Look], wanted: int) -> tuple[list[Look], list[Look]]:
    """Choose the sticks of a throw, each colour once if that can be, and give the others."""
    there = [each for each in looks if length(each.bar.vertices) < SLENDER * width(each.bar.vertices)]
    there.sort(key=lambda each: -each.standing)
    first: list[Look] = []
    for each in there:
        color = int(np.argmax(each.posterior.color))
        if color not in [int(np.argmax(other.posterior.color)) for other in first]:
            first.append(each)
    rest = [each for each in there if all(each is not other for other in first)]
    every = [*first, *rest]
    return every[:wanted], every[wanted:]


def _deepest(one: Look, others: Sequence[Look]) -> float:
    """Say how far a stick reaches into any other, as a share of their width."""
    vertices = one.bar.vertices
    return max((crossing(vertices, each.bar.vertices) for each in others if each is not one), default=-1.0)


def _sound(thrown: Sequence[Look]) -> bool:
    """Tell whether sticks are of different colours, and lie flat and apart as far as one can tell."""
    colors = {int(np.argmax(each.posterior.color)) for each in thrown}
    flat = all(each.posterior.state[LYING] > SOUND for each in thrown)
    return len(colors) == len(thrown) and flat and all(_deepest(each, thrown) < CROSSED for each in thrown)


def _stubby(one: Look, thrown: Sequence[Look]) -> bool:
    """Tell whether a stick looks much shorter than one of its set that lies flat and whole in view."""
    vertices = one.bar.vertices
    return length(vertices) < STUBBY * width(vertices) or min(_shortness(one, thrown)) < SHORTER


def _shortness(one: Look, thrown: Sequence[Look]) -> tuple[float, float]:
    """Give a stick's length, and that by its width, as shares of what they are for the others."""
    others = [each.bar.vertices for each in thrown if each is not one]
    if not others:
        return 1.0, 1.0
    long, wide = length(one.bar.vertices), max(1.0, width(one.bar.vertices))
    usual = float(np.median([length(each) for each in others]))
    slim = float(np.median([length(each) / max(1.0, width(each)) for each in others]))
    return long / usual, long / wide / slim


def _fault(one: Look, thrown: Sequence[Look], others: Sequence[Look], size: tuple[int, int]) -> str | None:
    """Say why a stick does not lie as it must, if so; others: all that is there, itself too."""
    vertices = one.bar.vertices
    deepest = _deepest(one, others)
    bad = float(one.posterior.state[BAD])
    if deepest > CROSSED or (bad > UNSOUND and deepest > CROSSED_NOT_FLAT):
        return "overlap"
    if outside(vertices, size) > READ_CUT_OFF:
        return "off_table"
    # Where its edges are as they must be if it lies flat, no shade and no length speaks against that.
    if _stubby(one, thrown) and not one.bar.fits:
        return "overlap" if deepest > BENEATH_WITHIN else "standing"
    return "leaning" if (bad > UNSOUND and not one.bar.fits) or one.bar.leans else None


def _astray(one: Look, verdict: Verdict) -> bool:
    """Tell whether a stick was found where the others' camera cannot see one, and is not plain even so."""
    vague = one.posterior.both_in_view and one.posterior.hidden.max() < LOUD
    return one.bar.reprojection_error > BAD_MISFIT and (
        vague or min(verdict.confidence, one.posterior.state[LYING]) < SURE_ALONE
    )


def _reading(one: Look, verdict: Verdict, unfit: bool) -> StickReading:
    vertices, state = one.bar.vertices, one.posterior.state
    doubt = HARDLY if one.bar.fits else UNSURE
    unflat = 1 - state[LYING] > doubt or one.bar.might_lean
    dim = length(vertices) < READABLE_STICK_PX or float(one.crop.max()) < DARKEST_STICK_LEVELS
    unclear = unflat or dim or _astray(one, verdict)
    (notches, sides), _ = verdict.lies[0]
    others = tuple((lie, round(odds, 4)) for lie, odds in verdict.lies[1:MOST_LIES] if odds > 1e-4)
    asks = verdict.asks or unfit or bool(unclear)
    corners = to_corners(footprint(vertices))
    return StickReading(verdict.color, notches, sides, verdict.confidence, asks, others, corners, one.crop)
