"""A phone for every player: each asks for its own page again and again, over one kept connection."""

import http.client
import multiprocessing
import threading
import time
from pathlib import Path

from percentile import percentile

WAIT_S = 60
AGAIN_S = 6.0
"""As club/static/player.js does."""


def serve(talk, folder, players, many):
    """Be a board without a broker that leads a competition of so many, until told to end.

    many: with the connections that a board takes, not those of a table.
    """
    from club.board import Board
    from club.competition.setting import Format, Setting
    from club.hall import Hall
    from club.page import create_club_app
    from familiar.club.board import HALL
    from familiar.page import open_page
    from table.settings.club import ClubConfig

    board = Board(ClubConfig(broker="127.0.0.1", port=9), Path(folder) / "evening.json")
    hall = Hall(board, "club", Path(folder) / "cup.json", seed=lambda: 1)
    tables = tuple(f"t{number:03}" for number in range(players // 4))
    hall.begin(
        lambda id, seed, before: Setting(id, "Cup", Format.DRAWN, "wizard", tables, seed=seed),
        [(f"Player {number:03}", "") for number in range(players)],
    )
    hall.draw()
    server, _ = open_page(create_club_app(board, hall=hall), "127.0.0.1", None, HALL if many else None)
    server.start()
    talk.send(server.port)
    talk.recv()
    server.close()


class Phone(threading.Thread):
    """A phone at an address of its own: how long each answer took, and how often it was hung up on."""

    def __init__(self, port, number, ends):
        super().__init__(daemon=True)
        self.took, self.anew, self.failed = [], 0, 0
        self._port, self._number, self._ends = port, number, ends
        self._link = None

    def run(self):
        time.sleep(AGAIN_S * (self._number % 64) / 64)
        while time.monotonic() < self._ends:
            begun = time.monotonic()
            try:
                self._ask()
            except (OSError, http.client.HTTPException):
                # A browser asks once more where a kept connection was closed.
                self.anew += self._link is not None
                self._link = None
                try:
                    self._ask()
                except (OSError, http.client.HTTPException):
                    self.failed += 1
                    self._link = None
            self.took.append(1000 * (time.monotonic() - begun))
            time.sleep(AGAIN_S)

    def _ask(self):
        if self._link is None:
            where = f"127.0.{1 + self._number // 200}.{1 + self._number % 200}"
            self._link = http.client.HTTPConnection("127.0.0.1", self._port, WAIT_S, (where, 0))
        self._link.request("GET", f"/player/{self._number + 1}/state")
        answer = self._link.getresponse()
        assert answer.status == 200 and answer.read(), answer.status


def phones(folder, players, seconds, many=True):
    """Let so many phones ask for so long; give their times, connections that were closed, and failures."""
    talk, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=serve, args=(there, str(folder), players, many)
    )
    process.start()
    assert talk.poll(WAIT_S), "the board says nothing"
    port, ends = talk.recv(), time.monotonic() + seconds
    held = [Phone(port, number, ends) for number in range(players)]
    for phone in held:
        phone.start()
    for phone in held:
        phone.join()
    talk.send("end")
    process.join(WAIT_S)
    took = [each for phone in held for each in phone.took]
    return took, sum(phone.anew for phone in held), sum(phone.failed for phone in held)


def told(players, took, anew, failed):
    """Write it in a line."""
    return (
        f"{players} phones, {len(took)} times asked: p50 {percentile(took, 50):.0f} ms, "
        f"p99 {percentile(took, 99):.0f} ms, longest {percentile(took, 100):.0f} ms; {anew} kept "
        f"connections were closed, {failed} failed"
    )
