"""Hold the state of a Wizard game between two events (docs/rules/wizard.md 5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.cards import card
from games.header import Header
from games.wizard.rules import Rules
from games.wizard.tricks import Outcome, outcome
from texts import Said

DECK = 60
SEATS: Sequence[int] = range(3, 7)


class Phase(StrEnum):
    """Say what the game waits for."""

    LOTS = "lots"
    LOTS_DONE = "lots_done"
    DEAL = "deal"
    TRUMP_CHOICE = "trump_choice"
    BIDDING = "bidding"
    TRICK = "trick"
    SHAPE_CHOICE = "shape_choice"
    SUIT_CHOICE = "suit_choice"
    NEXT_CARD = "next_card"
    TRICK_DONE = "trick_done"
    CHANGE_BID = "change_bid"
    SWAP = "swap"
    PASS_ON = "pass_on"
    TRICKS = "tricks"
    TRICKS_DONE = "tricks_done"
    GAME_OVER = "game_over"


@dataclass(frozen=True)
class Trick:
    """A trick on the table, now or before: `leader` laid cards[0], the others followed clockwise.

    `said`: what special cards count as that count as another, by their place (`games.wizard.specials`).
    """

    leader: int
    cards: tuple[str, ...] = ()
    said: tuple[tuple[int, str], ...] = ()

    @property
    def counts(self) -> tuple[str, ...]:
        """List what the cards count as."""
        if not self.said:
            return self.cards
        said = dict(self.said)
        return tuple(said.get(place, name) for place, name in enumerate(self.cards))

    def plays(self, seats: int) -> tuple[tuple[int, str], ...]:
        """List who laid what, in order."""
        return tuple(((self.leader + place) % seats, card) for place, card in enumerate(self.cards))


@dataclass(frozen=True)
class Effect:
    """What is to be done before the next trick: `phase` says what, `player` by whom; None: by all."""

    phase: Phase
    player: int | None = None


@dataclass(frozen=True)
class Change:
    """What changed hands after trick number `trick`, from 1, of a round.

    `player` gave `gave` and took `took`; None: everybody passed on a card that nobody saw.
    """

    trick: int
    player: int | None = None
    gave: str | None = None
    took: str | None = None


@dataclass(frozen=True)
class Lots:
    """The cards that say who deals first: `seats` are dealt one each, in this order; `cards` lie there."""

    seats: tuple[int, ...]
    cards: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Tell whether everybody has one."""
        return len(self.cards) == len(self.seats)

    @property
    def plays(self) -> tuple[tuple[int, str], ...]:
        """List who has what, in order."""
        return tuple(zip(self.seats, self.cards, strict=False))

    @property
    def best(self) -> tuple[int, ...]:
        """List the seats that have the high card so far: a Wizard is above all, suits do not count."""
        high = max((card(name).rank for name in self.cards), default=None)
        return tuple(seat for seat, name in self.plays if card(name).rank == high)


@dataclass(frozen=True)
class Line:
    """One finished round of the score sheet; the tuples go by seat. `counted`: no card of it was entered."""

    round: int
    dealer: int
    trump: str | None
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    counted: bool = False


@dataclass(frozen=True)
class Notice:
    """Tell the table something that is no error. `round` and `trick`, from 1, say where it happened."""

    kind: str
    player: int
    round: int
    trick: int
    text: str


