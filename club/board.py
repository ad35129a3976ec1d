"""The club's board: it hears the tables, ranks the players, and says who sits where next."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from club import evening as evenings
from club import store
from club.errors import BadMessage, ClubError
from club.evening import Evening, Standing
from club.gather import Club, hear
from club.link import BACK_OFF_S, Link
from club.messages import pack, unpack
from club.plan import evening_from_dict, evening_to_dict, seating_of, seating_to_dict
from club.score import identity
from club.topics import Topics
from games.nearest import quote
from games.progressive import GAME, GAMES, Tables
from table import obstacle
from table.club import ClubConfig
from texts import say, spoken

log = logging.getLogger(__name__)

WHO = "board"
TROUBLES = 5
"""How many ignored messages the page names; the log has every kind of them once."""
SAID_MAX = 200


@dataclass(frozen=True)
class BoardSnapshot:
    """All that the board shows: the tables as they told, the evening and its ranking.

    `notes`: what does not go as the evening has it. `ignored`: messages that could not be understood.
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


class Board:
    """Gather a club from `start` to `close`.

    What tables have played is the tables' word, and the broker keeps it; who was to sit where is the board's,
    and its file keeps it. So a restart knows everything again, and points are counted anew from the games.
    file: None keeps the evening nowhere but at the broker. listeners: called with each new snapshot, in
    whatever thread brought the news; they must not wait.
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
        self._told: dict[str, bytes] = {}
        self._said: set[str] = set()
        self._ignored: deque[str] = deque(maxlen=TROUBLES)
        self._more: dict[str, bytes] = {}
        evening = None if file is None else store.load(file)
        self._own = set() if evening is None else {evening.id}
        self._snapshot = BoardSnapshot(0, Club(config.name), evening)
        self._snapshot = self._settled(self._snapshot)
        self._link = Link(
            config,
            WHO,
            will=self._topics.board,
            topics=self._topics.gathered,
            hear=self._hear,
            met=self._met,
            back_off=back_off,
        )

    @property
    def snapshot(self) -> BoardSnapshot:
        """Give the latest snapshot."""
        return replace(self._snapshot, connected=self._link.connected, trouble=self._link.trouble)

    def start(self) -> Self:
        """Listen and tell, from now on."""
        self._link.start()
        return self

    def close(self) -> None:
        """Say goodbye and end; twice is harmless."""
        self._link.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, tables: Sequence[str], seats: Tables, *, game: str = GAME, games: int = GAMES) -> None:
        """Begin an evening; what was played before does not count.

        Raises ClubError: nothing is begun.
        """
        with self._gate:
            id = identity(self._clock(), 0)[:16]
            told = self._snapshot.club.told
            self._agree(evenings.begin(id, tables, seats, told, game=game, games=games))

    def enter(self, round: int, table: str, points: Sequence[int] | None) -> None:
        """Let points count that a table cannot tell; None takes them back.

        Raises ClubError: nothing is changed.
        """
        with self._gate:
            if self._snapshot.evening is None:
                raise ClubError(say("There is no evening to enter points for: begin one first."))
            self._agree(evenings.enter(self._snapshot.evening, round, table, points))

    def also(self, words: Mapping[str, bytes]) -> None:
        """Tell these words too, by topic, and take back what was told so before."""
        with self._gate:
            self._more = dict(words)
            if self._link.connected:
                self._tell()

    def end(self) -> None:
        """Put the evening away; what was played stays at the tables. Raises ClubError: it goes on."""
        with self._gate:
            self._agree(None)

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
        if self._file is not None:
            store.save(self._file, evening)

    def _hear(self, topic: str, payload: bytes) -> None:
        with self._gate:
            try:
                if topic == self._topics.evening:
                    self._adopt(payload)
                else:
                    shown = self._snapshot
                    seated = () if shown.evening is None else shown.evening.tables
                    self._show(replace(shown, club=hear(shown.club, topic, payload, seated)))
            except BadMessage as error:
                self._ignore(say("{topic} is ignored: {why}.", topic=quote(topic), why=spoken(error)))

    def _adopt(self, payload: bytes) -> None:
        """Go on with the evening that the broker keeps, where the own file is gone. Raises BadMessage."""
        if not payload or self._told.get(self._topics.evening) == payload:
            return
        known, kept = self._snapshot.evening, evening_from_dict(unpack(payload))
        if known is None and kept.id in self._own:
            # It was put away while the broker could not hear it.
            for topic in (self._topics.evening, *map(self._topics.seating, kept.tables)):
                self._link.publish(topic, b"")
        elif known is None:
            self._agree(kept)
        elif kept.id not in self._own:
            raise BadMessage(say("it is another evening than this board's own"))

    def _ignore(self, text: str) -> None:
        """Say it in one sentence, in the log once."""
        if text not in self._said and len(self._said) < SAID_MAX:
            self._said.add(text)
            log.warning("%s", text)
        if text not in self._ignored:
            self._ignored.append(text)
            self._show(replace(self._snapshot, ignored=tuple(self._ignored)))

    def _met(self, connected: bool) -> None:
        with self._gate:
            self._told = {}
            self._announce(self._snapshot)
            if connected and self._snapshot.evening is not None:
                self._tell()

    def _show(self, snapshot: BoardSnapshot) -> None:
        """Settle what follows, keep it, tell it, and wake whoever listens, if anything is new."""
        settled = self._settled(snapshot)
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
        if self._link.connected:
            self._tell()
        self._announce(self._snapshot)

    def _settled(self, snapshot: BoardSnapshot) -> BoardSnapshot:
        evening, told = snapshot.evening, snapshot.club.told
        if evening is None:
            return replace(snapshot, ranking=(), over=False, notes=())
        evening = evenings.settle(evening, told)
        return replace(
            snapshot,
            evening=evening,
            ranking=evenings.standings(evening, told),
            over=evenings.over(evening, told),
            notes=tuple(evenings.notes(evening, told, snapshot.club.current)),
        )

    def _announce(self, snapshot: BoardSnapshot) -> None:
        for listener in tuple(self.listeners):
            try:
                listener(snapshot)
            except Exception:
                log.exception("a listener of the board stumbled")

    def _tell(self) -> None:
        """Tell evening and seatings, as far as they differ from what the broker was told."""
        shown, topics = self._snapshot, self._topics
        words: dict[str, bytes] = {}
        if shown.evening is not None:
            words[topics.evening] = pack(evening_to_dict(shown.evening, shown.ranking, shown.over))
            if not shown.over:
                for table in shown.evening.tables:
                    seating = seating_of(shown.evening, table, shown.ranking)
                    words[topics.seating(table)] = pack(seating_to_dict(seating))
        words |= self._more
        for topic in self._told.keys() - words.keys():
            words[topic] = b""
        for topic, payload in words.items():
            if self._told.get(topic) != payload:
                self._told[topic] = payload
                self._link.publish(topic, payload)
