"""Weights recovered from a file as it ships: the float network says what the file says, and learns on."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="the training extra is not installed: pip install '.[train]'")
torch = pytest.importorskip("torch", reason="the training extra is not installed: pip install '.[train]'")

from models.files import model_path  # noqa: E402
from models.render import crops, decks  # noqa: E402
from models.training import restore  # noqa: E402
from models.training.networks.cards import CornerLocator, Locator, Refiner  # noqa: E402
from models.training.networks.reader import Reader  # noqa: E402
from models.training.networks.sticks import StickLocator, StickReader, StickRefiner  # noqa: E402
from models.training.quantize import opened  # noqa: E402

KINDS = {
    "reader": (Reader, (144, 96)), "refiner": (Refiner, (128, 96)), "locator": (Locator, (288, 384)),
    "corner_locator": (CornerLocator, (320, 416)),
    "stick_reader": (StickReader, (96, 192)), "stick_refiner": (StickRefiner, (64, 192)),
    "stick_locator": (StickLocator, (352, 640)),
}  # fmt: skip


def pictures(shape, count):
    """Give smooth coloured pictures: noise alone looks to all networks like nothing."""
    rng = np.random.default_rng(8)
    coarse = rng.uniform(0, 255, (count, shape[0] // 8, shape[1] // 8, 3))
    return np.repeat(np.repeat(coarse, 8, 1), 8, 2).astype(np.uint8)


def cards(count):
    rng = np.random.default_rng(6)
    deck = decks.design(200_050, "us")
    names = [f"{rank}{suit}" for rank in ("3", "8", "Q", "A") for suit in "SHDC"]
    mask = decks.mask(deck)
    return np.stack([crops.crop(rng, decks.face(deck, names[k % 16]), mask, []) for k in range(count)])


@pytest.fixture(scope="module")
def reader():
    return restore.restore(Reader(), onnx.load(str(model_path("reader"))), [cards(32)])


def test_the_restored_reader_says_what_the_shipped_file_says(reader):
    shown = cards(48)[32:]
    off = restore.gaps(reader, opened(model_path("reader")), shown)
    assert set(off) == {"rank", "suit", "embedding"} and max(off.values()) < 0.05


@pytest.mark.parametrize("name", [name for name in KINDS if name != "reader"])
def test_every_shipped_network_can_be_restored(name):
    kind, shape = KINDS[name]
    shown = pictures(shape, 3)
    net = restore.restore(kind(), onnx.load(str(model_path(name))), [shown])
    assert max(restore.gaps(net, opened(model_path(name)), shown).values()) < 0.25


def test_a_restored_network_says_nearly_the_same_while_it_trains(reader):
    shown = torch.from_numpy(cards(32))
    with torch.no_grad():
        still = reader.eval()(shown)[0]
        moving = reader.train()(shown)[0]
    reader.eval()
    assert (still.argmax(1) == moving.argmax(1)).float().mean() > 0.8


def test_a_file_of_another_network_is_refused():
    with pytest.raises(ValueError, match="network"):
        restore.restore(Refiner(), onnx.load(str(model_path("reader"))), [pictures((128, 96), 1)])