@dataclass(frozen=True)
class State:
    """A whole game between two events.

    `trump` is settled from the bidding on; `turned` is the turned-up card. `taken` counts the tricks of this
    round by seat. `past` are this round's confirmed tricks, `trick` is the current one; `last` is the newest
    confirmed trick of the game with its winner, None: nobody's, for the phones. `lots`: while the first
    dealer is looked for, by the high card; `dealer` says nothing yet then.

    `cards`: whether the cards of the rounds to come are entered, "laid", or "none". `counted`: this round's
    are not: `taken` counts the tricks as somebody says who took them, or `said` what each took, and
    `last_known` that `trick.leader` took the newest one.

    Of special cards (docs/rules/wizard.md 8): `beside` are this round's other turned-up cards that lie there;
    `drawn` counts the cards turned up in this round; `copied` is the one turned up for the Vampire.
    `werewolf` says that the Werewolf was laid for the turned-up card, `owner` by whom, once that is known.
    `effects` are to be done before the next trick. `changes` are what changed hands in this round.

    `covered` have bid with wheels that lie face down; `reveal`: the round is played, and these are shown.
    `turned_on`: for each time that such a bid was changed for the Cloud, whose that was.

    `stopped`: where it was ended before its last round.
    """

    header: Header
    phase: Phase
    round: int
    dealer: int
    turned: str | None
    trump: str | None
    bids: tuple[int | None, ...]
    taken: tuple[int, ...]
    trick: Trick
    past: tuple[Trick, ...] = ()
    last: tuple[Trick, int | None] | None = None
    sheet: tuple[Line, ...] = ()
    notices: tuple[Notice, ...] = ()
    lots: Lots | None = None
    cards: str = "laid"
    counted: bool = False
    said: tuple[int | None, ...] = ()
    last_known: bool = False
    beside: tuple[str, ...] = ()
    drawn: int = 0
    copied: str | None = None
    werewolf: bool = False
    owner: int | None = None
    effects: tuple[Effect, ...] = ()
    changes: tuple[Change, ...] = ()
    covered: tuple[int, ...] = ()
    reveal: bool = False
    turned_on: tuple[int, ...] = ()
    stopped: Said | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Name the players by seat."""
        return self.header.players

    @property
    def seats(self) -> int:
        """Count the players."""
        return len(self.header.players)

    @property
    def rounds(self) -> int:
        """Count the rounds of the whole game: 20, 15, 12 or 10, or a few more with special cards."""
        return rounds_of(self.header)

    @property
    def stock(self) -> int:
        """Count the cards of the deck that were neither dealt nor turned up in this round."""
        return DECK + len(self.rules.specials) - self.round * self.seats - self.drawn

    @property
    def is_turned(self) -> bool:
        """Tell whether a card is turned up in this round at all: one is left when all have theirs."""
        return self.stock + self.drawn > 0

    @property
    def last_round(self) -> bool:
        """Tell whether this is the last round."""
        return self.round == self.rounds

    @property
    def counts(self) -> tuple[int, ...]:
        """Count the tricks of this round by seat; the last of the numbers told follows from the others."""
        if not self.said:
            return self.taken
        rest = self.round - sum(count for count in self.said if count is not None)
        alone = self.said.count(None) == 1
        return tuple((rest if alone else 0) if count is None else count for count in self.said)

    @property
    def wants_last(self) -> bool:
        """Tell whether it must still be said who took the last trick: the next to deal."""
        follows = self.rules.next_dealer == "last_trick_winner" and not self.last_round
        return self.phase is Phase.TRICKS_DONE and follows and not self.last_known

    @property
    def totals(self) -> tuple[int, ...]:
        """Give the running totals by seat."""
        return self.sheet[-1].totals if self.sheet else (0,) * self.seats

    @property
    def rules(self) -> Rules:
        """Give the rules that were agreed."""
        rules: Rules = self.header.rules
        return rules

    @property
    def over(self) -> bool:
        """Tell whether the last round is scored, or the game was stopped."""
        return self.phase is Phase.GAME_OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """List the seats that share the highest total once the game is over; nobody where it was stopped."""
        best, won = max(self.totals), self.over and not self.stopped
        return tuple(seat for seat, total in enumerate(self.totals) if won and total == best)

    @property
    def turn(self) -> int | None:
        """Say whose turn it is; None where nobody in particular must act."""
        match self.phase:
            case Phase.LOTS if self.lots:
                return self.lots.seats[len(self.lots.cards)]
            case Phase.TRUMP_CHOICE if self.werewolf:
                return self.owner
            case Phase.DEAL | Phase.TRUMP_CHOICE:
                return self.dealer
            case Phase.BIDDING if not self.rules.hidden:
                return self.missing[0]
            case Phase.TRICK:
                return (self.trick.leader + len(self.trick.cards)) % self.seats
            case Phase.SHAPE_CHOICE | Phase.SUIT_CHOICE | Phase.NEXT_CARD:
                return (self.trick.leader + len(self.trick.cards) - 1) % self.seats
            case Phase.CHANGE_BID | Phase.SWAP:
                return self.effects[0].player
        return None

    @property
    def outcome(self) -> Outcome | None:
        """Say by seat who wins the trick, or is winning it so far; None while no card lies in it."""
        if not self.trick.cards:
            return None
        settled = outcome(self.trick.counts, self.trump, self.rules.witch_rank)
        leads = (self.trick.leader + settled.leads) % self.seats
        return Outcome(None if settled.takes is None else leads, leads)

    @property
    def missing(self) -> tuple[int, ...]:
        """List the seats that have still to bid, in the order of bidding."""
        hidden = () if self.reveal else self.covered
        return tuple(seat for seat in self.bidders if self.bids[seat] is None and seat not in hidden)

    @property
    def most_bid(self) -> int:
        """Give the highest bid that somebody who is to bid may say."""
        return self.round + max(map(self.leeway, self.missing), default=0)

    def leeway(self, seat: int) -> int:
        """Count by how much a seat's bid may have left the round: the Cloud may have changed it face down."""
        return self.turned_on.count(seat) if self.rules.cloud_range == "free" else 0

    @property
    def bidders(self) -> tuple[int, ...]:
        """List the seats in the order of bidding: left of the dealer first, the dealer last."""
        return tuple((self.dealer + 1 + place) % self.seats for place in range(self.seats))

    @property
    def plays(self) -> tuple[tuple[int, str], ...]:
        """List who laid what in this round so far, in order."""
        seats = self.seats
        return tuple(play for trick in (*self.past, self.trick) for play in trick.plays(seats))

    @property
    def seen(self) -> tuple[str, ...]:
        """List every card seen in this round and not taken up again, the turned-up ones first.

        Before the first round these are the cards for the first deal.
        """
        if self.lots is not None:
            return self.lots.cards
        turned = () if self.turned is None else (self.turned,)
        cards = [*self.beside, *turned, *(card for _, card in self.plays)]
        for change in self.changes:
            if change.gave is not None and change.took is not None:
                cards.remove(change.took)
                cards.append(change.gave)
        return tuple(cards)


