"""Training runs of seconds on drawn sticks: each network must learn, and what it exports must load."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed: pip install '.[train]'")
pytest.importorskip("onnx", reason="the training extra is not installed: pip install '.[train]'")

import onnxruntime  # noqa: E402

from games.sticks import SIDES  # noqa: E402
from models.labels import STICK_MARGIN_SIZE, STICK_SIZE, STICK_STATES  # noqa: E402
from models.strips import in_view, straighten, turned  # noqa: E402
from models.training import stick_tasks  # noqa: E402
from models.training.data import sticks  # noqa: E402
from models.training.export import export  # noqa: E402
from models.training.fit import fit  # noqa: E402
from models.training.networks.sticks import StickLocator, StickReader, StickRefiner  # noqa: E402
from models.training.tasks import locator_loss  # noqa: E402


def overfit(model, loss, batch, steps):
    torch.manual_seed(0)
    shown, *wanted = (torch.from_numpy(part) for part in batch)
    step = torch.optim.AdamW(model.parameters(), lr=2e-3)
    losses = []
    for _ in range(steps):
        error = loss(*model(shown), *wanted)
        step.zero_grad()
        error.backward()
        step.step()
        losses.append(error.item())
    return losses[0], losses[-1]


def test_the_stick_locator_learns_a_handful_of_scenes():
    torch.manual_seed(0)
    first, last = overfit(StickLocator(), locator_loss, next(sticks.whole(1, 3)), 30)
    assert last < 0.4 * first


def test_the_stick_refiner_learns_a_handful_of_margins():
    torch.manual_seed(0)
    first, last = overfit(StickRefiner(), stick_tasks.refiner_loss, next(sticks.margins(1, 16)), 40)
    assert last < 0.3 * first


def test_the_stick_reader_learns_a_handful_of_strips():
    torch.manual_seed(0)
    first, last = overfit(StickReader(), stick_tasks.reader_loss, next(sticks.strips(1, 24)), 25)
    assert last < 0.3 * first


def test_a_whole_run_says_how_well_it_reads_looks_that_never_train(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(stick_tasks, "TESTED", 40)
    work = stick_tasks.stick_task("stick_reader", 8)
    fit(
        work.net, work.batches, work.loss, work.say, tmp_path / "stick_reader.onnx",
        minutes=0.02, seed=1, rate=2e-3, workers=0,
    )  # fmt: skip
    assert (tmp_path / "stick_reader.pt").exists()
    assert "notches" in capsys.readouterr().out


def test_what_is_exported_says_what_the_trained_network_says(tmp_path):
    torch.manual_seed(0)
    crops = next(sticks.strips(3, 4))[0]
    for name, net, shown in (
        ("reader", StickReader().eval(), crops),
        ("refiner", StickRefiner().eval(), next(sticks.margins(3, 4))[0]),
    ):
        export(net, tmp_path / f"{name}.onnx")
        said = onnxruntime.InferenceSession(tmp_path / f"{name}.onnx").run(None, {"crop": shown})
        with torch.no_grad():
            for one, other in zip(said, net(torch.from_numpy(shown)), strict=True):
                assert np.allclose(one, other.numpy(), atol=5e-3)


def test_margins_show_each_stick_where_the_label_says():
    crops, corners, stick = next(sticks.margins(5, 60))
    assert crops.shape[1:] == (*STICK_MARGIN_SIZE[::-1], 3)
    points = corners.reshape(-1, 6, 2)[stick > 0]
    assert 0 < (stick > 0).mean() < 1
    # The upper edge runs from left to right, and the base edges lie one above the other.
    assert (points[:, 0, 0] < points[:, 1, 0]).mean() > 0.95
    assert (points[:, 2:4, 1].mean(1) < points[:, 4:, 1].mean(1)).mean() > 0.95


def test_strips_name_the_side_above_first_whichever_way_round():
    rng = np.random.default_rng(2)
    drawn = sticks.patch(rng, held_out=False)
    while drawn.found[0].state != "lying":
        drawn = sticks.patch(rng, held_out=False)
    stick = drawn.found[0]
    one, other = (straighten(drawn.picture, v) for v in (stick.vertices, turned(stick.vertices)))
    assert np.abs(one.astype(int) - other[::-1, ::-1]).mean() < 6


def test_labels_of_strips_are_in_range_and_every_state_is_drawn():
    crops, number, bases, sides, color, state = next(sticks.strips(4, 400))
    assert crops.shape[1:] == (*STICK_SIZE[::-1], 3)
    # Of a leaning stick nothing is learnt about its state.
    assert set(state) == {*range(len(STICK_STATES)), sticks.IGNORED}
    lying = state == 0
    assert set(number[lying]) == {0, 1, 2} and set(sides[lying].ravel()) == set(range(len(SIDES)))
    assert (sides[lying, 0] != sides[lying, 1]).all()
    # The three edges have 0, 1 and 2 notches; nothing is learnt of one that is out of view.
    both = lying & (bases >= 0).all(1)
    assert all({n, *b} == {0, 1, 2} for n, b in zip(number[both], bases[both], strict=True)) and both.any()
    views = np.array([in_view(crop) for crop in crops])
    assert ((bases >= 0) == (views & lying[:, None])).all()
    assert (color[state == 2] == sticks.IGNORED).all()
