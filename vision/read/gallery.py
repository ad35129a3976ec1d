"""Faces of cards as they once looked, and which of them a crop shows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.read import matching, openset
from vision.read.matching import TURN, Alignment, Planes, Prototype

GLANCED = 4
"""Prototypes, the likest from afar, by which the crop is lined up with the deck."""

FINALISTS, MOST_FINALISTS, NEARLY = 5, 14, 0.07
"""Cards, the likest when lined up, that are weighed against each other; more where nearly as like."""

EITHER_WAY = 0.15
"""Difference in likeness up to which a card is lined up both ways up before one is chosen.

Of 52 cards of a drawn table that were clear once lined up, 12 had been likelier the wrong way up, by up to
0.11.
"""

ROUGHLY, CLOSELY, CLOSER = (6.0, 6.0, 3.0, 3.0, 3.0), (3.0, 2.2), (3.0, 2.2, 2.2)
"""Cuts, one a step, by which a card is lined up (`matching.align`): with a crop from afar, and at half the
size; at half the size once more where it is a finalist, or another picture of the same card."""

PICTURE_ROUGHLY, PICTURE_CLOSELY = (6.0, 3.0, 3.0), (3.0, 3.0, 2.2)
"""The same for a picture that was learnt: another one of the same card from afar; of another card, at half
the size."""

NOT_ALIGNED = 9.0
"""Stands for the difference that is left where nothing was lined up; it is 4 at most where something was."""

HOPELESS = 0.2
"""Likeness at a glance below which nothing enrolled is there."""

CLEAR_EVIDENCE = 120.0
"""Evidence at half the size from which the small print need not be looked at."""


@dataclass(frozen=True)
class Match:
    """How a crop compares with the deck.

    names: the finalists' names, the best first; lead: evidence of the best over each of the others (0 for
    itself); share: that evidence as a share of what a perfect picture would give; fit: 0 to 1; familiar: log
    odds that the best is the card itself and not the neighbour of one never learnt, where it was asked for.
    """

    names: tuple[str, ...]
    lead: tuple[float, ...]
    share: tuple[float, ...]
    fit: float
    familiar: float | None = None


@dataclass
class _Try:
    """A prototype on its way through the rounds; warp: to the crop as it is turned for it."""

    prototype: Prototype
    turned: bool
    warp: np.ndarray
    gap: float = NOT_ALIGNED

    def in_crop(self) -> np.ndarray:
        return TURN @ self.warp if self.turned else self.warp


class Gallery:
    """Prototypes of cards, several of one name if need be, in their order."""

    def __init__(self, prototypes: Sequence[Prototype]) -> None:
        self.names = tuple(dict.fromkeys(one.name for one in prototypes))
        self._prototypes = tuple(prototypes)
        rows = [one.planes.coarse[2:-2, 1:-1] for one in prototypes]
        self._rows = _unit(np.stack(rows + [row[::-1, ::-1] for row in rows]))
        self._faces = np.concatenate([one.face for one in prototypes])

    def match(self, crop: np.ndarray, likely: Collection[str] = (), closely: bool = False) -> Match | None:
        """Compare a crop with the deck; None where it is like nothing in it.

        likely: names whose cards are lined up with it however little they look like it from afar; closely:
        say also how familiar the best is.
        """
        planes = Planes(crop)
        tries = self._glance(planes, likely)
        for one in tries:
            _step(planes, one, one.warp, 0, ROUGHLY)
        tries = sorted((one for one in tries if one.gap < NOT_ALIGNED), key=lambda one: one.gap)
        if not tries:
            return None
        # A card that is lined up with another one's print is drawn askew: a 10 has a wider sign than a 4.
        tries = [*tries[:2], *(one for one in tries[2:] if one.prototype.name in likely)]
        for one in tries:
            one.gap = NOT_ALIGNED
            _step(planes, one, one.warp, 1, CLOSELY)
        tries.sort(key=lambda one: one.gap)
        return _weigh(planes, self._finalists(planes, tries), closely)

    def _glance(self, planes: Planes, likely: Collection[str]) -> list[_Try]:
        """List the prototypes that look most like the crop from afar, wherever it is shifted a little."""
        shifts = [(dx, dy) for dy in (-2, -1, 0, 1, 2) for dx in (-1, 0, 1)]
        views = [planes.coarse[2 + dy : 34 + dy, 1 + dx : 23 + dx] for dx, dy in shifts]
        like = self._rows @ _unit(np.stack(views)).T
        best = like.max(1)
        count = len(self._prototypes)
        turned = best[count:] > best[:count]
        tries = []
        order = np.argsort(-np.maximum(best[:count], best[count:]))
        also = [i for i in order[GLANCED:] if self._prototypes[i].name in likely]
        for i in (*order[:GLANCED], *also):
            k = int(i) + count * bool(turned[i])
            if best[k] > HOPELESS:
                dx, dy = shifts[int(like[k].argmax())]
                warp = np.eye(3)
                warp[:2, 2] = (2 * dx / 24, 2 * dy / 36)
                warp = TURN @ warp @ TURN if turned[i] else warp
                tries.append(_Try(self._prototypes[i], bool(turned[i]), warp))
        return tries

    def _finalists(self, planes: Planes, tries: list[_Try]) -> list[_Try]:
        """Compare the crop, once lined up, with the whole deck: all its cards have the same outline."""
        found: dict[tuple[str, bool], tuple[float, _Try]] = {}
        for one in tries:
            warp = one.in_crop() @ (TURN if one.turned else np.eye(3))
            face = matching.face(matching.straight(planes.contrast(1, warp), warp, 1))
            for turned, likes in enumerate((self._faces @ face[0], self._faces @ _turned(face)[0])):
                start = TURN @ warp @ TURN if turned else warp
                for prototype, like in zip(self._prototypes, likes, strict=True):
                    key = prototype.name, bool(turned)
                    if key not in found or like > found[key][0]:
                        found[key] = (float(like), _Try(prototype, bool(turned), start))
        ways = [(found[name, False], found[name, True]) for name in self.names]
        order = sorted(ways, key=lambda pair: -max(like for like, _ in pair))[:MOST_FINALISTS]
        best = [max(like for like, _ in pair) for pair in order]
        nearly = sum(like > best[0] - NEARLY for like in best)
        contrast = planes.contrast(1, tries[0].in_crop())
        return [_upright(planes, contrast, pair) for pair in order[: max(FINALISTS, nearly)]]

    def nearest(self, count: int) -> dict[tuple[str, str], float]:
        """Weigh each card against the cards that look most like it: the evidence its own picture gives.

        The pairs stand in the deck's order; of the two ways to look at a pair, what is less.
        """
        found: dict[tuple[str, str], float] = {}
        for i, one in enumerate(self._prototypes):
            face = self._faces[i : i + 1]
            likes = np.stack([self._faces @ face[0], self._faces @ _turned(face)[0]])
            order = [k for k in np.argsort(-likes.max(0)) if self._prototypes[k].name != one.name]
            for k in order[:count]:
                turned = bool(likes[1, k] > likes[0, k])
                other = _Try(self._prototypes[k], turned, np.eye(3))
                lead = _lead(one, other)
                first, second = sorted((one.name, other.prototype.name), key=self.names.index)
                found[first, second] = min(lead, found.get((first, second), lead))
        return found

    def stands_out(self, crop: np.ndarray) -> tuple[str, float]:
        """Give the card that looks most like a crop of another picture, and by what evidence they differ.

        crop: uint8 (144, 96, 3) BGR, straightened, either way up. The evidence is of the crop's own picture,
        as in `nearest`: 0 where nothing tells the two apart.
        """
        own = Prototype("", Planes(crop))
        likes = np.stack([self._faces @ own.face[0], self._faces @ _turned(own.face)[0]])
        turned, k = (int(i) for i in np.unravel_index(int(likes.argmax()), likes.shape))
        return self._prototypes[k].name, _lead(own, _Try(self._prototypes[k], bool(turned), np.eye(3)))

    def own_fits(self) -> dict[str, float]:
        """Say for every card with several pictures how well the worst of them fits the one before."""
        found: dict[str, float] = {}
        for one, other in zip(self._prototypes, self._prototypes[1:], strict=False):
            if one.name != other.name:
                continue
            fits = []
            for turned in (False, True):
                like = _Try(other, turned, np.eye(3))
                _step(one.planes, like, like.warp, 0, PICTURE_ROUGHLY)
                _step(one.planes, like, like.warp, 1, CLOSER)
                crop = one.planes.contrast(1, like.in_crop() @ (TURN if turned else np.eye(3)))
                fits.append(matching.aligned(crop, other, like.in_crop(), 1).fit)
            found[one.name] = min(max(fits), found.get(one.name, 1.0))
        return found


def _lead(own: Prototype, other: _Try) -> float:
    """Weigh a card's own picture against another card laid over it, by evidence at full size."""
    _step(own.planes, other, other.warp, 1, PICTURE_CLOSELY)
    crop = own.planes.contrast(2, np.eye(3))
    this = matching.aligned(crop, own, np.eye(3), 2)
    laid = matching.aligned(crop, other.prototype, other.in_crop(), 2)
    return matching.log_likelihood_ratio(this, laid)[0]


