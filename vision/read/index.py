"""A second opinion on an unclear card: its corner indices, read at the camera's own resolution.

The reader sees a whole card in 96 x 144 pixels; a camera mostly has more. The index reader sees the corners
alone and knows nothing of pips and courts, so that the two err on different cards.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from models import corners, labels
from models.files import model_path
from models.network import Network
from vision.geometry.quads import rectify
from vision.networks import network
from vision.read.decide import ART, SURE
from vision.read.illuminant import is_colored, marginal, white, without_light

NEVER_TOLD = ("back", "none")
"""Names that no corner index tells."""

CORNER_BATCH = 16
"""Corners that are read at once."""

INDEX_TELLS = 0.3
"""Probability of one name from which a corner is taken to show an index."""

BLIND_READER, BLIND_CORNER = 0.05, 0.01
"""Shares of what the reader and a corner say that may be any card at all: neither has a veto."""

POWER_READER, POWER_CORNERS = 0.4, 0.8
"""Powers of the reader's probabilities and of the corners' in the pool.

Fitted, with what stands above and below, to 1,289 unclear drawn cards of decks that never trained, a silent
one weighing as much as twenty that are asked about: of 1,260 others 638 instead of 222 were right and
trusted, 11 instead of 20 trusted and wrong.
"""

SUPPORT = 0.4
"""Probability that the corners must give a name, by their geometric mean, for it to be trusted."""

CONTRADICTS = 0.5
"""Probability of another name, likewise, from which corners throw doubt on what the reader is certain of."""

CONTESTED_BY_CORNERS = 0.6
"""Most that a name is given which they do not support so: the card is asked about."""


class IndexReader:
    """Reads corner indices as probabilities of one edition's names.

    Its file is opened when it is first needed; MissingModel is raised then.
    """

    def __init__(self, edition: str, path: Path | None = None) -> None:
        self.names, pairs = labels.table(edition)
        self._path = path
        self._faces = np.array([name not in NEVER_TOLD for name in self.names])
        self._ranks, self._suits = np.array(pairs).T
        none = labels.SUITS.index("none")
        self._suited = self._suits != none
        self._colored = any(is_colored(name) for name in self.names)
        self._known_ranks = np.unique(self._ranks[self._faces])
        self._known_suits = np.unique(self._suits[self._suited])

    @cached_property
    def _network(self) -> Network:
        return network(self._path or model_path("index"))

    def told(self, picture: np.ndarray, quads: Sequence[np.ndarray], which: Sequence[str]) -> np.ndarray:
        """Read corners of cards: float64 (N, C, K); painted ones also as they would look by white light.

        picture: uint8 (H, W, 3) BGR; quads: float32 (4, 2) each; which: C of models.corners.
        """
        shown = [corners.cut(picture, quad, corner) for quad in quads for corner in which]
        told = self.evidence(*self.logits(shown))
        if self._colored:
            lights = [light for quad in quads for light in [white(rectify(picture, quad))] * len(which)]
            lit = [without_light(each, light) for each, light in zip(shown, lights, strict=True)]
            told = marginal(told, self.evidence(*self.logits(lit)))
        return told.reshape(len(quads), len(which), -1)

    def logits(self, shown: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Look at N corners, uint8 (112, 64, 3) BGR: rank logits float32 (N, 21) and suit logits (N, 9)."""
        parts = [
            self._network.run(["rank", "suit"], np.stack(shown[start : start + CORNER_BATCH]))
            for start in range(0, len(shown), CORNER_BATCH)
        ]
        rank, suit = (np.concatenate(each) for each in zip(*parts, strict=True))
        return rank, suit

    def second(
        self, picture: np.ndarray, quads: Sequence[np.ndarray], rows: Sequence[np.ndarray]
    ) -> list[np.ndarray]:
        """Give cards' probabilities, float (K,) each with a sum of at most one, once their indices were read.

        picture: uint8 (H, W, 3) BGR; quads: float32 (4, 2), either end first; rows: what the reader makes of
        them. Where no corner shows an index a row is returned as it is.
        """
        told = list(self.told(picture, quads, corners.USUAL))
        bare = [i for i, each in enumerate(told) if each.max() < INDEX_TELLS]
        if bare:
            more = self.told(picture, [quads[i] for i in bare], corners.OTHER)
            for i, each in zip(bare, more, strict=True):
                told[i] = each if each.max() >= INDEX_TELLS else completed(told[i], each)
        return [pooled(row, each[each.max(1) >= INDEX_TELLS]) for row, each in zip(rows, told, strict=True)]

    def alone(
        self,
        picture: np.ndarray,
        quad: np.ndarray,
        seen: np.ndarray,
        row: np.ndarray | None = None,
        *,
        ranks: bool = False,
    ) -> np.ndarray | None:
        """Read a card of which others hide a part by the corners in view: float (K,), or None.

        picture: uint8 (H, W, 3) BGR; quad: float32 (4, 2), a short edge first; seen: bool (4,), which corners
        are in view; row: what the reader makes of the card, None where what it saw is mostly other cards'.
        None where no corner in view shows an index. ranks: a rank whose sign cannot be told is enough; all
        cards of that rank are left then, none of them with `INDEX_TELLS` or more.
        """
        told: list[np.ndarray] = []
        for which in (corners.USUAL, corners.OTHER):
            there = [corner for corner in which if seen[corners.AROUND.index(corner)]]
            if there and not any(each.max() >= INDEX_TELLS for each in told):
                told.append(self.told(picture, [quad], there)[0])
        if len(told) == 2 and told[1].max() < INDEX_TELLS:
            told = [completed(*told)]
        shown = told[-1] if told else np.empty((0, len(self.names)))
        each = shown[shown.max(1) >= INDEX_TELLS]
        if ranks and not len(each):
            each = shown[self._by_rank(shown).max(1) >= INDEX_TELLS]
        if not len(each):
            return None
        mean = np.exp(_log_mean(each))
        mean /= max(1.0, mean.sum())
        best = int(np.argmax(mean))
        if self.names[best] in ART:
            # A jack's letter whose sign is hidden looks like a Jester's.
            return mean * min(1.0, CONTESTED_BY_CORNERS / float(mean[best]))
        if row is not None and int(np.argmax(row)) == best:
            return pooled(row, each)
        return mean

    def _by_rank(self, told: np.ndarray) -> np.ndarray:
        """Add up what corners tell, float (C, K), of all names of one rank: float (C, R)."""
        one_rank = self._ranks[:, None] == self._known_ranks
        return told @ (one_rank & self._faces[:, None])

    def evidence(self, rank: np.ndarray, suit: np.ndarray) -> np.ndarray:
        """Turn logits (..., 21) and (..., 9) into probabilities of the names, float64 (..., K).

        What a corner does not tell is shared out evenly among all that it may be: a hidden rank leaves the
        cards of its suit, a hidden index all names.
        """
        rank, suit = _softmax(rank), _softmax(suit)
        hidden_rank = 1 - rank[..., self._known_ranks].sum(-1, keepdims=True)
        hidden_suit = 1 - suit[..., self._known_suits].sum(-1, keepdims=True)
        a, b = 1 / len(self._known_ranks), 1 / len(self._known_suits)
        suited = (rank + a * hidden_rank)[..., self._ranks] * (suit + b * hidden_suit)[..., self._suits]
        nothing = a * b * hidden_rank * hidden_suit
        special = rank[..., self._ranks] + nothing
        out = np.where(self._suited, suited, np.where(self._faces, special, nothing))
        return out / out.sum(-1, keepdims=True)


