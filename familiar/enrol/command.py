"""The command by which a deck or a set of sticks is learnt: `enrol`."""

from pathlib import Path

import click

from familiar.group import Whole


@click.command()
@click.argument("name")
@click.option(
    "--from",
    "folder",
    type=click.Path(path_type=Path, readable=False),
    help="A folder with a picture of each card, called CARD.jpg; CARD-2.jpg is a second one of it.",
)
@click.option("--sticks", is_flag=True, help="Learn throwing sticks: nine pictures red-0.jpg to white-2.jpg.")
@click.option("--rows", is_flag=True, help="Cards lie in rows, in order: a picture a suit, specials last.")
@click.option("--here", is_flag=True, help="With --rows and the camera: led by this terminal, not by a page.")
@click.option("--anew", is_flag=True, help="Forget what was learnt of this deck before.")
@click.option(
    "--edition",
    type=click.Choice(["us", "amigo", "probe"]),
    help="With the camera, or --rows: whose cards these are; probe: the activity cards.",
)
@click.option(
    "--cards",
    "listed",
    type=click.Path(path_type=Path, readable=False),
    help="With the camera, or --rows: a file with the names of the deck's cards, one a line.",
)
@click.option("--camera", help="picamera, usb:N, a video, a folder of pictures, or simulated.")
@click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)
@click.option("--port", type=Whole(1, 65535), help="Port of the page.")
def enrol(
    name: str,
    folder: Path | None,
    sticks: bool,
    rows: bool,
    here: bool,
    anew: bool,
    edition: str | None,
    listed: Path | None,
    camera: str | None,
    file: Path | None,
    port: int | None,
) -> int:
    """Learn a deck of any kind, so that it is read for certain: with camera and page, or from a folder.

    With --sticks a set of throwing sticks: its nine pictures, led by this terminal.
    """
    if here and (not rows or folder is not None):
        raise click.UsageError("--here is for --rows with the camera: the other ways need no such choice.")
    if sticks:
        if rows or anew or edition or listed or port or (folder and camera):
            raise click.UsageError("--sticks learns nine pictures anew: give --from FOLDER, or --camera.")
        if folder is not None:
            from familiar.enrol.sticks import run as run_sticks

            return run_sticks(name, folder)
        from familiar.configured import settings
        from familiar.enrol.sticks_guided import run as run_sticks_guided

        return run_sticks_guided(name, settings(file, camera, None, None), click.echo, click.prompt)
    if edition and listed:
        raise click.UsageError("--edition and --cards both say which cards these are: give one of them.")
    if rows and folder is not None:
        if camera or port:
            raise click.UsageError("--from needs no camera: leave out --camera and --port.")
        from familiar.enrol.rows import run as run_rows

        return run_rows(name, folder, listed, edition, anew)
    if folder is not None:
        if edition or listed or camera or port:
            raise click.UsageError("--from needs no camera: leave out --camera, --port, --edition, --cards.")
        from familiar.enrol.cards import run

        return run(name, folder, anew)
    from familiar.configured import settings

    if rows and not here:
        from familiar.enrol.rows_page import run as run_rows_page

        return run_rows_page(name, settings(file, camera, None, port), listed, edition, anew, click.echo)
    if rows:
        if port:
            raise click.UsageError("--here serves no page: leave out --port.")
        from familiar.enrol.rows_guided import run as run_rows_guided

        chosen = settings(file, camera, None, None)
        return run_rows_guided(name, chosen, listed, edition, anew, click.echo, click.prompt)
    from familiar.enrol.cards_guided import run as run_guided

    return run_guided(name, settings(file, camera, None, port), listed, edition, anew, click.echo)
