"""Learn a deck from pictures of its cards, and check what was learnt."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from games import cards
from games.nearest import nearest
from texts import Said, decimal, say, say_many, spoken
from vision.detect import lines, outlines
from vision.detect.locator import shipped
from vision.enrol.gaps import colours
from vision.enrol.unfit import LEARNABLE_CARD_PX, unfit
from vision.errors import MissingModel, UnfitPicture, VisionError
from vision.geometry.quads import area, following, grown, intersection, iou, ordered, rectify, sides
from vision.geometry.suppression import suppress
from vision.read.enrolled import DISTINCT_EVIDENCE, EnrolledReader
from vision.read.profile import Profile, empty, with_picture
from vision.read.reader import Reader

CUT_OUT = (1.15, 1.8)
"""Long by short side of a picture that may be a cut-out card."""

CAMERA = ((4, 3), (16, 9))
"""Long by short side of a picture as a camera gives it: hardly one that was cut out."""

FILLS = 0.45
"""Share of a picture from which the card fills it: a cut-out, perhaps with a little table around."""

LOCATED_ALONE = 0.8
"""What the locator must say of a find where no outline was found."""

PLAIN_SPREAD, MOTLEY_SPREAD, DARKER_LEVELS = 3.0, 25.0, 25.0
"""Spread of lightness below which a picture shows nothing; of colour along its rim above which that is no one
paper; and grey levels by which a table around a cut-out is darker than the card."""

PRINTED = 0.12
"""Share of the picture from which a darker outline is a card, and not a sign printed on one."""

SECOND = 0.45
"""Size, as a share of the largest card's, from which another find is a second card."""

ONE_CARD_FIT = 0.75
"""Fit of two pictures from which they can be of one card."""

MOST_ALIKE = 3
"""Cards, the likest to each, that are compared with it exactly."""

CUT_OUT_FILL = 0.6
"""Share of a picture of a card's shape that a card must fill to have been cut out with a margin."""

FULL = 0.75
"""Share of a picture that a cut-out card fills with a margin of a fourteenth all around."""

LARGE = 0.12
"""Share of a picture from which a card is too large for the locator to know it."""

ONE_PLACE = 0.6
"""Overlap from which an outline and a find of the networks are one card."""

INSIDE = 0.9
"""Share of a quad that lies within another from which it is a part of that: a picture printed on a card."""

Refuse = Callable[[str], None]


@dataclass(frozen=True)
class Pair:
    """Two cards that look alike; margin: 0 the same, 1 told apart as well as is needed."""

    one: str
    other: str
    margin: float


@dataclass(frozen=True)
class Report:
    """What a check of a profile found.

    alike: pairs that are easily taken for one another, the worst first; missing: cards of the edition that
    were never shown; doubtful: a sentence for every card whose pictures do not fit, or whose name is odd.
    """

    cards: int
    pictures: int
    alike: tuple[Pair, ...] = ()
    missing: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()

    def sentences(self) -> tuple[str, ...]:
        """Write the report, a sentence a line."""
        cards = say_many("{count} card", "{count} cards", self.cards)
        pictures = say_many("{count} picture", "{count} pictures", self.pictures)
        said = [say("{cards} from {pictures}.", cards=cards, pictures=pictures)]
        if self.missing:
            said.append(say("Missing: {cards}.", cards=", ".join(self.missing)))
        said += [
            say(
                "{one} and {other} look alike (margin {margin}): they will be asked about; "
                "a sharper picture of each may help.",
                one=pair.one,
                other=pair.other,
                margin=decimal(pair.margin, 2),
            )
            for pair in self.alike
        ]
        return (*said, *self.doubtful)


def learn(
    pictures: Iterable[tuple[str, np.ndarray, str]], name: str, *,
    onto: Profile | None = None, refuse: Refuse | None = None,
) -> Profile:  # fmt: skip
    """Learn cards from pictures, each of one card.

    pictures: (card, image uint8 (H, W, 3) BGR, where it comes from for the sentence); onto: the profile to
    which they are added; refuse: is told a sentence for every picture that cannot be learnt from, and the
    others are learnt all the same. Raises UnfitPicture or BadProfile where `refuse` is not given.
    """
    profile = onto or empty(name)
    for card, image, where in pictures:
        try:
            profile = with_picture(profile, card, card_in(image))
        except MissingModel:
            raise
        except VisionError as error:
            if refuse is None:
                raise type(error)(_at(where, error)) from error
            refuse(_at(where, error))
    return profile


def _at(where: str, error: VisionError) -> Said:
    return say("{where}: {why}", where=where, why=spoken(error))


