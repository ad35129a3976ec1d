"""What an unclear card gives when it is looked at once more: through shifted crops, and in later frames."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry.quads import rectify
from vision.read.blurred import SOFT, Sharpened, sharpened
from vision.read.decide import SURE
from vision.read.index import INDEX_TELLS
from vision.read.reader import CardReader, Recalls, glance, recall
from vision.sharp import sharpness

CLEAR_READING = 0.99
"""Probability from which a first reading is left alone."""

AGREED = 0.5
"""How much of the doubt that shifted crops leave is shared out again, as a power: 0 none of it, 1 all."""

LEAST_CONFIRMED = 0.85
"""What the shifted crops must leave of a certain first reading for it to be trusted as it was.

Of 7,210 harshly and 2,772 mildly drawn crops of decks that never trained one look read 85.8 % with certainty
and 8 of them wrongly; so it is 86.4 % and 7. Where no first reading is spared it is 85.1 % and 5, and one
card in seventy more is asked about.
"""

SOMETHING = 0.2
"""Probability below which a first reading is no card that shifting would make clear."""

FACE_UNKNOWN = 0.75
"""Share of ``none`` that is left to a face which the reader does not know and whose index can be read."""

CROP_SHIFTS = ((0.0, 0.0, 0.975), (0.0, 0.0, 1.03), (0.02, 0.015, 1.01), (-0.02, -0.015, 1.01))
"""Where else to cut a card out: right and down, as shares of its sides, and how much larger."""

FRAMES = 4
"""Still frames of one unclear card that are read at most, the first included.

They differ by little more than noise: two further ones made 19 of 1,120 unclear drawn cards clear, none
wrongly. They are counted, for each is one more opinion, whenever it is taken.
"""

AS_SHARP = 0.8
"""Share of the sharpest frame's sharpness below which a frame of the same card does not count."""


def shifted(quad: np.ndarray, right: float, down: float, larger: float) -> np.ndarray:
    """Move a quad along its own sides and stretch it about its middle: float32 (4, 2)."""
    across, along = quad[1] - quad[0], quad[3] - quad[0]
    middle = quad.mean(0)
    return ((quad - middle) * larger + middle + right * across + down * along).astype(np.float32)


def geometric_mean(rows: np.ndarray) -> np.ndarray:
    """Average readings of one card, float (M, K), to one, float (K,): the mean of their logarithms.

    Looks at one card repeat the same mistakes: their mean is taken, never their sum, so that no number of
    them is surer than they are (added up, even with a third of their weight, they trusted twice as many wrong
    readings as one look). What they disagree about is left as doubt.
    """
    return np.exp(np.log(np.maximum(rows, 1e-9)).mean(0))


def probabilities(image: np.ndarray, quad: np.ndarray, reader: CardReader, first: np.ndarray) -> np.ndarray:
    """Give what a card is once its shifted crops were read too: float (K,), a sum of at most one.

    image: uint8 (H, W, 3) BGR; quad: float32 (4, 2); first: float (K,), what the crop at the quad gave. A
    clear first reading is returned as it is, at no cost.
    """
    return settled(image, [quad], reader, [first])[0]


def settled(
    image: np.ndarray, quads: Sequence[np.ndarray], reader: CardReader, firsts: Sequence[np.ndarray]
) -> list[np.ndarray]:
    """Give what `probabilities` gives of several cards, whose shifted crops are read at once.

    Their indices and titles are read, too, if the reader has somebody to do it.
    """
    rows = [offered(image, quad, reader, first) for quad, first in zip(quads, firsts, strict=True)]
    unclear = [i for i, first in enumerate(firsts) if is_open(first, reader.names)]
    if unclear:
        _looked_closer(image, quads, reader, firsts, rows, unclear)
    return rows if reader.titles is None else reader.titles.second(image, quads, rows)


