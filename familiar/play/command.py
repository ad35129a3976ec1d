"""The command by which a real table is played at: `play`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from familiar.group import Whole


@click.command()
@click.option("--camera", help="picamera, usb:N, a video, a folder of pictures, simulated, or none.")
@click.option("--pins", type=click.Choice(["gpio", "mock", "none"]), help="Where lamps and buttons are.")
@click.option("--deck", help="Which cards: us, amigo, or an enrolled deck's name or file.")
@click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)
@click.option("--port", type=Whole(1, 65535), help="Port of the page.")
def play(camera: str | None, pins: str | None, deck: str | None, file: Path | None, port: int | None) -> int:
    """Watch over a real table: the appliance. Options override the configuration."""
    from familiar.configured import settings

    # What is wrong in a file is said before eye and page are loaded.
    config = settings(file, camera, pins, port, deck)

    from familiar.play.run import run

    # Without a standard input there is nobody to ask.
    asks = sys.stdin is not None and sys.stdin.isatty()
    return run(config, click.echo, click.prompt if asks else None)
