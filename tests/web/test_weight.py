"""What a phone's first visit weighs: each byte that the table sends, headers, pictures and stream too."""

import socket
import threading
from contextlib import suppress

import pytest
from patience import PATIENCE_S

from table.command import NewGame

MOST = {"set-up": 60_000, "wizard": 50_000, "magicians": 60_000, "probe": 60_000}
BEGIN = {
    "set-up": lambda table: None,
    "wizard": lambda table: table.to_trick(),
    "magicians": lambda table: table.to_moves(1, 2, 0),
    "probe": lambda table: table.do(
        NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}})
    ),
}


class Wire:
    """Stand between a browser and the server, hand everything on, and count what the server sends."""

    def __init__(self, port):
        self.sent, self._port = 0, port
        self._door = socket.create_server(("127.0.0.1", 0))
        self._open, self._threads = [self._door], []
        self.port = self._door.getsockname()[1]
        self._begin(self._accept)

    def _begin(self, call, *args):
        thread = threading.Thread(target=call, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self):
        while True:
            try:
                phone, _ = self._door.accept()
            except OSError:
                return
            table = socket.create_connection(("127.0.0.1", self._port))
            self._open += [phone, table]
            self._begin(self._hand_on, phone, table, False)
            self._begin(self._hand_on, table, phone, True)

    def _hand_on(self, source, sink, counted):
        try:
            while data := source.recv(65536):
                self.sent += len(data) if counted else 0
                sink.sendall(data)
            sink.shutdown(socket.SHUT_RDWR)
        except OSError:
            return

    def close(self):
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(PATIENCE_S)
        for each in self._open:
            each.close()


@pytest.fixture
def wire(server):
    wire = Wire(server.port)
    yield wire
    wire.close()


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", BEGIN)
def test_the_first_page_weighs_little(table, wire, browser, game, language):
    BEGIN[game](table)
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale=language)
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE_S)
    page.goto(f"http://127.0.0.1:{wire.port}/")
    page.wait_for_selector(".setup .names li" if game == "set-up" else ".welcome button")
    page.wait_for_load_state("load")
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    context.close()
    assert 20_000 < wire.sent < MOST[game]
