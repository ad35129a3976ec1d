"""The command that looks whether everything is in order: `doctor`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)
@click.option("--camera", help="picamera, usb:N, a video, a folder of pictures, or simulated.")
@click.option("--pins", type=click.Choice(["gpio", "mock", "none"]), help="Where lamps and buttons are.")
@click.option("--no-camera", is_flag=True, help="Leave the camera alone: another program has it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False, readable=False),
    help="Write what was found to this file as well, to be sent in: no password, no name stands in it.",
)
def doctor(
    file: Path | None,
    camera: str | None,
    pins: str | None,
    no_camera: bool,
    as_json: bool,
    report: Path | None,
) -> int:
    """Look whether everything is in order, and say what to do where it is not.

    The exit status is 1 where something fails; what is warned of alone leaves it 0.
    """
    from familiar.doctor.run import run

    return run(file, camera, pins, not no_camera, as_json, click.echo, to=report)
