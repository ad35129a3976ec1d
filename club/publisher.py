"""Tell the club what happens at a table: beside the host, in a thread of its own, and never in its way."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol, Self

from club.discovery import announcements
from club.errors import BadMessage, ClubError
from club.link import BACK_OFF_S, Link
from club.messages import ONLINE, Scores, pack, scores_from_dict, scores_to_dict, unpack
from club.own_games import OwnGames
from club.past import DAY_S, Past
from club.plan import Seating, seating_from_dict
from club.retained import Retained
from club.topics import Place, Topics
from table.settings.club import ClubConfig
from table.view.snapshot import Snapshot

log = logging.getLogger(__name__)

END_S = 3.0
ECHO_S = 5.0
"""Seconds for which the own word is waited for, with which all comes that the broker keeps of this table."""


class Tells(Protocol):
    """A host: it calls its listeners with each new snapshot."""

    listeners: list[Callable[[Snapshot], None]]

    @property
    def snapshot(self) -> Snapshot:
        """Give the latest snapshot."""
        ...


class Publisher:
    """Tell a host's scores from `start` to `close`.

    The host's truth is told anew whenever the connection stands: the newest game, and every finished one of
    the last days under its own topic, as far as the broker does not keep it as it is. So nothing is lost by
    a table that was away, nor by a broker that forgot, and a hall that comes back all at once says little.
    past: what the host's journal knows. seated: called, in the link's thread, when the board seats this
    table anew.
    """

    def __init__(
        self,
        host: Tells,
        config: ClubConfig,
        past: Past,
        *,
        seated: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        back_off: tuple[float, float] = BACK_OFF_S,
    ) -> None:
        """Prepare everything that can be wrong beforehand. Raises ClubError.

        clock: seconds since 1970, which somebody may set; steady: seconds that only pass.
        """
        if not config.table:
            raise ClubError('[club] table: this table has no name for the club; write one, such as "red".')
        self._host = host
        self._config = config
        self._seated = seated
        self._topics = Topics(config.name)
        self._run = ""
        self._news = threading.Condition()
        self._heard: dict[int | None, Snapshot] = {}
        self._afresh = False
        self._met_broker = False
        self._kept: dict[str, Scores | None] | None = None
        self._compared = False
        self._ending = False
        self._games = OwnGames(past, config.table, config.days, clock=clock, steady=steady)
        self._retained = Retained[Scores](self._send)
        self._whole = False
        self._seating: Seating | None = None
        self._seating_heard = False
        self._thread = threading.Thread(target=self._work, name="club", daemon=True)
        table = config.table
        self._link = Link(
            config,
            table,
            will=self._topics.status(table),
            # The own word comes last, so that what was retained is heard by then.
            topics=(
                self._topics.seating(table),
                self._topics.finished(table, "+"),
                self._topics.status(table),
            ),
            hear=self.hear,
            met=self.met,
            back_off=back_off,
        )

    @property
    def seating(self) -> Seating | None:
        """Give whom the board has seated here last, or None."""
        return self._seating

    @property
    def connected(self) -> bool:
        """Say whether the broker hears this table."""
        return self._link.connected

    @property
    def trouble(self) -> str | None:
        """Say in a sentence why the club hears nothing, or None."""
        return self._link.trouble

    def start(self) -> Self:
        """Listen to the host and tell, from now on."""
        self._notice(self._host.snapshot)
        self._host.listeners.append(self._notice)
        self._thread.start()
        self._link.start()
        return self

    def close(self) -> None:
        """Stop listening, say goodbye and end, in a few seconds at most; twice is harmless."""
        if self._notice in self._host.listeners:
            self._host.listeners.remove(self._notice)
        with self._news:
            self._ending = True
            self._news.notify()
        if self._thread.ident is not None:
            self._thread.join(END_S)
        self._link.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _notice(self, snapshot: Snapshot) -> None:
        """Put a snapshot down for the own thread; the host's goes on at once."""
        with self._news:
            self._heard[snapshot.game_id] = snapshot
            self._news.notify()

    def met(self, connected: bool) -> None:
        """Take note that the connection stands, or is lost; in the link's thread."""
        self._seating_heard = False
        with self._news:
            # Together, or what happens between the two would be told twice.
            self._met_broker = self._afresh = connected
            if connected:
                # What was said over an earlier connection is older than all that is said now, come it late.
                self._run = secrets.token_hex(4)
            self._kept, self._compared = {}, False
            self._news.notify()

    def hear(self, topic: str, payload: bytes) -> None:
        """Take what comes from the broker: the own last words, and the board's seating."""
        place = Place.parse(self._config.name, topic)
        if topic == self._topics.seating(self._config.table):
            self._take_seating(payload)
        elif topic == self._topics.status(self._config.table):
            if payload == ONLINE:
                if not self._seating_heard:
                    # It was taken back while this table was away.
                    self._seat(None)
                with self._news:
                    self._compared = True
                    self._news.notify()
            # The will of a connection that had broken may come after the new one stands.
            elif not self._ending:
                self._link.publish(topic, ONLINE)
        elif place is not None and place.game is not None and payload:
            self._take_kept(topic, place.game, payload)

    def _take_kept(self, topic: str, game: str, payload: bytes) -> None:
        """Note what the broker keeps of an own game, and take back what it has kept for long enough."""
        if self._games.is_bygone(game):
            self._link.publish(topic, b"")
            return
        try:
            scores = scores_from_dict(unpack(payload))
        except BadMessage:
            scores = None
        with self._news:
            if self._kept is not None:
                self._kept[topic] = scores

    def _take_seating(self, payload: bytes) -> None:
        try:
            seating = seating_from_dict(unpack(payload)) if payload else None
        except BadMessage as error:
            log.warning("the board's seating is ignored: %s", error)
            return
        self._seat(seating)

    def _seat(self, seating: Seating | None) -> None:
        self._seating_heard = True
        if seating != self._seating:
            self._seating = seating
            self._seated()

    def _work(self) -> None:
        self._games.remember()
        while True:
            with self._news:
                # A broker that lets nobody hear his own word would leave the finished games untold.
                due = self._kept is not None and self._met_broker
                self._news.wait_for(
                    lambda: (
                        self._heard
                        or self._afresh
                        or self._ending
                        or (self._compared and self._kept is not None)
                    ),
                    ECHO_S if due else None,
                )
                heard, self._heard = self._heard, {}
                afresh, self._afresh = self._afresh, False
                met, ending = self._met_broker, self._ending
                kept = None
                if self._compared or (due and not (heard or afresh or ending)):
                    kept, self._kept = self._kept, None
            if afresh:
                self._retained.forget()
                self._games.look_anew()
                self._whole = False
                heard.setdefault((now := self._host.snapshot).game_id, now)
            for snapshot in heard.values():
                self._try(self._games.take, snapshot)
            if afresh:
                self._try(self._introduce)
            if kept is not None and met:
                self._whole = True
                self._try(self._compare, kept)
            if met:
                self._try(self._tell)
            if ending:
                return

    def _try(self, what: Callable[..., None], *arguments: object) -> None:
        """Do something for the club, a guest at the table: its trouble is one line, and the game goes on."""
        try:
            what(*arguments)
        except Exception as error:
            log.error("the scores cannot be told to the club: %s: %s", type(error).__name__, error)

    def _compare(self, kept: Mapping[str, Scores | None]) -> None:
        """Take what the broker keeps of the finished games for told; what is none any more is taken back.

        A game that this table does not know stays: another journal may have been here.
        """
        topics, table = self._topics, self._config.table
        known = {topics.finished(table, id) for id in self._games.known}
        for topic, scores in kept.items():
            if topic in known:
                # What cannot be read is told anew, or taken back.
                self._retained.keeps(topic, scores or Scores(table))

    def _tell(self) -> None:
        """Send what differs from what was sent since the connection stands."""
        topics, table = self._topics, self._config.table
        truth = {topics.game(table): self._games.current}
        if self._whole:
            truth |= {topics.finished(table, id): scores for id, scores in self._games.finished.items()}
        self._retained.tell(truth)

    def _send(self, topic: str, scores: Scores | None) -> None:
        """Publish scores; finished games also expire where this table never comes back to take them back."""
        if scores is None:
            self._link.publish(topic, b"")
        elif topic == self._topics.game(self._config.table):
            self._link.publish(topic, self._message(scores))
        else:
            self._link.publish(topic, self._message(scores), expires=self._config.days * DAY_S)

    def _message(self, scores: Scores) -> bytes:
        return pack(scores_to_dict(scores) | {"run": self._run, "revision": self._games.revision})

    def _introduce(self) -> None:
        """Tell Home Assistant of this table, or take back what was told there."""
        for topic, values in announcements(self._config):
            self._link.publish(topic, pack(values) if self._config.discovery else b"")
