"""Carry what came later over an earlier event that was put right: the cards lay as they lay.

What a camera sees is the order of the cards; who laid each of them follows from who led. So a corrected card
that gives a trick to another player gives him the lead, and the cards after it change hands with it.
"""

from collections.abc import Sequence
from dataclasses import replace

from games.wizard.events import Bid, Confirm, Event, Lot, NameTrump, Play
from games.wizard.state import Phase, State


def carry(state: State, waiting: Sequence[Event]) -> tuple[int, Event | None]:
    """Say which of the `waiting` events goes on from `state`, and as what: None where it has lost its sense.

    The first does, except that another dealer changes the order of the bids.
    """
    place = _next_bid(state, waiting)
    event = waiting[place]
    if state.phase is Phase.DEAL and isinstance(event, Lot | Confirm):
        # The high card is no longer shared: nobody is dealt another.
        return place, None
    if isinstance(event, NameTrump) and state.phase is Phase.BIDDING:
        # Another card was turned up, and nobody names a trump.
        return place, None
    if isinstance(event, Play) and state.phase is Phase.TRICK:
        return place, replace(event, player=state.turn)
    return place, event


def _next_bid(state: State, waiting: Sequence[Event]) -> int:
    """Find the bid of whoever must bid now among the bids that come next."""
    if state.phase is not Phase.BIDDING or state.turn is None:
        return 0
    for place, event in enumerate(waiting):
        if not isinstance(event, Bid):
            break
        if event.player == state.turn:
            return place
    return 0
