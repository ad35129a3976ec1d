"""What the host shows: one immutable picture of the game, made anew after each change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from device.panel import Lights
from games.expectation import Expectation
from games.history import Game
from games.sticks import COLORS
from texts import say
from vision.types import Lie, Reading, StickReading

NOTHING = Expectation("none", None)
NO_GAME: Mapping[str, Any] = MappingProxyType({"game": None, "phase": None, "players": []})
"""What the rules show where there is no game."""


@dataclass(frozen=True)
class Question:
    """A card that lies there and that the host will not take for granted.

    `player` is the seat that laid it, None for the turned-up card. `options` are the cards that the eye
    thinks of and the rules allow, likeliest first, `near` those of their suit that are one rank away; the
    answer may be any other card. `why` is a sentence for the phones. `event`: the index of an earlier event
    that the question is about, because a new card is said to be its card; the answer corrects it, and None
    leaves it as it is. `sure`: the eye has no doubt of its card, which only waits to be confirmed; a
    confirmation takes it. `by_button`: the button names what it may be, one after the other.
    """

    id: int
    player: int | None
    reading: Reading
    options: tuple[str, ...]
    why: str
    event: int | None = None
    sure: bool = False
    near: tuple[str, ...] = ()
    by_button: bool = False


@dataclass(frozen=True)
class Marked:
    """A card that was entered as it probably is, and waits to be put right or confirmed.

    `event`: its index; `player`: who laid it, None: it was turned up; `card`: by what name it stands there.
    `reading`: how it is read now. `options`: that card first, then what else the eye thinks of and the rules
    would let stand there, likeliest first; `near`: those of its suit that are one rank away. `seen`: the
    eye's number of it, 0: not seen since a restart.
    """

    event: int
    player: int | None
    card: str
    reading: Reading
    options: tuple[str, ...]
    near: tuple[str, ...] = ()
    seen: int = 0


@dataclass(frozen=True)
class Shown:
    """What a card laid in this round looked like: the index of its event, its name, its crop."""

    event: int
    card: str
    crop: np.ndarray = field(compare=False, repr=False)


@dataclass(frozen=True)
class Thrown:
    """A throw that lies there, or lay there last: as read, and by its event's words once it has one.

    `number` grows with every throw. `sticks` are those that were thrown, in the order of their colours,
    `lacking` the colours that should have been and are not in sight. `again`: why it is void, a reason of the
    record's; `doubt`: a sentence why it is not taken as the awaited throw; with either it counts only if a
    human says so. `asks`: the colours that must be said before it counts. `event`: the index of the event
    that it is. `options`: by colour, how the stick may lie, likeliest first.
    """

    number: int
    sticks: tuple[StickReading, ...]
    again: str | None = None
    asks: tuple[str, ...] = ()
    doubt: str | None = None
    event: int | None = None
    lacking: tuple[str, ...] = ()
    options: Mapping[str, tuple[Lie, ...]] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Tell whether a human must say something before it counts."""
        return bool(self.again or self.doubt or self.asks)


