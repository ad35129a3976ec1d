"""What whoever plays without a phone knows of a game: its own account, kept by the rules alone.

Nothing here has seen a picture: it is the truth by which the eye and the host are judged.
"""

from __future__ import annotations

from typing import Any

from games.book import GAMES
from games.errors import GameError
from games.record import event_to_dict, header_from_dict
from simulation.robots.setup import Setup


class GroundTruth:
    """A whole game and its state, as the robots at the table have played it."""

    def __init__(self, setup: Setup) -> None:
        self.header = header_from_dict(setup.header)
        self._rules = GAMES[self.header.game]
        self.state: Any = self._rules.begin(self.header)
        self.events: tuple[Any, ...] = ()

    def happened(self, event: Any) -> None:
        """Enter what happened."""
        self.state = self._rules.apply(self.state, event)
        self.events = (*self.events, event)

    def adopt(self, events: tuple[Any, ...]) -> bool:
        """Take over all that was entered; False where the rules do not allow it."""
        state = self._rules.begin(self.header)
        try:
            for event in events:
                state = self._rules.apply(state, event)
        except GameError:
            return False
        self.state, self.events = state, events
        return True

    def as_dict(self, event: Any) -> dict[str, Any]:
        """Write an event as it is posted to a host."""
        return event_to_dict(event, self.header)
