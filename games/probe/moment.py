"""Say what a game of Probe waits for at this moment, and of whom."""

from games.moment import Awaits, Moment, whose
from games.probe.state import Phase, State


def moment(state: State) -> Moment:
    """Say what the game waits for, and of whom."""
    match state.phase:
        case Phase.GAME_OVER:
            return Moment(Awaits.NOTHING, state.winners)
        case Phase.SETUP:
            unset = tuple(seat for seat, player in enumerate(state.seats) if not player.ready)
            return Moment(Awaits.CHOICE, unset)
        case Phase.FINAL:
            return Moment(Awaits.CONFIRMATION)
        case Phase.DRAW:
            return Moment(Awaits.READING, whose(state.turn))
    return Moment(Awaits.CHOICE, whose(state.turn))
