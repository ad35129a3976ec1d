"""Who may come in at this table: the keys that are kept, what signs the seats, and the configured names."""

from __future__ import annotations

import secrets
from pathlib import Path

from files.lock import in_turn
from files.whole import write_whole
from table.settings.config import Config, data_dir
from web.access import Access, Role
from web.keyring import FILE, Keyring, KeyringError
from web.lead import FILE as LEAD
from web.lead import Lead
from web.security import Security

SECRET_BYTES = 32


def table_security(config: Config, anyone: Role | None = None) -> tuple[Security, str | None]:
    """Give how phones come in, and a line where the keys cannot be kept and are drawn for now.

    anyone: what one is without the code; None goes by the configuration.
    """
    access, unkept = table_access(config, anyone)
    return Security(access, seats_secret(data_dir()), config.web.hosts, config.web.proxies), unkept


def table_access(config: Config, anyone: Role | None = None) -> tuple[Access, str | None]:
    """Give who may do what by the kept keys, and a line where they cannot be kept and are drawn for now.

    anyone: what one is without the code; None goes by the configuration.
    """
    if anyone is None:
        anyone = Role.PLAYER if config.web.join == "open" else Role.SPECTATOR
    try:
        return Access(Keyring(data_dir() / FILE), anyone, lead=Lead(data_dir() / LEAD)), None
    except KeyringError as error:
        line = f"{error}. Another code is drawn until this ends, and there is no owner."
        return Access(Keyring(None), anyone), line


def seats_secret(folder: Path) -> bytes | None:
    """Keep what signs the phones' seats, so that they find them again after a restart; None: it cannot be."""
    file = folder / "seats.secret"
    try:
        # Of two programs that begin at once the second must take what the first has drawn.
        with in_turn(file):
            if file.is_file() and len(known := file.read_bytes()) == SECRET_BYTES:
                return known
            fresh = secrets.token_bytes(SECRET_BYTES)
            write_whole(file, fresh)
    except OSError:
        return None
    return fresh
