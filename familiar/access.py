"""Who may do what at this table: the keys that are kept, and `familiar code` and `familiar pin`."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from pathlib import Path

from familiar.assemble import own_address
from familiar.invite import code as drawn
from table.addresses import EVERYWHERE, link
from table.config import Config, data_dir
from table.disk import write_whole
from web.access import Access, Role
from web.keyring import FILE, Keyring, KeyringError

SERVICE = Path("/var/lib/familiar")
SECRET_BYTES = 32

Tell = Callable[[str], None]


def table_access(config: Config, anyone: Role | None = None) -> tuple[Access, str | None]:
    """Give who may do what by the kept keys, and a line where they cannot be kept and are drawn for now.

    anyone: what one is without the code; None goes by the configuration.
    """
    if anyone is None:
        anyone = Role.PLAYER if config.web.join == "open" else Role.SPECTATOR
    try:
        return Access(Keyring(data_dir() / FILE), anyone), None
    except KeyringError as error:
        line = f"{error}. Another code is drawn until this ends, and there is no owner."
        return Access(Keyring(None), anyone), line


def seats_secret(folder: Path) -> bytes | None:
    """Keep what signs the phones' seats, so that they find them again after a restart; None: it cannot be."""
    file = folder / "seats.secret"
    try:
        if file.is_file() and len(known := file.read_bytes()) == SECRET_BYTES:
            return known
        fresh = secrets.token_bytes(SECRET_BYTES)
        write_whole(file, fresh)
    except OSError:
        return None
    return fresh


def run_code(config: Config, new: bool, tell: Tell) -> int:
    """Print the code by which phones join, or draw another. Raises KeyringError."""
    if config.web.join == "open":
        tell("No code is needed here: [web] join is open, and everybody in the network plays.")
        return 0
    keyring = Keyring(data_dir() / FILE)
    word = (keyring.renew_code() if new else keyring.keys).code
    sign = f"{link(own_address(config.web.host), config.web.port)}join/{word}"
    name = socket.gethostname().partition(".")[0]
    tell(f"{drawn(sign)}\n")
    tell(f"The code to join is {word}: scan the sign, or open {sign}")
    if config.web.host in EVERYWHERE:
        tell(f"Most phones also find it as http://{name}.local:{config.web.port}/join/{word}")
    if new:
        tell("Whoever joined by the former code only watches until they join by this one; seats are kept.")
    return _whose(tell, "code")


def run_pin(new: bool, tell: Tell) -> int:
    """Print the owner's PIN, or draw another. Raises KeyringError."""
    keyring = Keyring(data_dir() / FILE)
    tell(f"The owner's PIN is {(keyring.renew_pin() if new else keyring.keys).pin}")
    tell("Enter it on the page under Invite: that phone may then free seats, begin another game at any time,")
    tell("draw a new code, and lead the club's evening.")
    if new:
        tell("Phones that entered the former one are owners no more.")
    return _whose(tell, "pin")


def _whose(tell: Tell, command: str) -> int:
    """Say whose it is, where the machine's service keeps one of its own."""
    if data_dir() != SERVICE and SERVICE.is_dir():
        tell(f"This one is for games that you start yourself; that of the service: sudo familiar {command}")
    return 0
