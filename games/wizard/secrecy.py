"""Which bids lie hidden, and which an undo would hide again that everybody has seen."""

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


def lies_hidden(states: Sequence[State], index: int) -> bool:
    """Tell whether a bid that step `index` made or changed was not shown to everybody since."""
    made, now = states[index], states[-1]
    # At the round's end the wheels that lay face down are turned up.
    if not made.rules.hidden or made.reveal or len(now.sheet) >= made.round:
        return False
    since = (state for state in states[index + 1 :] if state.round == made.round)
    return made.rules.bids == "delayed" or all(None in state.bids for state in since)


def _are_shown(before: State, after: State) -> bool:
    """Tell whether an event has shown the bids of its round."""
    if before.rules.bids == "delayed":
        return len(after.sheet) > len(before.sheet)
    return None in before.bids and None not in after.bids
