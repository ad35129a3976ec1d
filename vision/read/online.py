"""A reader that learns the deck while it is played: a card that was seen before is known by its looks.

The shipped reader knows no deck, and errs on some again and again: where a 5 looks like a 6, each 5 does.
What the cards of this game looked like settles that after each has been seen once.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from typing import Protocol

import numpy as np

from games.cards import copies
from vision.read.court_letters import CourtLetters
from vision.read.decide import NEVER_GONE, is_number
from vision.read.gallery import Gallery, Match
from vision.read.matching import Planes, Prototype
from vision.read.outlier_model import OutlierModel
from vision.read.reader import CardReader, Scores
from vision.read.suit_confusion import SuitConfusion

REMEMBERED_FIT = 0.93
"""Fit from which a crop shows a remembered face; on drawn tables the least of a face seen again was 0.97."""

EVIDENCE_LEAD = 0.5
"""Share of the evidence by which that face must beat every other; on drawn tables the least was 0.66."""

UNLIKE_FIT = 0.5
"""Fit below which a crop does not show the remembered face whose name it was given."""

FEWEST_FACES = 6
"""Faces that must be remembered before a likeness means anything."""

THOUGHT_OF = 0.003
"""Probability that the reader must give a name for memory to hold it against one not seen before."""

LINED_UP_NAMES = 3
"""Names, the reader's likeliest, whose faces are lined up with a crop in any case."""

CONFIRMED = 0.15
"""What is left, where memory agrees, of names whose faces it does not have."""

TOLD_APART = 0.003
"""What is left of other names where memory has the faces of all that the reader wavers between.

Of 454 cards of drawn tables whose face was remembered, each was nearest to its own, and none of 4,151 that
were said to be a neighbour was taken for that.
"""

PLAIN_EVIDENCE, PLAIN_LEFT = 100.0, 0.0003
"""Evidence over the next face from which memory tells faces apart plainly, and what is left of others.

The reader held one drawn court for three others, eighty times as likely together as itself. Memory had 1,000
of evidence for it, and yet it was asked about nine times in a game.
"""

CONTESTED_BY_MEMORY = 0.55
"""Probability that is left to either name where reader and memory disagree: both are asked about."""

WORTH = 0.1
"""Probability of its name from which a crop is held against memory.

With 0.3 one drawn court was asked about eight times in a game: in one of its shifted crops the reader wavered
between more names than that, and nobody asked the memory that had told the other four.
"""

_Face = tuple[str, np.ndarray, Prototype]
"""A name, the crop that bore it, and what is compared."""


class PlayedCard(Protocol):
    """What one card of this game looked like: the index of its event, its name, its crop."""

    @property
    def event(self) -> int:
        """Index of the event in which it was played."""

    @property
    def card(self) -> str:
        """Its name now."""

    @property
    def crop(self) -> np.ndarray:
        """Its straightened picture: uint8 (144, 96, 3) BGR."""


