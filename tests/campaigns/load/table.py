"""The table under load: a process of its own with the real host, journal, app and server."""

import multiprocessing
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

BEAT_S = 0.02
PLAYERS = ("Ann", "Bo", "Cy", "Dora", "Emil", "Flo")


class Table:
    """A table that is asked over loopback; `port`, `code`, and what its process tells of itself."""

    def __init__(self):
        here, there = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
        self._talk = here

    def __enter__(self):
        self._process.start()
        self.port, self.code = self._talk.recv()
        return self

    def __exit__(self, *_):
        self.ask("end")
        self._process.join(20)

    def ask(self, what):
        """Ask its process for one thing."""
        self._talk.send(what)
        return self._talk.recv()

    def weight(self):
        """Return the megabytes that it holds in memory."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


def serve(talk):
    """Be the table until told to end."""
    from table.command import NewGame, Undo
    from table.host import Host
    from table.journal import Journal
    from web.access import Access
    from web.app import create_app
    from web.keyring import Keyring
    from web.security import Security
    from web.server import Server

    longest, ended = [0.0], threading.Event()
    with tempfile.TemporaryDirectory() as folder, Host(Journal(Path(folder) / "journal.sqlite")) as host:
        host.start()
        header = {"game": "wizard", "players": list(PLAYERS), "dealer": 0, "rules": {}}
        host.post(NewGame(header)).result(5)
        access = Access(Keyring(Path(folder) / "access.json"), near=False)
        app = create_app(host, security=Security(access, "a secret for the load"))

        def knock():
            # A wish that is too old to count: the host must answer it like any other.
            while not ended.wait(BEAT_S):
                begun = time.perf_counter()
                with suppress(TimeoutError):
                    host.post(Undo(seen=0)).result(60)
                longest[0] = max(longest[0], time.perf_counter() - begun)

        with Server(app, "127.0.0.1", 0) as server:
            server.start()
            knocking = threading.Thread(target=knock)
            knocking.start()
            talk.send((server.port, access.code))
            while (asked := talk.recv()) != "end":
                talk.send(longest[0] if asked == "block" else None)
                longest[0] = 0.0
            ended.set()
            knocking.join()
        talk.send(None)
