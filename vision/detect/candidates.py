"""Where a change may be a card, and what is read there."""

from collections.abc import Sequence

import numpy as np

from models.labels import CROP_SIZE
from vision.detect.change import LAY_THERE, search
from vision.detect.fit import Fit
from vision.detect.selection import Candidate
from vision.geometry.quads import Sides, iou, rectify, upon_each_other
from vision.motion.frame_diff import FrameDiff
from vision.read.decide import SURE
from vision.read.reader import CardReader, glance

FIRST_READ = 1
"""Candidates that are read at once; the others only where these leave something open."""

CROP_SHAPE = (CROP_SIZE[1], CROP_SIZE[0], 3)
"""Rows, columns and colours of a crop."""


def read_candidates(
    view: FrameDiff,
    card: Sides | None,
    reader: CardReader,
    lying: Sequence[np.ndarray],
    *,
    before: np.ndarray | None,
    thorough: bool,
    apart: bool,
) -> tuple[list[Candidate], np.ndarray]:
    """Find where a change may be a card, and read what is there at a glance.

    card: how large one is, where that is known; lying: the quads, float32 (4, 2) pixels, of the cards that
    lie there; before, thorough, apart: as `search` has them. Gives the candidates, best first, and what of
    the change has yet to be searched, uint8 (h, w).
    """
    found, later = search(
        view.frame, view.mask, card, lying=lying, before=before, thorough=thorough, apart=apart
    )
    fits, quads = [fit for fit, _ in found], [quad for _, quad in found]
    crops, rows = _read(view.frame, fits, quads, reader)
    lay_there = [any(iou(each, quad) > LAY_THERE for each in lying) for quad in quads]
    return list(map(Candidate, fits, quads, crops, rows, lay_there)), later


def _read(
    frame: np.ndarray, fits: Sequence[Fit], quads: Sequence[np.ndarray], reader: CardReader
) -> tuple[np.ndarray, np.ndarray]:
    """Glance at the candidates: uint8 (N, 144, 96, 3) crops and float32 (N, K) probabilities.

    The best ones first; what a certain card covers need not be read again and counts as no card.
    """
    names = reader.names
    crops = np.array([rectify(frame, quad) for quad in quads], np.uint8).reshape(-1, *CROP_SHAPE)
    probabilities = np.zeros((len(quads), len(names)), np.float32)
    probabilities[:, names.index("none")] = 1.0
    probabilities[:FIRST_READ] = glance(reader, crops[:FIRST_READ]).probabilities
    sure = [
        quads[i]
        for i, (fit, row) in enumerate(zip(fits, probabilities[:FIRST_READ], strict=False))
        if fit.score > 0.8 and np.argmax(row) != names.index("none") and row.max() > SURE
    ]
    rest = [
        i for i in range(FIRST_READ, len(quads)) if not any(upon_each_other(quads[i], quad) for quad in sure)
    ]
    if rest:
        probabilities[rest] = glance(reader, crops[rest]).probabilities
    return crops, probabilities
