"""Say what a wish in Wizard is about, so that a late one can be told from one that has lost its sense."""

from games.wizard.events import Bid, Confirm, Event, Lot, NameTrump, Play, TurnUp
from games.wizard.state import State


def meant(state: State, event: Event) -> object:
    """Give what an event settles in a state; where two states give the same, it means the same in both.

    A bid is about its own seat, whatever others bid meanwhile; a card is about its place in the trick, a
    confirmation about all that lies there.
    """
    match event:
        case Bid(player):
            own = state.bids[player] if 0 <= player < state.seats else None
            return state.round, state.dealer, state.turned, state.trump, own
        case TurnUp() | NameTrump():
            return state.round, state.dealer, state.turned
        case Play():
            return state.round, len(state.past), len(state.trick.cards), state.turn
        case Lot():
            return state.lots and (state.lots.seats, len(state.lots.cards))
        case Confirm():
            return state.phase, state.round, len(state.past), state.trick, state.trump, state.lots
    return state
