"""Say what a wish in Wizard is about, so that a late one can be told from one that has lost its sense."""

from games.stop import Stop
from games.wizard.events import (
    Bid,
    ChangeBid,
    Confirm,
    Counted,
    Cover,
    Event,
    Exchange,
    Lot,
    NameSuit,
    NameTrump,
    PassOn,
    Play,
    Shape,
    Swap,
    Took,
    TurnUp,
)
from games.wizard.state import State


def meant(state: State, event: Event) -> object:
    """Give what an event settles in a state; where two states give the same, it means the same in both.

    A bid is about its own seat, whatever others bid meanwhile; a card is about its place in the trick, a
    confirmation about all that lies there, a number of tricks about whose it is. What is said with a special
    card is about that card, and what follows a trick about that trick's end.
    """
    match event:
        case Bid(player) | Cover(player):
            known = state.round, state.dealer, state.turned, state.trump, state.reveal
            return known, _bid(state, player), player in state.covered
        case TurnUp() | NameTrump() | Exchange():
            return state.round, state.dealer, state.turned, state.drawn, state.werewolf
        case Play():
            return _place(state)
        case NameSuit() | Shape():
            return _place(state), state.trick.cards[-1:]
        case ChangeBid(player):
            return _end(state), _bid(state, player)
        case Swap():
            return _end(state), state.past[-1:]
        case PassOn():
            return _end(state)
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
        case Stop():
            return len(state.sheet), state.over
    return state.cards


def _bid(state: State, player: int) -> int | None:
    return state.bids[player] if 0 <= player < state.seats else None


def _place(state: State) -> object:
    return state.round, len(state.past), len(state.trick.cards), state.turn


def _end(state: State) -> object:
    """Say after which trick what is to be done next."""
    return state.round, len(state.past), state.effects[:1]
