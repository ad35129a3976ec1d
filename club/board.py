"""The club's board: it hears the tables, ranks the players, and says who sits where next."""

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from club import evening as evenings
from club import store
from club.asking import Asking
from club.competition.summary import LARGEST, from_dict
from club.errors import BadMessage, ClubError
from club.evening import Evening, Standing
from club.gather import Club, Counting, hear
from club.ignored import Ignored
from club.kept import led, put_away
from club.link import BACK_OFF_S, Link
from club.messages import ONLINE, pack, unpack
from club.plan import BEGUN, evening_from_dict, evening_to_dict, seating_of, seating_to_dict
from club.retained import Retained
from club.rival import Leadership
from club.score import begun, identity
from club.topics import Topics
from files import obstacle
from games.nearest import quote
from games.progressive import GAME, GAMES, Tables
from table.listeners import announce
from table.settings.club import ClubConfig
from texts import say, spoken

log = logging.getLogger(__name__)

WHO = "board"
PAUSE_S, PAUSE_MOST_S = 0.0015, 0.1
"""Seconds a table, and at most, from one telling of what was heard to the next: of a hall of tables much
comes within that, and what it costs to settle the club and to show it grows with the tables once, not
twice."""
END_S = 3.0
ANSWER_S = 3.0
"""Seconds that an evening or a competition waits to be begun while the broker still answers."""


@dataclass(frozen=True)
class BoardSnapshot:
    """All that the board shows: the tables as they told, the evening and its ranking.

    `notes`: what does not go as the evening has it. `ignored`: messages that could not be understood.
    `whole`: nothing is missing of what the broker keeps, as far as it was reached.
    """

    number: int
    club: Club
    evening: Evening | None = None
    ranking: tuple[Standing, ...] = ()
    over: bool = False
    notes: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    trouble: str | None = None
    connected: bool = field(default=False)
    whole: bool = True


