"""The command by which pictures are read: `read`."""

from __future__ import annotations

from pathlib import Path

import click

from familiar.group import Whole


@click.command()
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path, readable=False))
@click.option(
    "--deck",
    help="Which cards: us (52, Wizards, Jesters; the default), amigo, or an enrolled deck's name or file.",
)
@click.option("--sticks", is_flag=True, help="Read throwing sticks; cards too only where --deck is given.")
@click.option("--set", "name", help="Which sticks: kit (the default), or an enrolled set's name or file.")
@click.option("--thrown", type=Whole(1, 3), help="How many sticks should lie there: 3.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a picture.")
def read(
    pictures: tuple[Path, ...],
    deck: str | None,
    sticks: bool,
    name: str | None,
    thrown: int | None,
    as_json: bool,
) -> int:
    """Say which cards, or which sticks, lie on these pictures."""
    if sticks:
        from familiar.read.sticks import run as run_sticks

        return run_sticks(pictures, name or "kit", thrown or 3, deck, as_json)
    if name or thrown:
        raise click.UsageError("--set and --thrown are about sticks: add --sticks.")
    from familiar.read.cards import run

    return run(pictures, deck or "us", as_json)
