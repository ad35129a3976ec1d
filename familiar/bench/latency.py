"""``familiar bench latency``: from a card at rest to the phones, through the whole appliance in real time.

Hands, table and cards are drawn before they are shown, a card at a time, and the clock stands still while
they are: drawing costs far more than reading. All else is the product as it ships: the thread that looks, at
the pace of the configuration, and its eye; the host with its journal in a file; the page's server; and phones
in a process of their own, which hold the live stream of the page as a browser does.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from device.panel import NullPanel
from familiar.assemble import Appliance, VisionSetup
from familiar.bench import tally
from familiar.bench.phones import Phones
from familiar.bench.reel import Reel
from familiar.bench.speed import bound
from familiar.bench.tricks import TimedGame
from familiar.tell import Tell
from simulation.robots.wizard.self_play import draw_setup
from simulation.stage import SIZE
from simulation.table import SimulatedTable
from simulation.temperament import Temperament
from table.recovery.backup import Backups
from table.settings.config import CameraConfig
from table.watch import SOONER

AIM_MS = 250.0
"""What nineteen of twenty cards are to take at most, from their rest to a phone."""
CORES = 2
PLAYERS = 4
PARTS = {
    "waiting": "waiting for the picture that is enough",
    "working": "reading it, and writing the card down",
    "telling": "telling the phones",
}

Figures = dict[str, Any]


def run(
    count: int,
    phones: int,
    seed: int,
    edition: str,
    temperaments: Sequence[Temperament],
    rate: float,
    as_json: bool,
) -> int:
    """Measure one table after the other and print it; give 0. Raises the root errors of the rooms."""
    tell: Tell = (lambda line: None) if as_json else click.echo
    figures = measure(count, phones, seed, edition, temperaments, rate, tell)
    if as_json:
        click.echo(json.dumps(figures))
    return 0


def measure(
    count: int,
    phones: int,
    seed: int,
    edition: str,
    temperaments: Sequence[Temperament],
    rate: float,
    tell: Tell = lambda line: None,
) -> Figures:
    """Give the figures of a table of each temperament, and tell them as soon as they are known.

    count: cards that are laid on each; rate: pictures that the camera takes a second. Raises the root
    errors of the rooms.
    """
    tables: dict[str, Figures] = {}
    with bound(CORES) as cores:
        for temperament in temperaments:
            found = _play(count, phones, seed, edition, temperament, rate)
            tables[temperament.name] = found
            tell("\n".join(as_text(temperament.name, found, phones)))
    asked = {"bench": "latency", "seed": seed, "edition": edition, "phones": phones, "rate": rate}
    return {**asked, "cores": cores, "aim_ms": AIM_MS, "tables": tables}


def _play(count: int, phones: int, seed: int, edition: str, temperament: Temperament, rate: float) -> Figures:
    """Play at one table, and give its figures."""
    setup = draw_setup(seed, PLAYERS, edition, vary=False)
    table = SimulatedTable(seed, PLAYERS, edition, SIZE, temperament=temperament)
    pace = CameraConfig().pace
    # Hands move from each picture to the next, also where pictures follow each other sooner.
    # In poor light a camera exposes for nearly all of the time from one picture to the next.
    reel = Reel(pace * SOONER, 1 / rate, exposure=1 / rate)
    with ExitStack() as closing:
        folder = closing.enter_context(tempfile.TemporaryDirectory())
        appliance = closing.enter_context(
            Appliance(
                VisionSetup(lambda: reel, pace=pace),
                NullPanel(),
                kept=Backups(Path(folder) / "journal.sqlite"),
                bind="127.0.0.1",
                port=0,
            )
        )
        # Whoever waits at the reel must be let go before the appliance can end.
        closing.callback(reel.close)
        appliance.start()
        game = TimedGame(setup, table, reel, appliance.host)
        game.begin()
        port = urlsplit(appliance.local).port
        assert port is not None
        held = closing.enter_context(Phones(port, phones, PLAYERS))
        cards = game.lay(count, held)
    return {
        **tally.figures(cards),
        "needless": game.figures.needless,
        "pictures": game.shown,
        "looked_at": reel.given,
        "cpu": round(game.cpu / game.wall, 3),
    }


def as_text(name: str, found: Figures, phones: int) -> list[str]:
    """Write the figures of a table, the aim beside them."""
    verdict = "reached" if tally.reached(found["p95_ms"], AIM_MS) else "MISSED"
    hidden = f", {found['hidden']} never in full view" if found["hidden"] else ""
    return [
        f"{name}: {found['cards']} cards: {found['entered']} entered, "
        f"{found['marked']} marked, {found['marked_wrong']} marked wrong, {found['asked']} asked, "
        f"{found['missed']} missed, {found['wrong']} wrong{hidden}; {found['needless']} needless questions",
        f"  from a card at rest to {phones} phones: {_times(found)}; aim p95 under {AIM_MS:g} ms: {verdict}",
        *(f"  of it {words}: {_times(found[part])}" for part, words in PARTS.items()),
        f"  {found['looked_at']} of {found['pictures']} pictures were looked at; the product took "
        f"{100 * found['cpu']:.0f} % of one core's time",
    ]


def _times(spread: Figures) -> str:
    return ", ".join(f"{name.removesuffix('_ms')} {_ms(spread[name])}" for name in tally.SHARES)


def _ms(value: float | None) -> str:
    return "never" if value is None else f"{value:.0f} ms"
