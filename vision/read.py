"""A still photograph in, every card on it out."""

from pathlib import Path

import cv2
import numpy as np

from models.labels import CROP_SIZE
from vision import lines, locate
from vision.decide import decide
from vision.errors import UnreadablePicture
from vision.geometry import area, overlap, rectify, shared
from vision.reader import Reader
from vision.types import Reading

MOST_CANDIDATES = 160
FACE = 0.3
"""Probability of one face from which a candidate is taken for a whole card when another lies within it."""

NOTHING = 0.5
"""Share of ``none`` above which a candidate is no card at all and is not even asked about."""


def load(path: Path) -> np.ndarray:
    """Read a picture file: uint8 (H, W, 3) BGR.

    Raises UnreadablePicture with a sentence that names the file.
    """
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise UnreadablePicture(f"{path}: cannot be opened ({error.strerror}); check the name") from error
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    if image is None:
        raise UnreadablePicture(f"{path}: is no picture; use JPEG or PNG")
    if min(image.shape[:2]) < 32:
        raise UnreadablePicture(
            f"{path}: is only {image.shape[1]} x {image.shape[0]} pixels; a card needs about 60 across"
        )
    return image


def read_cards(image: np.ndarray, reader: Reader) -> tuple[Reading, ...]:
    """Read all cards of a still photograph, from left to right.

    image: uint8 (H, W, 3) BGR. Backs are reported as ``back``.
    """
    quads, crops, probabilities, kept = _find(image, reader, locate.candidates(image))
    if not kept:
        quads, crops, probabilities, kept = _find(image, reader, lines.candidates(image))
    readings = [decide(reader.names, probabilities[i], quads[i], crop=crops[i]) for i in kept]
    return tuple(sorted(readings, key=lambda r: min(x for x, _ in r.corners)))


def _find(
    image: np.ndarray, reader: Reader, quads: list[np.ndarray]
) -> tuple[list[np.ndarray], np.ndarray, np.ndarray, list[int]]:
    """Read candidates: the quads, their crops and probabilities, and which of them are cards."""
    quads = quads[:MOST_CANDIDATES]
    crops = np.array([rectify(image, quad) for quad in quads], np.uint8)
    crops = crops.reshape(-1, CROP_SIZE[1], CROP_SIZE[0], 3)
    probabilities = reader.read(crops).probabilities
    return quads, crops, probabilities, _choose(quads, probabilities, reader.names)


def _choose(quads: list[np.ndarray], probabilities: np.ndarray, names: tuple[str, ...]) -> list[int]:
    """Keep one candidate a card: the reader's favourite among overlapping ones, never a part inside a
    whole.
    """
    none = probabilities[:, names.index("none")]
    cards = np.delete(probabilities, names.index("none"), axis=1).max(1)
    alive = [i for i in range(len(quads)) if none[i] < NOTHING and cards[i] > 0.15]
    # Confidence first, but size decides between nested outlines: a court's frame is not the card.
    largest = max((area(quads[i]) for i in alive), default=1.0)
    alive.sort(key=lambda i: -(cards[i] + 0.3 * area(quads[i]) / largest))
    # A card's inner frame can look like a small card or a back: what lies within a face is a part of it.
    back = names.index("back")
    faces = [i for i in alive if cards[i] > FACE and np.argmax(probabilities[i]) != back]
    alive = [i for i in alive if not any(_within(quads[i], quads[j]) for j in faces if j != i)]
    kept: list[int] = []
    for i in alive:
        if not any(_clash(quads[i], quads[j]) for j in kept):
            kept.append(i)
    return kept


def _within(inner: np.ndarray, outer: np.ndarray) -> bool:
    return area(inner) < 0.85 * area(outer) and shared(inner, outer) > 0.9 * area(inner)


def _clash(a: np.ndarray, b: np.ndarray) -> bool:
    return overlap(a, b) > 0.25 or shared(a, b) > 0.6 * min(area(a), area(b))
