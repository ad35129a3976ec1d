"""Phones without a screen, in a process of their own: ``python -m familiar.bench.phones PORT COUNT SEATS``.

Each holds the stream of the page as a browser does, compressed, and in one of the languages; as many as there
are seats take one. A line of JSON on stdout for each state that reaches one of them: which phone, the state's
number, the moment in seconds of time.monotonic, how many events it holds, and which questions.
"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from table.errors import TableError

LANGUAGES = ("fr", "de", "en")
WAIT_S = 60.0
"""Seconds after which a phone that hears nothing, not even a beat, gives up."""
GZIP = 31
"""Of zlib: the largest window, in the format of gzip."""
TAKE_SEAT = {"X-Familiar": "1", "Content-Type": "application/json"}


class LostPhones(TableError):
    """The phones of a measurement do not hear the table, or their process has ended."""


@dataclass(frozen=True)
class Heard:
    """A state that reached a phone: its number, when, how many events it holds, which questions."""

    phone: int
    number: int
    at: float
    events: int
    questions: tuple[int, ...]


def heard(phone: int, at: float, state: dict[str, Any]) -> Heard:
    """Note what of a state is measured by."""
    questions = tuple(int(question["id"]) for question in state["questions"])
    return Heard(phone, int(state["number"]), at, int(state["log"]["count"]), questions)


def messages(chunks: Iterator[bytes]) -> Iterator[tuple[float, str]]:
    """Give the data of each event of a stream once it is whole, and the moment at which it was."""
    kept = b""
    for chunk in chunks:
        *whole, kept = (kept + chunk).split(b"\n\n")
        now = time.monotonic()
        for event in whole:
            for line in event.decode().splitlines():
                if line.startswith("data: {"):
                    yield now, line.removeprefix("data: ")


class Phones:
    """So many phones that hold the streams of a page; what they hear is gathered here.

    Raises LostPhones where they do not come to hear the table.
    """

    def __init__(self, port: int, count: int, seats: int) -> None:
        self.count = count
        self._heard: list[Heard] = []
        self._newest = [-1] * count
        self._news = threading.Condition()
        self._ended = False
        command = [sys.executable, "-m", "familiar.bench.phones", str(port), str(count), str(seats)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self._thread = threading.Thread(target=self._gather, name="phones", daemon=True)
        self._thread.start()

    def catch_up(self, number: int) -> None:
        """Wait until every phone has heard of a snapshot, or of a newer one. Raises LostPhones."""
        with self._news:
            all_heard = self._news.wait_for(lambda: self._ended or min(self._newest) >= number, WAIT_S)
        if not all_heard or self._ended:
            raise LostPhones("the phones that measure do not hear the table")

    def take(self) -> list[Heard]:
        """Take what was heard since the last time."""
        with self._news:
            taken, self._heard = self._heard, []
            return taken

    def close(self) -> None:
        """End the phones; twice is harmless."""
        self._process.terminate()
        self._process.wait()
        self._thread.join()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _gather(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            phone, number, at, events, questions = json.loads(line)
            with self._news:
                self._heard.append(Heard(phone, number, at, events, tuple(questions)))
                self._newest[phone] = max(self._newest[phone], number)
                self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()


def _hold(phone: int, port: int, seated: bool) -> None:
    """Be one phone until the table hangs up."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
    headers = {"Accept-Language": LANGUAGES[phone % len(LANGUAGES)], "Accept-Encoding": "gzip"}
    if seated:
        link.request("POST", "/api/seat", json.dumps({"seat": phone}), headers | TAKE_SEAT)
        answer = link.getresponse()
        answer.read()
        cookies = (line.partition(";")[0] for line in answer.headers.get_all("Set-Cookie", []))
        headers["Cookie"] = "; ".join(cookies)
    link.request("GET", "/live", headers=headers)
    answer = link.getresponse()
    if answer.status != 200:
        raise http.client.HTTPException(f"a stream was refused: {answer.status} {answer.reason}")
    for at, data in messages(_chunks(answer)):
        said = heard(phone, at, json.loads(data))
        line = json.dumps([said.phone, said.number, said.at, said.events, said.questions])
        # One write a line: the lines of several phones must not mix.
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def _chunks(answer: http.client.HTTPResponse) -> Iterator[bytes]:
    unpack = zlib.decompressobj(GZIP)
    while chunk := answer.read1():
        yield unpack.decompress(chunk)


def main(port: int, count: int, seats: int) -> None:
    """Hold so many streams until the table hangs up on one, or the process is ended."""
    ended = threading.Event()

    def hold(phone: int) -> None:
        try:
            with suppress(OSError, http.client.HTTPException):
                _hold(phone, port, phone < seats)
        finally:
            ended.set()

    for phone in range(count):
        threading.Thread(target=hold, args=(phone,), daemon=True).start()
    # Ctrl-C reaches this process too; what started it says what there is to say.
    with suppress(KeyboardInterrupt):
        ended.wait()


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:4]))
