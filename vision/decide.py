"""From probabilities to one reading: what the rules rule out, and when to ask."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from games.cards import copies
from vision.types import Corners, Reading

SURE = 0.95
"""Confidence from which a reading is trusted.

Of 1,934 readings above it of harshly drawn crops, of decks that never trained, 8 were wrong; none of 38,940
cards on simulated tables and of 800 on photographs (models/README.md).
"""

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

ART = ("W", "J")
"""Cards without a suit: an edition draws them as it likes, so a card like none known is first of all one of these."""

STRANGE = 0.8
"""Share of ``none`` from which what has a card's shape is like no card known."""


def is_number(name: str) -> bool:
    """Tell whether a name is a card's of which there is one: no Wizard, Jester or back."""
    return name not in NEVER_GONE and copies(name) == 1


def is_court(name: str) -> bool:
    """Tell whether a name is a jack's, a queen's or a king's."""
    return name[:-1] in ("J", "Q", "K")


def decide(
    names: Sequence[str], probability: np.ndarray, corners: np.ndarray, *,
    seen: Iterable[str] = (), sure: float = SURE, crop: np.ndarray | None = None,
    among: np.ndarray | None = None,
) -> Reading:  # fmt: skip
    """Choose the card, and whether to ask.

    probability: float (K,), what the reader gave each of `names`; seen: cards of this round that lie there
    or were played; among: float (K,), what is left of the probabilities given the other cards that lie there.
    A card that was seen already is asked about even where the rest of the deck looks much less like it. What
    is like no card known is called a Wizard or Jester, else by the name it resembles most, and asks.
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
    others = tuple(
        (names[i], round(float(weighted[i]), 4)) for i in order[1:6] if weighted[i] > 1e-4 or strange
    )
    points: Corners = tuple((float(x), float(y)) for x, y in corners)  # type: ignore[assignment]
    return Reading(name, confidence, bool(contradicted or confidence < sure), others, points, crop)
