"""End any game before its end: "we stop here". What stands then is how it stood, and nobody has won."""

from dataclasses import dataclass

from games.errors import NotAllowed
from games.protocol import GameEvent, GameState
from texts import Said, say, sentences

STOP = "stop"


@dataclass(frozen=True)
class Stop(GameEvent):
    """End the game as it stands."""


def describe() -> Said:
    """Say in a few words what happened."""
    return say("the game was stopped")


def check_stop(state: GameState, awaited: Said) -> None:
    """Refuse to stop what is over.

    awaited: what the game waits for, in a sentence. Raises NotAllowed.
    """
    if state.over:
        raise NotAllowed(sentences(say("There is nothing to stop."), awaited), "game_over")


def after_round(count: int) -> Said:
    """Say where a game was stopped of which finished rounds are scored."""
    return say("Stopped after round {round}", round=count) if count else say("Stopped in the first round")


def in_turn(number: int) -> Said:
    """Say where a game was stopped that goes by turns."""
    return say("Stopped in turn {turn}", turn=number) if number else say("Stopped before the first turn")
