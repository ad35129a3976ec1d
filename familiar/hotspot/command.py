"""The command that opens a Wi-Fi of the table's own: `hotspot`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

LONGEST = 400
"""More bytes than a Wi-Fi's name and password have together."""


@click.command()
@click.argument("wish", type=click.Choice(["on", "off", "status", "join"]), default="status")
@click.option("--ssid", help="The Wi-Fi's name; at first Familiar, later what it was.")
@click.option("--password", "asks", is_flag=True, help="Ask for the password; else drawn, or what it was.")
@click.option("--wpa3/--no-wpa3", default=None, help="By WPA3 alone, where the radio can; else WPA2 as well.")
@click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)
def hotspot(wish: str, ssid: str | None, asks: bool, wpa3: bool | None, file: Path | None) -> int:
    """Open a Wi-Fi of the table's own where there is none, close it again, or join the house's instead.

    Without a word, and with status, it says whether its own is on.

    A password is asked for, or read from standard input, since a command's words can be read by everybody.
    What join joins is read there too: the Wi-Fi's name and its password, a line each.
    """
    from familiar.hotspot.run import run
    from table.settings.config import load_config

    if wish != "on" and (ssid or asks or wpa3 is not None):
        raise click.UsageError("--ssid, --password and --wpa3 go with: familiar hotspot on.")
    if wish == "join":
        from familiar.hotspot.house import join

        ssid, password = _house()
        join(ssid, password)
        click.echo(f"The table has joined {ssid}, and does so at every start: familiar address")
        return 0
    port = load_config(file).web.port
    return run(wish, ssid, _password() if asks else None, port, click.echo, wpa3)


def _house() -> tuple[str, str]:
    """Ask for the house's Wi-Fi and its password."""
    if _asks():
        return click.prompt("The Wi-Fi's name"), click.prompt("Its password", hide_input=True)
    ssid, password = [*_text(sys.stdin.buffer.read(LONGEST) if sys.stdin else b"").splitlines(), "", ""][:2]
    return ssid, password


def _password() -> str:
    if _asks():
        return click.prompt("The Wi-Fi's password", hide_input=True, confirmation_prompt=True)
    return _text(sys.stdin.buffer.readline(LONGEST) if sys.stdin else b"").rstrip("\r\n")


def _text(written: bytes) -> str:
    """Read what a program or an editor wrote: what is no UTF-8 in it can be no name and no password."""
    # An editor of Windows may have written a mark before the first letter, and other bytes than UTF-8.
    return written.decode("utf-8-sig", "surrogateescape")


def _asks() -> bool:
    """Tell whether somebody can be asked; a standard input that was closed is None."""
    return sys.stdin is not None and sys.stdin.isatty()
