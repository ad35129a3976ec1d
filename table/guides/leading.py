"""Say what all share that lead a person step by step: what is pressed, what fails, what was learnt.

A guide through cards, a deck in rows and the calibration are each a frozen state with a number, the presses
that it offers, and a pure `step`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table.errors import TableError

if TYPE_CHECKING:
    from vision.enrol.cards import Report


class NotNow(TableError):
    """Something that cannot be done at this point."""


@dataclass(frozen=True)
class Pressed:
    """A press from a page that showed state number `seen`; what can be pressed there, each page says."""

    press: object
    seen: int | None = None


@dataclass(frozen=True)
class Trouble:
    """The camera fails, or works again."""

    reason: str | None


@dataclass(frozen=True)
class Checked:
    """What was learnt has been checked, and is kept."""

    report: Report
