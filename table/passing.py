"""What the next-seat button does: leave what the seat whose choice is awaited may leave."""

from games.errors import NotAllowed
from games.history import Game
from games.protocol import GameEvent
from texts import say, sentences


def passing(game: Game) -> GameEvent:
    """Give the event by which the awaited seat leaves its choice. Raises NotAllowed where it must choose."""
    rules = game.rules
    passes: tuple[GameEvent, ...] = rules.PASSES
    for event in passes:
        try:
            game.play(event)
        except NotAllowed:
            continue
        return event
    awaited = rules.awaited(game.state)
    refusal = say("There is nothing to leave: the next seat comes by itself.")
    raise NotAllowed(sentences(refusal, awaited), "next")
