"""The commands by which phones come in: `address`, `code` and `pin`."""

from __future__ import annotations

from pathlib import Path

import click

_config = click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)


@click.command()
@_config
def address(file: Path | None) -> None:
    """Say where the page of this machine's service is, with a code that phones can scan."""
    from familiar.invite.run import addresses
    from table.settings.config import load_config

    web = load_config(file).web
    click.echo(addresses(web.port, host=web.host), nl=False)


@click.command()
@click.option("--new", is_flag=True, help="Draw another; who joined by the former one must join anew.")
@_config
def code(new: bool, file: Path | None) -> int:
    """Print the code by which phones join, with a QR code."""
    from familiar.invite.run import run_code
    from table.settings.config import load_config

    return run_code(load_config(file), new, click.echo)


@click.command()
@click.option("--new", is_flag=True, help="Draw another; phones that entered the former one own no more.")
def pin(new: bool) -> int:
    """Print the PIN by which a phone becomes the table's owner."""
    from familiar.invite.run import run_pin

    return run_pin(new, click.echo)
