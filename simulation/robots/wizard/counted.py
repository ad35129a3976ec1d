"""Play whole games on the simulated table without waiting, and count what the eye made of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np

from games.history import Game
from games.wizard import Bid, Confirm, Event, Lot, Phase, Play, Shows, TurnUp
from simulation import gestures
from simulation.devices import SimulatedCamera, Step
from simulation.robots.counted import CountedGame, Counts, DemoError, over_all, shares
from simulation.robots.setup import Setup
from simulation.robots.wizard.self_play import WizardSelfPlay
from simulation.table import SimulatedTable
from table.command import Accepted, Answer, Correct, Submit, Undo
from table.eye.protocol import Sees
from table.host import Host
from vision.geometry.quads import iou, ordered

THE_SAME = 0.3
"""Overlap from which a question is about the card that lies there."""
MENDS = 8
"""Wrong entries after one picture that are put right before the game is given up."""


@dataclass(frozen=True)
class WizardCounts(Counts):
    """What one game showed, beside what every game shows.

    cards: shown, turned up or laid. asked: questions put to the players at once. needless: questions, not
    among those asked, about what is no card that was just laid: at a restless table people see so from its
    picture. marked: entered until they are confirmed; marked_wrong: of which they were others, as the
    players saw on the page and put right before they pressed. missed: not noticed, so entered by hand.
    silent_errors: what the press would have let pass.
    """

    edition: str = ""
    players: int = 0
    cards: int = 0
    asked: int = 0
    marked: int = 0
    marked_wrong: int = 0
    missed: int = 0
    needless: int = 0
    ms_per_card: float = 0.0

    def line(self) -> str:
        """Say it in one line for people."""
        return (
            f"game {self.game}: {self.players} players, {self.edition}, {self.cards} cards, "
            f"{self.asked} asked, {self.marked} marked ({self.marked_wrong} of them wrong), {self.missed} "
            f"missed, {self.silent_errors} silent errors, {self.sheet}, won by {' and '.join(self.winners)}, "
            f"{self.seconds:.1f} s ({self.ms_per_card:.0f} ms a card)"
        )


def total(games: Iterable[WizardCounts]) -> str:
    """Say in one line what all games showed together."""
    games = tuple(games)
    cards, right = over_all(games, "cards"), over_all(games, "sheet_correct")
    counts = shares(games, "cards", "asked", "marked", "marked_wrong", "missed", "silent_errors")
    return f"{len(games)} games, {cards} cards: {counts}; {right} of {len(games)} sheets right"


class WizardGame(CountedGame[WizardCounts]):
    """One game of Wizard."""

    COUNTS: ClassVar[type[WizardCounts]] = WizardCounts

    def __init__(
        self,
        number: int,
        setup: Setup,
        self_play: WizardSelfPlay,
        camera: SimulatedCamera,
        eye: Sees,
        host: Host,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        rules, players = dict(setup.rules), len(setup.players)
        figures = self.COUNTS(number, setup.seed, rules, edition=setup.edition, players=players)
        super().__init__(figures, setup, self_play, camera, eye, host, clock)
        self._self_play = self_play
        self._agreed: Game | None = None
        self._marks: frozenset[tuple[int, int]] = frozenset()

    def play(self) -> WizardCounts:
        """Play the game to its end. Raises DemoError."""
        figures = super().play()
        return replace(figures, ms_per_card=round(1000 * figures.seconds / max(1, figures.cards), 2))

    @property
    def _card_table(self) -> SimulatedTable:
        table = self._camera.table
        assert isinstance(table, SimulatedTable)
        return table

    def _step(self) -> None:
        self_play, table, way = self._self_play, self._card_table, self._tempo.way
        self._deal()
        event = self_play.next()
        self_play.happened(event)
        match event:
            case TurnUp(card):
                self._show(gestures.turn_up(table, card, self_play.state.dealer, way), event)
            case Play(card, int(seat)) | Lot(card, int(seat)):
                self._show(gestures.lay(table, card, seat, way), event)
            case Confirm():
                self._confirm()
                # What was dealt for the first deal is gathered with the rest of the cards.
                if self_play.state.last is not None:
                    self._sweep()
            case _:
                self._enter(event)

    def _deal(self) -> None:
        """Deal where a round begins, and let everybody hold what he has."""
        self_play, table = self._self_play, self._card_table
        if self_play.deal():
            steps = gestures.new_round(table, self_play.stock, self_play.state.dealer, self._tempo.way)
            self._move(steps, self._tempo.rest)
            table.hold(self_play.hands)

    def _sweep(self) -> None:
        """Take the newest trick away: whoever got it, or where nobody did, who leads next."""
        state = self._self_play.state
        assert state.last is not None
        seat = state.trick.leader if state.last[1] is None else state.last[1]
        self._move(gestures.sweep(self._card_table, seat, self._tempo.way), self._tempo.rest)

    def _confirm(self) -> None:
        """Look at what is marked, and press the button."""
        self._put_right()
        self._panel.press("confirm")
        self._mend()

    def _show(self, steps: list[Step], event: Event) -> None:
        """Show a card to the eye until the host has it, whoever told it."""
        self._add(cards=1)
        state = self._self_play.state
        if not self._is_calm and state.phase is Phase.TRICK:
            steps = [*steps, partial(self._camera.table.await_turn, state.turn)]
        for _ in self._shown(steps):
            if self._settled():
                return
        self._add(missed=1)
        # Its name may have gone to a marked card; whoever looks for it among the keys sees that.
        self._put_right()
        self._enter(event)
        self._mend()

    def _settled(self) -> bool:
        """Answer and correct what there is; tell whether the host now has all that happened."""
        self._mend()
        return len(self._entered()) == len(self._self_play.events)

    def _mend(self) -> None:
        """Answer each question with the truth, and put right what was entered wrongly.

        A marked card waits for the press: so people do, who see its picture then at the latest.
        """
        snapshot = self._host.snapshot
        if snapshot.history is self._agreed and not snapshot.questions:
            return
        for _ in range(MENDS):
            self._count_marks()
            entered, true = self._entered(), self._self_play.events
            waits = {each.event for each in self._host.snapshot.marked}
            wrong = [k for k, event in enumerate(entered[: len(true)]) if event != true[k] and k not in waits]
            if len(entered) > len(true):
                self._add(silent_errors=int(len(entered) - 1 not in waits), corrected=1)
                self._do(Undo(1))
            elif wrong:
                self._add(silent_errors=1, corrected=1)
                self._correct(wrong[0])
            elif self._host.snapshot.questions:
                # Whoever is asked about a card looks at the others too.
                self._put_right()
                self._answer()
            else:
                self._agreed = self._host.snapshot.history
                return
        raise DemoError(f"game {self.figures.game}: host and table cannot agree after {MENDS} corrections")

    def _count_marks(self) -> None:
        """Count what is marked anew, and how much of it is wrong."""
        true = self._self_play.events
        now = frozenset((each.event, each.seen) for each in self._host.snapshot.marked)
        for index, _ in now - self._marks:
            wrong = index >= len(true) or self._entered()[index] != true[index]
            self._add(marked=1, marked_wrong=int(wrong))
        self._marks = now

    def _put_right(self) -> None:
        """Look at the picture of each marked card, as the page shows it, and tap the right one."""
        true = self._self_play.events
        for shown in self._host.snapshot.view(None)["marked"]:
            event = true[shown["index"]]
            if isinstance(event, Shows) and event.card != shown["card"]:
                self._add(corrected=1)
                self._correct(shown["index"])

    def _correct(self, index: int) -> None:
        """Correct one event; where a later one then does not fit, take them all back and enter them anew."""
        true, entered = self._self_play.events, len(self._entered())
        correction = Correct(index, self._self_play.as_dict(true[index]))
        if isinstance(self._ask(correction), Accepted):
            return
        self._do(Undo(entered - index))
        for event in true[index:entered]:
            self._enter(event)

    def _answer(self) -> None:
        """Answer the first question, if one is left: the card that was shown, or that there is none."""
        questions, true, told = self._host.snapshot.questions, self._self_play.events, len(self._entered())
        if not questions:
            return
        question = questions[0]
        place = told if question.event is None else question.event
        shown = true[place] if place < len(true) else None
        card = shown.card if isinstance(shown, Shows) else None
        needless = not self._is_calm and not self._shows(question.reading.corners, card)
        self._add(**{"needless" if needless else "asked": 1})
        self._do(Answer(question.id, None if needless else card))

    def _shows(self, corners: Any, card: str | None) -> bool:
        """Tell whether the newest card lies where something is asked about, as its picture shows."""
        lying = self._card_table.lying
        if card is None or not lying or lying[-1].card != card:
            return False
        quad = ordered(np.array(corners, np.float32))
        return iou(quad, ordered(lying[-1].corners)) > THE_SAME

    def _enter(self, event: Event) -> None:
        """Enter an event as a phone does."""
        seen = self._host.snapshot.number if isinstance(event, Bid) else None
        self._do(Submit(self._self_play.as_dict(event), seen))