def _looked_closer(
    image: np.ndarray, quads: Sequence[np.ndarray], reader: CardReader, firsts: Sequence[np.ndarray],
    rows: list[np.ndarray], unclear: Sequence[int],
) -> None:  # fmt: skip
    """Put into `rows` what the unclear cards give by their shifted crops and by their indices.

    Shifts tell how steady the network is. Memory lines up a crop for itself: it is asked about what the
    network made of them all, and what it said of the first crop before is left out of that.
    """
    own = [rectify(image, quads[i]) for i in unclear]
    crops = [rectify(image, shifted(quads[i], *shift)) for i in unclear for shift in CROP_SHIFTS]
    again = np.split(glance(reader, np.stack(crops)).probabilities, len(unclear))
    alone = [firsts[i] for i in unclear]
    if isinstance(reader, Recalls):
        alone = list(reader.glance(np.stack(own)).probabilities)
    for i, crop, glanced, others in zip(unclear, own, alone, again, strict=True):
        first, row = firsts[i], geometric_mean(np.concatenate([glanced[None], others]))
        best = int(np.argmax(first))
        kept = first[best] >= SURE and row[best] >= LEAST_CONFIRMED
        rows[i] = first if kept else recall(reader, row / row.sum() ** AGREED, crop)
    if reader.index is not None:
        told = reader.index.second(image, [quads[i] for i in unclear], [rows[i] for i in unclear])
        for i, row in zip(unclear, told, strict=True):
            rows[i] = row


def offered(image: np.ndarray, quad: np.ndarray, reader: CardReader, row: np.ndarray) -> np.ndarray:
    """Let a card that the reader takes for none be offered by the names that its indices tell: float (K,).

    An unheard-of face may have a plain index, or the rank alone of one. It is asked about all the same; what
    has no index, and what the reader knows, is returned as it is.
    """
    none = reader.names.index("none")
    if reader.index is None or int(np.argmax(row)) != none:
        return row
    told = reader.index.alone(image, quad, np.ones(4, bool), ranks=True)
    if told is None:
        return row
    # A rank alone says which cards to offer, not that there is one.
    nothing = FACE_UNKNOWN if told.max() >= INDEX_TELLS else float(row[none])
    out = (1 - nothing) * told.astype(row.dtype)
    out[none] += nothing
    return out


def is_open(first: np.ndarray, names: tuple[str, ...]) -> bool:
    """Tell whether a reading is of a card and unclear."""
    best = int(np.argmax(first))
    return names[best] not in ("back", "none") and SOMETHING < first[best] < CLEAR_READING


def read_sharpened(crop: np.ndarray, reader: CardReader) -> Sharpened | None:
    """Read a crop, uint8 (144, 96, 3) BGR, once more where it is blurred, sharpened; None where it is not."""
    sharp = sharpness(crop)
    return Sharpened(glance(reader, sharpened(crop)[None]).probabilities[0], sharp) if sharp < SOFT else None


@dataclass(frozen=True)
class Evidence:
    """What was read of one lying card in still frames.

    rows: one each, float (K,); sharp: how sharp each was; sharpened: what is read of those that are blurred.
    """

    rows: tuple[np.ndarray, ...] = ()
    sharp: tuple[float, ...] = ()
    sharpened: tuple[Sharpened | None, ...] = ()

    def more(self, row: np.ndarray, crop: np.ndarray, reader: CardReader) -> "Evidence":
        """Add a frame."""
        again = read_sharpened(crop, reader)
        sharp = sharpness(crop) if again is None else again.sharpness
        return Evidence((*self.rows, row), (*self.sharp, sharp), (*self.sharpened, again))

    @property
    def blurred(self) -> Sharpened | None:
        """Pool what is read of the sharpened frames if even the sharpest is blurred; nothing without one."""
        again = [each for each, kept in zip(self.sharpened, self._kept(), strict=True) if kept]
        blurred = [each for each in again if each is not None]
        if not blurred or max(self.sharp) >= SOFT:
            return None
        return Sharpened(geometric_mean(np.stack([each.row for each in blurred])), max(self.sharp))

    def row(self) -> np.ndarray:
        """Pool the frames that are about as sharp as the sharpest."""
        return geometric_mean(
            np.stack([row for row, kept in zip(self.rows, self._kept(), strict=True) if kept])
        )

    def _kept(self) -> list[bool]:
        """Tell which frames are about as sharp as the sharpest."""
        enough = AS_SHARP * max(self.sharp, default=0.0)
        return [sharp >= enough for sharp in self.sharp]
