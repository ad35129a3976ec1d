"""A Mosquitto of our own on this machine, for the demo and the tests: the real broker, ended with us."""

import os
import pwd
import queue
import random
import shutil
import socket
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from club.errors import ClubError

# Debian puts it where only root's path leads.
PLACES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
START_S = 10.0
END_S = 5.0
RUNNING = "running"
PORTS = range(12_000, 20_000)
"""Below what Linux lends to clients (32768 on): while a broker is down, a client that asks for its port may
be lent that very one, and is connected to itself (a simultaneous open, RFC 9293, 3.5).
"""
_found: set[int] = set()
"""Ports that were found: whoever was told of one may not have taken it yet."""


def find(name: str = "mosquitto") -> str:
    """Find a program of Mosquitto's. Raises ClubError."""
    found = shutil.which(name, path=PLACES)
    if found is None:
        raise ClubError("Mosquitto is not installed: sudo apt install mosquitto")
    return found


def free_port(but: int | None = None) -> int:
    """Find a port that nobody has at this moment, and that was not found before by this process.

    but: one that somebody is about to take. Raises ClubError.
    """
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):
        if port == but or port in _found:
            continue
        with suppress(OSError):
            socket.create_server(("127.0.0.1", port)).close()
            _found.add(port)
            return port
    raise ClubError(f"All ports from {PORTS.start} to {PORTS.stop - 1} of this machine are taken.")


class Mosquitto:
    """Run a broker on loopback from `start` to `stop`; it may be started again.

    folder: where its configuration lies, and with `keeps` what it retains. more: further lines of its
    configuration, such as a password file or certificates.
    """

    def __init__(
        self, folder: Path, *, port: int | None = None, keeps: bool = False, more: Sequence[str] = ()
    ) -> None:
        """Write the configuration. Raises ClubError."""
        self._program = find()
        self.port = free_port() if port is None else port
        self._file = folder / "mosquitto.conf"
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        own = pwd.getpwuid(os.getuid()).pw_name
        lines = [
            # As root it would become somebody who cannot read this folder.
            f"user {own}",
            "log_dest stderr",
            "allow_anonymous true" if not any("password_file" in line for line in more) else "",
            f"persistence {str(keeps).lower()}",
            f"persistence_location {folder}/",
            f"listener {self.port} 127.0.0.1",
            *more,
        ]
        self._file.write_text("\n".join(lines) + "\n", encoding="utf-8")

    @property
    def pid(self) -> int | None:
        """Give the process while it runs."""
        return None if self._process is None else self._process.pid

    def start(self) -> Self:
        """Start it, and return once it takes connections. Raises ClubError with what it said."""
        self._process = subprocess.Popen(
            [self._program, "-c", str(self._file)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            # Ctrl-C at a terminal reaches its whole group: the broker would end before its tables do.
            process_group=0,
        )
        said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=_read, args=(self._process.stderr, said), daemon=True)
        self._reader.start()
        lines: list[str] = []
        try:
            while (line := said.get(timeout=START_S)) is not None:
                lines.append(line)
                if line.endswith(RUNNING):
                    return self
        except queue.Empty:
            pass
        self.stop()
        raise ClubError(f"Mosquitto did not start: {lines[-1] if lines else 'it said nothing'}")

    def stop(self) -> None:
        """End it in peace, so that it writes down what it keeps; twice is harmless."""
        self._end(kill=False)

    def kill(self) -> None:
        """End it without a word, as a power cut does."""
        self._end(kill=True)

    def _end(self, *, kill: bool) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill() if kill else process.terminate()
        try:
            process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._reader is not None:
            self._reader.join()
        assert process.stderr is not None
        process.stderr.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


def _read(stream: IO[str], said: "queue.SimpleQueue[str | None]") -> None:
    for line in stream:
        said.put(line.strip())
    said.put(None)
