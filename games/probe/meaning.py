"""Say what a wish in Probe is about, so that a late one can be told from one that has lost its sense."""

from games.probe.events import Ask, Confirm, Draw, Event, Interrupt, Judge, Misspelt, No, Open, Ready, Word
from games.probe.state import State, Tray
from games.stop import Stop

CALLED = ("call", "wrong_call")


def meant(state: State, event: Event) -> object:
    """Give what an event settles in a state; where two states give the same, it means the same in both.

    A word set out is about its own tray, whoever else sets one out meanwhile; a word named is about that
    word, whatever letter is uncovered meanwhile. Questions and answers
    belong to one turn, and to what is open then.
    """
    now = state.now.number, state.now.player, len(state.now.cards)
    match event:
        case Word(player=player) | Ready(player=player):
            return state.untouched, _trays(state, player)
        case Draw():
            return now, state.neighbour, state.additional
        case Ask(of=of):
            return now, state.question, _opened(state, of)
        case Open() | No():
            return now, state.question, state.neighbour, _opened(state, state.turn)
        case Interrupt(player=player, of=of):
            words = [(tray.side, tray.ready, bool(tray.hidden)) for tray in _trays(state, of)]
            return words, _calls(state, player), state.call
        case Judge():
            return state.call, len(state.scores)
        case Misspelt(player=player):
            return [(tray.side, tray.signs, tray.misspelt) for tray in _trays(state, player)]
        case Confirm():
            return state.phase, state.scores
        case Stop():
            return state.now.number, state.over
    return state


def _trays(state: State, seat: int | None) -> tuple[Tray, ...]:
    """Give the trays of a seat, or all of them."""
    seats = [player for each, player in enumerate(state.seats) if seat is None or each == seat]
    return tuple(tray for player in seats for tray in player.trays)


def _opened(state: State, seat: int | None) -> list[frozenset[int]]:
    return [tray.opened for tray in _trays(state, seat)]


def _calls(state: State, seat: int) -> int:
    """Count the words that a seat has named: the same again would be another call, and cost another time."""
    return sum(score.player == seat and score.why in CALLED for score in state.scores)
