"""Until when bids lie hidden, and with which event everybody has seen them."""

from collections.abc import Sequence

from games.wizard.state import State
from texts import Said, say


def uncovered(before: State, after: State) -> Said | None:
    """Say which bids everybody has seen by an event that lay hidden before it; None: none."""
    if not before.rules.hidden:
        return None
    if before.rules.bids == "delayed":
        shown = len(after.sheet) > len(before.sheet)
    else:
        shown = None in before.bids and None not in after.bids
    return say("Everybody has seen the bids of round {round}.", round=before.round) if shown else None


def lies_hidden(states: Sequence[State], index: int) -> bool:
    """Tell whether a bid that step `index` made or changed was not shown to everybody since."""
    made, now = states[index], states[-1]
    # At the round's end the wheels that lay face down are turned up.
    if not made.rules.hidden or made.reveal or len(now.sheet) >= made.round:
        return False
    since = (state for state in states[index + 1 :] if state.round == made.round)
    return made.rules.bids == "delayed" or all(None in state.bids for state in since)
