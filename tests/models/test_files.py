"""A model file that is missing or altered is refused in one line before it reads a card."""

import hashlib
import shutil

import pytest

from models import files
from vision.errors import MissingModel
from vision.networks import network


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Give a folder of models with the smallest of them, and its list."""
    shutil.copy(files.model_path("refiner"), tmp_path)
    shutil.copy(files.SUMS, tmp_path)
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    monkeypatch.setattr(files, "SUMS", tmp_path / "SHA256SUMS")
    return tmp_path


def refusal(name="refiner"):
    with pytest.raises(MissingModel) as error:
        network(files.model_path(name))
    assert "\n" not in str(error.value)
    return str(error.value)


def test_every_shipped_model_stands_in_the_list_with_its_own_hash():
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files.FOLDER.glob("*.onnx")}
    assert files.shipped() == found


def test_a_model_as_shipped_is_loaded_and_read_only_once(folder, monkeypatch):
    network(files.model_path("refiner"))
    monkeypatch.setattr(hashlib, "file_digest", None)
    network(files.model_path("refiner"))


def test_a_model_with_one_other_bit_is_refused(folder):
    path = files.model_path("refiner")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert "not the one that was shipped" in refusal()


def test_a_model_that_was_cut_off_is_refused(folder):
    path = files.model_path("refiner")
    path.write_bytes(path.read_bytes()[:-1])
    assert "not the one that was shipped" in refusal()


def test_a_missing_model_is_refused(folder):
    assert "is missing" in refusal("locator")


@pytest.mark.parametrize("text", [None, b"", b"\xff\xfe", b"nonsense\n\n a b c\n"])
def test_a_list_that_is_lost_or_spoilt_lets_nothing_pass(folder, text):
    files.SUMS.unlink()
    if text is not None:
        files.SUMS.write_bytes(text)
    assert "make sums" in refusal()


def test_a_model_of_ones_own_lies_elsewhere_and_is_not_held_against_the_list(folder, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(files.model_path("refiner"), own / "mine.onnx")
    network(own / "mine.onnx")


def test_a_model_that_does_not_say_how_it_counts_light_is_refused(tmp_path):
    onnx = pytest.importorskip("onnx", reason="the training extra is not installed: pip install '.[train]'")
    model = onnx.load(str(files.model_path("refiner")))
    kept = [entry for entry in model.metadata_props if entry.key != "zero"]
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    onnx.save(model, str(tmp_path / "mine.onnx"))
    with pytest.raises(MissingModel, match="cannot be loaded"):
        network(tmp_path / "mine.onnx")