def _step(planes: Planes, one: _Try, warp: np.ndarray, level: int, cuts: tuple[float, ...]) -> None:
    """Line a prototype up from a warp, and keep the outcome where it is better."""
    light = planes.light[level]
    warp, gap = matching.align(light[::-1, ::-1] if one.turned else light, one.prototype, warp, level, cuts)
    if gap < one.gap and matching.sane(warp):
        one.warp, one.gap = warp, gap


def _upright(planes: Planes, contrast: np.ndarray, ways: tuple[tuple[float, _Try], ...]) -> _Try:
    """Line a card up, given how like it is either way up: many faces are nearly the same upside down."""
    best = max(like for like, _ in ways)
    close = [one for like, one in ways if like > best - EITHER_WAY]
    for one in close:
        _step(planes, one, one.warp, 1, CLOSER)
    if len(close) == 1:
        return close[0]
    laid = [matching.aligned(contrast, one.prototype, one.in_crop(), 1) for one in close]
    return close[0] if matching.log_likelihood_ratio(*laid)[0] >= 0 else close[1]


def _weigh(planes: Planes, tries: list[_Try], closely: bool = False) -> Match:
    """Let the finalists meet: at half the size, and where that is close, at full size."""
    names = [one.prototype.name for one in tries]
    for level in (1, 2):
        crop = planes.contrast(level, tries[0].in_crop())
        laid = [matching.aligned(crop, one.prototype, one.in_crop(), level) for one in tries]
        best, found = _tournament(laid, names)
        if len(found.names) == 1 or (min(found.lead[1:]) > CLEAR_EVIDENCE and min(found.share[1:]) > 0.5):
            break
    if not closely:
        return found
    one = tries[best]
    half, full = (
        matching.aligned(planes.contrast(level, one.in_crop()), one.prototype, one.in_crop(), level)
        for level in (1, 2)
    )
    share = min(found.share[1:], default=0.0)
    return replace(found, familiar=openset.familiarity(half, full, share))


