"""What may be taken back or put right where players have secrets.

An undo is no secret: whoever takes a step back shows it to all. But a word that was named is judged for good,
since to take it back would be to guess for nothing. And a correction that the rules refuse changes nothing
that anybody sees; so none is tried whose refusal could tell what stands under a closed flap.
"""

from typing import Any

from games.errors import NotAllowed
from games.history import Game
from games.probe import Draw, Interrupt, Judge, Open, Ready, Word
from table.config import PROBE
from texts import say

NAMED = say(
    "A word was named and judged, and that stands: nobody guesses for nothing. If its owner judged wrongly, "
    "the owner puts that right in the list of steps."
)
ONLY_UNDO = say("This step cannot be put right here: undo it, and what came after it, instead.")
OWN_DOT = say(
    "Whether this card is changed could tell of hidden dots: undo it, and what came after it, instead."
)


def check_undo(game: Game, count: int) -> None:
    """Refuse to take back a word that was named and judged.

    Raises NotAllowed.
    """
    if game.header.game != PROBE or not 0 < count <= len(game.events):
        return
    start = len(game.events) - count
    for event, after in zip(game.events[start:], game.states[start + 1 :], strict=True):
        if isinstance(event, Judge) or (isinstance(event, Interrupt) and after.call is None):
            raise NotAllowed(NAMED, "call")


def check_correct(game: Game, index: int, event: Any) -> None:
    """Refuse a correction whose outcome could tell a secret.

    Raises NotAllowed.
    """
    if game.header.game != PROBE or not 0 <= index < len(game.events):
        return
    before = game.events[index]
    if type(event) is not type(before) or not isinstance(event, Word | Ready | Draw | Open | Judge):
        raise NotAllowed(ONLY_UNDO, "correct")
    if isinstance(event, Draw) and "dot" in (event.card, before.card) and index + 1 < len(game.events):
        raise NotAllowed(OWN_DOT, "correct")
