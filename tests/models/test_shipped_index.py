"""The index reader that ships: its file, its labels, and how it does on drawn decks that never trained."""

import cv2
import numpy as np
import onnxruntime
import pytest

from games import cards
from models import labels
from models.files import model_path
from models.render import crops, decks
from models.render.cards.canvas import fonts
from models.render.tables.surfaces import surface
from vision.read.index import IndexReader

NEVER_TRAINED = range(200_000, 200_040)
DECKS = 12
QUAD = np.array([[60, 40], [220, 40], [220, 268], [60, 268]], np.float32)


def laid(rng, deck, name):
    """Give a picture of a card on a table, taken by a good camera."""
    picture = surface(rng, (310, 280))
    crops.lay(picture, decks.face(deck, name), decks.mask(deck), QUAD, 0.3)
    return crops.photograph(rng, picture, mild=1.0)


def decks_of(edition):
    """Give decks of the kinds that the index reader learnt from: looks of their own came later."""
    drawn = (decks.design(seed, edition, fonts(), muddle=True) for seed in NEVER_TRAINED)
    return [deck for deck in drawn if not deck.pips_only and deck.variant is None][:DECKS]


def test_the_file_names_the_labels_that_the_code_uses_and_is_small():
    session = onnxruntime.InferenceSession(str(model_path("index")), providers=["CPUExecutionProvider"])
    meta = session.get_modelmeta().custom_metadata_map
    assert meta["ranks"].split(",") == list(labels.RANKS)
    assert meta["suits"].split(",") == list(labels.SUITS)
    assert model_path("index").stat().st_size < 800_000


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_indices_of_decks_that_never_trained_are_read_and_seldom_with_certainty_wrong(edition):
    rng = np.random.default_rng(3)
    index, right, wrong, count = IndexReader(edition), 0, 0, 0
    for deck in decks_of(edition):
        for name in rng.choice(cards.names(edition), 8, replace=False):
            picture = laid(rng, deck, str(name))
            row = index.told(picture, [QUAD], ["top left"])[0, 0]
            told = index.names[int(np.argmax(row))] == name
            right, count = right + told, count + 1
            wrong += bool(not told and row.max() > 0.95)
    print(f"{edition}, drawn pictures: {right / count:.3f} right, {wrong / count:.4f} certain and wrong")
    assert right > 0.85 * count and wrong <= 0.02 * count


def test_a_covered_index_is_not_made_up():
    rng = np.random.default_rng(4)
    index, sure = IndexReader("us"), 0
    for deck in decks_of("us"):
        picture = laid(rng, deck, str(rng.choice(cards.names("us"))))
        paint = tuple(int(v) for v in rng.integers(30, 230, 3))
        cv2.fillConvexPoly(picture, (QUAD - [20, 20]).astype(np.int32), paint)
        told = index.told(picture, [QUAD], ["top left"])
        sure += int((told.max(2) > 0.95).sum())
    assert sure == 0
