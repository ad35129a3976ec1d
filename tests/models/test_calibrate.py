"""A reader's temperature: fitted where confidence and truth differ, kept in its file."""

import shutil

import numpy as np
import pytest

from models import heads
from models.files import model_path
from models.labels import RANKS, SUITS, table

onnx = pytest.importorskip("onnx", reason="the training extra is not installed: pip install '.[train]'")

from models.training import calibrate  # noqa: E402
from vision.read.reader import Reader  # noqa: E402

NAMES, PAIRS = table("us")


def logits(truth, wrong, sure, count, share_wrong):
    """Make heads that name `truth` at a strength of `sure`, and for a share of crops `wrong` as firmly."""
    rank, suit = np.zeros((count, len(RANKS)), np.float32), np.zeros((count, len(SUITS)), np.float32)
    for i in range(count):
        name = wrong if i < share_wrong * count else truth
        rank[i, PAIRS[NAMES.index(name)][0]] = sure
        suit[i, PAIRS[NAMES.index(name)][1]] = 20
    return np.concatenate([rank, rank]), np.concatenate([suit, suit])


def read(sure, share_wrong):
    rank, suit = logits("6H", "8H", sure, 200, share_wrong)
    return [calibrate.Heads(rank, suit, np.full(200, NAMES.index("6H")), PAIRS)]


def test_a_higher_temperature_leaves_more_doubt_and_the_order_of_the_names():
    rank, suit = logits("6H", "8H", 6.0, 1, 0)
    cool, warm = (np.exp(heads.log_probabilities(rank, suit, PAIRS, t)[0]) for t in (1.0, 2.0))
    assert cool.argmax() == warm.argmax() == NAMES.index("6H") and cool.max() > warm.max() + 0.2


def test_ways_up_that_disagree_leave_doubt():
    rank, suit = logits("6H", "8H", 9.0, 2, 0.5)
    (row,) = calibrate.Heads(rank[[0, 3]], suit[[0, 3]], np.zeros(1, int), PAIRS).rows(1.0)
    assert row.max() < 0.05 and row.sum() < 0.1


def test_a_reader_that_is_too_sure_of_itself_is_cooled_and_a_modest_one_is_not():
    bold, modest = calibrate.fit(read(12.0, 0.05)), calibrate.fit(read(5.0, 0.0))
    assert bold > 1.5 and modest < 1.0
    sure, right, _ = calibrate.confidences(read(12.0, 0.05), bold)
    assert sure.mean() == pytest.approx(right.mean(), abs=0.02)


def test_the_table_counts_what_would_be_trusted():
    said = calibrate.report(read(12.0, 0.05), 1.0, 0.95)
    assert "190 right, 10 wrong, of 200 taken for faces" in said


def test_the_expected_calibration_error_is_the_gap_of_confidence_and_truth_part_by_part():
    sure = np.array([0.9, 0.9, 0.9, 0.9, 0.3, 0.3])
    assert calibrate.calibration_error(sure, np.array([1, 1, 1, 1, 0, 0], bool)) == pytest.approx(1.0 / 6)
    assert calibrate.calibration_error(sure, np.zeros(6, bool)) == pytest.approx(4.2 / 6)
    assert calibrate.calibration_error(np.ones(3), np.ones(3, bool)) == 0
    assert "expected calibration error 0.0" in calibrate.report(read(12.0, 0.0), 1.0, 0.95)


def test_the_temperature_is_kept_in_the_file_and_replaced_there(tmp_path):
    graph = onnx.helper.make_graph([], "empty", [], [])
    path = tmp_path / "reader.onnx"
    onnx.save(onnx.helper.make_model(graph), str(path))
    calibrate.write(path, 1.2)
    calibrate.write(path, 1.3)
    kept = {entry.key: entry.value for entry in onnx.load(str(path)).metadata_props}
    assert kept == {"temperature": "1.3"}


def test_the_reader_heeds_the_temperature_in_its_file(tmp_path):
    warm = tmp_path / "reader.onnx"
    shutil.copy(model_path("reader"), warm)
    calibrate.write(warm, 2.0)
    crops = np.random.default_rng(4).integers(0, 255, (2, 144, 96, 3), np.uint8)
    cool = Reader("us").read(crops).probabilities
    assert (Reader("us", warm).read(crops).probabilities.max(1) < cool.max(1)).all()
