"""Few pages are made at once, and whoever waits for one holds no thread of a stream or of a wish."""

import socket
import threading

import pytest
from patience import PATIENCE_S

from web.server import THREADS, Server
from web.turns import AT_ONCE

PAGES = [("/", "/evenings.json"), ("/evenings/1.json", "/state"), ("//evenings/1.json", "/state")]
MADE = [(method, *page) for method in ("GET", "HEAD") for page in PAGES]
MADE += [("POST", path, "/evenings.json") for path in ("/api/screen", "//api/screen")]


class Slow:
    """Put before an app what lets no page at this path be made until `go`; it tells of each that is begun."""

    def __init__(self, app, path):
        self.go, self.begun = threading.Event(), threading.Semaphore(0)
        self._app, self._wsgi = app, app.wsgi_app
        self._path = "/" + path.lstrip("/")
        app.wsgi_app = self

    def __call__(self, environ, start):
        if environ["PATH_INFO"] == self._path:
            self.begun.release()
            assert self.go.wait(PATIENCE_S)
        return self._wsgi(environ, start)


@pytest.fixture
def asked():
    """Ask a server for something, and give the connection over which the answer comes."""
    made = []

    def ask(port, method, path):
        connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        made.append(connection)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Familiar: 1\r\n"
        body = "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}" if method == "POST" else "\r\n"
        connection.sendall((head + body).encode())
        return connection

    yield ask
    for connection in made:
        connection.close()


@pytest.mark.parametrize(("method", "held", "other"), MADE)
def test_streams_and_wishes_do_not_wait_however_many_wait_for_pages(table, asked, method, held, other):
    slow = Slow(table.app, held)
    with Server(table.app, "127.0.0.1", 0) as server:
        server.start()
        waiting = [asked(server.port, method, held) for _ in range(THREADS + 2 * AT_ONCE)]
        for _ in range(AT_ONCE):
            assert slow.begun.acquire(timeout=PATIENCE_S)
        for one in (("GET", "/live"), ("POST", "/api/leave"), ("GET", other)):
            assert asked(server.port, *one).recv(12) == b"HTTP/1.1 200", one
        assert not slow.begun.acquire(blocking=False)
        slow.go.set()
        for connection in waiting:
            assert connection.recv(12) in (b"HTTP/1.1 200", b"HTTP/1.1 404")


def test_a_server_ends_while_many_wait_for_pages(table, asked, monkeypatch):
    monkeypatch.setattr("web.server.END_S", 0.1)
    slow = Slow(table.app, "/")
    server = Server(table.app, "127.0.0.1", 0).start()
    waiting = [asked(server.port, "GET", "/") for _ in range(AT_ONCE + 1)]
    for _ in range(AT_ONCE):
        assert slow.begun.acquire(timeout=PATIENCE_S)
    server.close()
    slow.go.set()
    for connection in waiting:
        assert connection.recv(12) in (b"", b"HTTP/1.1 200")
