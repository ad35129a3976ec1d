"""The configuration's section about the club: which broker, who we are there, and how it is entered."""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from files.regular import expand
from table.settings.keys import key, path_key

BROKER = re.compile(r"[A-Za-z0-9._-]{1,253}")
"""Of what a broker's name consists, one with other letters once they are written for the DNS (RFC 5891)."""
NAME = "[A-Za-z0-9_-]{1,32}"
"""What a club and a table may be called: each is a level of an MQTT topic, and a part of an entity's name."""
BOARDS_OWN = ("board", "evening", "competition")
"""Where the board tells: a table of that name could write there, whatever the broker's access list says."""
PORT, TLS_PORT = 1883, 8883
"""The ports that are registered for MQTT, without and with TLS."""


@dataclass(frozen=True)
class ClubConfig:
    """What this table tells its club over MQTT; nothing without a broker."""

    broker: str = key("", 'the name or address of the MQTT broker, such as "club.local"; "": there is none')
    port: int = key(0, f"its port; 0 is {PORT}, with tls {TLS_PORT}", low=0, high=65535)
    name: str = key("club", "the club's name: letters, digits, - and _, 32 at most", signs=NAME)
    table: str = key("", "this table's name in the club, of the same signs", signs=f"({NAME})?")
    user: str = key("", "the user name that the broker asks for")
    password: str = key("", "its password; better in a file of its own", secret=True)
    password_file: str = path_key("", "a file with the password alone, seen from this file's folder")
    tls: bool = key(False, "whether the road to the broker is encrypted, and the broker proves who it is")
    ca_file: str = path_key("", 'the certificate that vouches for the broker; "" is those of the system')
    days: int = key(2, "for how many days the broker keeps a finished game", low=1, high=30)
    discovery: bool = key(False, "whether Home Assistant is told of this table's sensors")
    discovery_prefix: str = key("homeassistant", "where Home Assistant listens", signs=NAME)

    @property
    def at(self) -> tuple[str, int]:
        """Give the broker's address and port."""
        return self.broker, self.port or (TLS_PORT if self.tls else PORT)


def check_broker(text: str) -> None:
    """Refuse what is neither an IP address nor a machine's name. Raises ValueError with one sentence."""
    try:
        ip_address(text)
    except ValueError:
        try:
            named = BROKER.fullmatch(text.encode("idna").decode("ascii"))
        except UnicodeError:
            named = None
        if not named:
            raise ValueError(
                'this is no name of a machine; write for example "club.local", without mqtt:// and port, '
                "for the port has a place of its own"
            ) from None


def check(good: dict[str, Any], file: str) -> list[str]:
    """Find what does not go together in a section that was read, and the files that it names."""
    problems = []
    try:
        if good.get("broker"):
            check_broker(good["broker"])
    except ValueError as error:
        problems.append(f"broker: {error}")
    if good.get("table") in BOARDS_OWN:
        problems.append(f'table: "{good["table"]}" is where the board tells; give the table another name')
    if good.get("password") and good.get("password_file"):
        problems.append("password: there is a password_file as well; leave one of them")
    if (good.get("password") or good.get("password_file")) and not good.get("user"):
        problems.append("user: a password needs a user; write both")
    if good.get("ca_file") and not good.get("tls"):
        problems.append("ca_file: it is for an encrypted road; write tls = true too")
    for name in ("password_file", "ca_file"):
        if good.get(name):
            good[name] = str(Path(file).parent / expand(good[name]))
    return [f"{file}: [club] {problem}" for problem in problems]
