"""The reader that ships: its file, its labels, and how it does on drawn decks that never trained."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from games import cards
from models import labels
from models.files import model_path
from models.render import crops, decks
from vision.read.decide import SURE
from vision.read.reader import Reader

NEVER_TRAINED = range(200_000, 200_006)


def test_the_file_names_the_labels_that_the_code_uses():
    session = onnxruntime.InferenceSession(str(model_path("reader")), providers=["CPUExecutionProvider"])
    meta = session.get_modelmeta().custom_metadata_map
    assert meta["ranks"].split(",") == list(labels.RANKS)
    assert meta["suits"].split(",") == list(labels.SUITS)


def test_all_models_together_stay_under_twelve_megabytes():
    sizes = [path.stat().st_size for path in Path(model_path("reader")).parent.glob("*.onnx")]
    assert 0 < sum(sizes) < 12 * 2**20


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_drawn_cards_of_decks_that_never_trained_are_read_and_seldom_silently_wrong(edition):
    rng = np.random.default_rng(7)
    pictures, wanted = [], []
    for seed in NEVER_TRAINED:
        deck = decks.design(seed, edition)
        mask = decks.mask(deck)
        for name in rng.choice(cards.names(edition), 20, replace=False):
            pictures.append(crops.crop(rng, decks.face(deck, str(name)), mask, []))
            wanted.append(str(name))
    scores = Reader(edition).read(np.stack(pictures))
    read = np.array([scores.names[i] for i in scores.probabilities.argmax(1)])
    sure, right = scores.probabilities.max(1) > SURE, read == np.array(wanted)
    silent = (sure & ~right).mean()
    print(f"{edition}, drawn pictures: {(sure & right).mean():.3f} right, {silent:.4f} silently wrong")
    assert right.mean() > 0.9
    assert (sure & ~right).mean() <= 0.01


def test_a_reading_does_not_depend_on_which_end_is_up():
    deck = decks.design(NEVER_TRAINED[0], "us")
    crop = crops.crop(np.random.default_rng(3), decks.face(deck, "7C"), decks.mask(deck), [])
    reader = Reader("us")
    one, other = (reader.read(c[None]).probabilities[0] for c in (crop, crop[::-1, ::-1]))
    assert np.allclose(one, other, atol=1e-3)


def test_crops_of_nothing_give_scores_of_nothing():
    assert Reader("us").read(np.zeros((0, 144, 96, 3), np.uint8)).probabilities.shape == (0, 56)
