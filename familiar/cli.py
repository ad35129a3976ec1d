"""Answer the command line: `familiar COMMAND`.

Each command imports its rooms when it is called, so that `familiar replay` needs no camera and `--help` is
quick. Exit status: 0 done, 1 the input is wrong, 2 usage; an error is one line on stderr.
"""

import sys
from pathlib import Path
from typing import NoReturn

import click

from familiar import (
    access_commands,
    enrol_commands,
    journal_commands,
    service_commands,
    setup_commands,
    watch_commands,
)
from familiar.club_commands import club
from games.nearest import close

_ROOT_ERRORS = (
    ("games.errors", "GameError"),
    ("vision.errors", "VisionError"),
    ("device.errors", "DeviceError"),
    ("table.errors", "TableError"),
    ("club.errors", "ClubError"),
)


class Commands(click.Group):
    """Be a group of commands that names the nearest to an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = close(name, self.list_commands(ctx))
            ctx.fail(f"There is no command {name!r}{f': did you mean {near!r}?' if near else '.'}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, no_args_is_help=False)
@click.version_option(package_name="familiar", message="familiar %(version)s")
def commands() -> None:
    """Watch over a table: the camera reads cards and throwing sticks, the rules settle them."""


for _command in (journal_commands.export, journal_commands.bring, journal_commands.journal):
    commands.add_command(_command)
for _command in (setup_commands.calibrate, setup_commands.doctor):
    commands.add_command(_command)
for _command in (service_commands.address, service_commands.hotspot):
    commands.add_command(_command)
for _command in (access_commands.code, access_commands.pin):
    commands.add_command(_command)
commands.add_command(club)
commands.add_command(watch_commands.watch)
commands.add_command(enrol_commands.enrol)


@commands.command()
@click.argument("record", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a score sheet.")
def replay(record: str, as_json: bool) -> None:
    """Settle a recorded game and print its score sheet.

    The sheet is in English, whatever the language of the terminal; the pages under Evenings show it in yours.
    """
    from familiar.records.replay import settle

    click.echo(settle(record, as_json=as_json))


@commands.command()
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--deck",
    help="Which cards: us (52, Wizards, Jesters; the default), amigo, or an enrolled deck's name or file.",
)
@click.option("--sticks", is_flag=True, help="Read throwing sticks; cards too only where --deck is given.")
@click.option("--set", "name", help="Which sticks: kit (the default), or an enrolled set's name or file.")
@click.option("--thrown", type=click.IntRange(1, 3), help="How many sticks should lie there: 3.")
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


@commands.command()
@click.option("--camera", help="picamera, usb:N, a video, a folder of pictures, simulated, or none.")
@click.option("--pins", type=click.Choice(["gpio", "mock", "none"]), help="Where lamps and buttons are.")
@click.option("--deck", help="Which cards: us, amigo, or an enrolled deck's name or file.")
@click.option("--config", "file", type=click.Path(path_type=Path), help="A configuration file.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port of the page.")
def play(camera: str | None, pins: str | None, deck: str | None, file: Path | None, port: int | None) -> int:
    """Watch over a real table: the appliance. Options override the configuration."""
    from familiar.configured import settings
    from familiar.play.run import run

    ask = click.prompt if sys.stdin.isatty() else None
    return run(settings(file, camera, pins, port, deck), click.echo, ask)


@commands.group(cls=Commands, no_args_is_help=False)
def bench() -> None:
    """Print figures on this machine: how well the eye reads, and how fast it is."""


@bench.command()
@click.option(
    "--folder",
    "folders",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="Pictures with labels.csv (file,card or a column a seat), or called CARD.jpg; may be given again.",
)
@click.option("--deck", default="us", show_default=True, help="Which cards: us, amigo, or an enrolled deck.")
@click.option("--only", multiple=True, help="Only pictures that are called so: 'test_*'; may be given again.")
@click.option("--every", type=click.IntRange(1), default=1, help="Only every n-th picture.")
@click.option(
    "--reliability/--no-reliability",
    default=None,
    help="Print how often a confidence holds; without this, from 200 readings on.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def cards(
    folders: tuple[Path, ...],
    deck: str,
    only: tuple[str, ...],
    every: int,
    reliability: bool | None,
    as_json: bool,
) -> int:
    """Score labelled pictures: cards right, asked, silently wrong, missed, and the odds of an evening."""
    from familiar.bench.cards import run

    return run(folders, deck, as_json, reliability, only, every)


@bench.command("sticks")
@click.option(
    "--folder",
    "folders",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="Pictures with labels.csv (file,color,notches,sides,again: a row a stick) or labels.jsonl.",
)
@click.option("--set", "name", default="kit", show_default=True, help="Which sticks: kit, or a set enrolled.")
@click.option("--every", type=click.IntRange(1), default=1, help="Only every n-th picture.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_sticks(folders: tuple[Path, ...], name: str, every: int, as_json: bool) -> int:
    """Score labelled throws: sticks right, asked, silently wrong, missed; whole throws; void ones found."""
    from familiar.bench.sticks import run

    return run(folders, name, as_json, every)


@bench.command()
@click.option(
    "--rounds", type=click.IntRange(1), default=30, show_default=True, help="Pictures that are read."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def speed(rounds: int, as_json: bool) -> int:
    """Measure what the eye costs, against a network of YOLOv8n's size, in one run on one core."""
    from familiar.bench.speed import run

    return run(rounds, as_json)


