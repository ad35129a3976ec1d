"""Keep the two keys of a table: the code by which phones join, and the PIN of its owner."""

import json
import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from pathlib import Path

from files import obstacle
from files.lock import in_turn
from files.obstacle import Obstacle
from files.regular import read_file
from table.errors import TableError
from table.settings.kept import write_kept

SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that people take for one another (I and 1, L, O and 0)."""
CODE_LENGTH = 6
PIN_LENGTH = 6
STAMP_BYTES = 12
FILE = "access.json"

log = logging.getLogger(__name__)


class KeyringError(TableError):
    """The keys cannot be read or kept; `found`: what stands in the way of writing them."""

    def __init__(self, message: str, found: Obstacle | None = None):
        super().__init__(message)
        self.found = found


@dataclass(frozen=True)
class Keys:
    """What is given out, and beside each the stamp that a browser's pass bears which was let in by it."""

    code: str = field(repr=False)
    code_stamp: str = field(repr=False)
    pin: str = field(repr=False)
    pin_stamp: str = field(repr=False)


def mark(key: str) -> str:
    """Give what is kept of a key, by which it is known again and which opens nothing."""
    return sha256(key.encode()).hexdigest()


def draw_code() -> str:
    """Draw a code that can be typed from a screen across the room."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


def draw_keys() -> Keys:
    """Draw all of them."""
    return Keys(draw_code(), _stamp(), _pin(), _stamp())


class Keyring:
    """Hold the keys; with a file, as they stand there now: another process may renew them at any moment.

    path: None keeps them in memory for as long as this lives. Raises KeyringError where the file can be
    neither read nor made.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._gate = threading.Lock()
        self._read_at: object = None
        self._keys = draw_keys()
        if path is not None:
            with in_turn(path):
                if not self._read("another code and PIN are drawn, and phones join anew"):
                    self._keep(self._keys)

    @property
    def keys(self) -> Keys:
        """Give the keys that are good now."""
        # A file that went away, or was spoilt, leaves the last keys good.
        if self._path is not None and self._changed() not in (None, self._read_at):
            with self._gate:
                try:
                    self._read()
                except KeyringError as error:
                    log.warning("%s", error)
        return self._keys

    def renew_code(self) -> Keys:
        """Draw another code: who joined with the former one only watches from now on. Raises KeyringError."""
        return self._renew(lambda keys: replace(keys, code=draw_code(), code_stamp=_stamp()))

    def renew_pin(self) -> Keys:
        """Draw another PIN: who entered the former one is no owner any more. Raises KeyringError."""
        return self._renew(lambda keys: replace(keys, pin=_pin(), pin_stamp=_stamp()))

    def _renew(self, drawn: Callable[[Keys], Keys]) -> Keys:
        """Put others in the place of the keys that stand there now. Raises KeyringError."""
        with self._gate:
            if self._path is None:
                return self._keep(drawn(self._keys))
            # Whoever draws a code at this moment must not bring the PIN back that another program takes away.
            with in_turn(self._path):
                self._read()
                return self._keep(drawn(self._keys))

    def _changed(self) -> object:
        assert self._path is not None
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _read(self, else_: str = "the last code and PIN stay good") -> bool:
        """Take the keys from the file; False: there are none. Raises KeyringError.

        else_: what follows where what stands there is no keys.
        """
        assert self._path is not None
        self._read_at = self._changed()
        try:
            said = json.loads(read_file(self._path).decode())
        except FileNotFoundError:
            return False
        except OSError as error:
            raise KeyringError(
                f"{self._path}: cannot be read ({error.strerror}); see to its permissions"
            ) from None
        except (ValueError, RecursionError):
            said = None
        keys = _parsed(said)
        if keys is None:
            log.warning("%s: these are no keys; %s", self._path, else_)
            return False
        self._keys = keys
        return True

    def _keep(self, keys: Keys) -> Keys:
        if self._path is not None:
            said = {each.name: getattr(keys, each.name) for each in fields(keys)}
            try:
                write_kept(self._path, said)
            except OSError as error:
                found = obstacle.of(error, self._path)
                raise KeyringError(f"{self._path}: cannot be written: {found}", found) from None
            self._read_at = self._changed()
        self._keys = keys
        return keys


def plain(text: str) -> str:
    """Give a code as it was meant: typed small, or with gaps between the signs."""
    return "".join(text.split()).replace("-", "").upper()


def _parsed(said: object) -> Keys | None:
    if not isinstance(said, dict):
        return None
    found = [said.get(each.name) for each in fields(Keys)]
    # Half a sign, which JSON can hold, would be no text wherever a key is compared.
    words = [each for each in found if isinstance(each, str) and each.isascii() and each.isalnum()]
    return Keys(*words) if len(words) == len(found) else None


def _pin() -> str:
    return f"{secrets.randbelow(10**PIN_LENGTH):0{PIN_LENGTH}}"


def _stamp() -> str:
    return secrets.token_hex(STAMP_BYTES)
