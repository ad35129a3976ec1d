"""Serve the app to the phones: waitress, one thread for each open stream, some for wishes, few for pages."""

import logging
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Self

from flask import Flask

from web.app import BODY_MAX, close, unread
from web.listener import LOOK_S, Channel, Limits, Listener, noted
from web.sockets import listening
from web.turns import Turns

THREADS = 32
"""One an open phone; waitress' own four let the fifth phone wait for ever (docs/platform.md 6). Pages have
threads of their own."""
SPARE = 64
"""Connections for waitress to go on accepting: which ones are let go is decided by Limits."""
KEPT = 256 * 1024
"""Bytes of a stream after which waitress takes a fresh buffer; until then it holds on to what it has sent,
and its own 16 MiB for each of 24 phones are much of a Pi's memory."""
HEADER_MAX = 16 * 1024
"""Bytes of a request's head."""
END_S = 5.0
"""Seconds that open answers have to finish in."""
TURN_S = 0.001
"""Seconds after which a thread that computes must let another go on. With Python's own 5 ms, each of two
dozen streams with something to tell would wait so long for whoever makes a page at that moment: 120 ms in
all."""


def noting(app: Flask) -> Callable[[Any, Any], Any]:
    """Let each connection know what was found out about who asks over it."""

    def call(environ: Any, start: Any) -> Any:
        try:
            return app(environ, start)
        finally:
            noted(environ)

    return call


class Server:
    """Serve `app` from a thread of its own after `start`; bound to its port from the beginning.

    Raises OSError where the port cannot be had.
    """

    def __init__(self, app: Flask, host: str, port: int, limits: Limits | None = None) -> None:
        logging.getLogger("waitress").setLevel(logging.ERROR)
        self._app = app
        held = limits or Limits()

        class Limited(Channel):
            limits = held
            unread_as = partial(unread, app)

        taken = listening(host, port)
        self._server: Any = Listener(
            noting(app),
            _sock=taken,
            bind_socket=False,
            sockinfo=(taken.family, taken.type, taken.proto, taken.getsockname()),
            dispatcher=Turns(THREADS),
            connection_limit=held.connections + SPARE,
            cleanup_interval=min(LOOK_S, held.arrive, held.read),
            # A request more is looked for while one is answered, and so it is seen when somebody hangs up.
            channel_request_lookahead=1,
            # Without them whoever a proxy asks for would be the machine itself (web/proxies.py).
            clear_untrusted_proxy_headers=False,
            max_request_body_size=2 * BODY_MAX,
            max_request_header_size=HEADER_MAX,
            outbuf_high_watermark=KEPT,
            # A phone that is gone is no fault of the table, of which its log would tell at length.
            log_socket_errors=False,
            ident=None,
        )
        self._server.limits = held
        self._server.channel_class = Limited
        self.port: int = int(self._server.effective_port)
        self._thread: threading.Thread | None = None
        self._gate = threading.Lock()
        self._closed = False

    def start(self) -> Self:
        """Serve from now on, and return at once."""
        self._thread = threading.Thread(target=self.run, name="web", daemon=True)
        self._thread.start()
        return self

    def run(self) -> None:
        """Serve in the calling thread until `close`, or until the program is interrupted."""
        sys.setswitchinterval(TURN_S)
        self._server.run()

    def close(self) -> None:
        """End the streams, let the open answers finish, and give the port back; twice is harmless."""
        if self._closed:
            return
        self._closed = True
        close(self._app)
        self._server.task_dispatcher.shutdown(timeout=END_S)
        if self._thread is None:
            self._hang_up()
            return
        # What waitress has open belongs to its own loop, so the loop closes it and ends for want of work.
        # The gate keeps it from closing the trigger under the hand that pulls it.
        with self._gate:
            self._server.trigger.pull_trigger(self._hang_up)
        self._thread.join(END_S)

    def _hang_up(self) -> None:
        with self._gate:
            for channel in list(self._server.active_channels.values()):
                channel.handle_close()
            self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
