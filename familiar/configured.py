"""What the configuration says, and what follows from it before anything is opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from table.recovery.backup import Backups
from table.settings.choices import FILE as CHOICES
from table.settings.choices import Choices, Chosen
from table.settings.config import Config, data_dir, load_config
from texts.languages import native

LIVE = ("picamera", "usb:", "simulated")
"""Sources that show the table as it is now; the others are recorded pictures."""


def settings(
    file: Path | None, camera: str | None, pins: str | None, port: int | None, deck: str | None = None
) -> Config:
    """Read the configuration; what stands on the command line overrides it. Raises ConfigError."""
    config = load_config(file)
    return replace(
        config,
        game=config.game if deck is None else replace(config.game, deck=deck),
        camera=config.camera if camera is None else replace(config.camera, source=camera),
        panel=config.panel if pins is None else replace(config.panel, pins=pins),
        web=config.web if port is None else replace(config.web, port=port),
    )


def choices_of(config: Config) -> Choices:
    """Know what the owner chose on a page in the place of these settings."""
    language = config.speech.language or native()
    settings = Chosen(speaks=config.speech.on, language=language, wheels=config.wheels.read)
    return Choices(settings, data_dir() / CHOICES)


def backups_of(config: Config, path: Path) -> Backups:
    """Say where the backups of the journal at `path` lie and how many of them."""
    wanted = config.journal
    return Backups(path, config.backups_folder(), keep=wanted.backups, most_mb=wanted.backups_mb)
