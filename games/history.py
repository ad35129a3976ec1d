"""Hold a game as its list of events: that list is the truth, every state follows from it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Self, TypeVar

from games.book import GAMES
from games.errors import GameError, NotAllowed, Unreadable
from games.expectation import Expectation, Lies
from games.header import Header
from games.protocol import AnyGame, EventDict, GameEvent, GameState
from games.signals import Signals
from games.stop import Stop
from texts import Said, say, say_many, sentences, spoken

MOST_STEPS = 10_000
"""Events of a game: the longest of Wizard has 940, and one every five seconds would take fourteen hours."""

S = TypeVar("S", bound=GameState)


def narrowed(state: GameState, kind: type[S]) -> S:
    """Give a state that is known to be of this kind. Raises TypeError."""
    if not isinstance(state, kind):
        raise TypeError(f"a {kind.__name__} was wanted, not a {type(state).__name__}")
    return state


def check_length(count: int) -> None:
    """Refuse a game of more events than any game needs: some loops never end by themselves.

    Raises NotAllowed.
    """
    if count > MOST_STEPS:
        raise NotAllowed(
            say(
                "This game has {count} steps, and no game needs more: undo some, or begin another game.",
                count=MOST_STEPS,
            ),
            "length",
        )


@dataclass(frozen=True)
class Game:
    """A game from its header on. `states[i]` stands before event i, `states[-1]` is now.

    Make one with `Game.begin`, or fold stored events with `Game.of`.
    """

    header: Header
    events: tuple[GameEvent, ...] = ()
    states: tuple[GameState, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.states:
            object.__setattr__(self, "states", (self.rules.begin(self.header),))
            object.__setattr__(self, "states", self._after(0, self.events))

    @classmethod
    def begin(cls, header: Header) -> Self:
        """Start a game without events."""
        return cls(header)

    @classmethod
    def of(cls, header: Header, events: Iterable[GameEvent]) -> Self:
        """Fold events into a game.

        Raises GameError with `index` set to the event that does not fit.
        """
        return cls(header, tuple(events))

    @property
    def state(self) -> GameState:
        """Give the state now."""
        return self.states[-1]

    def state_as(self, kind: type[S]) -> S:
        """Give the state now of a game that is known to be of this kind. Raises TypeError."""
        return narrowed(self.state, kind)

    def states_as(self, kind: type[S]) -> tuple[S, ...]:
        """Give all states of a game that is known to be of this kind. Raises TypeError."""
        return tuple(narrowed(state, kind) for state in self.states)

    @property
    def rules(self) -> AnyGame:
        """Give the game that is played; what was agreed is in the header."""
        return GAMES[self.header.game]

    @cached_property
    def expected(self) -> Expectation:
        """Say what the camera should look for now."""
        return self.rules.expects(self.state)

    @cached_property
    def laid_cards(self) -> tuple[str | None, ...]:
        """Name the card that each event laid on the table; None where it laid none."""
        laid = map(self.rules.laid, self.events)
        return tuple(None if each is None else each.card for each in laid)

    @cached_property
    def signals(self) -> Signals:
        """Say what wheels and tags may tell now."""
        return self.rules.signals(self.state)

    @property
    def lies(self) -> Lies:
        """Say what lies on the table."""
        return self.rules.lies(self.header.rules)

    def written(self, index: int) -> EventDict:
        """Write event `index` as a record does."""
        return self.rules.event_to_dict(self.events[index])

    def play(self, event: GameEvent) -> Self:
        """Give the game after one more event.

        Raises GameError; this game stays as it is.
        """
        check_length(len(self.events) + 1)
        after = self.rules.apply(self.state, event)
        return type(self)(self.header, (*self.events, event), (*self.states, after))

    def refusal(self, values: EventDict) -> GameError | None:
        """Say why the rules would not take an event now that is written as in a record; None: they would."""
        try:
            self.play(self.rules.event_from_dict(values, self.header))
        except GameError as error:
            return error
        return None

    def passing(self) -> GameEvent:
        """Give the event by which the awaited seat leaves its choice.

        Raises NotAllowed where it must choose.
        """
        passes: tuple[GameEvent, ...] = self.rules.PASSES
        for event in passes:
            try:
                self.play(event)
            except NotAllowed:
                continue
            return event
        refusal = say("There is nothing to leave: the next seat comes by itself.")
        raise NotAllowed(sentences(refusal, self.rules.awaited(self.state)), "next")

    def undo(self, count: int = 1) -> Self:
        """Give the game without its last `count` events.

        Raises NotAllowed when there are not so many, Unreadable for a count below 1.
        """
        if type(count) is not int or count < 1:
            raise Unreadable(say("Undo takes back a whole number of steps, 1 or more."))
        if count > len(self.events):
            have = len(self.events)
            raise NotAllowed(
                say("There is nothing left to undo.")
                if not have
                else say_many(
                    "Only {count} step can be undone, not {asked}.",
                    "Only {count} steps can be undone, not {asked}.",
                    have,
                    asked=count,
                ),
                "undo",
            )
        keep = len(self.events) - count
        return type(self)(self.header, self.events[:keep], self.states[: keep + 1])

    def uncovered(self, count: int) -> Said | None:
        """Say what everybody has seen that would lie hidden again without the last `count` events.

        None: nothing. Else whoever has seen it could choose anew by what he knows.
        """
        if not 0 < count < len(self.states):
            return None
        steps = pairwise(self.states[-1 - count :])
        found = (self.rules.uncovered(before, after) for before, after in steps)
        return next((said for said in found if said is not None), None)

    def correct(self, index: int, event: GameEvent) -> Self:
        """Give the game as it would be had `event` stood at `index`, counted from 0.

        Raises GameError with `index` set to the first event that no longer fits; this game stays as it is.
        """
        self._check_place(index, event)
        events = (*self.events[:index], event, *self.events[index + 1 :])
        try:
            states = self._after(index, events)
        except GameError as error:
            if error.index == index:
                raise
            raise self._no_longer_fits(error) from error
        return type(self)(self.header, events, states)

    def mend(self, index: int, event: GameEvent, *then: GameEvent) -> Self:
        """Give the game with `event`, `then` others, at `index`, and what came later carried over to them.

        As `correct`, but where a later event no longer fits as it stands the rules of some games know what
        becomes of it: who laid a card follows from who led. Raises GameError as `correct` does.
        """
        return self.mended(index, event, *then)[0]

    def mended(self, index: int, event: GameEvent, *then: GameEvent) -> tuple[Self, dict[int, int]]:
        """Do as `mend` does, and say where each of this game's events stands in the game that it gives.

        An event that fell away stands nowhere. One that would be played next stands at the end.
        """
        try:
            if not then:
                return self.correct(index, event), {number: number for number in range(len(self.events) + 1)}
        except NotAllowed as error:
            if error.index == index:
                raise
        self._check_place(index, event, *then)
        game = type(self)(self.header, self.events[:index], self.states[: index + 1])
        try:
            for each in (event, *then):
                game = game.play(each)
        except GameError as error:
            raise error.at(index=index) from None
        moved = {number: number for number in range(index + 1)}
        waiting = list(enumerate(self.events))[index + 1 :]
        while waiting:
            later = [each for _, each in waiting]
            place, goes_on = self.rules.carry(game.state, later, self.states[waiting[0][0]])
            number, _ = waiting.pop(place)
            if goes_on is None:
                continue
            moved[number] = len(game.events)
            try:
                game = game.play(goes_on)
            except GameError as error:
                raise self._no_longer_fits(error.at(index=number)) from error
        return game, moved | {len(self.events): len(game.events)}

    def _check_place(self, index: int, *events: GameEvent) -> None:
        if type(index) is not int or not 0 <= index < len(self.events):
            raise Unreadable(say("There is no such step to correct: look at the list again."))
        if any(isinstance(event, Stop) for event in (self.events[index], *events)):
            refusal = say("Where a game was stopped cannot be put right: undo it instead.")
            raise NotAllowed(refusal, "stop")

    def _after(self, start: int, events: tuple[GameEvent, ...]) -> tuple[GameState, ...]:
        """List the states of `events`, of which the first `start` are this game's own."""
        states = list(self.states[: start + 1])
        apply = self.rules.apply
        for index in range(start, len(events)):
            try:
                check_length(index + 1)
                states.append(apply(states[-1], events[index]))
            except GameError as error:
                raise error.at(index=index) from None
        return tuple(states)

    def _no_longer_fits(self, error: GameError) -> NotAllowed:
        index = error.index or 0
        what = self.rules.describe(self.events[index], self.header)
        rule = error.rule if isinstance(error, NotAllowed) else "correct"
        text = say(
            "With this correction a later step would no longer fit (step {number}: {what}). {why}",
            number=index + 1,
            what=what,
            why=spoken(error),
        )
        return NotAllowed(text, rule).at(index=index)
