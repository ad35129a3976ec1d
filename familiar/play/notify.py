"""Tell the service manager how the program is: systemd's notification protocol (sd_notify(3))."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)


class Notifier:
    """Sends to the manager's datagram socket; without one, as in a terminal, it keeps silent."""

    def __init__(self, address: str = "") -> None:
        """Send to a socket's path, or to an abstract one whose name begins with "@"; "": to nobody."""
        self._socket: socket.socket | None = None
        if address:
            # systemd writes the NUL byte that leads an abstract name as "@".
            self._address = "\0" + address[1:] if address.startswith("@") else address
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)

    @property
    def listening(self) -> bool:
        """Whether a manager wants to be told."""
        return self._socket is not None

    def tell(self, **fields: str | int) -> None:
        """Send fields such as READY=1 or STATUS="..."; a manager that cannot be reached ends no game."""
        if self._socket is None:
            return
        lines = (f"{name}={' '.join(str(value).split())}" for name, value in fields.items())
        try:
            # A trouble may name a file, and that may hold bytes that are no text.
            self._socket.sendto("\n".join(lines).encode("utf-8", "backslashreplace"), self._address)
        except OSError as error:
            log.warning("the service manager cannot be told: %s", error)

    def close(self) -> None:
        """Give the socket back; twice is harmless."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def watchdog_seconds(environ: Mapping[str, str] = os.environ, pid: int | None = None) -> float | None:
    """Return within how many seconds the manager wants a sign of life from this process; None: it does not.

    As sd_watchdog_enabled(3): a time that is meant for another process is not ours.
    """
    wanted, whose = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    if not wanted.isascii() or not wanted.isdigit() or int(wanted) == 0:
        return None
    if whose and whose != str(os.getpid() if pid is None else pid):
        return None
    return int(wanted) / 1e6
