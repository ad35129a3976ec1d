"""A loudspeaker at the table: sentences, spoken one after the other by espeak-ng."""

import logging
import shutil
import subprocess
import threading
from collections import deque
from typing import Protocol, Self

from device.errors import SpeakerError
from texts import say

PROGRAM = "espeak-ng"
INSTALL = say("sudo apt install espeak-ng")
RATE = 160
"""Words a minute."""
BACKLOG = 200
"""Sentences that wait at most: a table that is told what was ten minutes ago is not served."""
SLOWEST_S = 0.5
"""Seconds that a letter takes at most, and a sound device that hangs is given up after."""
LEAST_S = 10.0

log = logging.getLogger(__name__)


class Speaker(Protocol):
    """What speaks; a context manager whose `close` may be called twice."""

    def say(self, text: str) -> None:
        """Speak a sentence after those that wait, and return at once."""
        ...

    def use(self, voice: str) -> None:
        """Speak from the next sentence on with the voice of this language."""
        ...

    def hush(self) -> None:
        """Stop in the middle of a word, and forget what waits."""
        ...

    def close(self) -> None:
        """Speak no more."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class Espeak:
    """Speak with espeak-ng, in a thread of its own: what waits is given to one process at a time."""

    def __init__(self, voice: str, rate: int = RATE, *, program: str = PROGRAM) -> None:
        """Look for the program. `voice`: a language; `rate`: words a minute. Raises SpeakerError."""
        path = shutil.which(program)
        if path is None:
            raise SpeakerError(
                say("the program {program} is missing: {remedy}", program=program, remedy=INSTALL)
            )
        self._path, self._rate = path, rate
        self.use(voice)
        self._waiting: deque[str] = deque(maxlen=BACKLOG)
        self._news = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = self._failed = False
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def say(self, text: str) -> None:
        """Speak a sentence after those that wait, and return at once."""
        with self._news:
            if not self._closed:
                self._waiting.append(text)
                self._news.notify_all()

    def use(self, voice: str) -> None:
        """Speak from the next sentence on with the voice of this language."""
        # What is said comes by the standard input: a name that begins with a dash is no option.
        self._command = (self._path, "-v", voice, "-s", str(self._rate), "-b", "1", "--stdin")

    def hush(self) -> None:
        """Stop in the middle of a word, and forget what waits."""
        with self._news:
            self._waiting.clear()
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Speak no more; twice is harmless."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self.hush()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                text = "\n".join(self._waiting)
                self._waiting.clear()
                try:
                    self._process = self._begin()
                except OSError as error:
                    self._note(str(error.strerror or error))
                    continue
            self._speak(self._process, text)

    def _begin(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )

    def _speak(self, process: subprocess.Popen[bytes], text: str) -> None:
        try:
            _, errors = process.communicate(text.encode(), timeout=LEAST_S + SLOWEST_S * len(text))
        except subprocess.TimeoutExpired:
            process.kill()
            _, errors = process.communicate()
        with self._news:
            self._process = None
        told = errors.decode("utf-8", "replace").splitlines()
        # Without a sound card it ends well all the same, and says so; one that was hushed ends by a signal.
        amiss = [line for line in told if line.lower().startswith("error")]
        if amiss or process.returncode > 0:
            self._note((amiss or told or [f"exit status {process.returncode}"])[-1])
        else:
            self._failed = False

    def _note(self, why: str) -> None:
        """Write into the log that nothing is to be heard, once for all sentences that are lost by it."""
        if not self._failed:
            log.warning("the speaker is silent: %s", why)
        self._failed = True
