"""Listen at an address of IPv4 or IPv6, and know IPv4's by their own form whichever way they come."""

import socket
from ipaddress import IPv6Address


def listening(host: str, port: int) -> socket.socket:
    """Take a port at an address or a name of this machine; `::` takes it for IPv4 as well. Raises OSError."""
    kind = socket.SOCK_STREAM
    family, _, _, _, address = socket.getaddrinfo(host, port, type=kind, flags=socket.AI_PASSIVE)[0]
    taken = socket.socket(family, kind)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            taken.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(host != "::"))
        taken.bind(address)
        taken.listen()
    except BaseException:
        taken.close()
        raise
    return taken


def is_own(host: str) -> bool:
    """Tell whether a page can listen at this address or name at all, at whichever port."""
    try:
        listening(host, 0).close()
    except OSError:
        return False
    return True


def plain(address: str) -> str:
    """Give the address of who asks, an IPv4 one as such where IPv6 maps it (RFC 4291, section 2.5.5.2)."""
    try:
        mapped = IPv6Address(address).ipv4_mapped
    except ValueError:
        return address
    return address if mapped is None else str(mapped)
