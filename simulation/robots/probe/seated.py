"""Robots at a table of Probe that runs in real time: they hide words, draw cards, ask, answer, call.

Whoever takes a seat with a phone hides a word, asks and answers for that seat; its cards are still drawn by
the robots' hands, and it may confirm them.
"""

from __future__ import annotations

from games.probe import Ask, Confirm, Draw, Event, Interrupt, Judge, Misspelt, No, Open, Phase, Word
from simulation import gestures
from simulation.pile import PileTable
from simulation.robots.probe.self_play import STOCK, ProbeSelfPlay
from simulation.robots.seated import Problem, Seated
from simulation.robots.setup import Setup
from table.command import Accepted, Answer, Submit, Undo
from texts import say

THINK_S = 1.2
"""How long robots think before each move."""
AT_LEISURE_S = 6.0
"""How long the final score is left to people who hold a phone."""


class ProbeRobots(Seated):
    """Play games of Probe on the simulated table."""

    def _sit(self, setup: Setup) -> ProbeSelfPlay:
        return ProbeSelfPlay(setup)

    def _turn(self, self_play: ProbeSelfPlay) -> None:
        self._pause(THINK_S)
        if not self._unchanged(self_play):
            return
        if self_play.to_draw:
            self._draw(self_play)
            return
        event = self_play.next()
        player = self._decides(event, self_play)
        leisure = AT_LEISURE_S if self_play.state.phase is Phase.FINAL else None
        if player is not None and self._person_decides(player, self_play, leisure):
            return
        if _unknown(event, self_play):
            # Only its owner knows what stands there: nobody else can answer.
            return
        if isinstance(event, Word):
            # Whoever sits down there later may know what the robot has set out.
            self._lend((self._game, event.player, event.word))
        self._decide(event, self_play, press=isinstance(event, Confirm))

    def _decides(self, event: Event, self_play: ProbeSelfPlay) -> str | None:
        """Name whose phone has the word before a robot acts; None where a robot just does."""
        players = self_play.header.players
        match event:
            case Word(player) | Interrupt(player):
                return players[player]
            case Ask(player=int(seat)) | Open(player=int(seat)) | No(int(seat)) | Judge(player=int(seat)):
                return players[seat]
            case Confirm() | Misspelt():
                return next((player for player in players if self._held(player)), None)
        return None

    def _draw(self, self_play: ProbeSelfPlay) -> None:
        """Draw a card, lay it on the pile, and wait until it counts."""
        table = self._camera.table
        assert isinstance(table, PileTable)
        if self_play.shuffle():
            self._tell(say("The activity cards are shuffled."))
            self._move([lambda: table.new_round(STOCK)])
            self._pause(THINK_S)
        event = self_play.draw()
        assert event.player is not None
        self_play.happened(event)
        self._move(gestures.draw(table, event.card, event.player, gestures.SLOW))
        self._agree(self_play)

    def _problem(self, self_play: ProbeSelfPlay) -> Problem | None:
        snapshot = self._host.snapshot
        entered, true = self._entered(snapshot), self_play.events
        if snapshot.questions:
            question = snapshot.questions[0]
            due = true[len(entered)] if len(entered) < len(true) else None
            right = question.sure and isinstance(due, Draw) and question.reading.card == due.card
            return Problem("proposal" if right else "question", question.id)
        if entered == true or self_play.follow(entered):
            return None
        for k, (told, event) in enumerate(zip(entered, true, strict=False)):
            if told != event and (isinstance(told, Draw) or isinstance(event, Draw)):
                return Problem("wrong" if type(told) is type(event) else "extra", k)
        return Problem("missing" if len(entered) < len(true) else "extra", len(entered))

    def _mend(self, problem: Problem, self_play: ProbeSelfPlay) -> None:
        true = self_play.events
        match problem.kind:
            case "proposal":
                self._panel.press("confirm")
            case "question":
                told = len(self._entered(self._host.snapshot))
                waited = true[told] if told < len(true) else None
                card = waited.card if isinstance(waited, Draw) else None
                self._host.handle(Answer(problem.which, card))
            case "missing":
                if not isinstance(
                    self._host.handle(Submit(self_play.as_dict(true[problem.which]))), Accepted
                ):
                    self._host.handle(Undo(1))
            case _:
                super()._mend(problem, self_play)


def _unknown(event: Event, self_play: ProbeSelfPlay) -> bool:
    """Tell whether a robot would answer for a word that it cannot know, since a person kept it to himself."""
    if not isinstance(event, Open | No | Judge) or event.player is None:
        return False
    return not all(tray.typed for tray in self_play.state.seats[event.player].trays)
