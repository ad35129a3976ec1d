"""Let nobody keep the others out by holding connections: limits in time and by address, around waitress.

A thread never waits for who does not read: what is made for him lies in memory until he reads it or is hung
up on. Whoever sends a request drop by drop is hung up on too, and where all places are taken, the address
that holds most of them gives one back, before anybody who plays loses his.

waitress reckons by the machine's clock, which a Pi has set in the course of an evening, by years perhaps. So
all that lasts is reckoned here, by a clock that nobody sets.
"""

import math
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Response
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask

from web.live import GONE, PLAYS
from web.proxies import HANDED_ON
from web.sockets import plain
from web.tries import network

TELLS = {"ACCEPT": "Accept", "ACCEPT_LANGUAGE": "Accept-Language", "COOKIE": "Cookie"}
"""Headers, as waitress names them, that say how and in which language an answer is read."""
SHARE = 16
"""Connections up to which an address that plays is spared: a browser has six."""
RESET = struct.pack("ii", 1, 0)
"""Of SO_LINGER: closing resets the connection, and what the system still holds of it is dropped."""
LOOK_S = 2
"""Seconds between two looks at who is overdue."""


@dataclass(frozen=True)
class Limits:
    """Say what a connection may take.

    `arrive`: seconds for a request to arrive whole; `read`: seconds for who has something to read; `unread`:
    bytes that wait for him. `connections`: how many there are at once.
    """

    connections: int = 200
    arrive: float = 15.0
    read: float = 30.0
    unread: int = 2 * 2**20


class Unread(ErrorTask):
    """Answer a request that could not be read as the pages answer, where waitress has words of its own."""

    def execute(self) -> None:
        """Send the answer, and hang up: what would come next cannot be told from this."""
        asked = {name: said for key, name in TELLS.items() if (said := self.request.headers.get(key))}
        method = getattr(self.request, "command", "GET")
        answer = self.channel.unread_as(self.request.error.code, method, asked)
        body = answer.get_data()
        self.status = answer.status
        self.response_headers.extend(answer.headers.items())
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):
    """A connection that knows since when it is waited for.

    `unread_as` makes the answer to what could not be read, from its status, its method and headers of TELLS.
    """

    error_task_class = Unread
    unread_as: Callable[[int, str, Mapping[str, str]], Response]
    limits = Limits()
    plays = False
    brought = False
    arriving: float | None = None
    unread: float | None = None
    half_closed = False
    _active = 0.0

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.creation_time = time.monotonic()

    @property
    def last_activity(self) -> float:
        """Tell when something last came or went, in monotonic seconds."""
        return self._active

    @last_activity.setter
    def last_activity(self, _: float) -> None:
        # waitress sets it to the time of day.
        self._active = time.monotonic()

    def readable(self) -> bool:
        """Tell whether more is to be read: nothing comes after the end of what who asks has to say."""
        return super().readable() and not (self.half_closed and self.requests)

    def handle_read(self) -> None:
        """Read what has come. Who has said all may still want his answer; who streams to him asks below."""
        if self.requests and self._at_end():
            self.half_closed = True
            return
        super().handle_read()

    def check_client_disconnected(self) -> bool:
        """Tell whether nobody is there any more, as far as a stream without an end is concerned."""
        gone: bool = self.half_closed or super().check_client_disconnected()
        return gone

    def _at_end(self) -> bool:
        try:
            seen: bytes = self.socket.recv(1, socket.MSG_PEEK)
        except OSError:
            return False
        return not seen

    def received(self, data: bytes) -> Any:
        """Take what came of a request."""
        done = super().received(data)
        if self.request is None:
            self.arriving = None
        elif self.arriving is None:
            self.arriving = time.monotonic()
        return done

    def write_soon(self, data: Any) -> Any:
        """Take what is to be read there."""
        count = super().write_soon(data)
        if self.unread is None and self.total_outbufs_len:
            self.unread = time.monotonic()
        return count

    def overdue(self, now: float) -> bool:
        """Tell whether it was waited for long enough."""
        if not self.total_outbufs_len:
            self.unread = None
        late = self.arriving is not None and now - self.arriving > self.limits.arrive
        return late or (self.unread is not None and now - self.unread > self.limits.read)

    def handle_close(self) -> None:
        """Hang up; on who left something unread at once, so that the system keeps none of it for him."""
        if self.total_outbufs_len:
            # It fails where it is closed already.
            with suppress(OSError):
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        super().handle_close()

    def _flush_some(self, do_close: bool = True) -> Any:
        sent = super()._flush_some(do_close)
        if not self.total_outbufs_len:
            self.unread = None
        return sent

    def _flush_outbufs_below_high_watermark(self) -> None:
        # waitress would let this thread wait here for as long as the other side likes.
        if self.total_outbufs_len > self.limits.unread:
            self.server.hang_up([self])
            raise ClientDisconnected


