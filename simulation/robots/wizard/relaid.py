"""Lay a card again that the television asks about, shows otherwise or does not show."""

from __future__ import annotations

from functools import partial
from typing import Any

from games.wizard import Event, Exchange, Lot, Phase, Play, Shows, Swap, TurnUp
from simulation import gestures
from simulation.devices import Step
from simulation.robots.counted import DemoError
from simulation.robots.wizard.televised import AGAIN, TelevisedGame

ASKED = -1
"""Among the questions that were seen: that the card that lies there is asked about."""


class RelaidGame(TelevisedGame):
    """One game of Wizard in which cards are laid until the television shows them."""

    def _show(self, steps: list[Step], event: Event) -> None:
        """Show a card until the television has it; lay it again where it asks, shows another, or nothing."""
        self._add(cards=1)
        state, known = self._self_play.state, set[int]()
        if state.phase is Phase.TRICK:
            steps = [*steps, partial(self._camera.table.await_turn, state.turn)]
        for attempt in range(AGAIN):
            for _ in self._shown(steps):
                self._count_marks()
                tv = self._television()
                if self._is_told(tv):
                    return
                if not self._goes_on(tv, event, known):
                    break
            else:
                self._add(missed=int(attempt == 0))
            self._take_back_wrong()
            steps = self._again(event)
            # What is asked still of the card that lies there again keeps its number: it is answered now.
            known &= {ASKED}
        raise DemoError(f"the television does not show {event}: {self._said()}")

    def _goes_on(self, tv: Any, event: Event, known: set[int]) -> bool:
        """Press what the television waits for; tell whether people wait on for this card to be read."""
        for question in self._host.snapshot.questions:
            if question.id in known:
                continue
            known.add(question.id)
            card = event.card if isinstance(event, Shows) else None
            if not self._shows(question.reading.corners, card):
                self._add(needless=1)
                self._answer_with(None)
                continue
            self._add(asked=int(ASKED not in known))
            # What was laid again and is unclear still is said with the button.
            if ASKED not in known:
                known.add(ASKED)
                return False
            if card in question.options:
                self._answer_with(card)
            if not self._stands():
                return False
        return self._wrong(tv) is None

    def _wrong(self, tv: Any) -> str | None:
        """Say whether the television shows a card that does not lie there."""
        mine = self._own_view()
        shown = [each["card"] for each in tv["trick"]]
        lying = [each["card"] for each in mine["trick"]]
        # What lay there before another card came is no wrong one.
        if tv["turned"] not in (None, self._before.turned, mine["turned"]) and mine["turned"] is not None:
            return str(tv["turned"])
        return next((one for one, other in zip(shown, lying, strict=False) if one != other), None)

    def _take_back_wrong(self) -> None:
        """Hold the button while the newest card on the television does not lie there."""
        for _ in range(AGAIN):
            wrong = self._wrong(self._television())
            if wrong is None:
                return
            marked = any(each.card == wrong for each in self._host.snapshot.marked)
            self._add(silent_errors=int(not marked), corrected=1)
            if not marked:
                true = self._self_play.state
                lies = " ".join(true.trick.cards) or "nothing"
                self._note(f"{wrong} was entered; {true.turned} is turned up, {lies} lies in the trick")
            self._undo()

    def _lay_again(self, event: Event) -> None:
        for _ in range(AGAIN):
            for _ in self._shown(self._again(event)):
                if self._is_told(self._television()):
                    return
        raise DemoError(f"the television does not show {event}: {self._said()}")

    def _again(self, event: Event) -> list[Step]:
        """Take a card up and lay it down once more."""
        table, way = self._card_table, self._tempo.way
        self._add(again=1)
        match event:
            case Play(card, int(seat)) | Lot(card, int(seat)) | Swap(card, _, int(seat)):
                self._move(gestures.take_back(table, seat, way), self._tempo.rest)
                return gestures.lay(table, card, seat, way)
            case TurnUp(card) | Exchange(card):
                dealer = self._self_play.state.dealer
                self._move([partial(table.take_up, card)], self._tempo.rest)
                return gestures.turn_up(table, card, dealer, way)
        raise DemoError(f"{event} cannot be laid again")

    def _mend(self) -> None:
        """Let what is asked wait for whoever looks at the television."""
        self._count_marks()
