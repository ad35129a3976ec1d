"""Addresses at which a page listens: what may stand there, and how links and people write them."""

import re
from ipaddress import IPv6Address, ip_address

NAME = r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?"
"""A name in a network (RFC 1123)."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""What stands for all addresses of the machine, of IPv4 or of both, and how it reaches itself then."""


def check_host(text: str) -> None:
    """Refuse what is neither an address nor a machine's name. Raises ValueError."""
    if not re.fullmatch(NAME, text) or ".." in text:
        ip_address(text)


def is_ipv6(host: str) -> bool:
    """Tell whether a host is an IPv6 address."""
    try:
        return isinstance(ip_address(host), IPv6Address)
    except ValueError:
        return False


def link(host: str, port: int) -> str:
    """Write the address of a page, an IPv6 one in brackets (RFC 3986, section 3.2.2)."""
    return f"http://{f'[{host}]' if is_ipv6(host) else host}:{port}/"