def completed(ranks: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Join corners that bear the rank alone with those beside them that bear the sign alone: float (1, K).

    ranks, signs: float (C, K), what the usual corners and the others tell. The two are independent, so their
    probabilities are multiplied; corners that tell the same are averaged first, by their logarithms.
    """
    product = _log_mean(ranks) + _log_mean(signs)
    both = np.exp(product - product.max())
    return (both / both.sum())[None]


def pooled(row: np.ndarray, told: np.ndarray) -> np.ndarray:
    """Pool a reading, float (K,), with what corners tell, float (C, K): float (K,), a sum of at most one.

    A logarithmic opinion pool: the product of what each says, raised to its power (Genest and Zidek,
    Combining probability distributions, 1986). What the corners do not speak for, too, is left in doubt.
    """
    if not len(told):
        return row
    count = len(row)
    read = np.log((1 - BLIND_READER) * row.astype(np.float64) + BLIND_READER / count)
    # Corners of one card repeat each other's mistakes: their mean is taken, as that of shifted crops is.
    seen = _log_mean(told)
    both = POWER_READER * read + POWER_CORNERS * seen
    both = np.exp(both - both.max())
    both /= both.sum()
    best, own, theirs = (int(np.argmax(each)) for each in (both, row, seen))
    certain = row[own] >= SURE and (theirs == own or np.exp(seen[theirs]) < CONTRADICTS)
    if certain and (best != own or both[own] < row[own]):
        # The powers are those of readers that err: what nobody contradicts is not made less certain.
        return row
    if np.exp(seen[best]) < SUPPORT:
        both *= min(1.0, CONTESTED_BY_CORNERS / float(both[best]))
    return both.astype(row.dtype)


def _log_mean(told: np.ndarray) -> np.ndarray:
    """Average what corners tell, float (C, K), by its logarithm: float (K,)."""
    return np.log((1 - BLIND_CORNER) * told + BLIND_CORNER / told.shape[1]).mean(0)


def _softmax(logits: np.ndarray) -> np.ndarray:
    x = np.exp(np.asarray(logits, np.float64) - logits.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)