@dataclass(frozen=True)
class Snapshot:
    """All that may be known of the table at one moment.

    `number` grows with every snapshot, also over a restart. `out_of_step` says what the table should show and
    does not, `missing` which events' cards; `told` what the last undo or correction changed, where everybody
    must hear of it; `sight_trouble` why the picture cannot be trusted, `camera_trouble` why there is none,
    `journal_trouble` why the game cannot be written down, or how the journal was brought back; `advice` what
    to see to while the game goes on. `shown`: what the cards laid in this round looked like, of those that
    are certain; `throw`: the throw that lies there, in a game of sticks. `marked`: cards that were entered as
    they probably are, in the order of the game. `touched`: whether anything was ever played of it, even
    if that was taken back. `public`: what the rules show of the game to everybody.
    """

    number: int = 0
    game_id: int | None = None
    history: Game | None = None
    questions: tuple[Question, ...] = ()
    out_of_step: str | None = None
    missing: tuple[int, ...] = ()
    told: str | None = None
    sight_trouble: str | None = None
    camera_trouble: str | None = None
    journal_trouble: str | None = None
    advice: str | None = None
    lights: Lights = field(default_factory=Lights)
    shown: tuple[Shown, ...] = ()
    throw: Thrown | None = None
    marked: tuple[Marked, ...] = ()
    touched: bool = False
    public: Mapping[str, Any] = field(default_factory=lambda: NO_GAME, compare=False, repr=False)

    @property
    def trouble(self) -> str | None:
        """Say what keeps the table from going on, or None."""
        return self.journal_trouble or self.camera_trouble or self.sight_trouble

    @property
    def playing(self) -> bool:
        """Tell whether a game is under way: there is one, and it is not over."""
        return self.history is not None and not self.history.state.over

    @property
    def expectation(self) -> Expectation:
        """Tell what the camera should look for."""
        if self.history is None:
            return NOTHING
        return self.history.expected

    def view(self, seat: int | None) -> dict[str, Any]:
        """Give what the phone at `seat` may see (None: a spectator), ready for JSON.

        Another seat's hidden bid is nowhere in it.
        """
        game, awaited = self.public, None
        if self.history is not None:
            rules = self.history.rules
            game = game if seat is None else rules.view(self.history.state, seat)
            awaited = rules.awaited(self.history.state)
        return {
            **game,
            "number": self.number,
            "game_id": self.game_id,
            "awaited": awaited,
            "questions": [question_to_dict(question) for question in self.questions],
            "marked": [_marked(each, self.game_id) for each in self.marked],
            "thrown": None if self.throw is None else _thrown(self.throw),
            "out_of_step": self.out_of_step,
            "missing": self._missing(),
            "told": self.told,
            "trouble": self.trouble,
            "advice": self.advice,
            "lights": {
                "status": {"color": list(self.lights.status), "pattern": self.lights.pattern},
                "seats": list(self.lights.seats),
            },
        }

    def _missing(self) -> list[dict[str, Any]]:
        """List the cards that should lie there and do not, by the events that they are."""
        if self.history is None:
            return []
        write = self.history.written
        return [{"index": index, "card": write(index)["card"]} for index in self.missing]

    def events(self, seat: int | None, newest: int | None = None) -> list[dict[str, Any]]:
        """List the events as `seat` may see them, each with its index for Correct and a sentence.

        `newest`: how many at most, the latest ones; None: all.
        """
        if self.history is None:
            return []
        header, events = self.history.header, self.history.events
        shown = self.history.rules.shown
        first = 0 if newest is None else max(0, len(events) - newest)
        return [{"index": index, **shown(events[index], header, seat)} for index in range(first, len(events))]


def question_to_dict(question: Question) -> dict[str, Any]:
    """Write a question for the phones."""
    reading = question.reading
    return {
        "id": question.id,
        "player": question.player,
        "event": question.event,
        "why": question.why,
        "sure": question.sure,
        "by_button": question.by_button,
        "cards": _offered(reading, question.options),
        "near": list(question.near),
        "crop": None if reading.crop is None else f"/crop/{question.id}.jpg",
    }


def _offered(reading: Reading, options: Sequence[str]) -> list[dict[str, Any]]:
    """List cards to choose from, each with the confidence with which it was read; 0: it was not."""
    known = {reading.card: reading.confidence, **dict(reading.alternatives)}
    return [{"card": name, "confidence": known.get(name, 0.0)} for name in options]


def marked_name(marked: Marked, game: int | None) -> str:
    """Name the picture of a marked card as no other is: game, event, and the eye's number of the card."""
    return f"{game}-{marked.event}-{marked.seen}"


def _marked(marked: Marked, game: int | None) -> dict[str, Any]:
    reading = marked.reading
    crop = None if reading.crop is None else f"/crop/mark-{marked_name(marked, game)}.jpg"
    return {
        "index": marked.event,
        "player": marked.player,
        "card": marked.card,
        "cards": _offered(reading, marked.options),
        "near": list(marked.near),
        "crop": crop,
    }


AGAIN = {
    "overlap": say("Sticks lie on one another: throw again."),
    "leaning": say("A stick leans on something: throw again."),
    "standing": say("A stick stands on its end: throw again."),
    "missing": say("A stick is missing: throw again."),
    "off_table": say("A stick fell off the table: throw again."),
    "other": say("The throw is void: throw again."),
}


def _thrown(throw: Thrown) -> dict[str, Any]:
    sticks: dict[str, dict[str, Any]] = {
        stick.color: {
            "notches": stick.notches,
            "sides": list(stick.sides),
            "confidence": stick.confidence,
            "crop": None if stick.crop is None else f"/crop/stick-{throw.number}-{stick.color}.jpg",
        }
        for stick in throw.sticks
    }
    unseen = {"notches": None, "sides": None, "confidence": 0.0, "crop": None}
    return {
        "number": throw.number,
        "event": throw.event,
        "again": throw.again,
        "again_text": None if throw.again is None else AGAIN[throw.again],
        "doubt": throw.doubt,
        "sticks": [
            {
                "color": color,
                "asks": color in throw.asks,
                **sticks.get(color, unseen),
                "options": [
                    {"notches": count, "sides": list(sides)} for count, sides in throw.options.get(color, ())
                ],
            }
            for color in COLORS
            if color in sticks or color in throw.lacking
        ],
    }
