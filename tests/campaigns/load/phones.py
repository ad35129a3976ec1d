"""The phones: 24 that hold a stream, some too many, those that join, and one that plays."""

import gzip
import http.client
import json
import multiprocessing
import threading
import time
from dataclasses import dataclass, field

from percentile import percentile

PHONES, TOO_MANY = 24, 4
JOINERS = 16
"""Threads that join; each join waits for its moment, so that a slow one delays but its own."""
WAIT_S = 20
PAUSE_S = 0.25
POLL_S = 3.0
HEADERS = {"X-Familiar": "1", "Content-Type": "application/json"}


@dataclass
class Found:
    """What was measured; milliseconds in the lists."""

    phones: int = 0
    tricks: int = 0
    whole: bool = True
    extra: int = TOO_MANY
    refused: int = 0
    polled: int = 0
    joined: int = 0
    failed: int = 0
    block: float = 0.0
    lateness: list = field(default_factory=list)
    joins: list = field(default_factory=list)

    def late(self, percent):
        """Return the time within which so many of a hundred tellings came."""
        return percentile(self.lateness, percent)

    def join(self, percent):
        """Return the time within which so many of a hundred joins were done."""
        return percentile(self.joins, percent)


class Phone:
    """A browser without its screen: its cookies, and what it asks."""

    def __init__(self, port):
        self.port, self.cookies = port, {}

    def ask(self, method, path, body=None, *, link=None):
        """Ask once over a connection of its own, or over `link`; returns status, headers and bytes."""
        wire = link or http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_S)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Accept-Encoding": "identity" if path == "/live" else "gzip"}
        headers |= {"Cookie": cookie} if cookie else {}
        data = None if body is None else json.dumps(body)
        wire.request(method, path, data, headers | (HEADERS if body is not None else {}))
        answer = wire.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, kept = value.partition(";")[0].partition("=")
                self.cookies[key] = kept
        if path.startswith("/live") and answer.status == 200:
            return answer.status, answer.headers, answer
        said = answer.read()
        if link is None:
            wire.close()
        return answer.status, answer.headers, said

    def enter(self, code):
        """Join by the code, open the page, and see how it stands; tells whether all of it was answered."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_S)
        asked = [self.ask("GET", path, link=link)[0] for path in (f"/join/{code}", "/", "/state")]
        link.close()
        return asked == [303, 200, 200]


class Streaming(threading.Thread):
    """A phone that holds its stream and notes when it heard of which number."""

    def __init__(self, port, code):
        super().__init__(daemon=True)
        self.heard, self.ready = {}, threading.Event()
        self._phone = Phone(port)
        assert self._phone.enter(code)

    def run(self):
        status, _, answer = self._phone.ask("GET", "/live")
        assert status == 200
        while line := answer.readline():
            if line.startswith(b"id: "):
                number = int(line[4:])
            elif line.startswith(b"data: {"):
                self.heard[number] = time.perf_counter()
                self.ready.set()


class Polling(threading.Thread):
    """A phone too many: it is told when to come again, and asks for the state meanwhile."""

    def __init__(self, port, code):
        super().__init__(daemon=True)
        self.polled, self.ended = 0, threading.Event()
        self._phone = Phone(port)
        assert self._phone.enter(code)
        status, headers, _ = self._phone.ask("GET", "/live")
        self.refused = status == 503 and int(headers["Retry-After"]) > 0

    def run(self):
        while not self.ended.wait(POLL_S):
            self.polled += self._phone.ask("GET", "/state")[0] == 200


def join_in(port, code, seconds, rate, talk):
    """Let phones join, `rate` a second, each at its moment; tells how long each took and how many failed."""
    moments, took, failed, gate = iter(range(seconds * rate)), [], [], threading.Lock()
    talk.recv()
    begun = time.perf_counter()

    def joins():
        while True:
            with gate:
                place = next(moments, None)
            if place is None:
                return
            due = begun + place / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            try:
                fine = Phone(port).enter(code)
            except OSError:
                fine = False
            now = time.perf_counter()
            if now > begun + seconds + 1:
                return
            took.append(1000 * (now - due)) if fine else failed.append(place)

    threads = [threading.Thread(target=joins) for _ in range(JOINERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    talk.send((took, len(failed)))


def play(phone, streams, seconds, found):
    """Play rounds of one card, and note when each phone heard of each confirmed trick."""
    link = http.client.HTTPConnection("127.0.0.1", phone.port, timeout=WAIT_S)

    def wish(what, **body):
        nonlocal number
        status, _, said = phone.ask("POST", f"/api/{what}", {"seen": number, **body}, link=link)
        said = json.loads(said if said[:1] == b"{" else gzip.decompress(said))
        assert status == 200, said
        number = said["number"]

    number = max(streams[0].heard)
    until = time.perf_counter() + seconds
    seats = 6
    while time.perf_counter() < until:
        wish("card", card="7H")
        for place in range(seats):
            wish("bid", player=(place + 1) % seats, tricks=0)
        for card in ("2S", "3S", "4S", "5S", "6S", "7S"):
            wish("card", card=card)
        before = time.perf_counter()
        wish("confirm")
        confirmed, patience = number, time.perf_counter() + WAIT_S
        while time.perf_counter() < patience:
            if all(max(stream.heard) >= confirmed for stream in streams):
                break
            time.sleep(0.002)
        for stream in streams:
            heard = [at for seen, at in list(stream.heard.items()) if seen >= confirmed]
            found.whole &= bool(heard)
            if heard:
                found.lateness.append(1000 * (min(heard) - before))
        found.tricks += 1
        wish("undo", count=14)
        time.sleep(PAUSE_S)
    link.close()


def room(table, seconds, rate):
    """Fill the room and return what was found."""
    found = Found()
    streams = [Streaming(table.port, table.code) for _ in range(PHONES)]
    for stream in streams:
        stream.start()
    for stream in streams:
        assert stream.ready.wait(WAIT_S)
    found.phones = len(streams)
    extra = [Polling(table.port, table.code) for _ in range(TOO_MANY)]
    for phone in extra:
        phone.start()
    here, there = multiprocessing.Pipe()
    aside = multiprocessing.get_context("spawn")
    joining = aside.Process(target=join_in, args=(table.port, table.code, seconds, rate, there), daemon=True)
    joining.start()
    table.ask("block")
    here.send("begin")
    player = Phone(table.port)
    assert player.enter(table.code)
    play(player, streams, seconds, found)
    found.joins, found.failed = here.recv()
    found.joined = len(found.joins)
    found.block = table.ask("block")
    for phone in extra:
        phone.ended.set()
        phone.join()
    found.refused = sum(phone.refused for phone in extra)
    found.polled = sum(phone.polled for phone in extra)
    return found
