"""Robots for whichever game is played, at the table that it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.book import MAGICIANS, PROBE, WIZARD
from games.record import header_from_dict
from games.sticks import KIT
from simulation.devices import SimulatedCamera
from simulation.pile import PileTable
from simulation.robots.magicians import self_play as stick_play
from simulation.robots.magicians.seated import StickRobots
from simulation.robots.probe import self_play as probe_play
from simulation.robots.probe.deck import house_deck
from simulation.robots.probe.seated import ProbeRobots
from simulation.robots.seated import Lend, Presses, Seated
from simulation.robots.setup import Setup
from simulation.robots.wizard import self_play as wizard_play
from simulation.robots.wizard.seated import WizardRobots
from simulation.sticks import StickTable
from simulation.table import SimulatedTable
from simulation.temperament import RESTLESS, Temperament
from table.host import Host

Table = SimulatedTable | StickTable | PileTable
ROBOTS: Mapping[str, type[Seated]] = MappingProxyType(
    {WIZARD: WizardRobots, MAGICIANS: StickRobots, PROBE: ProbeRobots}
)
"""Who plays each game."""


def set_table(setup: Setup, temperament: Temperament = RESTLESS) -> Table:
    """Make the simulated table for a game: of cards, or of the sticks that it is played with.

    The activity cards are those of the house, which the eye has learnt.
    """
    if setup.game == MAGICIANS:
        return StickTable(
            setup.seed, header_from_dict(setup.header).rules.table or KIT, temperament=temperament
        )
    if setup.game == PROBE:
        return PileTable(setup.seed, len(setup.players), deck=house_deck(), temperament=temperament)
    return SimulatedTable(setup.seed, len(setup.players), setup.edition, temperament=temperament)


def draw_game(game: str, seed: int, players: int | None = None, edition: str | None = None) -> Setup:
    """Draw a game to be watched, under its usual rules."""
    if game == MAGICIANS:
        return stick_play.draw_setup(seed, vary=False)
    if game == PROBE:
        return probe_play.draw_setup(seed, players or probe_play.PLAYERS, vary=False)
    return wizard_play.draw_setup(seed, players or wizard_play.PLAYERS, edition or "us", vary=False)


class Company:
    """Whoever sits at the table: the robots of each game, called when it is played.

    Arguments as those of Seated.
    """

    def __init__(
        self,
        host: Host,
        camera: SimulatedCamera,
        panel: Presses,
        make_table: Callable[[Setup], Table] = set_table,
        *,
        held: Callable[[str], bool] = lambda player: False,
        speed: float = 1.0,
        tell: Callable[[str], None] = lambda line: None,
        lend: Lend = lambda word: None,
    ) -> None:
        self._playing: Seated | None = None
        self._robots: Mapping[str, Seated] = {
            game: kind(host, camera, panel, make_table, held=held, speed=speed, tell=tell, lend=lend)
            for game, kind in ROBOTS.items()
        }

    def play(self, setup: Setup, *, begun: bool = False) -> bool:
        """Play a game to its end, as Seated does."""
        self._playing = self._robots[setup.game]
        return self._playing.play(setup, begun=begun)

    @property
    def game(self) -> int | None:
        """Give the number of the game that is played, or was last, as Seated does."""
        return None if self._playing is None else self._playing.game

    def hand(self, game: int | None, seat: int) -> tuple[str, ...]:
        """Give the cards that a seat holds in this game, for whoever sits down there."""
        return () if self._playing is None else self._playing.hand(game, seat)

    def rest(self, seconds: float) -> bool:
        """Wait; False when it was stopped."""
        return next(iter(self._robots.values())).rest(seconds)

    def stop(self) -> None:
        """Let `play` end soon; may be called from any thread."""
        for robots in self._robots.values():
            robots.stop()
