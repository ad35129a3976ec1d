"""The command by which anybody looks through the eye: `watch`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from familiar.group import Finite


@click.command()
@click.argument("source")
@click.option(
    "--deck",
    default="us",
    show_default=True,
    help="Which cards: us (52, Wizards, Jesters), amigo, or an enrolled deck's name or file.",
)
@click.option(
    "--pace",
    type=Finite(0, 60),
    default=0.1,
    show_default=True,
    help="Seconds of the source's own time from one picture that is looked at to the next.",
)
@click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a change.")
def watch(source: str, deck: str, pace: float, file: Path | None, as_json: bool) -> int:
    """Say what lies on a table whenever that changes, without a game: what the live eye sees.

    SOURCE: picamera, usb:N, a video file, a folder of pictures, or simulated.

    \b
    --pace means
      of a video    its frames that lie so far apart; with 0 every frame
      of a folder   every picture, as if they had been taken so far apart
      of a camera   how long to wait from one picture to the next
      simulated     as of a folder: a drawn game of four, played without waiting

    A line a change, and one for what lies there at first, in the order in which the cards were laid. The
    time is that of the source: of a video from its beginning, of a folder the number of the picture times
    the pace, of a camera since its first picture. A reading is sure, marked (a likely guess, to be
    confirmed: 7H~) or asked about (7H?). A picture that cannot be read is said on stderr; the others are
    still looked at, and the exit status is 1.
    """
    from familiar.configured import settings
    from familiar.watch.run import run

    tell = click.echo
    return run(settings(file, source, None, None), deck, pace, as_json, tell, partial(click.echo, err=True))
