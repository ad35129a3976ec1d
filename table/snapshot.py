"""What the host shows: one immutable picture of the game, made anew after each change."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from device.panel import Lights
from games.book import GAMES
from games.expectation import Expectation
from games.history import Game
from vision.types import Reading

NOTHING = Expectation("none", None)


@dataclass(frozen=True)
class Question:
    """A card that lies there and that the host will not take for granted.

    `player` is the seat that laid it, None for the turned-up card. `options` are the cards that the eye
    thinks of and the rules allow, likeliest first; the answer may be any other card. `why` is a sentence for
    the phones. `event`: the index of an earlier event that the question is about, because a new card is said
    to be its card; the answer corrects it, and None leaves it as it is.
    """

    id: int
    player: int | None
    reading: Reading
    options: tuple[str, ...]
    why: str
    event: int | None = None


@dataclass(frozen=True)
class Shown:
    """What a card of this round looked like: the index of its event, its name, its crop."""

    event: int
    card: str
    crop: np.ndarray = field(compare=False, repr=False)


@dataclass(frozen=True)
class Snapshot:
    """All that may be known of the table at one moment.

    `number` grows with every snapshot, also over a restart; `since` is the number at which the game or a
    question last changed: a command that saw less than that is stale. `out_of_step` says what the table
    should show and does not; `sight_trouble` why the picture cannot be trusted, `camera_trouble` why there is
    none, `journal_trouble` that cards were seen and could not be written down. `shown`: what the cards of
    this round looked like that the eye saw.
    """

    number: int = 0
    since: int = 0
    game_id: int | None = None
    history: Game | None = None
    questions: tuple[Question, ...] = ()
    out_of_step: str | None = None
    sight_trouble: str | None = None
    camera_trouble: str | None = None
    journal_trouble: str | None = None
    lights: Lights = field(default_factory=Lights)
    shown: tuple[Shown, ...] = ()

    @property
    def trouble(self) -> str | None:
        """Say what keeps the table from going on, or None."""
        return self.journal_trouble or self.camera_trouble or self.sight_trouble

    @cached_property
    def expectation(self) -> Expectation:
        """Tell what the camera should look for."""
        if self.history is None:
            return NOTHING
        return GAMES[self.history.header.game].expects(self.history.state)

    def view(self, seat: int | None) -> dict[str, Any]:
        """Give what the phone at `seat` may see (None: a spectator), ready for JSON.

        Another seat's hidden bid is nowhere in it.
        """
        game: dict[str, Any] = {"game": None, "phase": None, "players": []}
        awaited = None
        if self.history is not None:
            rules = GAMES[self.history.header.game]
            game = rules.view(self.history.state, seat)
            awaited = rules.awaited(self.history.state)
        return {
            **game,
            "number": self.number,
            "game_id": self.game_id,
            "awaited": awaited,
            "questions": [_question(question) for question in self.questions],
            "out_of_step": self.out_of_step,
            "trouble": self.trouble,
            "events": self.events(seat),
            "lights": {
                "status": {"color": list(self.lights.status), "pattern": self.lights.pattern},
                "seats": list(self.lights.seats),
            },
        }

    def events(self, seat: int | None) -> list[dict[str, Any]]:
        """List the events as `seat` may see them, each with its index for Correct and a sentence."""
        if self.history is None:
            return []
        header = self.history.header
        shown = GAMES[header.game].shown
        return [
            {"index": index, **shown(event, header, seat)} for index, event in enumerate(self.history.events)
        ]


def _question(question: Question) -> dict[str, Any]:
    reading = question.reading
    known = {reading.card: reading.confidence, **dict(reading.alternatives)}
    return {
        "id": question.id,
        "player": question.player,
        "event": question.event,
        "why": question.why,
        "cards": [{"card": name, "confidence": known.get(name, 0.0)} for name in question.options],
        "crop": None if reading.crop is None else f"/crop/{question.id}.jpg",
    }
