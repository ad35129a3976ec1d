"""Carry what came later over an earlier event that was put right: the cards lay as they lay.

What a camera sees is the order of the cards; who laid each of them follows from who led. So a corrected card
that gives a trick to another player gives him the lead, and the cards after it change hands with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from games.protocol import GameEvent
from games.wizard.bids import is_against_last_bid, is_newest_bid, is_out_of_turn
from games.wizard.effects import is_change_against_last_bid
from games.wizard.events import (
    Bid,
    ChangeBid,
    Confirm,
    Event,
    Lot,
    NameSuit,
    NameTrump,
    PassOn,
    Play,
    Shape,
    Swap,
    TurnUp,
)
from games.wizard.state import Phase, State

_BELONGS: Mapping[type[GameEvent], Phase] = MappingProxyType(
    {
        NameSuit: Phase.SUIT_CHOICE,
        Shape: Phase.SHAPE_CHOICE,
        ChangeBid: Phase.CHANGE_BID,
        Swap: Phase.SWAP,
        PassOn: Phase.PASS_ON,
    }
)
"""What is said and done for special cards, and when."""
_NOTHING_TURNED = (Phase.TRUMP_CHOICE, Phase.BIDDING, Phase.TRICK, Phase.TRICK_DONE)


def carry(state: State, waiting: Sequence[Event], was: State) -> tuple[int, Event | None]:
    """Say which of the `waiting` events goes on from `state`, and as what: None where it has lost its sense.

    The first does, except that another dealer changes the order of the bids. was: the state in which it
    happened before.
    """
    place = _next_bid(state, waiting)
    event = waiting[place]
    if state.phase is Phase.DEAL and isinstance(event, Lot | Confirm):
        # The high card is no longer shared: nobody is dealt another.
        return place, None
    if isinstance(event, Lot) and (state.phase is Phase.LOTS_DONE or _not_dealt(state, event)):
        # The high card is shared by fewer: who does not share it is dealt no other.
        return place, None
    if isinstance(event, NameTrump) and state.phase is Phase.BIDDING:
        # Another card was turned up, and nobody names a trump.
        return place, None
    if isinstance(event, TurnUp) and state.turned is not None and state.phase in _NOTHING_TURNED:
        # What was turned up before it was no Vampire, or it was not the Vampire that was laid.
        return place, None
    if _BELONGS.get(type(event), state.phase) is not state.phase:
        # The card for which it was said or done was another.
        return place, None
    if isinstance(event, Play) and state.phase is Phase.TRICK:
        return place, replace(event, player=state.turn)
    if isinstance(event, NameTrump) and None not in (event.player, state.turn):
        # What a tag said lay there for all to see, whoever deals after all.
        return place, replace(event, player=state.turn)
    if isinstance(event, Swap):
        return place, replace(event, player=state.turn, take=_taken(state, event, was))
    if isinstance(event, NameSuit | Shape):
        # A bid's change goes over to nobody: another would have chosen it himself.
        return place, replace(event, player=state.turn)
    if isinstance(event, Bid | ChangeBid):
        return place, replace(event, stands=_stands(state, event, was))
    return place, event


def _taken(state: State, event: Swap, was: State) -> str:
    """Name the card that the Witch took: it was misread where it lay, if no other of that name lies there."""
    before, now = was.past[-1].cards, state.past[-1].cards
    return event.take if event.take in now else now[before.index(event.take)]


def _stands(state: State, event: Bid | ChangeBid, was: State) -> bool:
    """Tell whether a bid stands though the rule of the last bid, or the order of bids, forbids it now.

    They go by the recorded score and by who deals. A bid that they allowed as both stood then was made at the
    table: what came before is put right, and not the bid. Within a round the rules hold as ever.
    """
    if isinstance(event, ChangeBid):
        against = is_change_against_last_bid(state, event.by)
    else:
        bids = (*state.bids[: event.player], event.tricks, *state.bids[event.player + 1 :])
        against = is_against_last_bid(state, bids) or is_out_of_turn(state, event.player)
    other = (state.sheet, state.dealer) != (was.sheet, was.dealer)
    return against and (event.stands or other)


def _not_dealt(state: State, event: Lot) -> bool:
    return state.lots is not None and event.player is not None and event.player not in state.lots.seats


def _next_bid(state: State, waiting: Sequence[Event]) -> int:
    """Find the bid of whoever must bid now among the bids that come next.

    The newest bid is changed before the next one is made, as it was.
    """
    if state.phase is not Phase.BIDDING or state.turn is None:
        return 0
    first = waiting[0]
    if isinstance(first, Bid) and state.bids[first.player] is not None and is_newest_bid(state, first.player):
        return 0
    for place, event in enumerate(waiting):
        if not isinstance(event, Bid):
            break
        if event.player == state.turn:
            return place
    return 0
