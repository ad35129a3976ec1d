"""The hall: a competition led on a board, whose tables tell their games and are told who plays there."""

import logging
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Self

from club import score
from club.board import Board, BoardSnapshot
from club.competition import store
from club.competition.draw import Limit
from club.competition.events import (
    Drawn,
    Ended,
    Entered,
    Event,
    Gone,
    Here,
    Joined,
    Renamed,
    Seats,
    Undrawn,
)
from club.competition.outcome import begun, notes, outcomes
from club.competition.ranking import Line, ranking
from club.competition.rounds import drawn_anew, moved, next_round
from club.competition.setting import SEED_MAX, Format, Setting
from club.competition.state import Entrant, State, apply, replay, seated
from club.competition.summary import Summary, summary, to_dict
from club.errors import ClubError, Stale
from club.gather import TableNews
from club.kept import led
from club.messages import pack
from club.plan import Seating, seating_to_dict
from club.topics import Topics
from files import obstacle
from games.errors import GameError
from games.names import check_unlike, same
from table.listeners import announce
from texts import say, spoken

log = logging.getLogger(__name__)

DRAW_S = 20.0
"""Seconds after which the best seats that were found are taken: a hall waits for no more (docs/club.md)."""
AGAIN_S = 10.0
"""Seconds after which what could not be written down is tried again."""
END_S = 1.5 * DRAW_S
"""Seconds that a draw may still take when the board ends."""


@dataclass(frozen=True)
class Shown:
    """What somebody saw who wished for something; the default: nothing that anything hangs on.

    id: the competition's, None for none; rounds: how many are seated; table: the seats of one, by the round
    (from 1) and the table's name.
    """

    id: object = ...
    rounds: object = ...
    table: tuple[int, str, object] | None = None


@dataclass(frozen=True)
class HallSnapshot:
    """A competition as the pages show it, None where there is none; `notes`: what does not go as seated."""

    number: int
    state: State | None = None
    lines: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
    trouble: str | None = None

    @cached_property
    def told(self) -> Summary | None:
        """Sum it up, once for all who look at it."""
        return None if self.state is None else summary(self.state, self.lines)


