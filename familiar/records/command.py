"""The commands about what was written down: `replay`, `export`, `import` and `journal`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from familiar.group import Commands, Whole

if TYPE_CHECKING:
    from table.recovery.backup import Backups

_config = click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)


@click.command()
@click.argument("record", type=click.Path(readable=False))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a score sheet.")
def replay(record: str, as_json: bool) -> None:
    """Settle a recorded game and print its score sheet.

    The sheet is in English, whatever the language of the terminal; the pages under Evenings show it in yours.
    """
    from familiar.records.replay import settle

    click.echo(settle(record, as_json=as_json))


@click.command()
@click.argument("game", required=False, type=Whole(1))
@click.option("--csv", "as_csv", is_flag=True, help="Its sheet for a spreadsheet, not its record.")
@_config
def export(game: int | None, as_csv: bool, file: Path | None) -> None:
    """Write a played game as a record: the newest one, or the one of that number."""
    from familiar.records.export import record, sheet
    from table.settings.config import load_config

    path = load_config(file).journal_path()
    click.echo(sheet(path, game) if as_csv else record(path, game), nl=False)


@click.command("import")
@click.argument("record", type=click.Path(readable=False))
@click.option(
    "--anyway",
    is_flag=True,
    help="Also where the newest game is not over yet, and to go on with one that was left for it.",
)
@_config
def bring(record: str, anyway: bool, file: Path | None) -> None:
    """Add a recorded game to the journal, while Familiar is not playing."""
    from familiar.records.bring import run

    path, backups = _journal(file)
    click.echo(run(record, path, backups, anyway))


@click.group(cls=Commands, no_args_is_help=False)
def journal() -> None:
    """Look after the file in which every game is written down."""


@journal.command()
@_config
def check(file: Path | None) -> int:
    """Read every row of the journal and say whether all is as it was written; look at its backups too."""
    from table.errors import JournalEmpty, JournalError
    from table.journal import Journal
    from table.recovery.rescue import examine, repairable

    path, backups = _journal(file)
    damage = examine(path, backups)
    whole = backups.whole()
    if copies := len(backups.all()):
        of_them = "none of them whole" if whole is None else f"the newest whole one is {whole.name}"
        click.echo(f"{_many(copies, 'backup')} in {backups.folder}; {of_them}.")
    else:
        click.echo(f"No backup lies in {backups.folder}.")
    if damage:
        if not repairable(path, backups):
            raise JournalError(damage)
        raise JournalError(
            f"{damage}. `familiar journal repair` brings back what there is; so does the next start"
        )
    if not path.exists():
        click.echo(f"{path}: there is no journal yet; `familiar play` writes one.")
        return 0
    try:
        with Journal(path, readonly=True) as written:
            games, steps = written.count()
    except JournalEmpty:
        click.echo(f"{path}: there is no game in this journal yet.")
        return 0
    click.echo(f"{path}: whole, {_many(games, 'game')} with {_many(steps, 'step')}.")
    return 0


def _many(count: int, word: str) -> str:
    return f"{count} {word if count == 1 else f'{word}s'}"


@journal.command()
@_config
def repair(file: Path | None) -> None:
    """Bring a damaged journal back now, as the next start would; the damaged file is put aside."""
    from table.errors import JournalUnwritten
    from table.recovery.rescue import examine, open_journal

    path, backups = _journal(file)
    whole = f"{path}: whole; there was nothing to repair."
    try:
        with open_journal(path, backups) as written:
            click.echo(written.notice or whole)
    except JournalUnwritten:
        # What needs no repair need not be written.
        if not path.exists() or examine(path, backups) is not None:
            raise
        click.echo(whole)


def _journal(file: Path | None) -> tuple[Path, Backups]:
    from familiar.configured import backups_of
    from table.settings.config import load_config

    config = load_config(file)
    path = config.journal_path()
    return path, backups_of(config, path)
