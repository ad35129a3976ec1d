"""A deck and sticks are learnt at the exposure at which they are played."""

import numpy as np
import pytest

from device.camera import Settings
from device.errors import CameraError
from familiar import cli
from table.eye.calibration import Calibration, save

LOCKED = Settings(exposure_us=10_000, gain=12.0, lens_position=35.0, temperature=4100)


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """Calibrate a camera that nobody can open, and note what it was to be locked to."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("FAMILIAR_DECKS", raising=False)
    picture = np.full((90, 160, 3), 120, np.uint8)
    corners = ((0.0, 0.0), (160.0, 0.0), (160.0, 90.0), (0.0, 90.0))
    save(
        Calibration("usb:0", (160, 90), corners, "whole", picture, {}, LOCKED, "today"), tmp_path / "familiar"
    )
    asked = []

    def open_camera(*_, settings, **__):
        asked.append(settings)
        raise CameraError("it is not there: plug it in")

    monkeypatch.setattr("familiar.source.open_camera", open_camera)
    return asked


@pytest.mark.parametrize(
    "words",
    [
        ["enrol", "grandma"],
        ["enrol", "grandma", "--rows"],
        ["enrol", "grandma", "--rows", "--here"],
        ["enrol", "ours", "--sticks"],
        ["bench", "live"],
    ],
    ids=" ".join,
)
def test_whatever_looks_at_the_table_keeps_to_its_calibration(asked, words):
    assert cli.run([*words, "--camera", "usb:0"]) == 1
    assert asked == [LOCKED]