class Hall:
    """Lead a competition from `start` to `close`, beside the board that gathers the tables.

    Its file holds the setting and every event, results among them: a restart, a broker that forgot and a
    table that is gone change nothing. What tables tell is taken in by a thread of the hall's own: a draw
    never keeps the broker waiting. listeners: called with each new snapshot; they must not wait.
    """

    def __init__(
        self,
        board: Board,
        club: str,
        file: Path | None = None,
        *,
        clock: Callable[[], float] = time.time,
        seed: Callable[[], int] = lambda: random.SystemRandom().randrange(SEED_MAX),
        ticks: Callable[[], float] = time.monotonic,
        draw_s: float = DRAW_S,
    ) -> None:
        """Read the competition. Raises ClubError."""
        self.listeners: list[Callable[[HallSnapshot], None]] = []
        self._board = board
        self._file = file
        self._clock = clock
        self._seed = seed
        self._ticks = ticks
        self._draw_s = draw_s
        self._topics = Topics(club)
        self._gate = threading.RLock()
        self._news = threading.Condition()
        self._heard: BoardSnapshot | None = None
        self._known: dict[str, TableNews] = {}
        self._changed = False
        self._last = board.snapshot
        self._unwritten = False
        self._ending = False
        kept = None if file is None else store.load(file)
        self._led = frozenset[str]() if file is None else led(file)
        self._events: tuple[Event, ...] = () if kept is None else kept[1]
        self._said: tuple[str, ...] = ()
        self._snapshot = HallSnapshot(0)
        self._worded: HallSnapshot | None = None
        self._words: dict[str, bytes] = {}
        if kept is not None:
            self._snapshot = replace(self._snapshot, state=kept[2], lines=ranking(kept[2]))
        self._thread = threading.Thread(target=self._work, name="hall", daemon=True)

    @property
    def snapshot(self) -> HallSnapshot:
        """Give the latest snapshot."""
        return self._snapshot

    def start(self) -> Self:
        """Take in what tables tell, from now on."""
        self._board.listeners.append(self._notice)
        self._notice(self._board.snapshot)
        self._thread.start()
        self._tell()
        return self

    def close(self) -> None:
        """End; twice is harmless."""
        if self._notice in self._board.listeners:
            self._board.listeners.remove(self._notice)
        with self._news:
            self._ending = True
            self._news.notify_all()
        if self._thread.ident is not None:
            self._thread.join(END_S)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def held(self, shown: Shown | None = None) -> Iterator[State | None]:
        """Let nobody else change the competition meanwhile. Raises Stale: it is not as it was shown."""
        with self._gate:
            if shown is not None:
                _check_shown(self._snapshot.state, shown)
            yield self._snapshot.state

    def begin(
        self, make: Callable[[str, int, frozenset[str]], Setting], names: Iterable[tuple[str, str]]
    ) -> None:
        """Begin a competition of these players, each with a group or "", in place of one that is over.

        make: gives its setting, from its id, its seed, and the games that were over by then. Raises
        ClubError: nothing is begun.
        """
        self._board.hear_out()
        with self._gate:
            if self._snapshot.state is not None:
                raise ClubError(say("There is a competition already: put it away first."))
            if self._board.snapshot.evening is not None:
                raise ClubError(say("A progressive evening is on: end it first."))
            told = self._board.snapshot.club.told
            id = score.begun(self._clock(), self._led)
            over = {(at, each.id) for at, games in told.items() for each in games.values() if each.over}
            setting = make(id, self._seed(), frozenset())
            before = frozenset(f"{at}/{game}" for at, game in over if at in setting.tables)
            setting = replace(setting, before=before)
            # Whoever is of a group plays in it, written in capitals or not.
            groups: dict[str, str] = {}
            events = tuple(Joined(name, groups.setdefault(same(group), group)) for name, group in names)
            state = replay(setting, events)
            self._agree(state, events)

    def put_away(self) -> None:
        """Put the competition away; its file is kept beside. Raises ClubError."""
        with self._gate:
            try:
                if self._file is not None:
                    store.put_away(self._file)
            except OSError as error:
                raise self._obstacle(error) from None
            if self._snapshot.state is not None:
                self._led |= {self._snapshot.state.setting.id}
            self._events, self._said = (), ()
            self._show(None)

    def join(self, name: str, group: str = "", *, here: bool = False) -> int:
        """Let somebody take part, or be here who takes part; give his number. Raises ClubError."""
        with self._gate:
            state = self._state()
            known = state.find(name)
            if known is not None:
                if not here:
                    raise ClubError(say("{name} takes part already.", name=known.name))
                self._do(Here(known.number))
                return known.number
            _check_unlike(name, state.players)
            groups = {same(each.group): each.group for each in state.players}
            if here and any(groups) and state.setting.format is Format.LEAGUE:
                raise ClubError(
                    say("This league has groups: the organiser writes down who is new, with a group.")
                )
            joined = Joined(name, groups.get(same(group), group))
            self._do(joined, *([Here(len(state.players))] if here else []))
            return len(state.players)

    def rename(self, player: int, name: str) -> None:
        """Put a name right. Raises ClubError."""
        with self._gate:
            _check_unlike(name, [each for each in self._state().players if each.number != player])
            self._do(Renamed(player, name))

    def set_here(self, player: int, here: bool) -> None:
        """Say that somebody is here, or is not. Raises ClubError."""
        self._do(Here(player) if here else Gone(player))

    def draw(self, shown: Shown | None = None) -> None:
        """Seat the next round; takes seconds where players are many. Raises ClubError."""
        with self.held(shown):
            state = self._state()
        self._draw(next_round, state)

    def draw_anew(self, shown: Shown | None = None) -> None:
        """Seat the last round once more, as long as nobody plays it. Raises ClubError."""
        with self.held(shown):
            state = self._state()
            self._check_unplayed()
        self._draw(partial(drawn_anew, otherwise=True), state)

    def seat(self, seats: Sequence[tuple[str, Seats]]) -> None:
        """Seat the last round by hand; whoever is here and not seated has a bye. Raises ClubError."""
        with self._gate:
            state = self._state()
            last = state.round
            if last is None:
                raise ClubError(say("No round is seated yet."))
            at = set(seated(seats))
            byes = tuple(each.number for each in state.players if each.here and each.number not in at)
            self._do(
                replace(
                    Drawn(last.number, tuple(seats), byes, began=last.began),
                    by_hand=True,
                    knockout=last.knockout,
                )
            )

    def undraw(self) -> None:
        """Take the last round back, with what was played in it. Raises ClubError."""
        self._do(Undrawn())

    def enter(self, number: int, table: str, points: Sequence[int] | None) -> None:
        """Let points by hand count at a table of a round; None takes them back. Raises ClubError."""
        self._do(Entered(number, table, None if points is None else tuple(points)))

    def end(self) -> None:
        """End the competition as it stands. Raises ClubError."""
        self._do(Ended())

    def _state(self) -> State:
        state = self._snapshot.state
        if state is None:
            raise ClubError(say("There is no competition: begin one first."))
        return state

    def _check_unplayed(self) -> None:
        if begun(self._state(), self._board.snapshot.club.current):
            raise ClubError(say("This round has begun at a table: its seating stays."))

    def _draw(self, make: Callable[[State, float, Limit], Drawn], state: State) -> None:
        """Draw without holding up what tables tell; the rules look at the outcome once more."""
        limit = self._limit()
        event = make(state, self._clock(), limit)
        # Somebody else may have drawn the same round meanwhile, or begun another competition.
        with self.held(Shown(state.setting.id, len(state.rounds))):
            if self._state().rounds[: event.number - 1] != state.rounds[: event.number - 1]:
                raise ClubError(say("Points were changed while the round was drawn: draw it again."))
            if event.number == len(state.rounds):
                # Somebody may have begun to play it in these seconds.
                self._check_unplayed()
            self._say_out(limit, event.number)
            self._do(event)

    def _limit(self) -> Limit:
        ends = self._ticks() + self._draw_s
        return Limit(lambda: ends - self._ticks())

    def _say_out(self, limit: Limit, number: int) -> None:
        if limit.out:
            said = say(
                "The draw of round {number} took too long: these are the best seats found so far. Draw it "
                "anew, or change seats, if you like.",
                number=number,
            )
            self._said = (*self._said, said)[-3:]

    def _do(self, *events: Event) -> None:
        with self._gate:
            known = state = self._state()
            for event in events:
                state = apply(state, event)
            # Whoever checks in again and again would fill the file.
            if state != known:
                self._agree(state, (*self._events, *events))
        # What tables have told may fit now.
        self._notice(self._board.snapshot, again=True)

    def _agree(self, state: State, events: tuple[Event, ...]) -> None:
        try:
            if self._file is not None:
                store.save(self._file, state.setting, events)
        except OSError as error:
            raise self._obstacle(error) from None
        self._events = events
        self._show(state)

    def _obstacle(self, error: OSError) -> ClubError:
        found = obstacle.of(error, self._file or ".")
        return ClubError(
            say(
                "The competition cannot be written down: {why}; {remedy}.", why=found.why, remedy=found.remedy
            )
        )

    def _notice(self, snapshot: BoardSnapshot, again: bool = False) -> None:
        """Put down what the board has heard for the own thread."""
        with self._news:
            self._heard = snapshot
            if again:
                self._known = {}
            self._news.notify_all()

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(
                    lambda: self._ending or self._heard is not None, AGAIN_S if self._unwritten else None
                )
                if self._ending:
                    return
                heard, self._heard = self._heard or self._last, None
                known, self._known = {} if self._unwritten else self._known, dict(heard.club.tables)
                self._last, self._unwritten = heard, False
            try:
                self._take(heard, known)
            except Exception:
                log.exception("the competition stumbled")

    def _take(self, heard: BoardSnapshot, known: Mapping[str, TableNews]) -> None:
        """Let what tables have told count, and seat a round anew that stood on what is not so any more."""
        club = heard.club
        changed = {name for name, table in club.tables.items() if known.get(name) is not table}
        with self._gate:
            state = self._snapshot.state
            if state is None:
                return
            events = outcomes(state, {name: club.tables[name].told for name in changed}, changed)
            try:
                if events:
                    for event in events:
                        state = apply(state, event)
                    self._agree(state, (*self._events, *events))
                    self._changed = True
                # Before, it is not known whether somebody plays the last round.
                if self._changed and heard.whole:
                    self._changed = False
                    self._follow(state, club.current)
                self._note(notes(self._snapshot.state or state, club.current))
            except ClubError as error:
                self._unwritten = True
                if str(error) != self._snapshot.trouble:
                    log.error("%s", error)
                    self._show(self._snapshot.state, trouble=str(error))
        self._tell()

    def _follow(self, state: State, current: Mapping[str, Any]) -> None:
        """Seat the last round anew where it stands on what was corrected, as long as nobody plays it."""
        last = state.round
        if last is None or not moved(state):
            return
        limit = self._limit()
        anew = None if begun(state, current) else drawn_anew(state, self._clock(), limit)
        # Somebody may have begun to play it while it was drawn.
        if anew is None or begun(state, self._board.snapshot.club.current):
            said = say(
                "Points were changed after round {number} had begun: the ranking follows, its seating stays.",
                number=last.number,
            )
        else:
            self._do(anew)
            self._say_out(limit, last.number)
            said = say("Points were changed: round {number} is seated anew.", number=last.number)
        self._said = (*self._said, said)[-3:]

    def _note(self, found: Sequence[str]) -> None:
        every = (*found, *self._said)
        if every != self._snapshot.notes:
            self._show(self._snapshot.state, notes=every)

    def _show(
        self, state: State | None, *, notes: tuple[str, ...] | None = None, trouble: str | None = None
    ) -> None:
        known = self._snapshot
        lines = known.lines if state is known.state else () if state is None else ranking(state)
        kept = known.notes if notes is None else notes
        self._snapshot = HallSnapshot(known.number + 1, state, lines, () if state is None else kept, trouble)
        self._tell()
        announce(self.listeners, self._snapshot, "hall")

    def _tell(self) -> None:
        """Tell each table of the round who plays there, and the club how it stands."""
        if self._worded is not self._snapshot:
            self._worded, self._words = self._snapshot, words(self._snapshot, self._topics)
        state = self._snapshot.state
        if state is None:
            self._board.also(self._words, self._led)
        else:
            setting = state.setting
            self._board.also(self._words, self._led, setting.id, setting.tables, setting.before)