def check(profile: Profile, reader: EnrolledReader | None = None) -> Report:
    """Find what will make a deck hard to read."""
    reader = reader or EnrolledReader(profile)
    missing: tuple[str, ...] = ()
    if profile.edition is not None:
        missing = tuple(name for name in cards.names(profile.edition) if name not in profile.names)
    pairs = []
    for (one, other), found in reader.gallery.nearest(MOST_ALIKE).items():
        if found < DISTINCT_EVIDENCE:
            pairs.append(Pair(one, other, round(max(0.0, found / DISTINCT_EVIDENCE), 2)))
    pairs.sort(key=lambda pair: (pair.margin, pair.one, pair.other))
    doubtful = [
        say(
            "The pictures of {name} do not look like one card (fit {fit}): check what they show.",
            name=name,
            fit=decimal(fit, 2),
        )
        for name, fit in reader.gallery.own_fits().items()
        if fit < ONE_CARD_FIT
    ]
    pictures = sum(len(crops) for _, crops in profile.cards)
    return Report(len(profile.cards), pictures, tuple(pairs), missing, (*doubtful, *_odd_names(profile)))


def card_in(image: np.ndarray) -> np.ndarray:
    """Cut out the one card of a picture: uint8 (144, 96, 3) BGR, either way up.

    image: uint8 (H, W, 3) BGR, a card on a table, or a cut-out whose edges are the card's own.
    Raises UnfitPicture with a sentence that says what to do; MissingModel.
    """
    quad = _one_quad(image)
    # A frame that is printed on the card is no edge of it: all pictures of a deck must end at the same one.
    exact = next(
        (found.quad for found in shipped().refined(image, [quad]) if found.sure > LOCATED_ALONE), quad
    )
    crop = rectify(image, exact)
    cut = area(quad) < FILLS * image.shape[0] * image.shape[1]
    why = unfit(image if cut else None, quad, crop)
    if why is not None:
        raise UnfitPicture(why)
    return crop


def _one_quad(image: np.ndarray) -> np.ndarray:
    """Find the one card. Raises UnfitPicture."""
    height, width = image.shape[:2]
    whole = ordered(np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32))
    taken = _taken(image)
    framed = not taken and CUT_OUT[0] <= max(height, width) / min(height, width) <= CUT_OUT[1]
    lying = _lying(image) or taken
    if framed:
        # A card on a table may be squeezed into something like a card, and a sign on a card look like one.
        small = [quad for quad in lying if area(quad) < FILLS * height * width]
        known = [quad for quad in small if sides(quad)[0] >= LEARNABLE_CARD_PX and _known(image, quad)]
        if not known and (len(small) < len(lying) or _known(image, whole)):
            return _trimmed(image, whole)
        lying = known or [quad for quad in small if _on_a_table(image, quad, whole)]
        # What reads as a card is one; anything else may be half of a card that fills the picture.
        if lying and not known:
            filling = _filling(image, whole, LOCATED_ALONE)
            if filling is not None and area(filling) > FULL * area(whole) and _within(lying, filling):
                return filling
    largest = max((area(quad) for quad in lying), default=0.0)
    several = [quad for quad in lying if area(quad) > SECOND * largest]
    if len(several) > 1:
        several = _confirmed(image, several)
    if len(several) > 1:
        raise UnfitPicture(say("{count} cards were found; show one card alone", count=len(several)))
    if several:
        return max(several, key=area)
    if framed and _on_paper(image, whole):
        return _trimmed(image, whole)
    if framed and (filling := _filling(image, whole, 0.0)) is not None:
        return filling
    raise UnfitPicture(
        say("no card was found; lay one card on a plain table of another colour, or cut it out to its edges")
    )


def _taken(image: np.ndarray) -> list[np.ndarray]:
    """List the cards that lie in a picture as a camera gives it, though they may hardly stand out there."""
    long, short = max(image.shape[:2]), min(image.shape[:2])
    if all(long * low != short * high for high, low in CAMERA):
        return []
    return _outermost([quad for quad in _found(image) if area(quad) < FILLS * long * short])