@bench.command()
@click.option(
    "--cards",
    "count",
    type=click.IntRange(1, 400),
    default=40,
    show_default=True,
    help="How many cards are laid on each table.",
)
@click.option(
    "--phones", type=click.IntRange(1, 24), default=4, show_default=True, help="How many hold the page open."
)
@click.option("--seed", type=click.IntRange(0), default=3, show_default=True, help="Draws table and game.")
@click.option(
    "--edition",
    type=click.Choice(["us", "amigo"]),
    default="us",
    show_default=True,
    help="Which cards are laid.",
)
@click.option("--calm", is_flag=True, help="Only the table at which nobody moves but who plays.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def latency(count: int, phones: int, seed: int, edition: str, calm: bool, as_json: bool) -> int:
    """Measure the time from a card at rest to the phones, with hands moving, on two cores.

    Robots play tricks of Wizard at the simulated table, where the others' hands move in every picture, and
    then at the same table calm. The pictures are drawn before the clock runs, and shown ten a second to
    the product as it ships: the thread that looks, its eye, the host, a journal in a file, the page's
    server, and phones in a process of their own that hold the page's live stream.

    Of each card and phone: the milliseconds from the moment at which the first picture was taken in which
    the card lies at rest and in full view, to the arrival of the state that has it, entered, marked or
    asked about. A card that is missed (not told of in two seconds in full view) or wrong counts as later
    than all others. What a real camera takes to expose and to hand over a picture comes on top. Where there
    are more than two cores, two are used.
    """
    from familiar.bench.latency import run
    from simulation.temperament import CALM, RESTLESS

    return run(count, phones, seed, edition, (CALM,) if calm else (RESTLESS, CALM), as_json)


@bench.command()
@click.option("--deck", default="us", show_default=True, help="Which cards: us, amigo, or an enrolled deck.")
@click.option(
    "--cards", "count", type=click.IntRange(1, 400), default=20, show_default=True, help="How many to lay."
)
@click.option("--seed", type=click.IntRange(0), help="Choose the same cards again; others each time.")
@click.option("--camera", help="picamera, usb:N, a video, a folder of pictures, or simulated.")
@click.option("--config", "file", type=click.Path(path_type=Path), help="A configuration file.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port of the page.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end.")
def live(
    deck: str,
    count: int,
    seed: int | None,
    camera: str | None,
    file: Path | None,
    port: int | None,
    as_json: bool,
) -> int:
    """Ask for cards one after the other, led by a page, and count how many the product reads."""
    from familiar.bench.live import run
    from familiar.configured import settings

    return run(deck, count, seed, settings(file, camera, None, port), as_json, click.echo)


@commands.command()
def config() -> None:
    """Print the configuration with every key at its default, and what it is for."""
    from table.config import default_config

    click.echo(default_config(), nl=False)


@commands.command()
@click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path),
    default="familiar-kit",
    show_default=True,
    help="Where the files go; it is made where it is missing.",
)
def kit(folder: Path) -> None:
    """Write what a printer makes for the table: a mat, sticks of paper, sticks for a 3-D printer."""
    from familiar.kit.write import run

    run(folder)