def _check_shown(state: State | None, shown: Shown) -> None:
    """Refuse what was meant for another competition, round or table than there is. Raises Stale."""
    if shown.id not in (..., None if state is None else state.setting.id):
        raise Stale(say("Another competition was begun or put away in the meantime: look again."))
    rounds = () if state is None else state.rounds
    seated = shown.rounds in (..., len(rounds))
    if seated and shown.table is not None:
        number, name, seats = shown.table
        at = rounds[number - 1].tables if 1 <= number <= len(rounds) else ()
        seated = all(list(each.seats) == seats for each in at if each.name == name)
    if not seated:
        raise Stale(say("Another round was seated or taken back in the meantime: look again."))


def _check_unlike(name: str, others: Iterable[Entrant]) -> None:
    """Refuse a name that looks like another's: one table could not begin with both. Raises ClubError."""
    try:
        for other in others:
            check_unlike((other.name, name))
    except GameError as error:
        raise ClubError(spoken(error)) from None


def words(shown: HallSnapshot, topics: Topics) -> dict[str, bytes]:
    """Say what the broker is to keep of a competition, by topic."""
    state, told = shown.state, shown.told
    if state is None or told is None:
        return {}
    said = {topics.competition: pack(to_dict(told))}
    last = state.round
    if last is None or state.over:
        return said
    for table in last.tables:
        if table.result.points is None:
            seating = Seating(
                table.name,
                state.setting.id,
                state.setting.game,
                last.number,
                max(last.number, state.setting.rounds + len(state.setting.stages)),
                state.names(table.seats),
                (0,) * len(table.seats),
            )
            said[topics.seating(table.name)] = pack(seating_to_dict(seating))
    return said
