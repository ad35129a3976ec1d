"""Play Wizard on the simulated table without a phone: wheels, trump tags, cards and the button.

Who plays here knows the own cards, what lies on the table, and what the television says; he turns his wheel,
lays a card again that the table asks about, and presses the button. Nothing is entered in any other way, but
by those who have a phone, or take one now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from games.cards import suits
from games.wizard import (
    ChangeBid,
    Event,
    Exchange,
    NameSuit,
    NameTrump,
    PassOn,
    Phase,
    Shape,
    Swap,
)
from simulation import gestures
from simulation.robots.counted import DemoError
from simulation.robots.wizard import paper
from simulation.robots.wizard.evening import Evening
from simulation.robots.wizard.televised import AGAIN, LOOKS, READS, says
from simulation.robots.wizard.turned import TurnedGame
from texts import listed
from vision.wheels.printed import COVERED

SAID = NameTrump | NameSuit | Shape | ChangeBid | PassOn
"""What can be told as well on a phone: it is no card."""


class PhonelessGame(TurnedGame):
    """One game of Wizard without a phone, at a table whose journal knows these people."""

    _trick_lies = False
    """Whether the cards of the newest trick lie there still, for what they bring."""

    def play(self) -> Evening:
        """Play the game to its end, or until the television no longer shows what is so."""
        return self.play_rounds(self._self_play.state.rounds)

    def play_rounds(self, rounds: int) -> Evening:
        """Play so many rounds, or until the television no longer shows what is so."""
        started, stopped = self._clock(), ""
        try:
            self.play_until(lambda: self.figures.rounds >= rounds)
        except DemoError as error:
            stopped = str(error)
        true = self._self_play.state
        right = bool(stopped) or self._rules.result(self._state()) == self._rules.result(true)
        return replace(
            self.figures,
            sheet_correct=right and self._on_paper(),
            stopped=stopped,
            winners=tuple(self._rules.result(true)["winners"]) if true.over else (),
            seconds=round(self._clock() - started, 3),
        )

    def _on_paper(self) -> bool:
        """Tell whether the television's sheet of the rounds that were played is what somebody has counted.

        Where special cards are played nobody counts on paper: the players' own account stands for it.
        """
        header, rounds = self._self_play.header, self.figures.rounds
        sheet = self._television().get("sheet", [])[:rounds]
        if header.rules.specials:
            return bool(sheet == self._own_view()["sheet"][:rounds])
        lines = paper.score(self._self_play.events, len(header.players), header.dealer)
        return paper.agrees(lines[:rounds], sheet)

    def _begin(self) -> None:
        """Lay the wheels down, and press the button until the game begins. Raises DemoError."""
        header = self._self_play.header
        self._lifts: list[Callable[[], None]] = []
        for seat in self._with_wheels:
            self._wheels.lay(seat, COVERED)
        names = str(listed(header.players))
        for word in ("press the button", "once more"):
            self._until(partial(says, words=(names, word)))
            self._press("confirm")
        told = self._host.snapshot.history
        if told is None or (told.header.players, told.header.dealer) != (header.players, header.dealer):
            raise DemoError(f"the table begins another game than was meant: {told and told.header}")

    def _step(self) -> None:
        self_play, state = self._self_play, self._self_play.state
        before, self._before = len(state.sheet), state
        if state.reveal:
            self._reveal()
        elif self_play.exchanges:
            self._exchange()
        elif state.phase is Phase.BIDDING:
            # In the last round no card is turned up: nobody bids before he holds his hand.
            self._deal()
            if state.rules.bids == "delayed":
                self._cover()
            else:
                self._bid()
        else:
            super()._step()
        if self._trick_lies:
            self._sweep()
        if len(self_play.state.sheet) > before:
            self._add(rounds=1)
            self._lift()
            self._put_away()

    def _enter(self, event: Event) -> None:
        """Tell with a tag, a wheel or the button what is no card; a card is laid again."""
        state = self._self_play.state
        player: int | None = getattr(event, "player", None)
        seat = state.dealer if player is None else player
        by_phone = self._takes_phone() if isinstance(event, PassOn) else self._uses_phone(seat)
        if by_phone and isinstance(event, SAID) and event != ChangeBid(seat, None):
            self._enter_by_phone(event)
            self._until(self._is_told)
            return
        self._add(**{"trumps" if isinstance(event, NameTrump) else "choices": 1})
        match event:
            case NameTrump(suit) if state.werewolf:
                self._turn(seat, 1)
                self._lay_named(suit, seat, slips=0.0)
                self._turn(seat, COVERED)
            case NameTrump(suit) | NameSuit(suit):
                self._lay_named(suit, seat, self._habits.slips)
            case Shape(shape):
                self._lay_named(self._suits[0] if shape == "W" else None, seat, slips=0.0)
            case ChangeBid(_, None):
                self._turn_face_down(seat)
            case ChangeBid(_, int(by)):
                self._turn(seat, (self._before.bids[seat] or 0) + by)
                self._until(self._is_told)
            case Swap(gave, took):
                self._move([partial(self._card_table.take_up, took)], self._tempo.rest)
                self._show(gestures.lay(self._card_table, gave, seat, self._tempo.way), event)
            case PassOn():
                self._until(partial(says, words=("passed one on",)))
                self._press("confirm")
                self._until(self._is_told)
            case _:
                self._lay_again(event)

    @property
    def _suits(self) -> tuple[str, ...]:
        return suits(self._self_play.header.rules.edition)

    def _lay_named(self, suit: str | None, seat: int, slips: float) -> None:
        """Lay the tag of a suit, or None: the one without trump; so often first a wrong one."""
        self._until(partial(says, words=("tag",)))
        right = self._suits.index(suit) if suit is not None else len(self._suits)
        if suit is not None and self._chance.random() < slips:
            wrong, events = (right + 1) % len(self._suits), len(self._entered())
            self._lay_tag(wrong, seat, lambda tv: len(self._entered()) > events)
            self._undo()
            self._until(partial(says, words=("still lies there",)))
            self._add(slips=1)
        self._lay_tag(right, seat, self._is_told)

    def _lay_tag(self, place: int, seat: int, told: Callable[[Any], bool]) -> None:
        """Lay a tag, and take it up and lay it again where it is taken for an older one."""
        table, at = self._camera.table, np.array(self._tags.at)

        def lay() -> None:
            self._lifts.append(self._tags.lay(place))
            table.point(seat, at, 0.9)

        for _ in range(AGAIN):
            self._lift()
            self._until(lambda tv: not says(tv, ("still lies there",)))
            self._camera.post([partial(table.point, seat, at, 0.6), lay, table.hand_out])
            said = 0
            for _ in range(LOOKS):
                self._look()
                if told(tv := self._television()):
                    return
                self._leave(tv)
                said = said + 1 if says(tv, ("still lies there",)) else 0
                if said > READS:
                    break
        raise DemoError(f"the television does not show the tag: {self._said()}")

    def _lift(self) -> None:
        """Take up the tags that lie there."""
        for lift in self._lifts:
            self._camera.post([lift])
            self._look()
        self._lifts.clear()

    def _exchange(self) -> None:
        """Take the turned-up card up, and lay the Werewolf there."""
        self_play, table = self._self_play, self._card_table
        event, turned = self_play.next(), self_play.state.turned
        assert isinstance(event, Exchange) and turned is not None
        self_play.happened(event)
        self._add(choices=1)
        self._move([partial(table.take_up, turned)], self._tempo.rest)
        self._show(gestures.turn_up(table, event.card, self_play.state.dealer, self._tempo.way), event)

    def _sweep(self) -> None:
        """Take the trick away once its cards have done what they bring."""
        self._trick_lies = self._self_play.state.phase in (Phase.CHANGE_BID, Phase.SWAP)
        if not self._trick_lies:
            super()._sweep()
