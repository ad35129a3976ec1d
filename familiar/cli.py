"""Answer the command line: `familiar COMMAND`.

What a command is called with stands in its folder, as `familiar/play/command.py`; what it does is imported
when it is called, so that `familiar replay` needs no camera and `--help` is quick. Exit status: 0 done, 1 the
input is wrong, 2 usage; an error is one line on stderr.
"""

import sys
from typing import NoReturn

import click

from familiar.bench.command import bench
from familiar.calibrate.command import calibrate
from familiar.club.command import club
from familiar.demo.command import demo
from familiar.doctor.command import doctor
from familiar.enrol.command import enrol
from familiar.group import Commands
from familiar.hotspot.command import hotspot
from familiar.invite.command import address, code, pin
from familiar.kit.command import kit
from familiar.play.command import play
from familiar.read.command import read
from familiar.records.command import bring, export, journal, replay
from familiar.watch.command import watch

_ROOT_ERRORS = (
    ("games.errors", "GameError"),
    ("vision.errors", "VisionError"),
    ("device.errors", "DeviceError"),
    ("table.errors", "TableError"),
    ("club.errors", "ClubError"),
)


@click.group(cls=Commands, no_args_is_help=False)
@click.version_option(package_name="familiar", message="familiar %(version)s")
def commands() -> None:
    """Watch over a table: the camera reads cards and throwing sticks, the rules settle them."""


for _command in (
    *(play, demo, watch, read, enrol, calibrate, doctor, kit, bench),
    *(address, code, pin, hotspot, club),
    *(replay, export, bring, journal),
):
    commands.add_command(_command)


@commands.command()
def config() -> None:
    """Print the configuration with every key at its default, and what it is for."""
    from table.settings.config import default_config

    click.echo(default_config(), nl=False)


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
        said = error.format_message()
        # What the rooms below say in a line of its own ends without a full stop.
        return _fail(f"{said}{'' if said.endswith(('.', '?')) else '.'} Try: {help_call} --help", status=2)
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
    from files.obstacle import known

    where = f"{error.filename}: " if error.filename else ""
    found = known(error, error.filename or ".")
    # A disk that is full does not say which file it was; then it was what a terminal would have shown.
    return f"{where}{error.strerror or error}" if found is None else f"{where or 'the output: '}{found}"


def _with_remedy(error: Exception) -> str:
    """Say what went wrong; the rooms below know only the system's words for what a disk refuses."""
    from files.obstacle import behind

    found = behind(error)
    return str(error) if found is None else f"{error}; {found.remedy}"


def _fail(message: str, *, status: int) -> int:
    from files.terminal import one_line

    click.echo(one_line(message), err=True)
    return status
