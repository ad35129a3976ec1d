"""Tell every phone at once what has changed: Server-Sent Events, each with that phone's full view."""

import json
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from flask import Response, request

from texts import say
from web.errors import Busy

RETRY_MS = 2000
"""Milliseconds after which a browser whose stream broke opens another."""
WINDOW, GZIP = 13, 16
"""Of zlib: 2^13 bytes are looked back at, and the format is gzip's."""
HEARTBEAT_S = 12.0
"""Seconds of silence after which a stream says that it is alive."""
LOOK_S = 1.0
"""Seconds until a stream notices that its phone is gone."""
BEAT = "event: beat\ndata:\n\n"
"""An event, for a page is not told of comments: one that hears no beat knows that its stream is gone."""
MAX_STREAMS = 24
"""Of waitress' 32 threads, so that eight stay free for wishes (docs/platform.md 6)."""
FEW = 3
"""Streams that one address may have in any case, however few there are."""
KEPT = 64
"""Ways in which one state is told that are kept; who waits may change as often as he likes."""
GONE = "waitress.client_disconnected"
"""Waitress' key of a request's environment: what tells whether its sender has hung up."""
PLAYS = "familiar.plays"
"""Key of a request's environment: it came from somebody who plays."""


class Bell:
    """Wake the streams: at each snapshot, when a phone takes a seat, and at the end of the app."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.rung = 0
        self.closed = False

    def ring(self, *_: object) -> None:
        """Tell that there is something new; takes what a host's listener is given, and ignores it."""
        with self._changed:
            self.rung += 1
            self._changed.notify_all()

    def close(self) -> None:
        """End every stream; twice is harmless."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def wait(self, heard: int, timeout: float) -> int:
        """Return the count of rings once it differs from `heard`, or after `timeout` seconds as it is."""
        with self._changed:
            self._changed.wait_for(lambda: self.closed or self.rung != heard, timeout)
            return self.rung


class Places:
    """Count the open streams; a place is given back exactly once.

    Half of them are kept for those who play: strangers in the network cannot take every place. Nor can one
    address: it has a quarter of them, of those for strangers too, or a few.
    """

    def __init__(self, most: int = MAX_STREAMS) -> None:
        self._most = most
        self._gate = threading.Lock()
        self._of: Counter[tuple[str, bool]] = Counter()
        self._free = threading.BoundedSemaphore(most)
        self._watchers = threading.BoundedSemaphore(max(1, most // 2))

    def claim(self, watches: bool = False, address: str | None = None) -> Callable[[], None]:
        """Take a place for a page, and return how to give it back. Raises Busy."""
        give_back = self.take(watches, address)
        if give_back is None:
            raise Busy(say("Every place for live pages is taken; this page asks again by itself."))
        return give_back

    def take(self, watches: bool = False, address: str | None = None) -> Callable[[], None] | None:
        """Return how to give the place back, or None where every place is taken.

        watches: it is for somebody who only watches. address: from which it is asked for, None: the machine's
        own, which may have all of them.
        """
        if not self._add(address, watches):
            return None
        taken: list[threading.BoundedSemaphore] = []
        for some in (self._watchers, self._free) if watches else (self._free,):
            if not some.acquire(blocking=False):
                for each in taken:
                    each.release()
                self._remove(address, watches)
                return None
            taken.append(some)

        def give_back() -> None:
            if taken:
                self._remove(address, watches)
            while taken:
                taken.pop().release()

        return give_back

    def _add(self, address: str | None, watches: bool) -> bool:
        """Count a place for an address; False: it has its share."""
        share = max(FEW, self._most // (8 if watches else 4))
        with self._gate:
            if address is None or self._of[address, watches] < share:
                self._of[address or "", watches] += 1
                return True
        return False

    def _remove(self, address: str | None, watches: bool) -> None:
        key = address or "", watches
        with self._gate:
            self._of[key] -= 1
            if self._of[key] <= 0:
                del self._of[key]


class Shared:
    """Keep what was put together of one thing, for all phones that may see the same.

    Two dozen phones ask at the same moment: one puts it together, the others wait for that.
    """

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._of: object = None
        self._kept: dict[Hashable, str] = {}

    def get(self, of: object, key: Hashable, make: Callable[[], str]) -> str:
        """Return what `make` gave for this key since `of` has been this very object."""
        with self._gate:
            if self._of is not of:
                self._of, self._kept = of, {}
            if key not in self._kept:
                if len(self._kept) >= KEPT:
                    del self._kept[next(iter(self._kept))]
                self._kept[key] = make()
            return self._kept[key]


def events(
    tell: Callable[[], str],
    bell: Bell,
    heartbeat: float = HEARTBEAT_S,
    gone: Callable[[], bool] = lambda: False,
    beside: Callable[[], object] = lambda: None,
) -> Iterator[str]:
    """Yield a message now and after each ring, and a beat after every `heartbeat` seconds of silence.

    `gone`: whether nobody listens any more; then it ends, and its place is free for another. `beside`: what
    belongs to a message and rings no bell; where it is another there is a message, too.
    """
    heard, silent = (bell.rung, beside()), 0.0
    yield f"retry: {RETRY_MS}\n" + tell()
    while not bell.closed:
        look = min(LOOK_S, heartbeat - silent)
        now = bell.wait(heard[0], look), beside()
        if bell.closed or gone():
            return
        if now != heard:
            heard, silent = now, 0.0
            yield tell()
        elif (silent := silent + look) >= heartbeat:
            silent = 0.0
            yield BEAT


def gone() -> Callable[[], bool]:
    """Give what tells, whenever it is called, whether the phone that sent this request has hung up."""
    found: Callable[[], bool] = request.environ.get(GONE, lambda: False)
    return found


def packed(chunks: Iterator[str]) -> Iterator[bytes]:
    """Compress a stream so that each chunk can be read at once.

    A state is much like the one before it, so little of it goes over the air. The window holds a state or two
    and a stream costs 100 KB of memory (zlib: 2^(13+2) + 2^(7+9) bytes).
    """
    packer = zlib.compressobj(6, zlib.DEFLATED, WINDOW | GZIP, 7)
    for chunk in chunks:
        yield packer.compress(chunk.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)


def unzips() -> bool:
    """Tell whether who asks can read gzip; "gzip;q=0" says that he cannot (RFC 9110, section 12.4.2)."""
    return request.accept_encodings["gzip"] > 0


def response(chunks: Iterator[str], done: Callable[[], None]) -> Response:
    """Answer with a stream, compressed where the browser can read it so; `done` is called at its end."""
    zipped = unzips()
    answer = Response(packed(chunks) if zipped else chunks, mimetype="text/event-stream")
    if zipped:
        answer.headers["Content-Encoding"] = "gzip"
    answer.vary.add("Accept-Encoding")
    # A proxy would keep what is said until it has a buffer full.
    answer.headers["X-Accel-Buffering"] = "no"
    answer.call_on_close(done)
    return answer


def message(view: dict[str, Any]) -> str:
    """Format one event; its id is the number of the snapshot."""
    return framed(view["number"], written(view))


def framed(number: int, data: str) -> str:
    """Format one event of which the JSON is written already."""
    return f"id: {number}\ndata: {data}\n\n"


def written(view: dict[str, Any]) -> str:
    """Write a view as JSON, in one line."""
    return storable(json.dumps(view, ensure_ascii=False, separators=(",", ":")))


def storable(text: str) -> str:
    """Give JSON that UTF-8 can hold: a trouble may name a file, and that may hold bytes that are no text."""
    return text.encode("utf-8", "backslashreplace").decode()
