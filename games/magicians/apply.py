"""Take a game of Les Trois Magiciens from one state to the next (docs/rules/magicians.md 10 and 11)."""

from games.errors import Unreadable
from games.magicians import bouts, moves, spells, throwing, turns
from games.magicians.events import (
    Again,
    Cast,
    Choose,
    Confirm,
    Decline,
    Event,
    Jump,
    Keep,
    Replay,
    Stay,
    Take,
    Teleport,
    Throw,
    Walk,
)
from games.magicians.state import Phase, State
from games.magicians.words import awaited
from games.stop import Stop, check_stop
from texts import say


def apply(state: State, event: Event) -> State:
    """Give the state after an event; the state before stays as it was.

    Raises Unreadable, NotAllowed or Ambiguous, and then nothing has happened.
    """
    match event:
        case Throw():
            return throwing.throw(state, event)
        case Again():
            return throwing.again(state, event)
        case Confirm():
            return throwing.confirm(state)
        case Jump():
            return moves.jump(state, event)
        case Walk():
            return moves.walk(state, event)
        case Stay("apprentice") if state.phase is Phase.TELEPORT:
            return spells.stay(state)
        case Stay():
            return moves.stay(state, event)
        case Take():
            return moves.take(state, event)
        case Decline():
            return spells.decline(state, event)
        case Keep():
            return bouts.keep(state, event)
        case Replay():
            return bouts.replay(state, event)
        case Cast():
            return spells.cast(state)
        case Choose():
            return spells.choose(state, event)
        case Teleport():
            return spells.teleport(state, event)
        case Stop():
            check_stop(state, awaited(state))
            return turns.stop(state)
    raise Unreadable(
        say("{event} is no event of {game}.", event=type(event).__name__, game="Les Trois Magiciens")
    )
