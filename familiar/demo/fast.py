"""The demo as fast as it goes: robots play games without a page, and what the eye got wrong is counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from familiar.eyes import open_eye, open_stick_eye, pile_eye
from familiar.tell import Tell
from games.book import MAGICIANS, PROBE
from simulation.devices import SimulatedCamera
from simulation.pile import PileTable
from simulation.robots.magicians import counted as sticks
from simulation.robots.magicians import self_play as stick_play
from simulation.robots.magicians.counted import StickCounts, StickGame
from simulation.robots.magicians.self_play import StickSelfPlay
from simulation.robots.probe import counted as probe
from simulation.robots.probe import self_play as probe_play
from simulation.robots.probe.counted import ProbeCounts, ProbeGame
from simulation.robots.probe.deck import enrol_drawn
from simulation.robots.probe.self_play import ProbeSelfPlay
from simulation.robots.wizard import counted as wizard
from simulation.robots.wizard.counted import WizardCounts, WizardGame
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from simulation.sticks import StickTable
from simulation.table import SimulatedTable
from simulation.temperament import RESTLESS, Temperament
from table.eye.protocol import Sees
from table.host import Host
from table.journal import Journal

ANOTHER = 10_000
"""Tables from which that is drawn on which a deck is learnt."""


def play_fast(
    games: int, seed: int, players: int | None, edition: str | None, temperament: Temperament
) -> Iterator[WizardCounts]:
    """Play games without waiting, each with its own table, deck and rules; give the figures of each.

    Raises DemoError.
    """
    eyes: dict[str, Sees] = {}
    for number in range(1, games + 1):
        setup = draw_setup(seed + number - 1, players, edition)
        if setup.edition not in eyes:
            eyes[setup.edition] = open_eye(setup.edition)
        table = SimulatedTable(setup.seed, len(setup.players), setup.edition, temperament=temperament)
        with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
            yield WizardGame(number, setup, WizardSelfPlay(setup), camera, eyes[setup.edition], host).play()


def throw_fast(games: int, seed: int, temperament: Temperament) -> Iterator[StickCounts]:
    """Play games of Les Trois Magiciens without waiting, each with its own table, sticks and rules.

    Raises DemoError.
    """
    eye: Sees | None = None
    for number in range(1, games + 1):
        setup = stick_play.draw_setup(seed + number - 1)
        self_play = StickSelfPlay(setup)
        eye = eye or open_stick_eye(self_play.header.rules.table)
        table = StickTable(setup.seed, self_play.table, temperament=temperament)
        with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
            yield StickGame(number, setup, self_play, camera, eye, host).play()


def draw_fast(games: int, seed: int, players: int | None, temperament: Temperament) -> Iterator[ProbeCounts]:
    """Play games of Probe without waiting, each with its own table, activity cards, words and rules.

    A table's cards are enrolled first. Raises DemoError.
    """
    for number in range(1, games + 1):
        setup = probe_play.draw_setup(seed + number - 1, players)
        table = PileTable(setup.seed, len(setup.players), temperament=temperament)
        eye = _learnt(table)
        with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
            yield ProbeGame(number, setup, ProbeSelfPlay(setup), camera, eye, host).play()


def _learnt(table: PileTable) -> Sees:
    """Learn a table's cards from one picture each, taken at another table."""
    return pile_eye(enrol_drawn(table.deck, table.deck.seed % ANOTHER))


def run(
    games: int,
    seed: int,
    players: int | None,
    edition: str | None,
    game: str,
    as_json: bool,
    tell: Tell,
    temperament: Temperament = RESTLESS,
) -> int:
    """Play fast and print a line a game; the exit status is 1 where a sheet came out wrong."""
    playing: Iterator[Any]
    total: Callable[[Iterable[Any]], str]
    if game == MAGICIANS:
        playing, total = throw_fast(games, seed, temperament), sticks.total
    elif game == PROBE:
        playing, total = draw_fast(games, seed, players, temperament), probe.total
    else:
        playing = play_fast(games, seed, players, edition, temperament)
        total = wizard.total
    played: list[Any] = []
    for figures in playing:
        played.append(figures)
        tell(json.dumps(figures.as_dict()) if as_json else figures.line())
    if not as_json:
        tell(total(played))
    return 0 if all(figures.sheet_correct for figures in played) else 1
