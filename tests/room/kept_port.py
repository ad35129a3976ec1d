"""A port that one process of tests keeps, so that a browser finds again there what it has kept of the pages.

Files of the pages are kept for a year, each under its own stamp. At a new port in every test all of them
would be asked for, sent and compiled again.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"
# Below what the system lends to whoever asks for any port.
PORTS = range(20000, 32000)


@contextmanager
def kept_port() -> Iterator[int]:
    """Give a port that nobody has, and that no other process of tests takes until the end.

    Between two servers nobody listens there: the port of UDP with the same number, held all the time, says
    that it is taken. Raises OSError where none is free.
    """
    for number in PORTS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sign:
            try:
                sign.bind((HOST, number))
                socket.create_server((HOST, number)).close()
            except OSError:
                continue
            yield number
            return
    raise OSError(f"all ports from {PORTS.start} to {PORTS.stop - 1} are taken")
