"""Play Wizard by what the television says and what the button does, as people without a phone do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from games.wizard import Event, Phase
from simulation.devices import SimulatedCamera
from simulation.robots.counted import DemoError
from simulation.robots.setup import Setup
from simulation.robots.wizard.counted import WizardGame
from simulation.robots.wizard.evening import Evening
from simulation.robots.wizard.self_play import WizardSelfPlay
from table.command import Answer, Command, Outcome, Submit, Undo
from table.eye.protocol import Sees
from table.host import Host
from table.view.lamps import tie

LOOKS = 90
"""Pictures that people wait for the television to say what they expect, or what to do: nine seconds."""
READS = 20
"""Pictures for which the television says the same before somebody who has turned his wheel acts on it."""
AGAIN = 6
"""How often a card is laid again, and a wheel turned again, before nobody goes on."""
NAMED = 12
"""How many things the button names at most before nobody holds it any longer."""


@dataclass(frozen=True)
class Habits:
    """How people play.

    slips: how often somebody turns a wheel, or lays a tag, wrongly first. with_phones: so many seats, the
    first ones, have phones and no wheel. mixed: how often anybody takes a phone for what wheel, tag or button
    would tell. next_seat: whether the panel has a next-seat button.
    """

    slips: float = 0.0
    with_phones: int = 0
    mixed: float = 0.0
    next_seat: bool = True


class TelevisedGame(WizardGame):
    """One game of Wizard in which people look at the television and press the button."""

    COUNTS = Evening
    figures: Evening

    def __init__(
        self,
        setup: Setup,
        self_play: WizardSelfPlay,
        camera: SimulatedCamera,
        eye: Sees,
        host: Host,
        habits: Habits,
    ) -> None:
        super().__init__(1, setup, self_play, camera, eye, host)
        self._habits = habits
        self._with_wheels = range(habits.with_phones, len(setup.players))
        self._chance = np.random.default_rng([setup.seed, 41])
        self._before = self_play.state
        self._asked = 0

    def _ask(self, command: Command) -> Outcome:
        # Buttons are the panel's here, so that what comes this way, as in other games, is a phone's.
        self._add(phones=1)
        return super()._ask(command)

    def _wire(self) -> None:
        tie(self._host, self._panel)

    def _takes_phone(self) -> bool:
        """Tell whether somebody takes a phone now, who might as well not."""
        return bool(self._habits.mixed and self._chance.random() < self._habits.mixed)

    def _uses_phone(self, seat: int) -> bool:
        """Tell whether a player tells something with a phone."""
        return seat not in self._with_wheels or self._takes_phone()

    def _enter_by_phone(self, event: Event) -> None:
        super()._enter(event)

    def _press(self, button: str) -> None:
        self._add(presses=1)
        self._panel.press(button)
        self._look()

    def _confirm(self) -> None:
        """Confirm what lies there, and look at the television."""
        if self._takes_phone():
            self._do(Submit({"event": "confirm"}))
        else:
            self._press("confirm")
        self._until(self._is_told)

    def _note(self, wrong: str) -> None:
        """Write down what was entered wrongly in silence."""
        said = f"picture {self.figures.frames}, round {self._self_play.state.round}: {wrong}"
        self.figures = replace(self.figures, wrong=(*self.figures.wrong, said))

    def _undo(self) -> None:
        """Take back what was entered last."""
        if self._takes_phone():
            self._do(Undo())
        else:
            self._press("undo")

    def _answer_with(self, card: str | None) -> None:
        """Say of what is asked about which card it is, or that it is none, with the button or a phone."""
        questions = self._host.snapshot.questions
        if not questions:
            return
        if self._takes_phone():
            self._do(Answer(questions[0].id, card))
        elif card is None and self._habits.next_seat:
            self._press("next")
        else:
            self._name("no card" if card is None else f"({card})", questions[0].id)

    def _name(self, words: str, question: int) -> None:
        """Press until the television names this, and once more; with undo that it is another."""
        self._press("confirm")
        for _ in range(NAMED):
            asked = [each.id for each in self._host.snapshot.questions]
            if question not in asked or not says(tv := self._television(), ("Is it",)):
                return
            self._press("confirm" if words in tv["advice"] else "undo")

    def _television(self) -> Any:
        """Give what everybody may see."""
        return self._host.snapshot.view(None)

    def _own_view(self) -> Any:
        """Give what the television shows if it is right, by this table's own account."""
        state = self._self_play.state
        if state.phase is Phase.TRUMP_CHOICE and state.werewolf:
            # The table has seen the Werewolf, and not whose it is.
            state = replace(state, owner=None)
        return self._rules.view(state, None)

    def _is_told(self, tv: Any) -> bool:
        return not tv["questions"] and self._stands()

    def _stands(self) -> bool:
        """Tell whether the television shows what is so, whatever else it asks."""
        tv = self._television()
        return all(tv.get(key) == value for key, value in self._own_view().items())

    def _until(self, told: Callable[[Any], bool]) -> None:
        """Wait until the television says something. Raises DemoError."""
        for _ in range(2 * LOOKS):
            tv = self._television()
            if told(tv):
                return
            self._leave(tv)
            self._look()
        raise DemoError(f"nothing happens: {self._said()}")

    def _leave(self, tv: Any) -> None:
        """Say of what is asked about for long, while nobody lays a card, that it is none."""
        self._asked = self._asked + 1 if tv["questions"] else 0
        if self._asked > READS:
            self._asked = 0
            self._add(needless=1)
            self._answer_with(None)

    def _said(self) -> str:
        """Put together what the television says."""
        tv = self._television()
        asked = [f"{each['why']} ({each['cards'][0]['card']})" for each in tv["questions"] if each["cards"]]
        said = [tv["awaited"], tv["advice"], tv["out_of_step"], *asked]
        return " ".join(f"{each}" for each in said if each)


def says(tv: Any, words: Sequence[str]) -> bool:
    """Tell whether the television asks people to see to something in such words."""
    return all(each in (tv["advice"] or "") for each in words)
