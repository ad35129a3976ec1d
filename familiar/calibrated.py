"""Where a table's calibration is kept, and whether it is of the camera that is to be used."""

from __future__ import annotations

from pathlib import Path

from device.camera import Settings
from table.eye.calibration import Calibration, CalibrationError, load
from table.settings.config import NO_CAMERA, Config, data_dir
from texts import say, spoken

SIMULATED = "simulated"


def calibration_folder(config: Config) -> Path:
    """Say where the calibration lies; the simulated table has a place of its own."""
    return data_dir() / SIMULATED if config.camera.source == SIMULATED else data_dir()


def known_table(config: Config) -> tuple[Calibration | None, str | None]:
    """Give the calibration to play with, and a sentence where there is one that cannot be used."""
    wanted = config.camera
    if wanted.source in (SIMULATED, NO_CAMERA):
        # The robots set another table for every game, and without a camera none is seen.
        return None, None
    try:
        calibration = load(calibration_folder(config))
    except CalibrationError as error:
        return None, say("The table is taken as it is seen: {why}.", why=spoken(error))
    if calibration is None:
        return None, None
    if calibration.camera != wanted.source:
        return None, say(
            "The table is taken as it is seen: it was calibrated with the camera {old}, this is {new}; "
            "run `familiar calibrate` again.",
            old=calibration.camera,
            new=wanted.source,
        )
    return calibration, None


def locked_to(config: Config) -> Settings | None:
    """Give the exposure at which the configured camera was calibrated; None: it was not."""
    known, _ = known_table(config)
    return None if known is None else known.settings
