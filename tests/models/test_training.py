"""Training runs of seconds: each network must learn, and what it exports must load."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed: pip install '.[train]'")
pytest.importorskip("onnx", reason="the training extra is not installed: pip install '.[train]'")

from models.labels import table  # noqa: E402
from models.training import tasks  # noqa: E402
from models.training.data import cards as card_data  # noqa: E402
from models.training.data import corners as corner_data  # noqa: E402
from models.training.data import index as index_data  # noqa: E402
from models.training.data import reader as reader_data  # noqa: E402
from models.training.data import title as title_data  # noqa: E402
from models.training.data.faces import load_decks  # noqa: E402
from models.training.export import export  # noqa: E402
from models.training.fit import fit  # noqa: E402
from models.training.networks.cards import CornerLocator as CornerLocatorNet  # noqa: E402
from models.training.networks.cards import Locator as LocatorNet  # noqa: E402
from models.training.networks.cards import Refiner as RefinerNet  # noqa: E402
from models.training.networks.index import IndexReader as IndexReaderNet  # noqa: E402
from models.training.networks.reader import Reader as ReaderNet  # noqa: E402
from models.training.networks.reader import contrast  # noqa: E402
from models.training.networks.title import TitleReader as TitleReaderNet  # noqa: E402
from vision.detect.corner_locator import CornerLocator  # noqa: E402
from vision.detect.locator import Locator  # noqa: E402
from vision.read.index import IndexReader  # noqa: E402
from vision.read.reader import Reader  # noqa: E402
from vision.read.title import TitleReader  # noqa: E402


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("faces")


@pytest.fixture(scope="module")
def drawn(folder):
    return load_decks(folder, held_out=False, count=2)


def overfit(model, loss, shown, wanted, steps):
    torch.manual_seed(0)
    step = torch.optim.AdamW(model.parameters(), lr=2e-3)
    losses = []
    for _ in range(steps):
        error = loss(*model(shown), *wanted)
        step.zero_grad()
        error.backward()
        step.step()
        losses.append(error.item())
    return losses[0], losses[-1]


def tensors(batch):
    shown, *wanted = (torch.from_numpy(part) for part in batch)
    return shown, wanted


def test_the_reader_learns_a_handful_of_crops(drawn):
    torch.manual_seed(0)
    first, last = overfit(
        ReaderNet(), tasks.reader_loss, *tensors(next(tasks._crops(drawn, 24, 1))), steps=25
    )
    assert last < 0.4 * first


def test_the_index_reader_learns_a_handful_of_corners():
    torch.manual_seed(0)
    first, last = overfit(
        IndexReaderNet(), tasks.index_loss, *tensors(next(index_data.batches(1, 24))), steps=25
    )
    assert last < 0.4 * first


def test_the_index_reader_s_first_stages_are_the_reader_s():
    own, reader = IndexReaderNet().state_dict(), ReaderNet().state_dict()
    stages = {name for name in own if name.startswith(tuple(f"body.{i}." for i in range(5)))}
    assert len(stages) > 20
    assert all(own[name].shape == reader[name].shape for name in stages)


def test_the_title_reader_learns_a_handful_of_strips_from_the_reader_s_first_stages():
    torch.manual_seed(0)
    model = TitleReaderNet()
    own, reader = model.state_dict(), ReaderNet().state_dict()
    stages = {name for name in own if name.startswith("body.")}
    assert len(stages) > 20 and all(own[name].shape == reader[name].shape for name in stages)
    loss = torch.nn.functional.cross_entropy
    first, last = overfit(model, loss, *tensors(next(title_data.batches(1, 24))), steps=40)
    assert last < 0.4 * first


def test_the_locator_learns_a_handful_of_scenes(drawn):
    torch.manual_seed(0)
    first, last = overfit(
        LocatorNet(), tasks.locator_loss, *tensors(next(card_data.whole(drawn, 1, 3))), steps=40
    )
    assert last < 0.35 * first


def test_the_corner_locator_learns_a_handful_of_heaps(drawn):
    torch.manual_seed(0)
    shown, wanted = tensors(next(corner_data.batches(drawn, 1, 3)))
    first, last = overfit(CornerLocatorNet(), tasks.corner_loss, shown, wanted, steps=40)
    assert last < 0.35 * first


def test_the_refiner_learns_a_handful_of_margins(drawn):
    torch.manual_seed(0)
    first, last = overfit(
        RefinerNet(), tasks.refiner_loss, *tensors(next(card_data.margins(drawn, 1, 16))), steps=40
    )
    assert last < 0.25 * first


def test_a_whole_run_leaves_a_checkpoint_and_says_how_well_it_reads(folder, tmp_path, capsys):
    work = tasks.task("refiner", folder, 2, 8)
    fit(
        work.net, work.batches, work.loss, work.say, tmp_path / "refiner.onnx",
        minutes=0.02, seed=1, rate=2e-3, workers=0,
    )  # fmt: skip
    assert (tmp_path / "refiner.pt").exists()
    assert "drawn decks that never train: median" in capsys.readouterr().out


def test_an_exported_reader_says_what_the_trained_one_says(drawn, tmp_path):
    torch.manual_seed(0)
    model = ReaderNet().eval()
    export(model, tmp_path / "reader.onnx")
    crops = next(reader_data.batches(drawn, 2, 4)).crops
    reader = Reader("us", tmp_path / "reader.onnx")
    with torch.no_grad():
        rank, suit, _ = model(torch.from_numpy(np.concatenate([crops, crops[:, ::-1, ::-1]])))
    p, q = rank.log_softmax(1).numpy(), suit.log_softmax(1).numpy()
    ranks, suits = np.array(table("us")[1]).T
    both = p[:, ranks] + q[:, suits]
    wanted = np.exp((both[:4] + both[4:]) / 2)
    scores = reader.read(crops)
    assert np.allclose(scores.probabilities, wanted, atol=5e-3)


def test_an_exported_index_reader_says_what_the_trained_one_says(tmp_path):
    torch.manual_seed(0)
    model = IndexReaderNet().eval()
    export(model, tmp_path / "index.onnx")
    shown = next(index_data.batches(2, 6))[0]
    index = IndexReader("us", tmp_path / "index.onnx")
    with torch.no_grad():
        wanted = model(torch.from_numpy(shown))
    found = index._network.run(["rank", "suit"], shown)
    for one, other in zip(wanted, found, strict=True):
        assert np.allclose(one.numpy(), other, atol=1e-2)


def test_an_exported_title_reader_says_what_the_trained_one_says(tmp_path):
    torch.manual_seed(0)
    model = TitleReaderNet().eval()
    export(model, tmp_path / "title.onnx")
    shown = next(title_data.batches(2, 6))[0]
    titles = TitleReader(table("us")[0], tmp_path / "title.onnx")
    with torch.no_grad():
        (wanted,) = model(torch.from_numpy(shown))
    (found,) = titles._network.run(["title"], shown)
    assert np.allclose(wanted.numpy(), found, atol=1e-2)


def test_exported_locators_take_any_picture(tmp_path):
    torch.manual_seed(0)
    for name, model in (("locator", LocatorNet()), ("refiner", RefinerNet())):
        export(model, tmp_path / f"{name}.onnx")
    finder = Locator(tmp_path / "locator.onnx", tmp_path / "refiner.onnx")
    for shape in ((240, 320, 3), (900, 500, 3)):
        assert isinstance(finder.find(np.zeros(shape, np.uint8)), list)


def test_an_exported_corner_locator_takes_any_picture(tmp_path):
    torch.manual_seed(0)
    export(CornerLocatorNet(), tmp_path / "corner_locator.onnx")
    finder = CornerLocator(tmp_path / "corner_locator.onnx")
    for shape in ((240, 320, 3), (900, 500, 3)):
        assert isinstance(finder.find(np.zeros(shape, np.uint8)), list)


def test_pictures_of_one_face_lie_nearer_under_the_contrast_than_of_two():
    near = torch.nn.functional.normalize(
        torch.tensor([[1.0, 0.1], [1.0, 0.0], [0.0, 1.0], [0.1, 1.0]]), dim=1
    )
    faces = torch.tensor([7, 7, 9, 9])
    assert contrast(near, faces) < 0.1 < contrast(near[[0, 2, 1, 3]], faces)
    assert contrast(near, torch.tensor([-1, -1, -1, -1])) == 0
