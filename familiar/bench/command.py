"""The commands that print figures: `bench` and those beneath it."""

from __future__ import annotations

from pathlib import Path

import click

from familiar.group import Commands, Finite, Whole


@click.group(cls=Commands, no_args_is_help=False)
def bench() -> None:
    """Print figures on this machine: how well the eye reads, and how fast it is."""


@bench.command()
@click.option(
    "--folder",
    "folders",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path, readable=False),
    help="Pictures with labels.csv (file,card or a column a seat), or called CARD.jpg; may be given again.",
)
@click.option("--deck", default="us", show_default=True, help="Which cards: us, amigo, or an enrolled deck.")
@click.option("--only", multiple=True, help="Only pictures that are called so: 'test_*'; may be given again.")
@click.option("--every", type=Whole(1), default=1, help="Only every n-th picture.")
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
    type=click.Path(path_type=Path, readable=False),
    help="Pictures with labels.csv (file,color,notches,sides,again: a row a stick) or labels.jsonl.",
)
@click.option("--set", "name", default="kit", show_default=True, help="Which sticks: kit, or a set enrolled.")
@click.option("--every", type=Whole(1), default=1, help="Only every n-th picture.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_sticks(folders: tuple[Path, ...], name: str, every: int, as_json: bool) -> int:
    """Score labelled throws: sticks right, asked, silently wrong, missed; whole throws; void ones found."""
    from familiar.bench.sticks import run

    return run(folders, name, as_json, every)


@bench.command()
@click.option("--bids", type=Whole(1), default=2000, show_default=True, help="How many are turned and read.")
@click.option("--seed", type=Whole(0), default=1, show_default=True, help="Draws tables and bids.")
@click.option(
    "--rate",
    type=Finite(2.0, 30.0),
    default=10.0,
    show_default=True,
    help="Pictures that are looked at a second.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def wheels(bids: int, seed: int, rate: float, as_json: bool) -> int:
    """Turn bid wheels on drawn tables: bids right, asked, missed, silently wrong; wheels nobody can read."""
    from familiar.bench.wheels import run

    return run(bids, seed, rate, as_json)


@bench.command()
@click.option("--players", type=Whole(3, 6), default=4, show_default=True, help="How many play.")
@click.option(
    "--edition",
    type=click.Choice(["us", "amigo"]),
    default="us",
    show_default=True,
    help="Which deck is played with.",
)
@click.option("--rounds", type=Whole(1), help="How many rounds; all of them, if left out.")
@click.option("--seed", type=Whole(0), default=1, show_default=True, help="Draws table and game.")
@click.option("--calm", is_flag=True, help="Only who plays moves.")
@click.option("--specials", is_flag=True, help="With the special cards of the anniversary editions.")
@click.option(
    "--bids",
    type=click.Choice(["open", "simultaneous", "delayed"]),
    default="open",
    show_default=True,
    help="In order, all at once, or face down to the round's end.",
)
@click.option(
    "--phones",
    type=Whole(0, 5),
    default=0,
    show_default=True,
    help="How many players bid and choose by phone.",
)
@click.option("--mixed", is_flag=True, help="Whoever likes takes a phone now and then.")
@click.option("--two-buttons", is_flag=True, help="Without a next-seat button.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def evening(
    players: int,
    edition: str,
    rounds: int | None,
    seed: int,
    calm: bool,
    specials: bool,
    bids: str,
    phones: int,
    mixed: bool,
    two_buttons: bool,
    as_json: bool,
) -> int:
    """Play Wizard without a phone: wheels, tags, cards and the button; bids and cards read, asked, wrong."""
    from familiar.bench.evening import run
    from simulation.temperament import CALM, RESTLESS

    return run(
        players,
        edition,
        rounds,
        seed,
        as_json,
        CALM if calm else RESTLESS,
        specials=specials,
        bids=bids,
        with_phones=phones,
        mixed=mixed,
        next_seat=not two_buttons,
    )


@bench.command()
@click.option("--rounds", type=Whole(1), default=30, show_default=True, help="Pictures that are read.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def speed(rounds: int, as_json: bool) -> int:
    """Measure what the eye costs, against a network of YOLOv8n's size, in one run on one core."""
    from familiar.bench.speed import run

    return run(rounds, as_json)


@bench.command()
@click.option(
    "--cards",
    "count",
    type=Whole(1, 400),
    default=40,
    show_default=True,
    help="How many cards are laid on each table.",
)
@click.option(
    "--phones", type=Whole(1, 24), default=4, show_default=True, help="How many hold the page open."
)
@click.option("--seed", type=Whole(0), default=3, show_default=True, help="Draws table and game.")
@click.option(
    "--edition",
    type=click.Choice(["us", "amigo"]),
    default="us",
    show_default=True,
    help="Which cards are laid.",
)
@click.option(
    "--rate",
    type=Finite(10, 60),
    default=30,
    show_default=True,
    help="Pictures that the camera takes a second: a Pi's takes 30 by daylight and down to 10 in a dim room.",
)
@click.option("--calm", is_flag=True, help="Only the table at which nobody moves but who plays.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def latency(count: int, phones: int, seed: int, edition: str, rate: float, calm: bool, as_json: bool) -> int:
    """Measure the time from a card at rest to the phones, with hands moving, on two cores.

    Robots play tricks of Wizard at the simulated table, where the others' hands move in every picture, and
    then at the same table calm. What happens is drawn before the clock runs, fifteen moments a second, of
    which the camera takes its pictures for the product as it ships: the thread that looks, its eye, the host,
    a journal in a file, the page's server, and phones in a process of their own that hold the page's live
    stream. A picture can be had once it is exposed, which takes as long as from one to the next.

    Of each card and phone: the milliseconds from the first moment in which the card lies at rest and in full
    view, to the arrival of the state that has it, entered, marked or
    asked about. A card that is missed (not told of in two seconds in full view) or wrong counts as later
    than all others. Where there are more than two cores, two are used.
    """
    from familiar.bench.latency import run
    from simulation.temperament import CALM, RESTLESS

    return run(count, phones, seed, edition, (CALM,) if calm else (RESTLESS, CALM), rate, as_json)


@bench.command()
@click.option("--deck", default="us", show_default=True, help="Which cards: us, amigo, or an enrolled deck.")
@click.option("--cards", "count", type=Whole(1, 400), default=20, show_default=True, help="How many to lay.")
@click.option("--seed", type=Whole(0), help="Choose the same cards again; others each time.")
@click.option("--camera", help="picamera, usb:N, a video, a folder of pictures, or simulated.")
@click.option(
    "--config", "file", type=click.Path(path_type=Path, readable=False), help="A configuration file."
)
@click.option("--port", type=Whole(1, 65535), help="Port of the page.")
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