def _found(image: np.ndarray) -> list[np.ndarray]:
    """List what the networks take for cards, one that is nearly as large as the picture among them.

    The locator never met such a card whole and gives its corners and halves: with a margin around the
    picture it is as large as others are.
    """
    height, width = image.shape[:2]
    edge = max(height, width) // 2
    wider = cv2.copyMakeBorder(image, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    large = [
        np.asarray(each.quad - edge, np.float32)
        for each in shipped().find(wider)
        if each.sure > LOCATED_ALONE
    ]
    large = [quad for quad in large if area(quad) > LARGE * height * width]
    return [*large, *(each.quad for each in shipped().find(image) if each.sure > LOCATED_ALONE)]


def _confirmed(image: np.ndarray, several: list[np.ndarray]) -> list[np.ndarray]:
    """Keep of several outlines those that the networks take for cards too: planks have some as well."""
    found = _outermost(_found(image))
    around = [
        quad for quad in found if sum(intersection(quad, each) > INSIDE * area(each) for each in several) > 1
    ]
    if len(around) == 1:
        return around
    known = [each for each in several if any(iou(each, quad) > ONE_PLACE for quad in found)]
    return known or several


def _filling(image: np.ndarray, whole: np.ndarray, sure: float) -> np.ndarray | None:
    """Find the card that fills most of a picture, with a margin around; None where there is none."""
    found = next(iter(shipped().refined(image, [whole])), None)
    if found is None or found.sure < sure or area(found.quad) < CUT_OUT_FILL * area(whole):
        return None
    return found.quad


def _within(quads: list[np.ndarray], larger: np.ndarray) -> bool:
    """Tell whether all of them are parts of a larger one."""
    return all(intersection(quad, larger) > INSIDE * area(quad) for quad in quads)


def _lying(image: np.ndarray) -> list[np.ndarray]:
    """List the quads that stand out from what is around them, none within another."""
    ways: tuple[Callable[[], list[np.ndarray]], ...] = (
        lambda: outlines.candidates(image),
        lambda: lines.candidates(image),
        lambda: _found(image),
    )
    for way in ways:
        found = _outermost([quad for quad in way() if _stands_out(image, quad)])
        if found:
            return found
    return []


def _known(image: np.ndarray, quad: np.ndarray) -> bool:
    """Tell whether a quad reads as a card of some deck."""
    scores = Reader("us").read(rectify(image, quad)[None])
    return scores.names[int(np.argmax(scores.probabilities[0]))] != "none"


def _on_a_table(image: np.ndarray, quad: np.ndarray, whole: np.ndarray) -> bool:
    """Tell whether a quad is a card on a table rather than something printed on a card."""
    light = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
    inside, rim = (_along(light, grown(each, 0.96))[:, 0].mean() for each in (quad, whole))
    return bool(inside > rim + DARKER_LEVELS or area(quad) > PRINTED * area(whole))


def _on_paper(image: np.ndarray, whole: np.ndarray) -> bool:
    """Tell whether a picture without any outline shows print on a paper of one colour."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
    smooth = cv2.GaussianBlur(lab, (0, 0), 2)
    rim = _along(lab, grown(whole, 0.985))
    return bool(smooth[..., 0].std() > PLAIN_SPREAD and np.linalg.norm(rim.std(0)) < MOTLEY_SPREAD)


def _trimmed(image: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """Leave out a strip of table around a card that fills its picture."""
    width, height = whole.max(0)
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = _along(lab, grown(whole, 0.985))[:, 0].mean()
    margin = round(0.3 * float(min(height, width)))
    ground = 40 if rim > 110 else 215
    around = (margin, margin, margin, margin)
    padded = cv2.copyMakeBorder(image, *around, cv2.BORDER_CONSTANT, value=(ground,) * 3)
    for quad in sorted(outlines.candidates(padded), key=area, reverse=True):
        quad = quad - margin
        # A strip of table is darker than a card's paper; a strip of paper is not darker than its print.
        if (
            0.7 < iou(quad, whole) < 0.97
            and rim < _along(lab, grown(quad, 0.97))[:, 0].mean() - DARKER_LEVELS
        ):
            return np.clip(quad, 0, [width, height]).astype(np.float32)
    return whole


def _stands_out(image: np.ndarray, quad: np.ndarray) -> bool:
    """Tell whether around a quad there is something else than within its edges, on all sides alike."""
    rings = [grown(quad, scale) for scale in (0.95, 1.08)]
    # What comes near the picture's edges with more than one corner is its cut-out, or a part of that.
    beyond = (rings[1] < 0) | (rings[1] > [image.shape[1], image.shape[0]])
    if beyond.any(1).sum() > 1:
        return False
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (5, 5), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    inside, outside = (_along(lab, ring) for ring in rings)
    apart = np.linalg.norm(inside - outside, axis=1)
    return bool(np.mean(apart > 12) > 0.8)


def _along(lab: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Give the colours along a quad's sides: float32 (N, 3)."""
    steps = np.linspace(0.08, 0.92, 24, dtype=np.float32)[:, None]
    along = [a + steps * (b - a) for a, b in zip(quad, following(quad), strict=True)]
    return colours(lab, np.concatenate(along))


def _outermost(quads: list[np.ndarray]) -> list[np.ndarray]:
    """Keep the quads that lie in no larger one."""
    return suppress(
        sorted(quads, key=area, reverse=True),
        lambda find, larger: intersection(find, larger) > 0.5 * area(find),
    )


def _odd_names(profile: Profile) -> list[Said]:
    """Point at names that are probably slips of the pen for an edition's."""
    for edition in cards.EDITIONS:
        known = cards.names(edition)
        odd = [name for name in profile.names if name not in (*known, "back")]
        if odd and len(odd) < 0.3 * len(profile.names):
            return [
                say(
                    "{name} is no card of {edition}: is {nearest} meant?",
                    name=name,
                    edition=edition,
                    nearest=nearest(name, known),
                )
                for name in odd
            ]
    return []
