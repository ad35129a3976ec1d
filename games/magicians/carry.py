"""Say what becomes of later events when an earlier one is put right in Les Trois Magiciens."""

from collections.abc import Sequence

from games.magicians.events import Decline, Event
from games.magicians.state import Phase, State


def carry(state: State, waiting: Sequence[Event]) -> tuple[int, Event | None]:
    """Let the first of the `waiting` events go on as it is; a refusal goes with what was offered."""
    first = waiting[0]
    offered = state.phase in (Phase.MEETING, Phase.SPELL_OFFER)
    return 0, None if isinstance(first, Decline) and not offered else first
