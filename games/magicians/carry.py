"""Say what becomes of later events when an earlier one is put right in Les Trois Magiciens."""

from collections.abc import Sequence

from games.magicians.events import Choose, Decline, Event, Stay
from games.magicians.spells import offered
from games.magicians.state import Phase, State


def carry(state: State, waiting: Sequence[Event], was: State) -> tuple[int, Event | None]:
    """Let the first of the `waiting` events go on as it is, unless nothing is left for it to say.

    A refusal goes with what was offered, a choice with what there was to choose, and a Magician who cannot
    move need not stay.
    """
    first = waiting[0]
    match first:
        case Decline():
            says = state.phase in offered(first)
        case Choose():
            says = state.phase is Phase.CHOICE
        case Stay("magician"):
            says = state.phase is Phase.MOVING and not state.magician_done
        case Stay():
            says = state.phase is Phase.TELEPORT or (
                state.phase is Phase.MOVING and not state.apprentice_done
            )
        case _:
            says = True
    return 0, first if says else None
