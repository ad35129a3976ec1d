"""The command that writes what a printer makes: `kit`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path, readable=False),
    default="familiar-kit",
    show_default=True,
    help="Where the files go; it is made where it is missing.",
)
@click.option(
    "--language",
    type=click.Choice(["en", "fr", "de"]),
    help="Of its words; else that of this machine.",
)
def kit(folder: Path, language: str | None) -> None:
    """Write what a printer makes for the table: a mat, sticks, bid wheels, trump tags."""
    from familiar.kit.write import run

    run(folder, language or "")
