"""The commands about the machine in the network: `address` and `hotspot`."""

from __future__ import annotations

from pathlib import Path

import click

_config = click.option("--config", "file", type=click.Path(path_type=Path), help="A configuration file.")


@click.command()
@_config
def address(file: Path | None) -> None:
    """Say where the page of this machine's service is, with a code that phones can scan."""
    from familiar.invite import addresses
    from table.config import load_config

    web = load_config(file).web
    click.echo(addresses(web.port, host=web.host), nl=False)


@click.command()
@click.argument("wish", type=click.Choice(["on", "off", "status"]), default="status")
@click.option("--ssid", help="The Wi-Fi's name; at first Familiar, later what it was.")
@click.option("--password", help="8 to 63 letters; drawn at first, later what it was.")
@_config
def hotspot(wish: str, ssid: str | None, password: str | None, file: Path | None) -> int:
    """Open a Wi-Fi of the table's own where there is none, or close it again."""
    from familiar.setup.hotspot import run
    from table.config import load_config

    if wish != "on" and (ssid or password):
        raise click.UsageError("--ssid and --password go with: familiar hotspot on.")
    return run(wish, ssid, password, load_config(file).web.port, click.echo)
