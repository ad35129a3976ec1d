"""What is kept of a table comes back as it was; anything damaged is one sentence and nothing worse."""

import json
from dataclasses import replace

import numpy as np
import pytest

from device.camera import Settings
from table.eye import calibration
from table.eye.calibration import FILE, Calibration, CalibrationError, load, save

EMPTY = np.full((48, 64, 3), 90, np.uint8)
SQUARE = ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))
KEPT = Calibration(
    "picamera",
    (64, 48),
    ((2.0, 2.0), (60.0, 2.5), (60.0, 40.0)),
    "mat",
    EMPTY,
    {0: SQUARE, 2: SQUARE},
    Settings(20000, 2.5, (1.5, 2.0), 1.33),
    "2026-11-21T20:00:00",
)


def said(folder):
    return json.loads((folder / FILE).read_text())


def write(folder, **changes):
    (folder / FILE).write_text(json.dumps({**said(folder), **changes}))


def test_what_was_saved_comes_back(tmp_path):
    assert load(tmp_path) is None
    save(KEPT, tmp_path / "new")
    back = load(tmp_path / "new")
    assert back == KEPT and abs(back.empty.astype(int) - 90).max() < 2
    assert back.settings.colour_gains == (1.5, 2.0)
    save(replace(KEPT, settings=None, markers={}, marked="whole"), tmp_path / "new")
    assert load(tmp_path / "new").settings is None


def test_a_calibration_anew_leaves_one_file_and_one_picture(tmp_path):
    save(KEPT, tmp_path)
    save(replace(KEPT, empty=EMPTY // 2), tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == 2 and names[0] == FILE
    assert load(tmp_path).empty.mean() == pytest.approx(45, abs=2)


def test_a_power_cut_between_picture_and_file_leaves_the_former_calibration(tmp_path, monkeypatch):
    save(KEPT, tmp_path)
    write_whole = calibration.write_whole

    def cut(file, data, mode):
        if file.name == FILE:
            raise OSError(5, "the power is gone")
        write_whole(file, data, mode)

    monkeypatch.setattr(calibration, "write_whole", cut)
    with pytest.raises(CalibrationError, match="cannot be written"):
        save(replace(KEPT, empty=EMPTY // 2), tmp_path)
    assert load(tmp_path) == KEPT and load(tmp_path).empty.mean() == pytest.approx(90, abs=2)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"calibration": "other/2"}, "no calibration of the kind"),
        ({"size": [0, 48]}, "no width and height"),
        ({"size": [64, 64]}, "has another size"),
        ({"size": [1, 1]}, "1 x 1 pixels cannot show a table"),
        ({"size": [9000, 3]}, "9000 x 3 pixels cannot show a table"),
        ({"marked": "guess"}, "marked by none of"),
        ({"camera": 3}, "no text"),
        ({"table": [[1, 2]]}, "table has no 3 corners"),
        ({"table": [[1, 2], [3, "4"], [5, 6]]}, "no pair of numbers"),
        ({"table": [[1, 2], [3, float("inf")], [5, 6]]}, "no pair of numbers"),
        ({"table": [[1, 2], [3, float("nan")], [5, 6]]}, "no pair of numbers"),
        ({"table": [[1, 2], [3, 10**400], [5, 6]]}, "no pair of numbers"),
        ({"markers": {"7": []}}, "not those of the mat"),
        ({"markers": {"1": [[1, 2]]}}, "marker 1 has no 4 corners"),
        ({"settings": {"zoom": 1}}, "settings are not"),
        ({"settings": {"exposure_us": "x"}}, "no number"),
        ({"settings": {"exposure_us": [1, 2]}}, "no number"),
        ({"settings": {"colour_gains": 1.5}}, "no pair of numbers"),
        ({"settings": {"colour_gains": [1.5]}}, "no pair of numbers"),
        ({"settings": {"colour_gains": [1.5, "2"]}}, "no pair of numbers"),
        ({"picture": "../../etc/passwd"}, "names no picture"),
        ({"picture": "empty-table-000000000000.jpg"}, "cannot be read"),
        ({"sha256": "0"}, "is damaged"),
    ],
)
def test_a_damaged_calibration_is_refused_in_one_sentence(tmp_path, changes, reason):
    save(KEPT, tmp_path)
    write(tmp_path, **changes)
    with pytest.raises(CalibrationError, match=reason) as refused:
        load(tmp_path)
    text = str(refused.value)
    assert str(tmp_path / FILE) in text and "familiar calibrate" in text and "\n" not in text


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[]", b"{", b"[" * 100_000, b"null", b"{}"])
def test_a_file_that_is_none_is_refused_in_one_sentence(tmp_path, data):
    (tmp_path / FILE).write_bytes(data)
    with pytest.raises(CalibrationError, match="familiar calibrate"):
        load(tmp_path)
