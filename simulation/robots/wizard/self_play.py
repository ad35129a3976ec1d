"""What the robots at the table do and know: hands, choices, and their own account of the game."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from games.book import WIZARD
from games.cards import copies, names
from games.wizard import (
    SETTINGS,
    Bid,
    ChangeBid,
    Confirm,
    Counted,
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
    State,
    Swap,
    Took,
    Trick,
    TurnUp,
    apply,
    begin,
    expects,
    view,
    winner_of,
)
from games.wizard.effects import changes_of, may_exchange
from simulation.robots.ground_truth import GroundTruth
from simulation.robots.setup import NAMES, Setup
from simulation.robots.wizard.policy import Robot, deal

PLAYERS = 4
"""Who play, where nobody says."""


def draw_setup(
    seed: int, players: int | None = None, edition: str | None = None, *, vary: bool = True
) -> Setup:
    """Draw a game; what is given stays, and without `vary` the rules are the edition's own."""
    rng = random.Random(f"familiar demo {seed}")
    seats = players or rng.choice((3, 4, 5, 6))
    rules: dict[str, Any] = {"edition": edition or rng.choice(("us", "amigo"))}
    if vary:
        rules["bids"] = rng.choice(("open", *SETTINGS["bids"]))
        if rules["bids"] == "open":
            rules["last_bid"] = rng.choice(SETTINGS["last_bid"])
        rules["next_dealer"] = rng.choice(("left", "left", "last_trick_winner"))
        if rng.random() < 0.3:
            rules["turned_wizard"] = rng.choice(SETTINGS["turned_wizard"])
    return Setup(WIZARD, seed, NAMES[:seats], rng.randrange(seats), rules)


