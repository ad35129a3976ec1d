"""Reads the cards of an enrolled deck by what each of them looked like."""

from functools import cached_property

import numpy as np

from games import cards
from vision.read.gallery import Gallery, Match
from vision.read.matching import Planes, Prototype
from vision.read.openset import unlearnt
from vision.read.profile import Profile
from vision.read.reader import Reader, Scores

DISTINCT_EVIDENCE = 90.0
"""Evidence by which a card's own picture must stand out from another card for the two to be told apart."""

FIT = (-7.5, 15.0)
"""Logistic curve, intercept and slope, from fit to the probability that the best card is there at all."""

LEAD = (-13.0, 0.1, 22.0)
"""Another, intercept and two slopes, from lead and share of evidence to that of it rather than the next."""

FALL_OFF = 12.0
"""Evidence by which one of the others must be behind the best to be given an e-th as much as that."""

CLEAR_CARD = 0.95
"""Probability from which a card is clear without hearing the shipped reader."""

BELIEVED_FIT = 0.4
"""Fit from which the shipped reader is believed to speak of the same card."""

SHIPPED_ALONE_MOST = 0.75
"""Most that is given to a card which only the shipped reader sees: it is asked about, and never marked."""

OPINION = 0.5
"""Probability of an unlearnt card from which the shipped reader's word keeps others from being trusted."""

CREDIBLE = 0.5
"""The same for its word against a learnt card: as often as it was wrong it is heard less."""

UNASKED = 0.25
"""Share of the doubt about a deck learnt whole that is left where the shipped reader cannot be asked.

Of 480 cards of such decks none was silently wrong without any doubt, and with all of it more cards of text
would be asked about.
"""

CAUTION = 3.0
"""Weight of cards that were never learnt where the shipped reader cannot be asked about them."""

FAMILIAR = 2.0
"""Log odds, of the best being the card itself, below which the shipped reader is heard too."""

BELIEVED_SHARE = 0.8
"""Share of the deck's own pictures that the shipped reader must read rightly to be believed about others."""


BACK, NONE = -2, -1
"""Where among its names a reader of an enrolled deck has ``back`` and ``none``: behind all faces."""


