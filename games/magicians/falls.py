"""Make events of what sticks tell in Les Trois Magiciens, and say what sticks told with an event."""

from games.magicians.events import Again, Event, Keep, Throw
from games.magicians.state import State
from games.throws import Fall, Landed, SetAside, Void


def thrown(state: State, fall: Fall) -> Event:
    """Give the event of what sticks tell now; the rules may refuse it still."""
    match fall:
        case Landed(sticks):
            return Throw(sticks, state.turn)
        case Void(reason):
            return Again(reason)
        case SetAside(colors):
            return Keep(colors)


def fall(event: Event) -> Fall | None:
    """Say what sticks told with an event; None: it was not told by sticks."""
    match event:
        case Throw(sticks):
            return Landed(sticks)
        case Again(reason):
            return Void(reason)
        case Keep(colors):
            return SetAside(colors)
    return None
