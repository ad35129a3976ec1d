"""Play Wizard on the simulated table without a phone: wheels, trump tags, cards and the button.

Who plays here knows the own cards, what lies on the table, and what the television says; he turns his wheel,
lays a card again that the table asks about, and presses the button. Nothing is entered in any other way, but
by those who have a phone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from games.cards import suits
from games.wizard import (
    Bid,
    ChangeBid,
    Cover,
    Event,
    Exchange,
    Lot,
    NameSuit,
    NameTrump,
    PassOn,
    Phase,
    Play,
    Shape,
    Shows,
    Swap,
    TurnUp,
)
from simulation import gestures
from simulation.devices import SimulatedCamera, Step
from simulation.robots.counted import DemoError
from simulation.robots.setup import Setup
from simulation.robots.wizard import paper
from simulation.robots.wizard.counted import FastGame
from simulation.robots.wizard.evening import Evening
from simulation.robots.wizard.script import Script
from simulation.wheels import Picture, Tags, Wheels
from table.command import Command, Outcome
from table.host import Host
from table.lamps import tie
from table.watch import Sees
from texts import listed
from vision.wheels.printed import COVERED

LOOKS = 90
"""Pictures that people wait for the television to say what they expect, or what to do: nine seconds."""
READS = 20
"""Pictures for which the television says the same before somebody who has turned his wheel acts on it."""
ASKED = -1
"""Among the questions that were seen: that the card that lies there is asked about."""
AGAIN = 6
"""How often a card is laid again, and a wheel turned again, before nobody goes on."""
HALF = 4.4
"""How far a hand that turns a wheel is past its number in the picture before."""


class PhonelessGame(FastGame):
    """One game of Wizard without a phone, at a table whose journal knows these people.

    back: how a wheel looks that lies face down. slips: how often somebody turns a wheel, or lays a tag,
    wrongly first. with_phones: so many seats, the first ones, have phones and no wheel.
    """

    FIGURES = Evening
    figures: Evening

    def __init__(
        self,
        setup: Setup,
        script: Script,
        camera: SimulatedCamera,
        eye: Sees,
        host: Host,
        wheels: Wheels,
        tags: Tags,
        back: Picture,
        slips: float = 0.0,
        with_phones: int = 0,
        **more: Any,
    ) -> None:
        super().__init__(1, setup, script, camera, eye, host, **more)
        self._wheels, self._tags, self._back, self._slips = wheels, tags, back, slips
        self._secrets: dict[int, Bid] = {}
        self._chance = np.random.default_rng([setup.seed, 41])
        self._lifts: list[Callable[[], None]] = []
        self._with_wheels = range(with_phones, len(setup.players))
        self._trick_lies = False
        self._before = script.state
        self._asked = 0

    def play(self) -> Evening:
        """Play the game to its end, or until the television no longer shows what is so."""
        return self.play_rounds(self._script.state.rounds)

    def play_rounds(self, rounds: int) -> Evening:
        """Play so many rounds, or until the television no longer shows what is so."""
        started, stopped = self._clock(), ""
        try:
            self.play_until(lambda: self.figures.rounds >= rounds)
        except DemoError as error:
            stopped = str(error)
        true = self._script.state
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
        header, rounds = self._script.header, self.figures.rounds
        sheet = self._television().get("sheet", [])[:rounds]
        if header.rules.specials:
            return bool(sheet == self._own_view()["sheet"][:rounds])
        lines = paper.score(self._script.events, len(header.players), header.dealer)
        return paper.agrees(lines[:rounds], sheet)

    def _begin(self) -> None:
        """Lay the wheels down, and press the button until the game begins. Raises DemoError."""
        header = self._script.header
        for seat in self._with_wheels:
            self._wheels.lay(seat, COVERED)
        names = str(listed(header.players))
        for word in ("press the button", "once more"):
            self._until(partial(_says, words=(names, word)))
            self._press("confirm")
        told = self._host.snapshot.history
        if told is None or (told.header.players, told.header.dealer) != (header.players, header.dealer):
            raise DemoError(f"the table begins another game than was meant: {told and told.header}")

    def _ask(self, command: Command) -> Outcome:
        # Buttons are the panel's here, so that what comes this way, as in other games, is a phone's.
        self._add(phones=1)
        return super()._ask(command)

    def _wire(self) -> None:
        tie(self._host, self._panel)

    def _step(self) -> None:
        script, state = self._script, self._script.state
        before, self._before = len(state.sheet), state
        if state.reveal:
            self._reveal()
        elif script.exchanges:
            self._exchange()
        elif state.phase is Phase.BIDDING and state.rules.bids == "delayed":
            self._cover()
        elif state.phase is Phase.BIDDING:
            self._bid()
        else:
            super()._step()
        if self._trick_lies:
            self._sweep()
        if len(script.state.sheet) > before:
            self._add(rounds=1)
            self._put_away()

    def _put_away(self) -> None:
        """Turn every wheel to ? again, and take the tags up."""
        self._lift()
        for seat in self._with_wheels:
            self._turn(seat, COVERED)
        self._until(lambda tv: not tv["advice"] or self._script.state.over)

    def _bid(self) -> None:
        """Turn the wheels, one after the other or all at once, until the television shows every bid."""
        script, together = self._script, self._script.header.rules.hidden
        meant = []
        while script.state.phase is Phase.BIDDING:
            event = script.next()
            assert isinstance(event, Bid)
            with_wheel = event.player in self._with_wheels
            if with_wheel and not together and self._chance.random() < self._slips:
                self._slip(event)
            script.happened(event)
            meant.append(event)
            self._add(bids=1)
            if with_wheel:
                self._turn(event.player, event.tricks)
            else:
                super()._enter(event)
            if not together:
                self._settle_bids([event])
        if together:
            self._settle_bids(meant)

    def _cover(self) -> None:
        """Turn every wheel where nobody sees it, and lay it face down."""
        script = self._script
        for seat in script.waiting:
            bid = script.next(seat)
            assert isinstance(bid, Bid)
            self._add(bids=1)
            if seat not in self._with_wheels:
                script.happened(bid)
                super()._enter(bid)
                continue
            script.happened(Cover(seat))
            self._secrets[seat] = bid
            self._lay(seat, partial(self._wheels.lay_down, seat, self._back))
        self._until(self._is_told)

    def _reveal(self) -> None:
        """Turn every wheel face up that lay face down."""
        meant = [self._secrets[seat] for seat in self._script.waiting]
        for bid in meant:
            self._script.happened(bid)
            self._lay(bid.player, partial(self._wheels.turn, bid.player, bid.tricks))
        self._settle_bids(meant)

    def _lay(self, seat: int, step: Step) -> None:
        """Let a hand take a wheel and lay it otherwise."""

        def lay() -> None:
            step()
            self._wheels.reach(seat, 1.0)

        self._camera.post([partial(self._wheels.reach, seat, 0.6), lay, self._camera.table.hand_out])
        for _ in range(3):
            self._look()

    def _settle_bids(self, meant: Sequence[Bid]) -> None:
        """Wait until the television shows these bids; what it asks about is turned once more."""
        asked: set[int] = set()
        for _ in range(AGAIN):
            said = 0
            for _ in range(LOOKS):
                self._look()
                tv = self._television()
                if self._is_told(tv):
                    self._add(bids_asked=len(asked))
                    return
                self._leave(tv)
                names = [tv["players"][bid.player] for bid in meant]
                said = said + 1 if any(name in (tv["advice"] or "") for name in names) else 0
                if said > READS:
                    break
            tv = self._television()
            for bid in meant:
                if tv["bids"][bid.player] not in (None, bid.tricks):
                    self._add(bids_silent=1)
                    self._press("undo")
                if not tv["bid_made"][bid.player] or tv["bids"][bid.player] not in (None, bid.tricks):
                    asked.add(bid.player)
                    self._turn(bid.player, COVERED)
                    self._wait(LOOKS // 6)
                    self._turn(bid.player, bid.tricks)
        raise DemoError(f"the television does not show {meant}: {self._said()}")

    def _slip(self, event: Bid) -> None:
        """Turn a wheel to another number first, see it on the television, and take it back."""
        seat, state = event.player, self._script.state
        others = [number for number in range(state.round + 1) if number != event.tricks]
        number = int(self._chance.choice(others))
        forbidden = self._television()["forbidden_bids"]
        if forbidden and forbidden[0] != event.tricks:
            number = forbidden[0]
        self._turn(seat, number)
        if number in forbidden:
            self._until(lambda tv: tv["lights"]["seats"][seat] == "blink" and bool(tv["advice"]))
        else:
            self._until(lambda tv: tv["bids"][seat] == number or tv["phase"] != "bidding")
            self._press("undo")
        self._add(slips=1)

    def _turn(self, seat: int, place: int) -> None:
        """Let a hand turn a wheel."""
        wheels, table = self._wheels, self._camera.table
        steps: list[Step] = [
            partial(wheels.reach, seat, 0.6),
            partial(_turn, wheels, seat, place + HALF),
            partial(_turn, wheels, seat, place),
            table.hand_out,
        ]
        self._camera.post(steps)
        for _ in steps:
            self._look()

    def _enter(self, event: Event) -> None:
        """Tell with a tag, a wheel or the button what is no card; a card is laid again."""
        state = self._script.state
        player: int | None = getattr(event, "player", None)
        seat = state.dealer if player is None else player
        if self._by_phone(event, seat):
            super()._enter(event)
            self._until(self._is_told)
            return
        self._add(**{"trumps" if isinstance(event, NameTrump) else "choices": 1})
        match event:
            case NameTrump(suit) if state.werewolf:
                self._turn(seat, 1)
                self._name(suit, seat, slips=0.0)
                self._turn(seat, COVERED)
            case NameTrump(suit) | NameSuit(suit):
                self._name(suit, seat, self._slips)
            case Shape(shape):
                self._name(self._suits[0] if shape == "W" else None, seat, slips=0.0)
            case ChangeBid(_, by):
                self._turn(seat, (self._before.bids[seat] or 0) + by)
                self._until(self._is_told)
            case Swap(gave, took):
                self._move([partial(self._card_table.take_up, took)], self._tempo.rest)
                self._show(gestures.lay(self._card_table, gave, seat, self._tempo.way), event)
            case PassOn():
                self._until(partial(_says, words=("passed one on",)))
                self._confirm()
            case _:
                self._lay_again(event)

    def _by_phone(self, event: Event, seat: int) -> bool:
        """Tell whether a player tells this with a phone."""
        return seat not in self._with_wheels and isinstance(event, NameTrump | NameSuit | Shape | ChangeBid)

    @property
    def _suits(self) -> tuple[str, ...]:
        return suits(self._script.header.rules.edition)

    def _name(self, suit: str | None, seat: int, slips: float) -> None:
        """Lay the tag of a suit, or None: the one without trump; so often first a wrong one."""
        self._until(partial(_says, words=("tag",)))
        right = self._suits.index(suit) if suit is not None else len(self._suits)
        if suit is not None and self._chance.random() < slips:
            wrong, events = (right + 1) % len(self._suits), len(self._entered())
            self._lay_tag(wrong, seat, lambda tv: len(self._entered()) > events)
            self._press("undo")
            self._until(partial(_says, words=("still lies there",)))
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
            self._until(lambda tv: not _says(tv, ("still lies there",)))
            self._camera.post([partial(table.point, seat, at, 0.6), lay, table.hand_out])
            said = 0
            for _ in range(LOOKS):
                self._look()
                if told(tv := self._television()):
                    return
                self._leave(tv)
                said = said + 1 if _says(tv, ("still lies there",)) else 0
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
        script, table = self._script, self._card_table
        event, turned = script.next(), script.state.turned
        assert isinstance(event, Exchange) and turned is not None
        script.happened(event)
        self._add(choices=1)
        self._move([partial(table.take_up, turned)], self._tempo.rest)
        self._show(gestures.turn_up(table, event.card, script.state.dealer, self._tempo.way), event)

    def _sweep(self) -> None:
        """Take the trick away once its cards have done what they bring."""
        self._trick_lies = self._script.state.phase in (Phase.CHANGE_BID, Phase.SWAP)
        if not self._trick_lies:
            super()._sweep()

    def _show(self, steps: list[Step], event: Event) -> None:
        """Show a card until the television has it; lay it again where it asks, shows another, or nothing."""
        self._add(cards=1)
        state, known = self._script.state, set[int]()
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
                self._press("next")
                continue
            self._add(asked=int(ASKED not in known))
            # What was laid again and is unclear still is said with the button.
            if ASKED not in known:
                known.add(ASKED)
                return False
            self._say(card)
            if not self._stands():
                return False
        return self._wrong(tv) is None

    def _say(self, card: str | None) -> None:
        """Say with the button which card it is, where the television names it; with undo that it is not."""
        asked = self._television()["questions"]
        if not asked or card not in [each["card"] for each in asked[0]["cards"]]:
            return
        self._press("confirm")
        for _ in range(2 * AGAIN):
            tv = self._television()
            if self._stands() or not _says(tv, ("Is it",)):
                return
            self._press("confirm" if f"({card})" in tv["advice"] else "undo")

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
            self._press("undo")

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
                dealer = self._script.state.dealer
                self._move([partial(table.take_up, card)], self._tempo.rest)
                return gestures.turn_up(table, card, dealer, way)
        raise DemoError(f"{event} cannot be laid again")

    def _mend(self) -> None:
        """Let what is asked wait for whoever looks at the television."""
        self._count_marks()

    def _put_right(self) -> None:
        """Look at the cards on the television before the press."""
        self._until(self._is_told, "before the press")

    def _press(self, button: str) -> None:
        self._add(presses=1)
        self._panel.press(button)
        self._look()

    def _confirm(self) -> None:
        self._press("confirm")
        self._until(self._is_told)

    def _television(self) -> Any:
        """Give what everybody may see."""
        return self._host.snapshot.view(None)

    def _own_view(self) -> Any:
        """Give what the television shows if it is right, by this table's own account."""
        state = self._script.state
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

    def _until(self, told: Callable[[Any], bool], what: str = "") -> None:
        """Wait until the television says something. Raises DemoError."""
        for _ in range(2 * LOOKS):
            tv = self._television()
            if told(tv):
                return
            self._leave(tv)
            self._look()
        raise DemoError(f"nothing happens{what and ' ' + what}: {self._said()}")

    def _leave(self, tv: Any) -> None:
        """Say of what is asked about for long, while nobody lays a card, that it is none."""
        self._asked = self._asked + 1 if tv["questions"] else 0
        if self._asked > READS:
            self._asked = 0
            self._add(needless=1)
            self._press("next")

    def _said(self) -> str:
        """Put together what the television says."""
        tv = self._television()
        asked = [f"{each['why']} ({each['cards'][0]['card']})" for each in tv["questions"] if each["cards"]]
        said = [tv["awaited"], tv["advice"], tv["out_of_step"], *asked]
        return " ".join(f"{each}" for each in said if each)


def _says(tv: Any, words: Sequence[str]) -> bool:
    return all(each in (tv["advice"] or "") for each in words)


def _turn(wheels: Wheels, seat: int, place: float) -> None:
    wheels.turn(seat, place)
    wheels.reach(seat, 1.0)
