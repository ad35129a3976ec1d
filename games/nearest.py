"""Name the nearest known word to an unknown one."""

import json
from collections.abc import Iterable
from difflib import SequenceMatcher

from texts import Said, say

LONGEST_QUOTE = 40


def nearest(word: object, known: Iterable[str]) -> str:
    """Find the known word that looks most like `word`; the first of equals."""
    text = str(word).casefold()[:LONGEST_QUOTE]
    return max(known, key=lambda name: SequenceMatcher(None, text, name.casefold()).ratio())


def quote(value: object) -> str:
    """Write any JSON value on one short line, so that no input can spoil a message."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "..."


def unknown(what: str, word: object, known: Iterable[str]) -> Said:
    """Write the sentence that refuses an unknown word, names the nearest and lists all that exist."""
    names = tuple(known)
    return say(
        "Unknown {what} {word}: did you mean {nearest}? There are {known}.",
        what=what,
        word=quote(word),
        nearest=nearest(word, names),
        known=", ".join(names),
    )
