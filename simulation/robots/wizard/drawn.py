"""A drawn game as a camera: robots lay its cards, and nobody waits for anybody."""

from __future__ import annotations

from device.camera import Frame
from games.wizard import Confirm, Play, TurnUp
from simulation import gestures
from simulation.devices import SimulatedCamera, Step
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from simulation.table import SimulatedTable

SEED, PLAYERS = 1, 4
"""Draws the game; how many play."""
REST = 8
"""Pictures for which the table is left alone after each move."""


class DrawnGame(SimulatedCamera):
    """The pictures of one game of Wizard with an edition's cards, from its first deal to its end."""

    def __init__(self, edition: str, seed: int = SEED, players: int = PLAYERS) -> None:
        setup = draw_setup(seed, players, edition, vary=False)
        self._cards = SimulatedTable(seed, players, edition)
        super().__init__(self._cards)
        self._self_play = WizardSelfPlay(setup)
        self._left = REST

    def read(self, timeout: float) -> Frame | None:
        """Give the next picture, or None once the game is over."""
        while not self._left and not self._self_play.state.over:
            self._move()
        if not self._left:
            return None
        self._left -= 1
        return super().read(timeout)

    def _move(self) -> None:
        """Let the next thing happen, if it is one that can be seen."""
        self_play, table = self._self_play, self._cards
        if self_play.deal():
            self._show(gestures.new_round(table, self_play.stock, self_play.state.dealer, gestures.SLOW))
        event = self_play.next()
        self_play.happened(event)
        match event:
            case TurnUp(card):
                self._show(gestures.turn_up(table, card, self_play.state.dealer, gestures.SLOW))
            case Play(card, int(seat)):
                self._show(gestures.lay(table, card, seat, gestures.SLOW))
            case Confirm():
                winner = self_play.state.last[1]
                self._show(gestures.sweep(table, winner, gestures.SLOW))

    def _show(self, steps: list[Step]) -> None:
        self.post(steps)
        self._left += len(steps) + REST
