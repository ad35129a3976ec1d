"""The club's commands: its board, and the demo with a broker of its own."""

from pathlib import Path

import click

from familiar.group import Commands, Finite, Whole


def _broker(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Take a broker's name or address. Raises click.BadParameter."""
    from table.settings.club import check_broker

    if value is not None:
        try:
            check_broker(value)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return value


@click.group(cls=Commands, no_args_is_help=False)
def club() -> None:
    """Gather several tables over MQTT: their scores, and competitions with ranking and seats."""


@club.command()
@click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)
@click.option("--broker", callback=_broker, help="The broker's name or address; else the configured one.")
@click.option("--port", type=Whole(1, 65535), help="Port of the page.")
def board(file: Path | None, broker: str | None, port: int | None) -> int:
    """Keep the club's board: all tables, the ranking, and who plays where next."""
    from dataclasses import replace

    from familiar.club.board import run
    from familiar.configured import settings

    config = settings(file, None, None, port)
    if broker is not None:
        config = replace(config, club=replace(config.club, broker=broker))
    return run(config, click.echo)


@club.command()
@click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)
@click.option("--broker", callback=_broker, help="The broker's name or address; else the configured one.")
@click.option("--port", type=Whole(1, 65535), help="Port of the page.")
def mirror(file: Path | None, broker: str | None, port: int | None) -> int:
    """Show the hall to whoever watches from afar, from a broker to which a bridge lets it out."""
    from dataclasses import replace

    from familiar.club.mirror import run
    from familiar.configured import settings

    config = settings(file, None, None, port)
    if broker is not None:
        config = replace(config, club=replace(config.club, broker=broker))
    return run(config, click.echo)


@club.command()
@click.argument("broker", callback=_broker)
@click.option("--port", type=Whole(1, 65535), default=8883, show_default=True, help="Its port.")
@click.option("--name", default="club", show_default=True, help="The club's name.")
@click.option("--user", default="house", show_default=True, help="The user for whom it takes what is told.")
@click.option("--ca-file", help="What vouches for its certificate, instead of the system's authorities.")
@click.option("--outside", is_flag=True, help="Print what the broker outside needs instead.")
@click.option("--rights", is_flag=True, help="Print the lines for its access list instead.")
def bridge(
    broker: str, port: int, name: str, user: str, ca_file: str | None, outside: bool, rights: bool
) -> int:
    """Print how Mosquitto lets the hall out to the BROKER outside: lines of its configuration."""
    from re import fullmatch

    from club import bridge
    from club.errors import ClubError
    from table.settings.club import NAME

    for word in (name, user):
        if not fullmatch(NAME, word):
            raise ClubError(f"{word!r} is no name of a club or a user: letters, digits, - and _, 32 at most.")
    if rights:
        lines = bridge.outside_rights(name, user) if outside else bridge.inside_rights(name)
    elif outside:
        lines = bridge.outside(port=port)
    else:
        lines = bridge.inside(name, (broker, port), user=user, ca_file=ca_file or bridge.AUTHORITIES)
    click.echo("\n".join(lines))
    return 0


@club.command()
@click.option("--seed", type=Whole(0), default=1, show_default=True, help="Draws words and luck.")
@click.option("--port", type=Whole(1, 65535), help="Port of the page; the first free from 8000.")
@click.option("--speed", type=Finite(0.1, 1000), default=1.0, help="2 plays twice as fast.")
@click.option("--evenings", type=Whole(1), help="How many evenings; endless without this.")
def demo(seed: int, port: int | None, speed: float, evenings: int | None) -> int:
    """Show a whole evening: a real Mosquitto on this machine, three tables of Probe, and the board."""
    from familiar.club.demo import run

    return run(seed, port, speed, evenings, click.echo)


@club.command()
@click.option("--seed", type=Whole(0), default=1, show_default=True, help="Draws cards and seats.")
@click.option("--port", type=Whole(1, 65535), help="Port of the page; the first free from 8000.")
@click.option("--speed", type=Finite(0.1, 1000), default=1.0, help="2 plays twice as fast.")
@click.option("--cups", type=Whole(1), help="How many championships; endless without this.")
def championship(seed: int, port: int | None, speed: float, cups: int | None) -> int:
    """Show a whole championship in minutes: a real Mosquitto, eight tables of Wizard, board and final."""
    from familiar.club.championship import run

    return run(seed, port, speed, cups, click.echo)
