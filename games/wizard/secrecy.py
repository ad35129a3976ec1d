"""What an undo hides again that everybody has seen: bids that were hidden until they were shown."""

from collections.abc import Sequence

from games.wizard.state import State
from texts import Said, say


def uncovered(states: Sequence[State], count: int) -> Said | None:
    """Say which bids everybody has seen that would not lie open any more without the newest events."""
    if not 0 < count < len(states) or not states[-1].rules.hidden:
        return None
    some = states[-1 - count :]
    for before, after in zip(some, some[1:], strict=False):
        if _are_shown(before, after):
            return say("Everybody has seen the bids of round {round}.", round=before.round)
    return None


def _are_shown(before: State, after: State) -> bool:
    """Tell whether an event has shown the bids of its round."""
    if before.rules.bids == "delayed":
        return len(after.sheet) > len(before.sheet)
    return None in before.bids and None not in after.bids
