"""What is said in a terminal stays on its line: a name may hold line breaks and terminal commands."""

import unicodedata

_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
"""Signs that turn the direction of what follows (UAX #9, section 2)."""


def one_line(text: object) -> str:
    """Write something on one line, with a replacement character where a sign would command the terminal."""
    return _tame(" ".join(str(text).split()))


def in_lines(text: str) -> str:
    """Write a text whose lines are our own, with a replacement character for each sign of that kind."""
    return "\n".join(map(_tame, text.split("\n")))


def _tame(line: str) -> str:
    return "".join(
        "\ufffd" if unicodedata.category(sign) == "Cc" or sign in _TURNS else sign for sign in line
    )