@commands.command()
@click.option(
    "--game",
    type=click.Choice(["wizard", "magicians", "probe"]),
    default="wizard",
    show_default=True,
    help="Wizard, Les Trois Magiciens, or Probe.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Draws table and game.")
@click.option(
    "--players",
    type=click.IntRange(2, 6),
    help="How many play: Wizard 3 to 6, Probe 2 to 4; 4, or drawn with --fast.",
)
@click.option(
    "--edition", type=click.Choice(["us", "amigo"]), help="Wizard: which deck; us, or drawn with --fast."
)
@click.option("--port", type=click.IntRange(1, 65535), help="Port of the page; the first free from 8000.")
@click.option("--speed", type=click.FloatRange(0.1, 20), default=1.0, help="2 plays twice as fast.")
@click.option("--fast", is_flag=True, help="Play without page and without waiting, and print figures.")
@click.option("--games", type=click.IntRange(1), help="How many games; endless, or 1 with --fast.")
@click.option("--json", "as_json", is_flag=True, help="With --fast: print one JSON line a game.")
@click.option(
    "--restless/--calm",
    default=True,
    show_default=True,
    help="Whether everybody's hands, mugs, a cat and the light move all the time, or only who plays.",
)
def demo(
    game: str,
    seed: int,
    players: int | None,
    edition: str | None,
    port: int | None,
    speed: float,
    fast: bool,
    games: int | None,
    as_json: bool,
    restless: bool,
) -> int:
    """Show the whole table without hardware: robots play, the real eye looks, phones may join."""
    from familiar.demo.run import run as play
    from familiar.demo.run import run_fast
    from games.book import GAMES
    from simulation.temperament import CALM, RESTLESS

    rules, temperament = GAMES[game], RESTLESS if restless else CALM
    if edition and game != "wizard":
        raise click.UsageError("--edition is for Wizard: leave it out.")
    if players and len(rules.SEATS) == 1:
        raise click.UsageError(f"{rules.TITLE} is always for {rules.SEATS[0]}: leave --players out.")
    if players and players not in rules.SEATS:
        raise click.UsageError(f"{rules.TITLE} is for {rules.SEATS[0]} to {rules.SEATS[-1]} players.")
    if fast:
        return run_fast(games or 1, seed, players, edition, game, as_json, click.echo, temperament)
    if as_json:
        raise click.UsageError("--json needs --fast.")
    return play(seed, players, edition, game, port, speed, games, click.echo, temperament)


def main() -> NoReturn:
    """Run the command line and leave with its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A player's name must not stop a terminal that cannot show it.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and give its exit status; a command may return its own, None is 0."""
    try:
        return commands.main(arguments, prog_name="familiar", standalone_mode=False) or 0
    except click.UsageError as error:
        help_call = error.ctx.command_path if error.ctx else "familiar"
        return _fail(f"{error.format_message()} Try: {help_call} --help", status=2)
    except click.ClickException as error:
        return _fail(error.format_message(), status=error.exit_code)
    except click.Abort:
        return 130
    except Exception as error:
        if isinstance(error, _root_errors()):
            return _fail(_with_remedy(error), status=1)
        if isinstance(error, OSError):
            return _fail(_what_the_system_says(error), status=1)
        raise


def _root_errors() -> tuple[type[Exception], ...]:
    """Collect the root error of every room that is loaded: an error can come from no other."""
    modules = ((sys.modules.get(module), name) for module, name in _ROOT_ERRORS)
    return tuple(getattr(module, name) for module, name in modules if module is not None)


def _what_the_system_says(error: OSError) -> str:
    from table.obstacle import known

    where = f"{error.filename}: " if error.filename else ""
    found = known(error, error.filename or ".")
    # A disk that is full does not say which file it was; then it was what a terminal would have shown.
    return f"{where}{error.strerror or error}" if found is None else f"{where or 'the output: '}{found}"


def _with_remedy(error: Exception) -> str:
    """Say what went wrong; the rooms below know only the system's words for what a disk refuses."""
    from table.obstacle import behind

    found = behind(error)
    return str(error) if found is None else f"{error}; {found.remedy}"


def _fail(message: str, *, status: int) -> int:
    from files.terminal import one_line

    click.echo(one_line(message), err=True)
    return status
