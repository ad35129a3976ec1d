"""What may be taken back or put right where players have secrets.

An undo is no secret: whoever takes a step back shows it to all. But a word that was named is judged for good,
since to take it back would be to guess for nothing. And a correction that the rules refuse changes nothing
that anybody sees; so none is tried whose refusal could tell what stands under a closed flap.
"""

from collections.abc import Sequence
from dataclasses import replace

from games.errors import NotAllowed
from games.probe.events import Draw, Event, Interrupt, Judge, Open, Ready, Word
from games.probe.state import State
from texts import say

SECRETS = True
"""Whether a game that cannot be read any more may hold what was never shown: words."""

NAMED = say(
    "A word was named and judged, and that stands: nobody guesses for nothing. If its owner judged wrongly, "
    "the owner puts that right in the list of steps."
)
ONLY_UNDO = say("This step cannot be put right here: undo it, and what came after it, instead.")
OWN_DOT = say(
    "Whether this card is changed could tell of hidden dots: undo it, and what came after it, instead."
)


def check_undo(events: Sequence[Event], states: Sequence[State], count: int) -> None:
    """Refuse to take back a word that was named and judged.

    events: all of the game; states: before the first and after each of them; count: how many of the newest
    are to go. Raises NotAllowed.
    """
    if not 0 < count <= len(events):
        return
    start = len(events) - count
    for event, after in zip(events[start:], states[start + 1 :], strict=True):
        if isinstance(event, Judge) or (isinstance(event, Interrupt) and after.call is None):
            raise NotAllowed(NAMED, "call")


def check_correct(events: Sequence[Event], index: int, event: Event) -> None:
    """Refuse a correction whose outcome could tell a secret: `event` in the place of the one at `index`.

    Raises NotAllowed.
    """
    if not 0 <= index < len(events):
        return
    before = events[index]
    if type(event) is not type(before) or not isinstance(event, Word | Ready | Draw | Open | Judge):
        raise NotAllowed(ONLY_UNDO, "correct")
    if isinstance(event, Draw) and isinstance(before, Draw) and index + 1 < len(events):
        if "dot" in (event.card, before.card):
            raise NotAllowed(OWN_DOT, "correct")


def retold(event: Event) -> Event:
    """Give an event without the letter that lay open for a moment."""
    return replace(event, sign=None) if isinstance(event, Open) else event
