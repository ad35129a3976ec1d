"""Tell whether a wish means now what it meant in the snapshot that its sender saw.

A number alone says only that something has changed, and at a table something always does. So the host
remembers what stood at each of the latest numbers, and asks what the wish is about, there and now: the game
says what an event settles (`GameRules.meant`), the other commands name the thing that they touch.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.errors import GameError
from games.history import Game
from games.protocol import EventDict
from table.command import Answer, Command, Correct, CountThrow, NewGame, Press, ReadStick, Submit, Undo
from table.view.snapshot import Question, Snapshot, Thrown

KEPT = 256
"""Changes that are remembered: more than an evening's hottest minute, and a phone that slept looks again."""


@dataclass(frozen=True)
class Standing:
    """What a wish can be about, as a snapshot shows it."""

    game_id: int | None = None
    game: Game | None = None
    question: Question | None = None
    thrown: Thrown | None = None
    marked: tuple[tuple[int, str], ...] = ()
    advice: str | None = None

    @classmethod
    def of(cls, snapshot: Snapshot) -> "Standing":
        """Take from a snapshot what wishes are about."""
        return cls(
            snapshot.game_id,
            snapshot.history,
            next(iter(snapshot.questions), None),
            snapshot.throw,
            tuple((each.event, each.card) for each in snapshot.marked),
            snapshot.advice,
        )


class Memory:
    """What stood at the latest numbers."""

    def __init__(self, snapshot: Snapshot) -> None:
        """Begin with what stands now: nothing is known of the numbers before it."""
        self._kept = deque([(snapshot.number, Standing.of(snapshot))], KEPT)
        self._number = snapshot.number

    def remember(self, snapshot: Snapshot) -> None:
        """Let this be what stands now."""
        standing, (_, before) = Standing.of(snapshot), self._kept[-1]
        self._number = snapshot.number
        # The same game is the same object: to compare its events would cost the length of the evening.
        if standing.game is not before.game or standing != before:
            self._kept.append((snapshot.number, standing))

    def fresh(self, command: Command) -> bool:
        """Tell whether a command means now what it meant when its sender saw the table."""
        if command.seen is None:
            return True
        place = bisect_right(self._kept, command.seen, key=lambda kept: kept[0])
        if command.seen > self._number or place == 0:
            return False
        then, now = self._kept[place - 1][1], self._kept[-1][1]
        return then is now or (then.game_id == now.game_id and _about(command, then) == _about(command, now))


def _about(command: Command, standing: Standing) -> object:
    """Say what a command is about."""
    game, thrown = standing.game, standing.thrown
    match command:
        case Submit(event):
            return _submitted(event, standing)
        case Undo(count):
            return game and type(count) is int and (len(game.events), game.events[-count:])
        case Press("undo"):
            return _about(Undo(), standing), standing.advice
        case Press():
            # What a press would begin or take is said in the advice.
            steps = game and len(game.events)
            return steps, _submitted({"event": "confirm"}, standing), standing.advice
        case Correct(index):
            if game is None or type(index) is not int or not 0 <= index < len(game.events):
                return None
            step = game.events[index]
            return step, game.rules.meant(game.states[index], step)
        case Answer(number):
            question = standing.question
            return question is not None and (question.id == number, question.player, question.event)
        case ReadStick(number, stick):
            return thrown is not None and (thrown.number == number, _stick(stick.get("color"), thrown, game))
        case CountThrow(number):
            return thrown is not None and (thrown.number == number, thrown.event, thrown.again, thrown.doubt)
        case NewGame():
            # Whether it takes the place of one that is played, of which something may be lost by that.
            return game is not None and (game.state.over, game.events == ())
    return standing


def _submitted(values: EventDict, standing: Standing) -> object:
    """Say what an event is about; a confirmation is about all that lies there, whether clear or not."""
    game, question, thrown = standing.game, standing.question, standing.thrown
    if game is None or not isinstance(values, Mapping):
        return None
    try:
        meant = game.rules.meant(game.state, game.rules.event_from_dict(values, game.header))
    except GameError:
        # It is refused by whoever reads it, and says why.
        return None
    if values.get("event") != "confirm":
        return meant
    asked = None if question is None else (question.id, question.sure, question.reading.card)
    lies = (
        None
        if thrown is None or not thrown.open
        else (thrown.number, thrown.again, thrown.doubt, thrown.asks)
    )
    return meant, asked, lies, standing.marked


def _stick(color: Any, thrown: Thrown, game: Game | None) -> object:
    """Say how a stick of a throw is known to lie: as its event has it, or not yet."""
    if thrown.event is None or game is None or thrown.event >= len(game.events):
        return color in thrown.asks, None
    sticks = game.written(thrown.event).get("sticks", ())
    return False, next((stick for stick in sticks if stick["color"] == color), None)
