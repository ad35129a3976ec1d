"""Say what bid wheels and trump tags may tell in Wizard (docs/rules/wizard.md 2)."""

from games.cards import suits
from games.signals import NOTHING, Covered, Number, Signal, Signals
from games.wizard.events import Bid, Cover, Event, NameTrump, parse_suit
from games.wizard.state import Phase, State


def signals(state: State) -> Signals:
    """Say what wheels and tags may tell now: each round's bids, and the trump where one is named."""
    if state.over or state.lots:
        return NOTHING
    bids, delayed, bidding = state.bids, state.rules.bids == "delayed", state.phase is Phase.BIDDING
    wanted: tuple[int, ...] = ()
    if bidding:
        wanted = state.missing if state.turn is None else (state.turn,)
    return Signals(
        about=(state.round, state.reveal),
        numbers=bids,
        secret=(delayed and not state.reveal) or (state.rules.hidden and None in bids),
        wanted=wanted,
        together=state.rules.bids == "simultaneous",
        covers=bidding and delayed and not state.reveal and not state.rules.cloud,
        face_down=() if state.reveal else state.covered,
        suit=state.phase is Phase.TRUMP_CHOICE,
    )


def signalled(state: State, signal: Signal) -> Event:
    """Give the event of what a wheel or a tag tells. Raises Unreadable."""
    match signal:
        case Number(seat, number):
            return Bid(seat, number)
        case Covered(seat):
            return Cover(seat)
    known = suits(state.rules.edition)
    suit = known[signal.place] if signal.place < len(known) else None
    # Only who laid the Werewolf may name none.
    if suit is not None or not state.werewolf:
        suit = parse_suit(suit, state.rules.edition)
    return NameTrump(suit, state.turn)
