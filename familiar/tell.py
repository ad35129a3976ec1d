"""Where a command's lines go: each is printed, or heard by a test."""

from collections.abc import Callable

Tell = Callable[[str], None]
