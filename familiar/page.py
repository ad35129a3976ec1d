"""Serve an app's page at a free port, and find the address by which phones reach it."""

import fcntl
import socket
import struct
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address

from flask import Flask

from table.errors import TableError
from table.settings.addresses import EVERYWHERE, is_ipv6, link
from web.listener import Limits
from web.server import Server
from web.sockets import is_own

SIOCGIFADDR = 0x8915
"""Asks Linux for an interface's address: netdevice(7)."""
PORT = 8000
PORTS_TRIED = 10


class AddressError(TableError):
    """The page cannot be served at the address that was asked for."""


def own_address(host: str = "0.0.0.0") -> str:
    """Find the address by which phones in the same network reach a page that listens at `host`."""
    if host not in EVERYWHERE:
        return host
    # Documentation addresses (RFC 5737, RFC 3849): nothing is sent. Where both are heard, people type IPv4's.
    ways = [(socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")]
    for family, nobody in ways[: 2 if is_ipv6(host) else 1]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((nobody, 9))
            return str(probe.getsockname()[0])
    return _of_an_interface() or EVERYWHERE[host]


def _of_an_interface() -> str | None:
    """Find an IPv4 address in a network that leads nowhere else: no route to anybody tells of it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                told = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()))
                address = socket.inet_ntoa(told[20:24])
                if not ip_address(address).is_loopback:
                    return address
    return None


def open_page(app: Flask, bind: str, port: int | None, limits: Limits | None = None) -> tuple[Server, str]:
    """Take a port for an app's page, and tell the app the address by which phones reach it.

    port: None takes the first free one from PORT on. limits: what a connection may take, None: as at a table.
    Raises AddressError.
    """
    server = _bind(app, bind, port, limits)

    def find() -> str:
        return link(own_address(bind), server.port)

    # The code on the page must lead phones here, whatever name the screen itself uses.
    address = find()
    app.extensions["familiar"] = replace(app.extensions["familiar"], address=address, find=find)
    return server, address


def _bind(app: Flask, bind: str, port: int | None, limits: Limits | None = None) -> Server:
    """Take a port for the page. Raises AddressError."""
    ports = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for number in ports:
        try:
            return Server(app, bind, number, limits)
        except OSError as error:
            reason = error.strerror or str(error)
    if not is_own(bind):
        raise AddressError(
            f"the page cannot be served at {bind}: {reason}; write an address that this machine has as host "
            'under [web], or "0.0.0.0" for all of them'
        )
    tried = f"port {ports[0]}" if len(ports) == 1 else f"ports {ports[0]} to {ports[-1]}"
    raise AddressError(f"the page cannot be served at {bind}, {tried}: {reason}; choose another with --port")
