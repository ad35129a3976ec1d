"""Say what is wrong with a game, in three kinds that a caller can tell apart.

Every message is one line of plain English for a family's phone: what is wrong, where, what to do.
"""

from typing import Self


class GameError(ValueError):
    """The root of every error of the rules and of records.

    `line`: the line of the record, counted from 1, or None where no record is read.
    `index`: the event of the game, counted from 0, that does not fit, or None.
    """

    line: int | None = None
    index: int | None = None

    def at(self, *, line: int | None = None, index: int | None = None) -> Self:
        """Note where the error stands and return the same error, to be raised."""
        if line is not None:
            self.line = line
        if index is not None:
            self.index = index
        return self


class Unreadable(GameError):
    """Say that something cannot be read: no such card, key, seat, event, or no JSON at all."""


class NotAllowed(GameError):
    """Say that something can be read but is not allowed now, and by which rule.

    `rule`: a short key that a program may compare; the README of this folder lists them.
    """

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


class Ambiguous(GameError):
    """Say that several readings are possible and that somebody must choose."""