class OnlineGalleryReader:
    """Reads with another reader, and with what the cards of this game looked like; a CardReader."""

    def __init__(self, base: CardReader) -> None:
        self.names = base.names
        self.index = base.index
        self.titles = base.titles
        self._base = base
        self.forget()

    def forget(self) -> None:
        """Start with a deck that nobody has seen."""
        self._known: dict[int, _Face] = {}
        self._learnt: dict[int, str] = {}
        self._laid: Sequence[str | None] | None = None
        self._mistaken = SuitConfusion(self.names)
        self._letters = CourtLetters(self.names)
        self._outliers = OutlierModel()
        self._gallery: Gallery | None = None

    def remember(self, shown: Iterable[PlayedCard], laid: Sequence[str | None] | None = None) -> None:
        """Take in cards by the names that they bear now; a corrected one takes the place of what it was.

        laid: the card that each event of the game laid, None where it laid none. What was learnt of another
        is forgotten: it was undone, or corrected when its round was over. Without it nothing is forgotten.
        """
        shown = tuple(shown)
        self._forget_others(laid, {one.event for one in shown})
        for one in shown:
            before = self._known.get(one.event)
            if before is not None and before[0] == one.card and before[1] is one.crop:
                continue
            new = all(name != one.card for name, _, _ in self._known.values())
            if before is not None or new:
                alone = self._base.read(one.crop[None]).probabilities[0]
                self._mistaken.learn(one.event, one.card, alone)
                self._letters.learn(one.event, one.card, alone)
            self._learnt[one.event] = one.card
            self._outliers.forget(one.event)
            if before is None and new and len(self._known) >= FEWEST_FACES and self._knows_rank(one.card):
                match = self._faces().match(one.crop)
                self._outliers.learn(one.event, one.card, match.fit if match else 0.0)
            planes = before[2].planes if before is not None and before[1] is one.crop else Planes(one.crop)
            self._known[one.event] = (one.card, one.crop, Prototype(one.card, planes))
            self._known = _latest(self._known)
            self._gallery = None

    def _forget_others(self, laid: Sequence[str | None] | None, shown: Set[int]) -> None:
        """Forget what was learnt of events that lay another card than now, but for those that are shown."""
        if laid is None or laid is self._laid:
            return
        self._laid = laid
        for event, card in list(self._learnt.items()):
            if event in shown or (event < len(laid) and laid[event] == card):
                continue
            del self._learnt[event]
            self._known.pop(event, None)
            for each in (self._mistaken, self._letters, self._outliers):
                each.forget(event)
            self._gallery = None

    def glance(self, crops: np.ndarray) -> Scores:
        """Read crops uint8 (N, 144, 96, 3) BGR, either way up, without holding them against memory."""
        scores = self._base.read(crops)
        rows = np.array([self._letters.weigh(row) for row in scores.probabilities], np.float32)
        return Scores(self.names, rows.reshape(scores.probabilities.shape))

    def recall(self, row: np.ndarray, crop: np.ndarray) -> np.ndarray:
        """Hold what was read of a crop at a glance, float32 (K,), against memory: float32 (K,)."""
        name = self.names[int(np.argmax(row))]
        if len(self._known) < FEWEST_FACES or name in NEVER_GONE or row.max() < WORTH:
            return row
        likely = [self.names[i] for i in np.argsort(-row)[:LINED_UP_NAMES] if row[i] >= THOUGHT_OF]
        match = self._faces().match(crop, likely)
        if match is None:
            return row
        out = row.copy()
        self._weigh(out, name, match)
        return out

    def read(self, crops: np.ndarray) -> Scores:
        """Read crops uint8 (N, 144, 96, 3) BGR, either way up."""
        scores = self.glance(crops)
        rows = [self.recall(row, crop) for row, crop in zip(scores.probabilities, crops, strict=True)]
        known = np.array(rows, np.float32).reshape(scores.probabilities.shape)
        return Scores(self.names, known)

    def _weigh(self, row: np.ndarray, name: str, match: Match) -> None:
        """Let memory confirm or contest what the reader thinks, in place."""
        seen, best = self.names.index(name), match.names[0]
        strong = match.fit >= REMEMBERED_FIT and min(match.share[1:], default=0.0) >= EVIDENCE_LEAD
        known = self._seen(name)
        alone = strong and self._stands_alone(match, row)
        all_known = alone or self._knows_all(row, best)
        if strong and best == name:
            doubt = 0.0 if all_known else CONFIRMED * max(0.0, 1.0 - float(row.sum()))
            row *= self._left(match, alone)
            row[seen] = 0.0
            row[seen] = 1.0 - float(row.sum()) - doubt
        elif strong and all_known:
            own, told = row[self.names.index(best)], _told_apart(match)
            row *= told
            row[self.names.index(best)] = own
            row /= own + told * (1 - own)
        elif best != name and strong and best in self.names and self._rivals(row, name, best):
            row[[seen, self.names.index(best)]] = min(row[seen], CONTESTED_BY_MEMORY), 1 - CONTESTED_BY_MEMORY
            row /= max(1.0, row.sum())
        elif known and is_number(name) and (best != name or match.fit < UNLIKE_FIT):
            # Wizards and Jesters may have four faces: one more is no contradiction.
            row[seen] = min(row[seen], CONTESTED_BY_MEMORY)
        elif others := [other for other in self._mistaken.instead(name) if not self._seen(other)]:
            row[[self.names.index(other) for other in others]] = (1 - CONTESTED_BY_MEMORY) / len(others)
            row[seen] = min(row[seen], CONTESTED_BY_MEMORY)
            row /= max(1.0, row.sum())

    def _left(self, match: Match, alone: bool) -> np.ndarray:
        """Say what is left of each other name where memory is certain of the reader's: float (K,).

        alone: whether no card still to come can look like that.
        """
        told, known = _told_apart(match), set(self._faces().names)
        other = told if alone else CONFIRMED
        return np.array([told if name in known else other for name in self.names], np.float32)

    def _faces(self) -> Gallery:
        if self._gallery is None:
            self._gallery = Gallery([prototype for _, _, prototype in self._known.values()])
        return self._gallery

    def _seen(self, name: str) -> bool:
        return name in self._faces().names

    def _knows_rank(self, card: str) -> bool:
        """Tell whether a card of this one's rank has been seen."""
        ranks = {name[:-1] for name, _, _ in self._known.values() if is_number(name)}
        return is_number(card) and card[:-1] in ranks

    def _stands_alone(self, match: Match, row: np.ndarray) -> bool:
        """Tell whether memory's favourite, which the reader thinks of, fits as none still to come could."""
        best = match.names[0]
        thought_of = is_number(best) and row[self.names.index(best)] >= THOUGHT_OF
        return bool(thought_of and self._outliers.rule_out(best, match.fit))

    def _knows_all(self, row: np.ndarray, best: str) -> bool:
        """Tell whether memory has a face of every card that this may be, its own favourite among them."""
        thought = {self.names[i] for i in np.flatnonzero(row >= THOUGHT_OF)}.difference(NEVER_GONE)
        return best in thought and thought <= set(self._faces().names)

    def _rivals(self, row: np.ndarray, name: str, best: str) -> bool:
        """Tell whether memory may speak against a name: it knows that card, or the reader wavered too."""
        return self._seen(name) or bool(row[self.names.index(best)] >= THOUGHT_OF)


def _told_apart(match: Match) -> float:
    return PLAIN_LEFT if min(match.lead[1:], default=0.0) >= PLAIN_EVIDENCE else TOLD_APART


def _latest(known: dict[int, _Face]) -> dict[int, _Face]:
    """Keep the newest face of each card, of Wizards and Jesters four: they may differ.

    A face takes 0.65 MB, and an evening shows more than six hundred cards.
    """
    kept: dict[int, _Face] = {}
    counts: Counter[str] = Counter()
    for event in sorted(known, reverse=True):
        name = known[event][0]
        counts[name] += 1
        if counts[name] <= copies(name):
            kept[event] = known[event]
    return kept
