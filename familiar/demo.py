"""The demo: a whole table without hardware, in real time with its page, or as fast as it goes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress

from familiar.assemble import Appliance, open_eye
from familiar.fast import FastGame, Figures, total
from familiar.invite import invitation
from familiar.robots import Restarted, Robots
from familiar.script import Script
from familiar.setup import Setup, adopt, draw_setup
from simulation.devices import SimulatedCamera, SimulatedPanel
from simulation.table import SimulatedTable
from table.host import Host
from table.journal import Journal
from table.watch import Sees

PACE_S = 0.1
"""Ten pictures a second: what a Pi's eye manages."""
BETWEEN_GAMES_S = 20.0
HINT = "Take a seat to bid for it; robots play all the rest. Ctrl-C ends the demo."

Tell = Callable[[str], None]


def play_fast(
    games: int,
    seed: int,
    players: int | None = None,
    edition: str | None = None,
    *,
    game: str = "wizard",
    make_eye: Callable[[str], Sees] | None = None,
    size: tuple[int, int] = (2304, 1296),
) -> Iterator[Figures]:
    """Play games without waiting, each with its own table, deck and rules; give the figures of each.

    Raises DemoError.
    """
    eyes: dict[str, Sees] = {}
    for number in range(1, games + 1):
        setup = draw_setup(seed + number - 1, players, edition, game=game)
        if setup.edition not in eyes:
            eyes[setup.edition] = (make_eye or open_eye)(setup.edition)
        table = SimulatedTable(setup.seed, len(setup.players), setup.edition, size)
        with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
            yield FastGame(number, setup, Script(setup), camera, eyes[setup.edition], host).play()


def run_fast(
    games: int, seed: int, players: int | None, edition: str | None, game: str, as_json: bool, tell: Tell
) -> int:
    """Play fast and print a line a game; the exit status is 1 where a sheet came out wrong."""
    played = []
    for figures in play_fast(games, seed, players, edition, game=game):
        played.append(figures)
        tell(json.dumps(figures.as_dict()) if as_json else figures.line())
    if not as_json:
        tell(total(played))
    return 0 if all(figures.sheet_correct for figures in played) else 1


def run(
    seed: int,
    players: int,
    edition: str | None,
    game: str,
    port: int | None,
    speed: float,
    games: int | None,
    tell: Tell,
) -> int:
    """Play in real time with the page, until Ctrl-C or until so many games are over."""
    setup = draw_setup(seed, players, edition or "us", vary=False, game=game)
    tell("Setting the table ...")
    first, table = setup, _table(setup)
    camera = SimulatedCamera(table, PACE_S / speed)
    panel = SimulatedPanel()
    with Appliance(lambda: camera, panel, port=port) as appliance, suppress(KeyboardInterrupt):
        appliance.start()
        robots = Robots(
            appliance.host,
            camera,
            panel,
            held=appliance.held,
            speed=speed,
            tell=tell,
            make_table=lambda each: table if each == first else _table(each),
        )
        tell(invitation(appliance.address, HINT))
        played, begun = 0, False
        while games is None or played < games:
            try:
                if not robots.play(setup, begun=begun):
                    break
                played, begun = played + 1, False
                setup = draw_setup(setup.seed + 1, players, setup.edition, vary=False, game=game)
                if not (played == games or robots.rest(BETWEEN_GAMES_S)):
                    break
            except Restarted:
                history = appliance.host.snapshot.history
                assert history is not None
                setup = adopt(history.header, setup.seed + 1)
                begun = True
                tell("A phone began another game: the table is set anew for it.")
    tell("The table is cleared.")
    return 0


def _table(setup: Setup) -> SimulatedTable:
    return SimulatedTable(setup.seed, len(setup.players), setup.edition)
