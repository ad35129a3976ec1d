"""Say what a game of Les Trois Magiciens waits for at this moment, and of whom."""

from games.magicians.state import Phase, State
from games.moment import Awaits, Moment, whose


def moment(state: State) -> Moment:
    """Say what the game waits for, and of whom."""
    return Moment(_awaits(state), whose(state.winner if state.over else state.turn))


def _awaits(state: State) -> Awaits:
    match state.phase:
        case Phase.GAME_OVER:
            return Awaits.NOTHING
        case Phase.OPENING | Phase.THROW | Phase.DUEL | Phase.SPELL:
            return Awaits.READING
        case Phase.OPENING_READ | Phase.THROW_READ | Phase.DUEL_READ | Phase.SPELL_READ:
            return Awaits.CONFIRMATION
    return Awaits.CHOICE
