"""Turn bid wheels: in order, all at once, or face down until the round is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from games.wizard import Bid, Cover, Phase
from simulation.devices import SimulatedCamera, Step
from simulation.robots.counted import DemoError
from simulation.robots.setup import Setup
from simulation.robots.wizard.relaid import RelaidGame
from simulation.robots.wizard.self_play import WizardSelfPlay
from simulation.robots.wizard.televised import AGAIN, LOOKS, READS, Habits, says
from simulation.wheels import Picture, Tags, Wheels
from table.eye.protocol import Sees
from table.host import Host
from vision.wheels.printed import COVERED

HALF = 4.4
"""How far a hand that turns a wheel is past its number in the picture before."""


@dataclass(frozen=True)
class Equipment:
    """What lies on the table beside the cards; `back`: how a wheel looks that lies face down."""

    wheels: Wheels
    tags: Tags
    back: Picture


class TurnedGame(RelaidGame):
    """One game of Wizard in which people bid with wheels."""

    def __init__(
        self,
        setup: Setup,
        self_play: WizardSelfPlay,
        camera: SimulatedCamera,
        eye: Sees,
        host: Host,
        habits: Habits,
        equipment: Equipment,
    ) -> None:
        super().__init__(setup, self_play, camera, eye, host, habits)
        self._wheels, self._tags, self._back = equipment.wheels, equipment.tags, equipment.back
        self._secrets: dict[int, Bid] = {}

    def _put_away(self) -> None:
        """Turn every wheel to ? again."""
        for seat in self._with_wheels:
            self._turn(seat, COVERED)
        self._until(lambda tv: not tv["advice"] or self._self_play.state.over)

    def _bid(self) -> None:
        """Turn the wheels, one after the other or all at once, until the television shows every bid."""
        self_play, together = self._self_play, self._self_play.header.rules.hidden
        meant = []
        while self_play.state.phase is Phase.BIDDING:
            event = self_play.next()
            assert isinstance(event, Bid)
            by_phone = self._uses_phone(event.player)
            if not by_phone and not together and self._chance.random() < self._habits.slips:
                self._slip(event)
            self_play.happened(event)
            self._add(bids=1)
            if by_phone:
                self._enter_by_phone(event)
            else:
                meant.append(event)
                self._turn(event.player, event.tricks)
            if not together:
                self._settle_bids([event])
        if together:
            self._settle_bids(meant)

    def _cover(self) -> None:
        """Turn every wheel where nobody sees it, and lay it face down."""
        self_play = self._self_play
        for seat in self_play.waiting:
            bid = self_play.next(seat)
            assert isinstance(bid, Bid)
            self._add(bids=1)
            if self._uses_phone(seat):
                self_play.happened(bid)
                self._enter_by_phone(bid)
                continue
            self_play.happened(Cover(seat))
            self._secrets[seat] = bid
            self._lay(seat, partial(self._wheels.lay_down, seat, self._back))
        self._until(self._is_told)

    def _turn_face_down(self, seat: int) -> None:
        """Turn a wheel by one where nobody sees it, lay it face down again, and say so with the button."""
        before, most = self._secrets[seat].tricks, self._self_play.state.round
        by = int(self._chance.choice([by for by in (-1, 1) if 0 <= before + by <= most]))
        self._until(partial(says, words=("face down again",)))
        self._lay(seat, partial(self._wheels.lay_down, seat, self._back))
        self._secrets[seat] = Bid(seat, before + by)
        self._press("confirm")
        self._until(self._is_told)

    def _reveal(self) -> None:
        """Turn every wheel face up that lay face down."""
        meant = [self._secrets[seat] for seat in self._self_play.waiting]
        for bid in meant:
            self._self_play.happened(bid)
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
                    self._note(f"{tv['bids'][bid.player]} was entered for {bid}")
                    self._undo()
                if not tv["bid_made"][bid.player] or tv["bids"][bid.player] not in (None, bid.tricks):
                    asked.add(bid.player)
                    self._turn(bid.player, COVERED)
                    self._wait(LOOKS // 6)
                    self._turn(bid.player, bid.tricks)
        raise DemoError(f"the television does not show {meant}: {self._said()}")

    def _slip(self, event: Bid) -> None:
        """Turn a wheel to another number first, see it on the television, and take it back."""
        seat, state = event.player, self._self_play.state
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
            self._undo()
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


def _turn(wheels: Wheels, seat: int, place: float) -> None:
    wheels.turn(seat, place)
    wheels.reach(seat, 1.0)