class WizardSelfPlay(GroundTruth):
    """Robots in every seat, and a whole game of theirs kept by the rules alone.

    Ask for `next`, let it happen on the table, then tell `happened`; a bid that a person made counts too.
    """

    def __init__(self, setup: Setup, revokes: float = 0.0) -> None:
        super().__init__(setup)
        self._rng = random.Random(f"familiar robots {setup.seed}")
        self._robots = [Robot(seat, self._rng, revokes) for seat in range(len(setup.players))]
        self._stock: list[str] = []
        self._pack: list[str] = []
        self._dealt = (0, 0)

    @property
    def stock(self) -> int:
        """Count the cards that are left over after the deal of this round; before the first all lie there."""
        whole = 60 + len(self.header.rules.specials)
        return whole if self.state.lots else whole - self.state.round * self.state.seats

    @property
    def waiting(self) -> tuple[int, ...]:
        """List the seats whose bid is missing, in order of bidding."""
        if self.state.phase is not Phase.BIDDING:
            return ()
        missing: tuple[int, ...] = self.state.missing
        return missing

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """Give the cards that each seat holds."""
        return tuple(tuple(robot.hand) for robot in self._robots)

    def deal(self) -> bool:
        """Deal the round if that was not done yet, and say whether it was done now.

        Before the first deal: gather all cards and shuffle them, for a card each.
        """
        due = self._due()
        if self._dealt == due or self.state.over:
            return False
        self._dealt = due
        if self.state.lots:
            edition = self.header.rules.edition
            self._pack = [name for name in names(edition) for _ in range(copies(name))]
            self._rng.shuffle(self._pack)
            return True
        rules, state = self.header.rules, self.state
        hands, self._stock = deal(self._rng, rules.edition, state.seats, state.round, rules.specials)
        for robot, hand in zip(self._robots, hands, strict=True):
            robot.take(hand)
        return True

    def _due(self) -> tuple[int, int]:
        """Say what is to be dealt: the round, or before it which cards for the first deal."""
        if self.state.phase not in (Phase.LOTS, Phase.LOTS_DONE):
            return self.state.round, 0
        return 0, 1 + sum(isinstance(event, Confirm) for event in self.events)

    @property
    def exchanges(self) -> bool:
        """Tell whether somebody lays the Werewolf for the turned-up card next."""
        return may_exchange(self.state) and self._holder("werewolf") is not None

    def next(self, bidder: int | None = None) -> Event:
        """Choose what happens next; the deal must be done. Raises ValueError when the game is over.

        bidder: who bids, where bids have no order; else whose turn it is.
        """
        state = self.state
        if may_exchange(state) and (owner := self._holder("werewolf")) is not None:
            return Exchange("werewolf", owner)
        match state.phase:
            case Phase.LOTS if state.lots:
                return Lot(self._pack[len(state.lots.cards)], state.turn)
            case Phase.LOTS_DONE | Phase.TRICK_DONE:
                return Confirm()
            case Phase.DEAL | Phase.NEXT_CARD:
                return TurnUp(self._stock[state.drawn])
            case Phase.TRUMP_CHOICE:
                robot = self._robots[state.dealer if state.owner is None else state.owner]
                return NameTrump(robot.name_trump(self.header.rules.edition), state.owner)
            case Phase.SUIT_CHOICE:
                robot = self._robots[state.turn or 0]
                return NameSuit(robot.name_trump(self.header.rules.edition), state.turn)
            case Phase.SHAPE_CHOICE:
                return Shape(self._robots[state.turn or 0].shape(self._wanted(state)), state.turn)
            case Phase.CHANGE_BID:
                by = self._rng.choice(changes_of(state))
                return ChangeBid(state.turn or 0, by)
            case Phase.SWAP:
                gave, took = self._robots[state.turn or 0].give(expects(state).taken)
                return Swap(gave, took, state.turn)
            case Phase.PASS_ON:
                return PassOn()
            case Phase.BIDDING:
                seat = self.waiting[0] if bidder is None else bidder
                forbidden = view(state, seat)["forbidden_bids"]
                return Bid(seat, self._robots[seat].bid(state.trump, state.seats, forbidden))
            case Phase.TRICK:
                return Play(self._lay(state), state.turn)
            case Phase.TRICKS:
                return self._count(state)
            case Phase.TRICKS_DONE:
                if not state.wants_last:
                    return Confirm()
                return Took(next(seat for seat, count in enumerate(state.counts) if count))
        raise ValueError("the game is over")

    def _count(self, state: State) -> Event:
        """Play a trick of a round whose cards nobody enters, and say who took it."""
        if state.said:
            # A person tells the tricks by player: say the rest of them so.
            left = state.round - sum(count or 0 for count in state.said)
            return Counted(state.said.index(None), left)
        if not all(robot.hand for robot in self._robots):
            # The cards of a trick that a person took back are played: no hand is left to say who takes it.
            return Took(state.trick.leader)
        hidden = replace(state, phase=Phase.TRICK, trick=Trick(state.trick.leader))
        while len(hidden.trick.cards) < state.seats:
            trick = replace(hidden.trick, cards=(*hidden.trick.cards, self._lay(hidden)))
            hidden = replace(hidden, trick=trick)
        return Took((state.trick.leader + winner_of(hidden.trick.cards, None)) % state.seats)

    def happened(self, event: Event) -> None:
        """Enter what happened, and let cards change hands with it."""
        before = self.state
        super().happened(event)
        match event:
            case Exchange(card, int(owner)):
                robot = self._robots[owner]
                robot.hand.remove(card)
                robot.hand += [] if before.turned is None else [before.turned]
            case PassOn():
                passed = [self._rng.choice(robot.hand) for robot in self._robots]
                for seat, card in enumerate(passed):
                    self._robots[seat].hand.remove(card)
                    self._robots[(seat + 1) % len(passed)].hand.append(card)

    def _holder(self, card: str) -> int | None:
        return next((robot.seat for robot in self._robots if card in robot.hand), None)

    def _wanted(self, state: State) -> int:
        seat = state.turn or 0
        return (state.bids[seat] or 0) - state.taken[seat]

    def _lay(self, state: State) -> str:
        seat, trick = state.turn, state.trick.counts
        assert seat is not None
        last, named = len(trick) == state.seats - 1, state.rules.named_suit
        return self._robots[seat].play(trick, state.trump, self._wanted(state), last, named)

    def follow(self, events: tuple[Event, ...]) -> bool:
        """Take over what people did: bids, a trump, a confirmation. Say whether the robots can agree to it.

        What lies on the table is the robots' own and is never taken over.
        """
        if [each for each in events if isinstance(each, Shows)] != self._laid():
            return False
        state = begin(self.header)
        for event in events:
            state = apply(state, event)
        if state.round != self.state.round or len(state.past) < len(self.state.past):
            return False
        self.state, self.events = state, events
        return True

    def _laid(self) -> list[Event]:
        return [each for each in self.events if isinstance(each, Shows)]
