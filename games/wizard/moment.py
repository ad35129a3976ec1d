"""Say what a Wizard game waits for at this moment, and of whom."""

from games.moment import Awaits, Moment, whose
from games.wizard.state import Phase, State


def moment(state: State) -> Moment:
    """Say what the game waits for, and of whom."""
    return Moment(_awaits(state), _seats(state), None if state.lots else state.dealer)


def _awaits(state: State) -> Awaits:
    match state.phase:
        case Phase.GAME_OVER:
            return Awaits.NOTHING
        case Phase.TRICKS_DONE if state.wants_last:
            return Awaits.CHOICE
        case Phase.LOTS_DONE | Phase.TRICK_DONE | Phase.TRICKS_DONE:
            return Awaits.CONFIRMATION
        case Phase.LOTS | Phase.DEAL | Phase.NEXT_CARD | Phase.TRICK:
            return Awaits.CARD
    return Awaits.CHOICE


def _seats(state: State) -> tuple[int, ...]:
    match state.phase:
        case Phase.GAME_OVER:
            return state.winners
        case Phase.LOTS_DONE if state.lots:
            return state.lots.best
        case Phase.TRICK_DONE if state.outcome:
            return whose(state.outcome.takes)
        case Phase.BIDDING if state.turn is None:
            return tuple(sorted(state.missing))
    return whose(state.turn)
