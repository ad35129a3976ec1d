"""Players of Probe at a host without table and camera, for the club's demo: robots that post their events."""

from __future__ import annotations

import random
from typing import Any

from games.history import Game
from games.probe import STAND_IN, Draw, Event, Phase, State
from games.record import event_to_dict
from simulation.robots.probe.policy import Policy
from table.command import Accepted, NewGame, Submit
from table.host import Host


class ProbePlayers:
    """Play every seat of the games at one host, one event after the other."""

    def __init__(self, host: Host, seed: int) -> None:
        self._host = host
        self._chance = random.Random(seed)
        self._policy = Policy(self._chance)

    def begin(self, players: tuple[str, ...], carried: tuple[int, ...] = ()) -> None:
        """Begin a game of these players, with the points that they bring."""
        self._policy = Policy(self._chance)
        rules: dict[str, Any] = {"carried": list(carried)}
        header: dict[str, object] = {"game": "probe", "players": list(players), "dealer": 0, "rules": rules}
        self._do(NewGame(header))

    def step(self) -> bool:
        """Enter the next event; False once the game is over."""
        history = self._host.snapshot.history
        if history is None or history.state.over:
            return False
        self._do(Submit(event_to_dict(self._event(history), history.header)))
        return True

    def _event(self, game: Game) -> Event:
        """Think of the next event; an activity card comes from a deck that never ends."""
        state = game.state_as(State)
        if state.phase is not Phase.DRAW:
            return self._policy.choose(state)
        (card,) = self._chance.choices(tuple(STAND_IN), tuple(STAND_IN.values()))
        return Draw(card, state.turn)

    def _do(self, command: NewGame | Submit) -> None:
        outcome = self._host.handle(command)
        assert isinstance(outcome, Accepted), outcome
