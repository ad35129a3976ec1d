"""Players of Wizard at a host without table and camera: robots that post their events, for a demo."""

from __future__ import annotations

from games.book import WIZARD
from simulation.robots.setup import Setup
from simulation.robots.wizard.self_play import WizardSelfPlay
from table.command import Accepted, NewGame, Submit
from table.host import Host


class WizardPlayers:
    """Play every seat of the games at one host, one event after the other."""

    def __init__(self, host: Host, seed: int) -> None:
        self._host = host
        self._seed = seed
        self._self_play: WizardSelfPlay | None = None

    def begin(self, players: tuple[str, ...], carried: tuple[int, ...] = ()) -> None:
        """Begin a game of these players; in Wizard nobody brings points."""
        self._seed += 1
        setup = Setup(WIZARD, self._seed, players, 0, {"edition": "us"})
        self._self_play = WizardSelfPlay(setup)
        self._do(NewGame({key: value for key, value in setup.header.items() if key != "record"}))

    def step(self) -> bool:
        """Enter the next event; False once the game is over."""
        self_play = self._self_play
        if self_play is None or self_play.state.over:
            return False
        self_play.deal()
        event = self_play.next()
        self._do(Submit(self_play.as_dict(event)))
        self_play.happened(event)
        return True

    def _do(self, command: NewGame | Submit) -> None:
        outcome = self._host.handle(command)
        assert isinstance(outcome, Accepted), outcome