def _tournament(laid: list[Alignment], names: list[str]) -> tuple[int, Match]:
    """Give the number of the alignment that beats the others, and how it does."""
    best = 0
    for i in range(1, len(laid)):
        if matching.log_likelihood_ratio(laid[best], laid[i])[0] < 0:
            best = i
    leads: dict[str, tuple[float, float]] = {names[best]: (0.0, 1.0)}
    for i, other in enumerate(laid):
        if names[i] != names[best]:
            lead, whole = matching.log_likelihood_ratio(laid[best], other)
            entry = (max(0.0, lead), lead / max(whole, 1e-6))
            leads[names[i]] = min(entry, leads.get(names[i], entry))
    order = sorted(leads, key=lambda name: (name != names[best], leads[name][0]))
    return best, Match(
        tuple(order),
        tuple(leads[name][0] for name in order),
        tuple(leads[name][1] for name in order),
        laid[best].fit,
    )


def _turned(face: np.ndarray) -> np.ndarray:
    return face.reshape(-1, 3)[::-1].reshape(1, -1)


def _unit(planes: np.ndarray) -> np.ndarray:
    """Flatten planes (N, h, w, 3) to rows of length one about their means: float32 (N, h * w * 3)."""
    rows = planes.reshape(len(planes), -1)
    rows = rows - rows.mean(1, keepdims=True)
    return np.ascontiguousarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)