class EnrolledReader:
    """Reads an enrolled deck; a CardReader. Raises MissingModel.

    A card of the deck's list that was never learnt is asked about, never taken for its neighbour.
    """

    def __init__(self, profile: Profile, base: Reader | None = None) -> None:
        self.profile = profile
        # What a deck's own faces look like is known better than what indices and titles usually do.
        self.index = self.titles = None
        self._base = base or Reader(profile.edition or "us")
        whole = profile.every
        named = [name for name in profile.names if name not in ("back", *whole)]
        self.names = (*whole, *named, "back", "none")
        self._unlearnt = unlearnt(whole, profile.names, cards.copies)
        self.gallery = Gallery(
            [Prototype(name, Planes(crop)) for name, crops in profile.cards for crop in crops]
        )

    def read(self, crops: np.ndarray) -> Scores:
        """Read crops uint8 (N, 144, 96, 3) BGR, either way up."""
        probabilities = np.zeros((len(crops), len(self.names)), np.float32)
        matches = [self.gallery.match(crop, closely=True) for crop in crops]
        for row, match in zip(probabilities, matches, strict=True):
            self._write(row, match)
        # The shipped reader is slower, and no wiser about a clear card: it may be of a deck that misleads it.
        # But of cards that were never learnt it alone knows anything.
        asked = [
            i for i, row in enumerate(probabilities) if self._unlearnt.names or self._unclear(row, matches[i])
        ]
        if asked:
            for i, said in zip(asked, self._base.read(crops[asked]).probabilities, strict=True):
                if probabilities[i][:NONE].max() < CLEAR_CARD:
                    probabilities[i] = self._joined(probabilities[i], matches[i], said)
                probabilities[i] = self._turned(self._opened(probabilities[i], matches[i], said), said)
        return Scores(self.names, probabilities)

    def _turned(self, row: np.ndarray, said: np.ndarray) -> np.ndarray:
        """Let what is no face be a back as far as the shipped reader says so, where none was learnt.

        A packet of tricks won is asked about otherwise, as a Wizard that nobody showed: no face is like it.
        """
        if "back" in self.profile.names:
            return row
        more = float(said[self._base.names.index("back")]) * (row[BACK] + row[NONE]) - row[BACK]
        if more <= 0:
            return row
        out = row.copy()
        out[[BACK, NONE]] += more, -more
        return out

    def _unclear(self, row: np.ndarray, match: Match | None) -> bool:
        return bool(
            row[:NONE].max() < CLEAR_CARD or (match is not None and (match.familiar or 0.0) < FAMILIAR)
        )

    def _opened(self, row: np.ndarray, match: Match | None, said: np.ndarray) -> np.ndarray:
        """Give cards that were never learnt their share of what the learnt ones have: float (K,)."""
        faces = float(row[:BACK].sum())
        best = int(np.argmax(row[:BACK])) if len(row) > 2 else 0
        if match is None or row[best] < max(row[BACK], row[NONE]) or self.names[best] != match.names[0]:
            return row
        opinion, trust = self._opinion(said)
        never = [self.names.index(name) for name in self._unlearnt.names]
        learnt = float(row[:BACK] @ opinion) / max(1e-9, faces)
        share, parts = self._unlearnt.share(
            match.familiar or 0.0,
            learnt,
            opinion[never] * (1.0 if trust else CAUTION),
            1 - learnt if trust else UNASKED,
        )
        out = row.copy()
        out[:BACK] *= 1 - share
        if trust and never:
            out[never] += parts * faces
            if opinion[never].max() > OPINION:
                out[:BACK] *= min(1.0, SHIPPED_ALONE_MOST / out[:BACK].max())
        return out

    def _opinion(self, said: np.ndarray) -> tuple[np.ndarray, bool]:
        """Give what the shipped reader says of each name but back and none, float (K - 2,), and if it counts.

        As often as it misread the deck's own pictures, what it says may be anything.
        """
        right, whole = self._record, len(self.names) - 2
        if right < CREDIBLE:
            return np.ones(whole), False
        places = [self._places.get(name, -1) for name in self.names[:BACK]]
        heard = np.array([said[k] if k >= 0 else 0.0 for k in places])
        return right * heard + (1 - right) / whole, True

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: k for k, name in enumerate(self._base.names)} if self.profile.edition else {}

    @cached_property
    def _record(self) -> float:
        """Give how often the shipped reader is right about this deck, 0..1, as its own pictures show it."""
        known = [name for name in self._right if name in self._places and name != "back"]
        return (sum(self._right[name] for name in known) + 1) / (len(known) + 2) if known else 0.0

    def _joined(self, row: np.ndarray, match: Match | None, said: np.ndarray) -> np.ndarray:
        """Hear the shipped reader too, where it knows this deck's signs: float (K,).

        It can make a card certain only that the pictures favour as well; what it says against them is asked.
        """
        heard = np.zeros_like(row)
        for k, name in enumerate(self.names):
            at = self._places.get(name)
            heard[k] = said[at] if at is not None and self._spoken[at] else 0.0
        if "back" not in self.profile.names:
            heard[BACK] = said[self._base.names.index("back")]
        nothing = row[NONE]
        both = (row + 0.001) * (heard + 0.001)
        both *= (1 - min(nothing, 0.9 * (1 - heard.max()))) / both.sum()
        best = int(np.argmax(both))
        agreed = match is not None and match.names[0] == self.names[best] and match.fit > BELIEVED_FIT
        if self.names[best] != "back" and not (agreed and heard[best] > 0.5):
            if heard.max() < 0.5:
                return row
            both *= min(1.0, SHIPPED_ALONE_MOST / both.max())
        both[NONE] = max(both[NONE], 1 - both.sum()) if heard.max() < 0.5 else both[NONE]
        return both

    @cached_property
    def _right(self) -> dict[str, bool]:
        """Tell of which cards the shipped reader reads all of this deck's own pictures rightly."""
        right: dict[str, bool] = {}
        for name, crops in self.profile.cards:
            rows = self._base.read(np.stack(crops)).probabilities
            right[name] = all(self._base.names[int(np.argmax(row))] == name for row in rows)
        return right

    @cached_property
    def _spoken(self) -> np.ndarray:
        """Tell which names the shipped reader gives rightly to this deck's own pictures: bool (K of base,).

        A card that was never enrolled is given the benefit of the doubt where most others are read rightly.
        """
        usual = sum(self._right.values()) > BELIEVED_SHARE * len(self._right)
        return np.array([self._right.get(name, usual) for name in self._base.names])

    def _write(self, row: np.ndarray, match: Match | None) -> None:
        """Turn a comparison into probabilities."""
        if match is None:
            row[NONE] = 1.0
            return
        real = _sigmoid(FIT[0] + FIT[1] * match.fit)
        others = np.exp(-np.array(match.lead[1:]) / FALL_OFF)
        beats = [_certainty(*pair) for pair in zip(match.lead[1:], match.share[1:], strict=True)]
        first = max(0.5, min(beats, default=1.0))
        row[self.names.index(match.names[0])] = real * first
        for name, part in zip(match.names[1:], others / max(1e-9, others.sum()), strict=True):
            row[self.names.index(name)] = real * (1 - first) * part
        row[NONE] += 1 - real


def _certainty(lead: float, share: float) -> float:
    return _sigmoid(LEAD[0] + LEAD[1] * min(lead, 80.0) + LEAD[2] * min(share, 0.6))


def _sigmoid(x: float) -> float:
    return float(1 / (1 + np.exp(-x)))
