"""Believe a reverse proxy that the configuration names what it says of whom it asks for, and nobody else."""

from collections.abc import Callable, Collection
from ipaddress import ip_address, ip_network
from typing import Any

from werkzeug.middleware.proxy_fix import ProxyFix

Wsgi = Callable[[Any, Any], Any]
HANDED_ON = "familiar.handed_on"
"""Key of a request's environment: a trusted proxy brought it, so it does not come from the machine itself."""


def behind(app: Wsgi, proxies: Collection[str]) -> Wsgi:
    """Take sender and scheme of what a proxy brings from the last entry of its headers.

    proxies: addresses or networks. Whoever else sends such headers keeps his address, and is not taken for
    the machine itself. Raises ValueError.
    """
    if not proxies:
        return app
    known = [ip_network(each) for each in proxies]
    told = ProxyFix(app, x_for=1, x_proto=1, x_host=0)

    def call(environ: Any, start: Any) -> Any:
        try:
            peer = ip_address(environ.get("REMOTE_ADDR", "").partition("%")[0])
        except ValueError:
            return app(environ, start)
        if not any(peer in each for each in known):
            return app(environ, start)
        environ[HANDED_ON] = True
        return told(environ, start)

    return call
