"""From probabilities to one reading: what the rules rule out, and when to ask."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from games.cards import copies
from texts import say
from vision.geometry.quads import to_corners
from vision.read.blurred import Sharpened
from vision.types import Reading

SURE = 0.95
"""Confidence from which a reading is trusted.

Of 2,436 harshly drawn crops taken for faces, of decks that never trained, 1,599 were right above it and 5
wrong; of 2,444 cards on photographs and, with an earlier reader, of 38,940 on drawn tables none was silently
wrong (models/README.md).
"""

LIKELY = 0.8
"""Confidence from which a number card that is not trusted may be entered until somebody confirms it.

Together with `AHEAD` this marks, on drawings of decks that neither trained nor tuned a reader (seeds from
200,000 on): of 1,556 harshly drawn crops that one look left open (12,032, models.training.data) 521, 95.2 %
of them rightly; of 951 cards that all looks together left open on blurred, dim and noisy pictures of drawn
tables 317, 95.6 % rightly; of 43 on clean ones 15, 14 of them rightly. From 0.7 on it would be 94.7 % of 582
crops.
"""

AHEAD = 6.0
"""How many times likelier than the next such a card must be; without this it is 94.8 % of 560 crops."""

LOST = 0.05
"""Probability that the other cards that lie there may take from such a guess: more is a contradiction."""

BACK_SURE = 0.5
"""Confidence from which a back is taken for one."""

BACK_LIKELY = 0.2
"""The same where no face comes into question.

Of 156 drawn backs of decks that never trained none was below it and 2 were below `BACK_SURE`; of 796 things
that are no card 2 lay between the two, of 2,735 faces none.
"""

NO_FACE = 0.02
"""Probability of all faces together below which none of them comes into question."""

UNLIKELY = 0.02
"""Weight of a card that was seen already: it cannot lie there twice, unless it was misread at first."""

NEVER_GONE = ("back", "none")
"""Names that no card uses up: there are as many backs as cards, and what is no card is none."""

ART = ("W", "J")
"""Cards without a suit: an edition draws them as it likes. What is like no card known is first of all one."""

ART_SURE = 0.99
"""Confidence from which one of them is trusted: an edition's may look like another edition's other one.

Of 869 drawn crops of decks that never trained that were called one above `SURE` one was the other, of 662
above 0.99 none; on pictures by another renderer a Jester was called a Wizard at 0.98.
"""

ART_LIKELY = 0.95
"""The same from which it may be entered until somebody confirms it."""

PRINT_BLURRED = say(
    "This card is blurred in the picture: see to the camera's focus, or say which card it is."
)

OFFERED = 5
"""Other names that are offered with a question."""

STRANGE = 0.8
"""Share of ``none`` from which what has a card's shape is like no card known."""


def is_number(name: str) -> bool:
    """Tell whether a name is a card's of which there is one: no Wizard, Jester or back."""
    return name not in NEVER_GONE and copies(name) == 1


def is_likely(card: str, confidence: float, alternatives: Sequence[tuple[str, float]]) -> bool:
    """Tell whether a first guess is so far ahead that it may be entered until somebody confirms it.

    A Wizard or Jester from `ART_LIKELY` on: of 483 drawn crops of such cards, of decks that never trained,
    that one look called one at 0.8 to 0.99, 94.4 % were that one, of 207 from 0.95 on all but one.
    """
    if card in ART:
        return confidence >= ART_LIKELY
    second = max((share for _, share in alternatives), default=0.0)
    return is_number(card) and confidence >= LIKELY and confidence >= AHEAD * second


def is_court(name: str) -> bool:
    """Tell whether a name is a jack's, a queen's or a king's."""
    return name[:-1] in ("J", "Q", "K")


def decide(
    names: Sequence[str], probability: np.ndarray, corners: np.ndarray, *,
    seen: Iterable[str] = (), sure: float = SURE, crop: np.ndarray | None = None,
    among: np.ndarray | None = None, blurred: Sharpened | None = None,
) -> Reading:  # fmt: skip
    """Choose the card, and whether to ask.

    probability: float (K,), what the reader gave each of `names`; seen: cards of this round that lie there
    or were played; among: float (K,), what is left of the probabilities given the other cards that lie there.
    A card that was seen already is asked about even where the rest of the deck looks much less like it. What
    is like no card known is called a Wizard or Jester, else by the name it resembles most, and asks. A card
    that asks and contradicts nothing is likely where `is_likely` says so. blurred: what is read of the crop
    once it is sharpened, where it is blurred; but for a certain back, what that does not bear out is asked
    about, and nothing is likely.
    """
    counts = Counter(seen)
    spent = {name for name in counts if name not in NEVER_GONE and counts[name] >= copies(name)}
    weights = np.array([UNLIKELY if name in spent else 1.0 for name in names])
    among = probability if among is None else among
    doubt = max(0.0, 1.0 - float(among.sum()))
    weighted = among * weights
    weighted = weighted / max(1e-9, float(weighted.sum()) + doubt)
    order = [int(i) for i in np.argsort(-weighted) if names[i] != "none"]
    if names[order[0]] == "back":
        # Nobody can play a back: half a certainty is enough to leave it alone.
        faces = sum(float(w) for k, w in zip(names, weighted, strict=True) if k not in NEVER_GONE)
        sure = BACK_SURE if faces > NO_FACE else BACK_LIKELY
    strange = probability[list(names).index("none")] > STRANGE or names[order[0]] == "back"
    art = [i for i in order if names[i] in ART and weights[i] == 1.0]
    strange = strange and bool(weighted[order[0]] < sure)
    if strange:
        order = [*art, *(i for i in order if i not in art)]
    best = order[0]
    name, confidence = names[best], float(weighted[best])
    likeliest = int(np.argmax(probability))
    contradicted = bool(weights[likeliest] < 1.0 or likeliest != int(np.argmax(among)))
    offered = [i for i in order[1:] if weighted[i] > 1e-4 or strange][:OFFERED]
    if confidence < sure and is_number(name):
        # A rank that is clear beside a sign that is not must not lead to that one sign alone.
        twin = next((i for i in order[1:] if is_number(names[i]) and names[i][:-1] == name[:-1]), None)
        if twin is not None and twin not in offered:
            offered = [*offered[: OFFERED - 1], twin]
    others = tuple((names[i], round(float(weighted[i]), 4)) for i in offered)
    asks = bool(contradicted or confidence < (max(sure, ART_SURE) if name in ART else sure))
    certain_back = name == "back" and confidence >= SURE
    unfit = blurred is not None and (asks or not (certain_back or blurred.bears_out(names, name)))
    lost = float(probability[best]) - confidence
    likely = asks and not contradicted and not unfit and lost < LOST and is_likely(name, confidence, others)
    why = PRINT_BLURRED if unfit else None
    return Reading(name, confidence, asks or unfit, others, to_corners(corners), crop, likely, why)