class Listener(TcpWSGIServer):
    """Take connections, and give up those that hold others off."""

    channel_class = Channel
    limits = Limits()
    next_channel_cleanup = math.inf
    """Of waitress' own look at its connections, by the time of day: it never comes."""
    _next_look = -math.inf

    def readable(self) -> bool:
        """Tell whether one more is taken; the loop asks at every turn, and so looks after the others."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + self.adj.cleanup_interval
            self.maintenance(now)
        return bool(super().readable())

    def set_socket_options(self, conn: socket.socket) -> None:
        """Let the system give up a connection of which nothing that was sent is acknowledged for so long.

        A phone that is carried out of the house or falls asleep does not hang up, and the beats of its stream
        are too little to wait here: by itself Linux goes on for a quarter of an hour (tcp(7), tcp_retries2).
        The system tells the other side nothing of it, not even one that has begun to read at last: so it has
        twice the time that is given here, and whoever leaves unread what waits here is reset before.
        """
        super().set_socket_options(conn)
        conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(2000 * self.limits.read))

    def fix_addr(self, addr: tuple[Any, ...]) -> tuple[Any, ...]:
        """Know who asks by one address, whichever way he comes."""
        return plain(addr[0]), *addr[1:]

    def maintenance(self, now: float) -> None:
        """Hang up on who is overdue; `now` in monotonic seconds."""
        super().maintenance(now)
        self.hang_up([channel for channel in self.active_channels.values() if channel.overdue(now)])

    def handle_accept(self) -> None:
        """Take a connection, and let another go where there are too many."""
        super().handle_accept()
        channels = list(self.active_channels.values())
        if len(channels) > self.limits.connections:
            self.hang_up([gives_way(channels)])

    def hang_up(self, channels: Iterable[Channel]) -> None:
        """Close connections, from any thread; the loop that owns them does it."""
        for channel in channels:
            self.trigger.pull_trigger(lambda channel=channel: channel.connected and channel.handle_close())


def gives_way(channels: Iterable[Channel]) -> Channel:
    """Choose the connection to do without: of nobody who plays, of the address that has most, an idle one.

    Who holds more than SHARE is not spared for playing.
    """
    channels = list(channels)
    places = Counter(network(channel.addr[0]) for channel in channels)
    # Many may come by way of one proxy.
    shared = {network(channel.addr[0]) for channel in channels if channel.brought}
    grasping = {place for place, count in places.items() if count > SHARE and place not in shared}
    greedy = [channel for channel in channels if network(channel.addr[0]) in grasping]
    spare = greedy or [channel for channel in channels if not channel.plays] or channels

    def order(channel: Channel) -> tuple[int, bool, float]:
        return -places[network(channel.addr[0])], bool(channel.requests), channel.creation_time

    return min(spare, key=order)


def noted(environ: dict[str, Any]) -> None:
    """Let a connection know what was found out about the request that came over it."""
    channel = getattr(environ.get(GONE), "__self__", None)
    if isinstance(channel, Channel) and PLAYS in environ:
        channel.plays, channel.brought = environ[PLAYS], bool(environ.get(HANDED_ON))
