"""Hold an event against whose turn it is."""

from games.errors import NotAllowed
from games.header import parse_seat
from games.wizard.state import State
from texts import say


def acting(state: State, player: int | None) -> int:
    """Give who acts: whose turn it is. Raises NotAllowed where `player` is another."""
    assert state.turn is not None
    if player is not None and parse_seat(player, state.players) != state.turn:
        raise NotAllowed(
            say(
                "{turn} is to say that, not {who}: wait for {turn}.",
                turn=state.players[state.turn],
                who=state.players[player],
            ),
            "turn",
        )
    return state.turn
