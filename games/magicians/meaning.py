"""Say what a wish in Les Trois Magiciens is about, so that a late one can be told from a senseless one."""

from dataclasses import replace

from games.chain import EMPTY
from games.magicians.events import Event
from games.magicians.state import State
from games.stop import Stop


def meant(state: State, event: Event) -> object:
    """Give what an event settles in a state; where two states give the same, it means the same in both.

    One player decides at a time, and by the whole position: all but how it came about. To stop is about the
    turn.
    """
    if isinstance(event, Stop):
        return state.now.number, state.over
    return replace(state, log=EMPTY)