class Board:
    """Gather a club from `start` to `close`.

    What tables have played is the tables' word, and the broker keeps it; who was to sit where is the board's,
    and its file keeps it. So a restart knows everything again, and points are counted anew from the games.
    file: None keeps the evening nowhere but at the broker. listeners: called with each new snapshot, in
    whatever thread brought the news; they must not wait. Of two boards by mistake the one whose evening was
    begun later tells, and the other keeps silent.

    A message is taken in at once. What follows from it is settled at once too where it is alone, in a
    thread of its own; of many that come within a pause (`PAUSE_S`) it is settled once.
    """

    def __init__(
        self,
        config: ClubConfig,
        file: Path | None = None,
        *,
        clock: Callable[[], float] = time.time,
        back_off: tuple[float, float] = BACK_OFF_S,
    ) -> None:
        """Read the evening. Raises ClubError."""
        if not config.broker:
            raise ClubError('[club] broker: there is no broker; write one, such as "club.local".')
        self.listeners: list[Callable[[BoardSnapshot], None]] = []
        self._file = file
        self._clock = clock
        self._topics = Topics(config.name)
        self._gate = threading.RLock()
        self._news = threading.Condition(self._gate)
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._work, name="board", daemon=True)
        self._club = Club(config.name)
        self._counting = Counting()
        self._may_tell = False
        self._stronger: str | None = None
        self._ignored = Ignored()
        self._competition = Leadership(self._topics)
        self._retained = Retained[bytes](lambda topic, word: self._link.publish(topic, word or b""))
        evening = None if file is None else store.load(file)
        # A broker that was away as one of them was put away still keeps it.
        self._own = set[str]() if file is None else set(led(file))
        if evening is not None:
            self._own.add(evening.id)
        self._snapshot = self._settled(BoardSnapshot(0, self._club, evening))
        self._shown = self._snapshot
        self._link = Link(
            config,
            WHO,
            will=self._topics.board,
            # The own word comes behind what was retained of the evening; the tables are asked for then.
            topics=(self._topics.evening, self._topics.competition, self._topics.board),
            hear=self.hear,
            met=self.met,
            back_off=back_off,
            largest=LARGEST,
        )
        self._asking = Asking(self._link, self._topics, self._seated, lambda: self._club.tables)

    @property
    def snapshot(self) -> BoardSnapshot:
        """Give the latest snapshot, without waiting: the very same object as long as nothing is new."""
        if self._thread.ident is None:
            # Nobody else does it yet.
            with self._gate:
                self._catch_up()
        latest, shown = self._snapshot, self._shown
        connected, trouble = self._link.connected, self._link.trouble
        if (shown.number, shown.connected, shown.trouble) != (latest.number, connected, trouble):
            self._shown = shown = replace(latest, connected=connected, trouble=trouble)
        return shown

    def start(self) -> Self:
        """Listen and tell, from now on."""
        self._thread.start()
        self._link.start()
        return self

    def close(self) -> None:
        """Say goodbye and end; twice is harmless."""
        self._ending.set()
        self._link.close()
        with self._gate:
            self._news.notify_all()
        if self._thread.ident is not None:
            self._thread.join(END_S)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def hear_out(self) -> None:
        """Wait for what the broker keeps, a moment at most: what was played before is to be known.

        Not in the thread that hears it.
        """
        with self._gate:
            self._news.wait_for(lambda: self._asking.whole or not self._link.connected, ANSWER_S)
            self._catch_up()

    def begin(self, tables: Sequence[str], seats: Tables, *, game: str = GAME, games: int = GAMES) -> None:
        """Begin an evening; what was played before does not count.

        Raises ClubError: nothing is begun.
        """
        with self._gate:
            self.hear_out()
            if self._competition.current is not None:
                raise ClubError(say("A competition is on: put it away first."))
            id = self._later_than(self._stronger)
            told = self._snapshot.club.told
            evening = evenings.begin(id, tables, seats, told, game=game, games=games)
            self._agree(evening)
            self._stronger = None
            # What was played before counts no more, and need not be remembered whole.
            kept = self._club.tables
            bare = {name: kept[name].without(evening.before) for name in tables if name in kept}
            self._club = replace(self._club, tables={**kept, **bare})

    def enter(self, round: int, table: str, points: Sequence[int] | None) -> None:
        """Let points count that a table cannot tell; None takes them back.

        Raises ClubError: nothing is changed.
        """
        with self._gate:
            if self._snapshot.evening is None:
                raise ClubError(say("There is no evening to enter points for: begin one first."))
            self._agree(evenings.enter(self._snapshot.evening, round, table, points))

    def also(
        self,
        words: Mapping[str, bytes],
        led: Collection[str] = (),
        current: str | None = None,
        tables: Sequence[str] = (),
        before: frozenset[str] = frozenset(),
    ) -> None:
        """Tell these words too, by topic, and take back what was told so before.

        led: ids of the competitions that were put away here; current: of the one that is on; tables: its own;
        before: games, as TABLE/ID, that do not count for it.
        """
        with self._gate:
            known = self._competition.tables
            self._competition.lead(words, led, current, tables, before)
            self._answer_competition()
            if self._competition.tables != known:
                self._asking.more()
            if self._link.connected:
                self._tell()

    def end(self) -> None:
        """Put the evening away; what was played stays at the tables. Raises ClubError: it goes on."""
        with self._gate:
            self._agree(None)

    def _later_than(self, other: str | None) -> str:
        """Name an evening that begins now, or just after the one of a board whose clock is ahead."""
        now = self._clock()
        if other is not None and other >= identity(now, 0)[:16]:
            now = datetime.strptime(other, BEGUN).replace(tzinfo=UTC).timestamp() + 1
        return begun(now, self._own)

    def _agree(self, evening: Evening | None) -> None:
        try:
            self._keep(evening)
        except OSError as error:
            found = obstacle.of(error, self._file or ".")
            why, remedy = found.why, found.remedy
            raise ClubError(
                say("The evening cannot be written down: {why}; {remedy}.", why=why, remedy=remedy)
            ) from None
        if evening is not None:
            self._own.add(evening.id)
        self._show(replace(self._snapshot, evening=evening))

    def _keep(self, evening: Evening | None) -> None:
        if self._file is None:
            return
        if evening is not None:
            store.save(self._file, evening)
        elif self._snapshot.evening is not None:
            put_away(self._file, self._snapshot.evening.id)

    def _seated(self) -> tuple[str, ...]:
        """Name the tables of the evening and of the competition.

        They are asked for, and gathered, also where nothing good is kept of their status and newest game, and
        however many others somebody tells of.
        """
        evening = self._snapshot.evening
        tables = self._competition.tables
        return tables if evening is None else (*evening.tables, *tables)

    def hear(self, topic: str, payload: bytes) -> None:
        """Take in what the broker tells, in the link's thread; note what makes no sense."""
        with self._gate:
            try:
                if topic == self._topics.board:
                    self._listen(payload)
                elif topic == self._topics.evening:
                    self._adopt(payload)
                elif topic == self._topics.competition:
                    if payload and payload != self._retained.get(topic):
                        self._competition.heard(from_dict(unpack(payload, LARGEST)))
                        self._answer_competition()
                elif self._asking.heard(topic):
                    self._news.notify_all()
                else:
                    evening = self._snapshot.evening
                    before = self._competition.before if evening is None else evening.before
                    self._club = hear(self._club, topic, payload, self._seated(), before)
                    self._news.notify_all()
            except BadMessage as error:
                self._ignore(say("{topic} is ignored: {why}.", topic=quote(topic), why=spoken(error)))
            except ClubError as error:
                # The broker keeps it, and tells of it with the next connection.
                self._ignore(f"{quote(topic)}: {error}")

    def _work(self) -> None:
        """Let what was heard be settled, shown and told: at once, and then not again within the pause."""
        while not self._ending.is_set():
            with self._gate:
                self._news.wait_for(lambda: self._ending.is_set() or self._behind)
                self._catch_up()
            self._ending.wait(min(PAUSE_MOST_S, PAUSE_S * len(self._club.tables)))

    @property
    def _behind(self) -> bool:
        shown = self._snapshot
        return self._club is not shown.club or self._asking.whole is not shown.whole

    def _catch_up(self) -> None:
        if self._behind:
            self._show(self._snapshot)

    def _listen(self, payload: bytes) -> None:
        """Tell once the own word has come: whatever the broker keeps of an evening was heard before it."""
        if payload != ONLINE:
            # The will of a connection that had broken may come after the new one stands.
            if not self._ending.is_set():
                self._link.publish(self._topics.board, ONLINE)
        elif not self._may_tell:
            self._may_tell = True
            self._tell()

    def _adopt(self, payload: bytes) -> None:
        """Go on with the evening that the broker keeps, where the own file is gone. Raises BadMessage."""
        if not payload or self._retained.get(self._topics.evening) == payload:
            return
        known, kept = self._snapshot.evening, evening_from_dict(unpack(payload))
        if kept.id in self._own:
            # It was put away, or went on, while the broker could not hear it.
            if known is None or not self._may_tell:
                self._take_back(self._topics.evening, *map(self._topics.seating, kept.tables))
        elif known is None:
            self._agree(kept)
        else:
            self._meet(known, kept)

    def _meet(self, known: Evening, other: Evening) -> None:
        """Keep silent where another board began an evening later, else tell the own again.

        Raises BadMessage, which says so.
        """
        if other.id > known.id:
            self._stronger = max(other.id, self._stronger or "")
            self._retained.forget()
            raise BadMessage(
                say("another board has begun an evening after this board's own, which is told no more")
            )
        self._take_back(*map(self._topics.seating, other.tables))
        self._retained.forget()
        self._tell()
        raise BadMessage(say("it is another evening than this board's own"))

    def _take_back(self, *topics: str) -> None:
        """Let the broker keep nothing there but what this board tells."""
        if not self._silent:
            words = self._words()
            for topic in topics:
                if topic not in words:
                    self._link.publish(topic, b"")

    def _answer_competition(self) -> None:
        """Answer a competition that the broker keeps."""
        answer = self._competition.answer(self._words())
        self._take_back(*answer.back)
        if answer.said is not None:
            self._retained.forget()
            self._tell()
            self._ignore(f"{quote(self._topics.competition)}: {answer.said}")

    def _ignore(self, text: str) -> None:
        """Say it in one sentence, in the log once."""
        if self._ignored.note(text):
            self._show(replace(self._snapshot, ignored=self._ignored.newest))

    def met(self, connected: bool) -> None:
        """Take note that the connection stands, or is lost; in the link's thread."""
        with self._gate:
            self._may_tell = False
            self._retained.forget()
            self._competition.connected()
            if connected:
                self._asking.begin()
            self._news.notify_all()
            self._announce(self.snapshot)

    def _show(self, snapshot: BoardSnapshot) -> None:
        """Settle what follows, keep it, tell it, and wake whoever listens, if anything is new."""
        settled = self._settled(replace(snapshot, club=self._club, whole=self._asking.whole))
        if settled == self._snapshot:
            # Equal, but with the newest marks of what was told.
            self._snapshot = settled
            return
        if settled.evening != self._snapshot.evening and settled.evening != snapshot.evening:
            try:
                self._keep(settled.evening)
            except OSError as error:
                log.error("the seating cannot be written down: %s", error.strerror)
        self._snapshot = replace(settled, number=self._snapshot.number + 1)
        self._tell()
        self._announce(self._snapshot)

    def _settled(self, snapshot: BoardSnapshot) -> BoardSnapshot:
        evening = snapshot.evening
        if evening is None:
            return replace(snapshot, ranking=(), over=False, notes=())
        told = self._counting.games(evening, snapshot.club)
        evening = evenings.settle(evening, told, anew=snapshot.whole)
        return replace(
            snapshot,
            evening=evening,
            ranking=evenings.standings(evening, told),
            over=evenings.over(evening, told),
            notes=tuple(evenings.notes(evening, told, snapshot.club.current)),
        )

    def _announce(self, snapshot: BoardSnapshot) -> None:
        announce(self.listeners, snapshot, "board")

    def _tell(self) -> None:
        """Tell evening and seatings, as far as they differ from what the broker was told."""
        if self._silent or not (self._may_tell and self._link.connected):
            return
        self._retained.tell(self._words())

    @property
    def _silent(self) -> bool:
        """Tell whether another board's evening was begun later."""
        evening = self._snapshot.evening
        return evening is not None and evening.id < (self._stronger or "")

    def _words(self) -> dict[str, bytes]:
        """Give what the broker is to keep, by topic."""
        shown, topics = self._snapshot, self._topics
        words: dict[str, bytes] = {}
        if shown.evening is not None:
            words[topics.evening] = pack(evening_to_dict(shown.evening, shown.ranking, shown.over))
            if not shown.over:
                for table in shown.evening.tables:
                    seating = seating_of(shown.evening, table, shown.ranking)
                    words[topics.seating(table)] = pack(seating_to_dict(seating))
        return {**words, **self._competition.words}
