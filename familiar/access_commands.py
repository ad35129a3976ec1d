"""The commands about who may do what: `code` and `pin`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("--new", is_flag=True, help="Draw another; who joined by the former one must join anew.")
@click.option("--config", "file", type=click.Path(path_type=Path), help="A configuration file.")
def code(new: bool, file: Path | None) -> int:
    """Print the code by which phones join, with a sign to scan."""
    from familiar.access import run_code
    from table.config import load_config

    return run_code(load_config(file), new, click.echo)


@click.command()
@click.option("--new", is_flag=True, help="Draw another; phones that entered the former one own no more.")
def pin(new: bool) -> int:
    """Print the PIN by which a phone becomes the table's owner."""
    from familiar.access import run_pin

    return run_pin(new, click.echo)
