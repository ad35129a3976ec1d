"""Name the known word that is close to an unknown one, where one is."""

import json
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

from games.errors import Unreadable
from games.names import tidy
from texts import Said, say, sentences

LONGEST_QUOTE = 40
CLOSE = 0.5
"""Share of their letters that two words must have in common, in order, for one to be suggested for the other:
of two letters one ("5X" and "5S"), and less than that is a guess that helps nobody."""


def nearest(word: object, known: Iterable[str]) -> str:
    """Find the known word that looks most like `word`; the first of equals."""
    return max(known, key=lambda name: _likeness(word, name))


def close(word: object, known: Iterable[str]) -> str | None:
    """Find the known word that looks most like `word`; None where none is like it."""
    found = max(known, key=lambda name: _likeness(word, name), default=None)
    return found if found is not None and _likeness(word, found) >= CLOSE else None


def _likeness(word: object, name: str) -> float:
    """Give how much of two words is the same, 0 to 1."""
    return SequenceMatcher(None, str(word).casefold()[:LONGEST_QUOTE], name.casefold()).ratio()


def quote(value: object) -> str:
    """Write any JSON value on one short line: as it was typed, or in ASCII where that would spoil it."""
    try:
        text = unicodedata.normalize("NFC", json.dumps(value, ensure_ascii=False))
        text = text if _is_legible(text[:LONGEST_QUOTE].rstrip()) else json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "..."


def _is_legible(text: str) -> bool:
    """Tell whether all of it can be seen, on one line."""
    try:
        return text.isprintable() and tidy(text) == text
    except Unreadable:
        return False


def suggesting(refusal: Said, near: str | None) -> Said:
    """End a refusal, given without its full stop, with the word that was perhaps meant; `near` None: none."""
    if near is None:
        return say("{refusal}.", refusal=refusal)
    return say("{refusal}: did you mean {nearest}?", refusal=refusal, nearest=near)


def unknown(what: str, word: object, known: Iterable[str]) -> Said:
    """Write the sentence that refuses an unknown word, names one that is close and lists all that exist."""
    names = tuple(known)
    refusal = say("Unknown {what} {word}", what=what, word=quote(word))
    there = say("There are {known}.", known=", ".join(names))
    return sentences(suggesting(refusal, close(word, names)), there) or there
