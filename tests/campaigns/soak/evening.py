"""Play what robots play at a table of paper: cards before the eye, everything else by phone or button."""

from soak.paper import PATIENCE_S, TROUBLES

from games.wizard import Confirm, Play, TurnUp
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from table.command import Accepted, NewGame, Press, Submit


class Evening:
    """Robots that play one game after the other; `step` does one event and waits until the host has it.

    enter: takes an event as a phone does, so that all goes the way that it goes at a table.
    """

    def __init__(self, host, table, enter=None):
        self._host, self._table = host, table
        self._enter = enter or (lambda event: self._do(Submit(event)))
        self.cards = self.events = self.games = 0
        self.self_play = None

    def begin(self, seed, players=None):
        """Begin a game."""
        setup = draw_setup(seed, players)
        self.self_play = WizardSelfPlay(setup)
        self._table.sweep()
        self._do(NewGame({key: value for key, value in setup.header.items() if key != "record"}))
        self.games += 1

    def step(self):
        """Let the next thing happen."""
        self_play = self.self_play
        if self_play.deal():
            self._table.sweep()
        event = self_play.next()
        self_play.happened(event)
        match event:
            case TurnUp(card) | Play(card):
                self.cards += 1
                self._table.lay(card)
            case Confirm():
                self._do(Press("confirm"))
                turned = self_play.state.round < self_play.state.rounds
                self._table.sweep(keep=int(turned))
            case _:
                self._enter(self_play.as_dict(event))
        self._wait(len(self_play.events))
        self.events += 1

    def true(self):
        """Tell whether the sheet is the truth."""
        history = self._host.snapshot.history
        return history is not None and history.state == self.self_play.state

    def _wait(self, count):
        """Wait until the host has so many events."""
        while len((snapshot := self._host.snapshot).history.events) < count:
            after = self._host.wait(snapshot.number, PATIENCE_S)
            assert after.number != snapshot.number, f"the host has not taken event {count} in {PATIENCE_S} s"

    def _do(self, command):
        outcome = self._host.handle(command)
        assert isinstance(outcome, Accepted), outcome


def suffer(host, watch, camera, table, games, players=None, every=5, rounds=20):
    """Play games, so many rounds of each, while the camera suffers one trouble after the other.

    Returns the figures. Raises AssertionError where a sheet is not the truth.
    """
    evening, troubles = Evening(host, table), 0
    watch.start()
    for seed in range(games):
        evening.begin(seed, players)
        while not evening.self_play.state.over and evening.self_play.state.round <= rounds:
            if evening.events % every == 0 and camera.passed.is_set():
                camera.suffer(list(TROUBLES)[troubles % len(TROUBLES)])
                troubles += 1
            evening.step()
        assert evening.true(), "the sheet is not the truth"
    watch.stop()
    happened = {trouble: count for trouble, count in camera.happened.items() if count}
    return {"games": evening.games, "cards": evening.cards, "frames": watch.frames, **happened}
