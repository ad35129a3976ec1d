"""``familiar address``, ``familiar code`` and ``familiar pin``: say how phones come in."""

from __future__ import annotations

import socket
from pathlib import Path

from familiar.invite.sign import code as drawn
from familiar.invite.sign import invitation
from familiar.page import own_address
from familiar.tell import Tell
from table.settings.addresses import EVERYWHERE, link
from table.settings.config import Config, data_dir
from web.keyring import FILE, Keyring

SERVICE = Path("/var/lib/familiar")


def addresses(port: int, *, host: str = "0.0.0.0", own: str | None = None, name: str | None = None) -> str:
    """Say where phones find the page of the service on this machine: by its number, and by its name."""
    name = name or socket.gethostname().partition(".")[0]
    hint = f"Most phones also find it as http://{name}.local:{port}/\nThe code to join: familiar code"
    return invitation(link(own or own_address(host), port), hint)


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
    tell(f"The code to join is {word}: scan the QR code, or open {sign}")
    if config.web.host in EVERYWHERE:
        tell(f"Most phones also find it as http://{name}.local:{config.web.port}/join/{word}")
    tell(f"This is port {config.web.port}; a table started with --port has its own in the addresses instead.")
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
