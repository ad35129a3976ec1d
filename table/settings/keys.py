"""A key of the configuration: its default, a line of help, and what it may be."""

from collections.abc import Callable
from dataclasses import field
from typing import Any

from files.regular import expand


def key(
    default: Any,
    help: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: Any = (),
    signs: str | None = None,
    wanted: str = "1 to 32 letters a-z, digits, - and _",
    secret: bool = False,
    reads: Callable[[str], Any] | None = None,
) -> Any:
    """Declare a key: its default, help, bounds and choices.

    signs: what its text may consist of, a regular expression for the whole of it, and in words in `wanted`.
    secret: nobody reads it in a message or a log. reads: refuses with a ValueError what cannot stand there.
    """
    about = {"help": help, "low": low, "high": high, "choices": tuple(choices)}
    more = {"signs": signs, "wanted": wanted, "secret": secret, "reads": reads}
    return field(default=default, repr=not secret, metadata={**about, **more})


def path_key(default: str, help: str) -> Any:
    """Declare a key that is a path, or may be one: ~ is a home folder, ~user that of a user here."""
    return key(default, help, reads=_check_path, wanted="a path; there is no such user here")


def _check_path(text: str) -> None:
    try:
        expand(text)
    except OSError:
        raise ValueError from None
