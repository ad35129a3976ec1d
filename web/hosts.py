"""Know by which names this machine may be asked: a page elsewhere must not reach it by a name of its own."""

import re
import socket
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import current_app, request

from texts import say
from web.errors import BadRequest

HOME = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
"""What routers put after a machine's name: nobody outside can be given such a name (RFC 6762, RFC 8375)."""


def own_names(name: str | None = None) -> frozenset[str]:
    """List this machine's names: its own, that one with what a home's router puts after it, and localhost."""
    full = (name or socket.gethostname()).lower().rstrip(".")
    short = full.partition(".")[0]
    return frozenset({"localhost", full, short, *(f"{short}.{end}" for end in HOME)} - {""})


def asked(header: str) -> str | None:
    """Give the name or number in a Host header, in small letters; None where it is none."""
    try:
        parts = urlsplit(f"//{header}")
        parts.port  # noqa: B018 - raises where it is no number
        name = parts.hostname
    except ValueError:
        return None
    if header.startswith("[") and not re.fullmatch(r"\[[^\]]*\](:\d+)?", header):
        return None
    if not name or parts.netloc != header or parts.username is not None or header.endswith(":"):
        return None
    return name.rstrip(".")


def allowed(header: str, names: Collection[str]) -> bool:
    """Tell whether a Host header names this machine: by a number, or by one of `names`.

    Where two machines of a network bear one name, Avahi calls the second NAME-2.local.
    """
    name = asked(header)
    if name is None:
        return False
    try:
        ip_address(name)
    except ValueError:
        return name in names or re.sub(r"-\d+\.local$", ".local", name) in names
    return True


def check_host() -> None:
    """Refuse a request that was sent to another name than ours. Raises BadRequest."""
    if not allowed(request.headers.get("Host", ""), current_app.config["NAMES"]):
        raise BadRequest(
            say(
                "This page cannot be opened by that name: open it by its number, "
                "or write the name under [web] hosts in the table's configuration."
            ),
            "host",
        )
