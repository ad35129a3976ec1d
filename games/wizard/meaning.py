"""Say what a wish in Wizard is about, so that a late one can be told from one that has lost its sense."""

from games.wizard.events import Bid, Confirm, Counted, Event, Lot, NameTrump, Play, Took, TurnUp
from games.wizard.state import State


def meant(state: State, event: Event) -> object:
    """Give what an event settles in a state; where two states give the same, it means the same in both.

    A bid is about its own seat, whatever others bid meanwhile; a card is about its place in the trick, a
    confirmation about all that lies there, a number of tricks about whose it is.
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
            trick = state.trick, state.trump, state.counts
            return state.phase, state.round, len(state.past), trick, state.lots
        case Took():
            return state.round, state.phase, state.taken
        case Counted(player):
            said = state.said[player] if state.said and 0 <= player < state.seats else None
            return state.round, said
    return state.cards
