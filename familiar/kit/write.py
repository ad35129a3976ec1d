"""Write the files of the kit into a folder."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from familiar.extra import pip_install
from files.obstacle import naming
from games.sticks import COLORS
from texts.languages import LANGUAGES, native


def run(folder: Path, language: str = "") -> None:
    """Write mat, sticks, bid wheels and trump tags into `folder`, and say of each file what it is.

    language: of the words on them; "" goes by that of this machine.

    Raises click.ClickException where a library of the kit is not installed or `folder` cannot be one.
    """
    if folder.exists() and not folder.is_dir():
        raise click.ClickException(f"{folder} is a file: give --out a folder.")
    for name, what in write_kit(folder, language or native()):
        click.echo(f"{folder / name}  {what}")


def write_kit(folder: Path, language: str = LANGUAGES[0]) -> Iterator[tuple[str, str]]:
    """Write one file after the other; give its name and what it is.

    Raises click.ClickException where a library of the kit is not installed.
    """
    try:
        from kit.mat import write_mat
        from kit.paper import write_paper_sticks
        from kit.solid import build_stick, stl_bytes
        from kit.wheels import write_tags, write_wheels
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"The kit needs the library {error.name}, which is not installed: on a PC, "
            f"{pip_install('manifold3d>=3.0', 'reportlab>=4.2')}; the Pi's package lacks it"
        ) from error
    from texts.catalogue import tongue

    tell = tongue(language).tell
    folder.mkdir(parents=True, exist_ok=True)
    for page, what in (
        ("a3", "the mat on one sheet of A3"),
        ("a4", "the mat on two sheets of A4, to be glued"),
        ("letter", "the mat on two letter sheets, to be glued"),
    ):
        with _whole(folder / f"mat-{page}.pdf") as draft:
            write_mat(draft, page, tell)
        yield f"mat-{page}.pdf", what
    for page, what in (("a4", "A4"), ("letter", "a letter sheet")):
        with _whole(folder / f"sticks-{page}.pdf") as draft:
            write_paper_sticks(draft, page, tell)
        yield f"sticks-{page}.pdf", f"three sticks to fold, on {what}"
    for page, what in (("a4", "A4"), ("letter", "letter sheets")):
        with _whole(folder / f"wheels-{page}.pdf") as draft:
            write_wheels(draft, page, tell)
        yield f"wheels-{page}.pdf", f"six bid wheels, a page each, on {what}"
        with _whole(folder / f"trump-tags-{page}.pdf") as draft:
            write_tags(draft, page, tell)
        yield f"trump-tags-{page}.pdf", f"trump tags for both editions, on {what}"
    for color in COLORS:
        packed = stl_bytes(build_stick(color), f"Familiar: {color} stick, millimetres")
        with _whole(folder / f"stick-{color}.stl") as draft:
            draft.write_bytes(packed)
        yield f"stick-{color}.stl", f"the {color} stick for a 3-D printer, in mm"


@contextmanager
def _whole(file: Path) -> Iterator[Path]:
    """Give where to write a file that takes its name once it is whole. Raises OSError that names the file."""
    draft = file.with_name(f".{file.name}.draft")
    try:
        with naming(file):
            yield draft
            draft.replace(file)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
