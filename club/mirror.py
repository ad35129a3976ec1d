"""A mirror of the hall: hear from a broker outside what a bridge lets out; nothing is told there."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from club.competition.summary import LARGEST, Summary, from_dict
from club.errors import BadMessage, ClubError
from club.gather import Club, hear
from club.link import BACK_OFF_S, Link
from club.messages import unpack
from club.topics import Topics
from games.nearest import quote
from table.listeners import announce
from table.settings.club import ClubConfig
from texts import say, spoken

log = logging.getLogger(__name__)

WHO = "mirror"
SAID_MAX = 200
PAUSE_S = 0.25
"""Seconds from one state to the next: whoever watches from afar sees no trick sooner for more."""
END_S = 3.0


@dataclass(frozen=True)
class MirrorSnapshot:
    """What was let out: the tables' newest games, and the competition, None where there is none."""

    number: int
    club: Club
    competition: Summary | None = None
    trouble: str | None = None
    connected: bool = False


class Mirror:
    """Hear the broker outside from `start` to `close`; it needs no right there but to read.

    listeners: called with each new snapshot, in a thread of the mirror's own.
    """

    def __init__(self, config: ClubConfig, *, back_off: tuple[float, float] = BACK_OFF_S) -> None:
        """Prepare the connection. Raises ClubError."""
        if not config.broker:
            raise ClubError('[club] broker: there is no broker; write one, such as "mqtt.example.org".')
        self.listeners: list[Callable[[MirrorSnapshot], None]] = []
        self._topics = Topics(config.name)
        self._gate = threading.Lock()
        self._news = threading.Condition(self._gate)
        self._ending = threading.Event()
        self._said: set[str] = set()
        self._retold = False
        self._heard = self._shown = MirrorSnapshot(0, Club(config.name))
        self._link = Link(
            config,
            WHO,
            will=None,
            topics=(self._topics.competition, self._topics.status("+"), self._topics.game("+")),
            hear=self.hear,
            met=self.met,
            back_off=back_off,
            largest=LARGEST,
        )
        self._thread = threading.Thread(target=self._work, name="mirror", daemon=True)

    @property
    def snapshot(self) -> MirrorSnapshot:
        """Give the latest snapshot."""
        return self._shown

    def start(self) -> Self:
        """Listen from now on."""
        self._thread.start()
        self._link.start()
        return self

    def close(self) -> None:
        """End; twice is harmless."""
        self._ending.set()
        self._link.close()
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(END_S)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def hear(self, topic: str, payload: bytes) -> None:
        """Take in what the broker tells, in the link's thread; log what makes no sense."""
        with self._gate:
            try:
                if topic == self._topics.competition:
                    self._retold = True
                    told = from_dict(unpack(payload, LARGEST)) if payload else None
                    self._heard = replace(self._heard, competition=told)
                else:
                    if not self._retold:
                        # It is asked for before the tables, and so comes first: it was put away meanwhile.
                        self._retold = True
                        self._heard = replace(self._heard, competition=None)
                    self._heard = replace(self._heard, club=hear(self._heard.club, topic, payload))
                self._news.notify_all()
            except BadMessage as error:
                self._ignore(say("{topic} is ignored: {why}.", topic=quote(topic), why=spoken(error)))

    def met(self, connected: bool) -> None:
        """Take note that the connection stands, or is lost; in the link's thread."""
        with self._gate:
            if connected:
                self._retold = False
            self._news.notify_all()

    def _ignore(self, text: str) -> None:
        if text not in self._said and len(self._said) < SAID_MAX:
            self._said.add(text)
            log.warning("%s", text)

    def _wake(self) -> None:
        with self._gate:
            self._news.notify_all()

    def _work(self) -> None:
        while not self._ending.is_set():
            with self._gate:
                self._news.wait_for(lambda: self._ending.is_set() or self._fresh() is not self._shown)
                self._shown = shown = self._fresh()
            announce(self.listeners, shown, "mirror")
            self._ending.wait(PAUSE_S)

    def _fresh(self) -> MirrorSnapshot:
        """Give what is to be shown; the very same object as long as nothing is new."""
        shown, heard = self._shown, self._heard
        connected, trouble = self._link.connected, self._link.trouble
        same = shown.club is heard.club and shown.competition is heard.competition
        if same and (shown.connected, shown.trouble) == (connected, trouble):
            return shown
        return replace(heard, number=shown.number + 1, connected=connected, trouble=trouble)
