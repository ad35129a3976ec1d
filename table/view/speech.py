"""Say aloud what happens at the table: one list of sentences, from which every voice speaks.

All that stands there everybody at the table may hear: hidden bids, words and hands are nowhere in it.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.history import Game
from games.narration import Line, lines
from games.sticks import COLOR_WORDS
from table.view import telling
from table.view.snapshot import AGAIN, Snapshot, Thrown
from texts import Said, listed, say, say_many

KEPT = 80
"""Sentences that are kept for a phone that was away for a moment: two rounds' ends of six players."""
OLD_S = 20.0
"""Seconds after which a sentence is old: a page whose road is sound asks for it within one or two."""
FEW = 6
"""Old sentences that are still said: two cards with what follows from them, some twenty seconds of speech."""

Hears = Callable[[Sequence[Line]], None]


@dataclass(frozen=True)
class Spoken:
    """A sentence, its number, and when it was said (seconds); those of one moment share their `batch`."""

    number: int
    batch: int
    line: Line
    at: float


class Speech:
    """Hear each snapshot of a host, and tell what has become of the table since the one before.

    `listeners` are called with the new sentences, in the host's thread: they must not wait.
    """

    def __init__(self, snapshot: Snapshot, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with the table as it is: of what was before nothing is said. `clock`: seconds."""
        self.listeners: list[Hears] = []
        self._clock = clock
        self._gate = threading.Lock()
        self._snapshot = snapshot
        self._spoken: deque[Spoken] = deque(maxlen=KEPT)
        # As the numbers of snapshots it grows over a restart, and no phone hears anything twice.
        self._number = snapshot.number

    def hear(self, snapshot: Snapshot) -> None:
        """Take in a snapshot; a listener of the host."""
        with self._gate:
            # What cannot be told is passed over: else nothing that comes after it would be told, either.
            before, self._snapshot = self._snapshot, snapshot
            said = told(before, snapshot)
            first, now = self._number + 1, self._clock()
            for number, line in enumerate(said, first):
                self._spoken.append(Spoken(number, first, line, now))
            self._number += len(said)
        if said:
            for listener in tuple(self.listeners):
                listener(said)

    def since(self, number: int | None) -> tuple[int, list[Line]]:
        """Give the number of the newest sentence, and those after `number`; None: only the number.

        What is fleeting is given only as long as nothing has been said since. A phone that has slept is told
        that it missed something, and not for minutes what: the table has gone on.
        """
        with self._gate:
            if number is None or number > self._number:
                return self._number, []
            newest = self._spoken[-1].batch if self._spoken else 0
            found = [
                each
                for each in self._spoken
                if each.number > number and (each.batch == newest or not each.line.fleeting)
            ]
            since = self._clock() - OLD_S
            fresh = [each for each in found if each.batch == newest or each.at >= since]
            missed = len(found) - len(fresh) > FEW
            told = lines(say("Meanwhile several things have happened.")) if missed else []
            return self._number, told + [each.line for each in (fresh if missed else found)]

    def now(self) -> Said | None:
        """Say what the game waits for at this moment."""
        game = self._snapshot.history
        return None if game is None else game.rules.awaited(game.state)


def told(before: Snapshot, after: Snapshot) -> list[Line]:
    """Say what has happened from one snapshot to the next, in order; nothing where nothing is to be heard."""
    found: list[Line] = []
    if after.history is not None and after.history is not before.history:
        known = before.history if before.game_id == after.game_id else None
        found += _begun(after.history) if known is None else _gone_on(known, after.history)
        if known is not None and known.events == after.history.events and after.told is not before.told:
            # Of a bid that lies hidden it must not be heard whether a correction has changed it.
            found += lines(after.told)
    asked = {question.id for question in before.questions}
    found += lines(*(question.why for question in after.questions if question.id not in asked))
    marked, seen = ({each.event for each in before.marked}, {each.seen for each in before.marked})
    # A correction may move the event of a card, and one that is found again is another to the eye.
    if any(each.event not in marked and each.seen not in seen for each in after.marked):
        found += lines(say("That card is not certain: see it on a phone, or confirm it."))
    if after.throw is not None and _open_of(after.throw) != _open_of(before.throw):
        found += lines(*_doubts(after.throw))
    pairs = (
        (before.out_of_step, after.out_of_step),
        (before.trouble, after.trouble),
        (before.advice, after.advice),
    )
    return found + lines(*(now for was, now in pairs if now is not None and str(now) != str(was)))


def _begun(game: Game) -> list[Line]:
    found = list(game.rules.introduce(game.states[0]))
    return found + _played(game, 0)


def _played(game: Game, first: int) -> list[Line]:
    narrate = game.rules.narrate
    return [
        line
        for index in range(first, len(game.events))
        for line in narrate(game.states[index], game.events[index], game.states[index + 1])
    ]


def _gone_on(before: Game, after: Game) -> list[Line]:
    """Say what was added; of an undo and a correction what was, what is, and what stands otherwise."""
    same = _shared(before, after)
    if same == len(before.events):
        return _played(after, same)
    back = same == len(after.events)
    change = telling.taken_back(before, after) if back else telling.put_right(before, after, same)
    return lines(change) + list(after.rules.restate(before.state, after.state))


def _shared(before: Game, after: Game) -> int:
    """Count the events with which both begin."""
    pairs = zip(before.events, after.events, strict=False)
    return next(
        (index for index, (one, other) in enumerate(pairs) if one is not other and one != other),
        min(len(before.events), len(after.events)),
    )


def _open_of(throw: Thrown | None) -> tuple[object, ...]:
    return () if throw is None else (throw.again, throw.doubt, throw.asks)


def _doubts(throw: Thrown) -> list[str | None]:
    """Say why a throw does not count by itself."""
    if throw.again is not None:
        return [AGAIN[throw.again]]
    names = listed(COLOR_WORDS[color] for color in throw.asks)
    unclear = say_many(
        "The {sticks} stick is unclear: say on a phone how it lies.",
        "The {sticks} sticks are unclear: say on a phone how they lie.",
        len(throw.asks),
        sticks=names,
    )
    return [throw.doubt, unclear if throw.asks else None]
