"""The command by which the table is found: `calibrate`."""

from __future__ import annotations

from pathlib import Path

import click

from familiar.group import Whole


# Only newer versions of Click say what a parameter becomes.
class Corner(click.ParamType):  # type: ignore[type-arg]
    """A corner of the table: X,Y as shares of the picture's width and height."""

    name = "X,Y"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Read it, or fail with what a corner looks like."""
        try:
            x, y = (float(part) for part in value.split(","))
        except ValueError:
            self.fail(f"{value!r} is no corner: write X,Y, for example 0.1,0.25", param, ctx)
        if not (0 <= x <= 1 and 0 <= y <= 1):
            self.fail(f"{value!r} lies outside the picture: it goes from 0,0 (top left) to 1,1", param, ctx)
        return x, y


@click.command()
@click.option(
    "--from",
    "pictures",
    multiple=True,
    type=click.Path(path_type=Path, readable=False),
    help="A picture of the empty table instead of the camera; several tell whether the light flickers.",
)
@click.option("--here", is_flag=True, help="Without the page: look, print what is amiss, keep it.")
@click.option(
    "--corner",
    "corners",
    multiple=True,
    type=Corner(),
    help="With --here or --from: a corner of the table, three or more; else the mat, or the whole picture.",
)
@click.option("--camera", help="picamera, usb:N, a video, a folder of pictures, or simulated.")
@click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)
@click.option("--port", type=Whole(1, 65535), help="Port of the page.")
def calibrate(
    pictures: tuple[Path, ...],
    here: bool,
    corners: tuple[tuple[float, float], ...],
    camera: str | None,
    file: Path | None,
    port: int | None,
) -> int:
    """Find the table beneath the camera: mat, light, focus, its empty picture; led by a page."""
    from familiar.calibrate.run import run, run_from, run_here
    from familiar.configured import settings

    if corners and not (here or pictures):
        raise click.UsageError("--corner needs --here or --from: on the page the corners are tapped.")
    if pictures and (here or port):
        raise click.UsageError("--from needs no camera and no page: leave out --here and --port.")
    if here and port:
        raise click.UsageError("--here serves no page: leave out --port.")
    config = settings(file, camera, None, port)
    if pictures:
        return run_from(pictures, config, corners, click.echo)
    return run_here(config, corners, click.echo) if here else run(config, click.echo)
