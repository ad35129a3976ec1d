"""A training run of seconds: it must learn, and what it exports must load."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra: pip install '.[train]'")
pytest.importorskip("onnx", reason="export needs the extra: pip install '.[train]'")

from models.training import data, net  # noqa: E402
from models.training.export import export  # noqa: E402
from vision.reader import Reader  # noqa: E402


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    return data.decks(tmp_path_factory.mktemp("faces"), held_out=False, count=2)


def test_the_network_learns_a_handful_of_crops(drawn):
    torch.manual_seed(0)
    crops, ranks, suits = (torch.from_numpy(part) for part in next(data.batches(drawn, 1, 24)))
    model = net.Reader()
    step = torch.optim.AdamW(model.parameters(), lr=2e-3)
    losses = []
    for _ in range(25):
        rank, suit = model(crops)
        loss = torch.nn.functional.cross_entropy(rank, ranks) + torch.nn.functional.cross_entropy(suit, suits)
        step.zero_grad()
        loss.backward()
        step.step()
        losses.append(loss.item())
    assert losses[-1] < 0.35 * losses[0]


def test_an_exported_network_says_what_the_trained_one_says(drawn, tmp_path):
    torch.manual_seed(0)
    model = net.Reader().eval()
    export(model, tmp_path / "reader.onnx")
    crops, _, _ = next(data.batches(drawn, 2, 4))
    reader = Reader("us", tmp_path / "reader.onnx")
    with torch.no_grad():
        rank, suit = model(torch.from_numpy(np.concatenate([crops, crops[:, ::-1, ::-1]])))
    p, q = rank.log_softmax(1).numpy(), suit.log_softmax(1).numpy()
    both = p[:, reader._ranks] + q[:, reader._suits]
    wanted = np.exp((both[:4] + both[4:]) / 2)
    assert np.allclose(reader.read(crops).probabilities, wanted, atol=5e-3)
