"""Play whole games of Probe without waiting, and count what the eye made of the activity cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from games.probe import Confirm, Draw, Interrupt
from simulation import gestures
from simulation.devices import SimulatedCamera
from simulation.pile import PileTable
from simulation.robots.counted import CountedGame, Counts, DemoError, Tempo, over_all, shares
from simulation.robots.probe.self_play import STOCK, ProbeSelfPlay
from simulation.robots.setup import Setup
from table.command import Answer, Submit, Undo
from table.eye.protocol import Sees
from table.host import Host


@dataclass(frozen=True)
class ProbeCounts(Counts):
    """What one game showed, beside what every game shows.

    cards: drawn. asked: of which the table was not sure. silent_errors: proposed with certainty as another,
    or where none was drawn, and only put right because the players know better. missed: not noticed, so
    chosen on a phone. needless: questions where no card was drawn. twice: cards that fell on their like.
    """

    players: int = 0
    design: str = ""
    cards: int = 0
    asked: int = 0
    missed: int = 0
    needless: int = 0
    twice: int = 0
    turns: int = 0
    calls: int = 0
    ms_per_card: float = 0.0

    def line(self) -> str:
        """Say it in one line for people."""
        return (
            f"game {self.game}: {self.players} players, {self.turns} turns, {self.calls} calls, "
            f"{self.cards} cards ({self.design}), {self.asked} asked, {self.missed} missed, {self.needless} "
            f"needless, {self.silent_errors} silent errors, {self.sheet}, won by "
            f"{' and '.join(self.winners)}, {self.seconds:.1f} s ({self.ms_per_card:.0f} ms a card)"
        )


def total(games: Iterable[ProbeCounts]) -> str:
    """Say in one line what all games showed together."""
    games = tuple(games)
    count = partial(over_all, games)

    counts = shares(games, "cards", "asked", "missed", "silent_errors")
    return (
        f"{len(games)} games, {count('cards')} cards, {count('twice')} of them on their like: {counts}; "
        f"{count('needless')} needless questions; {count('sheet_correct')} of {len(games)} sheets right"
    )


class ProbeGame(CountedGame[ProbeCounts]):
    """One game of Probe; each robot types, asks and answers as its own seat."""

    CALM_TEMPO = Tempo(gestures.BRIEF, 4, 8, 8)

    def __init__(
        self,
        number: int,
        setup: Setup,
        self_play: ProbeSelfPlay,
        camera: SimulatedCamera,
        eye: Sees,
        host: Host,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        table = camera.table
        assert isinstance(table, PileTable)
        figures = ProbeCounts(
            number, setup.seed, dict(setup.rules), players=len(setup.players), design=table.deck.kind
        )
        super().__init__(figures, setup, self_play, camera, eye, host, clock)
        self._self_play, self._table = self_play, table

    def play(self) -> ProbeCounts:
        """Play the game to its end. Raises DemoError."""
        figures, self_play = super().play(), self._self_play
        return replace(
            figures,
            turns=len(self_play.state.log),
            calls=sum(isinstance(event, Interrupt) for event in self_play.events),
            ms_per_card=round(1000 * figures.seconds / max(1, figures.cards), 2),
        )

    def _step(self) -> None:
        if self._self_play.to_draw:
            self._draw()
            return
        event = self._self_play.next()
        self._self_play.happened(event)
        if isinstance(event, Confirm):
            self._panel.press("confirm")
        else:
            self._do(Submit(self._self_play.as_dict(event)))
        self._mend()

    def _draw(self) -> None:
        """Draw a card and lay it on the pile, until the host has it, whoever told it."""
        self_play, table = self._self_play, self._table
        if self_play.shuffle():
            self._move([lambda: table.new_round(STOCK)], self._tempo.rest)
        self._mend()
        event = self_play.draw()
        below = [lying.card for lying in table.lying]
        self_play.happened(event)
        self._add(cards=1, twice=int(below == [event.card]))
        steps = gestures.draw(table, event.card, event.player or 0, self._tempo.way)
        for _ in self._shown(steps):
            if self._answered(event):
                break
        else:
            self._add(missed=1)
            self._do(Submit(self_play.as_dict(event)))
        self._mend()

    def _answered(self, event: Draw) -> bool:
        """Confirm a right proposal, name the card where the table is unsure or wrong."""
        questions = self._host.snapshot.questions
        if not questions:
            return False
        question = questions[0]
        if not question.sure:
            self._add(asked=1)
        elif question.reading.card != event.card:
            self._add(silent_errors=1, corrected=1)
        else:
            self._panel.press("confirm")
            return True
        self._do(Answer(question.id, event.card))
        return True

    def _mend(self) -> None:
        """Refuse what is proposed although nobody drew; host and robots must agree on all the rest."""
        held, true = self._entered(), self._self_play.events
        if held == true[: len(held)] and len(true) - len(held) <= 1 and len(held) >= len(true) - 1:
            if self._host.snapshot.questions and held == true:
                question = self._host.snapshot.questions[0]
                self._add(needless=1, silent_errors=int(question.sure))
                self._do(Answer(question.id, None))
            return
        if held[: len(true)] == true:
            self._add(silent_errors=1, corrected=1)
            self._do(Undo(len(held) - len(true)))
            return
        raise DemoError(f"game {self.figures.game}: host and table have come to differ for good")