def begin(header: Header) -> State:
    """Start a game: round 1 is dealt and its trump card is to be turned up.

    Where the high card deals first, everybody is dealt one before that, from the header's `dealer` on.
    """
    first = deal(header, 1, header.dealer, header.rules.cards)
    if header.rules.first_dealer == "chosen":
        return first
    seats = tuple((header.dealer + place) % first.seats for place in range(first.seats))
    return replace(first, phase=Phase.LOTS, lots=Lots(seats))


def rounds_of(header: Header) -> int:
    """Count the rounds of a game: as many as the sixty cards, or with `rounds` "deck" all cards, allow."""
    deck = DECK + (len(header.rules.specials) if header.rules.rounds == "deck" else 0)
    return deck // len(header.players)


def deal(header: Header, number: int, dealer: int, cards: str = "laid") -> State:
    """Set out a fresh round; without `cards` it begins with the bids.

    Nothing is turned up where all cards are dealt: in the last of sixty cards.
    """
    seats = len(header.players)
    all_dealt = number * seats == DECK + len(header.rules.specials)
    return State(
        header=header,
        phase=Phase.BIDDING if all_dealt or cards == "none" else Phase.DEAL,
        round=number,
        dealer=dealer,
        turned=None,
        trump=None,
        bids=(None,) * seats,
        taken=(0,) * seats,
        trick=Trick((dealer + 1) % seats),
        cards=cards,
        counted=cards == "none",
    )
