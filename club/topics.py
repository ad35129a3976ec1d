"""The layout of the topics, version 1: who says what where."""

from dataclasses import dataclass
from re import fullmatch
from typing import Self

from table.settings.club import NAME

ROOT = "familiar"
ID = "[0-9]{8}T[0-9]{6}Z-[0-9]{1,9}"
"""A game: when it began, UTC, and its number in the table's journal."""
STATUS, GAME, GAMES, SEATING = "status", "game", "games", "seating"
EVENING, BOARD, COMPETITION = "evening", "board", "competition"


@dataclass(frozen=True)
class Topics:
    """Name the topics of one club; all that are listed here hold retained messages.

    familiar/CLUB/TABLE/status     online or offline, the table's word and its last will
    familiar/CLUB/TABLE/game       the scores of the newest game
    familiar/CLUB/TABLE/games/ID   those of a finished game
    familiar/CLUB/TABLE/seating    the board's word: who plays there next
    familiar/CLUB/evening          the board's word: the evening, its seatings and its ranking
    familiar/CLUB/competition      the board's word: a competition, who sits where, its ranking
    familiar/CLUB/board            online or offline, the board's word and its last will
    """

    club: str

    def status(self, table: str) -> str:
        """Name where a table tells whether it is there."""
        return f"{ROOT}/{self.club}/{table}/{STATUS}"

    def game(self, table: str) -> str:
        """Name where a table tells its newest game."""
        return f"{ROOT}/{self.club}/{table}/{GAME}"

    def finished(self, table: str, game: str) -> str:
        """Name where a table tells a finished game; `game` "+": all of them."""
        return f"{ROOT}/{self.club}/{table}/{GAMES}/{game}"

    def seating(self, table: str) -> str:
        """Name where a table hears who plays there next."""
        return f"{ROOT}/{self.club}/{table}/{SEATING}"

    @property
    def evening(self) -> str:
        """Name where the board tells of the evening."""
        return f"{ROOT}/{self.club}/{EVENING}"

    @property
    def competition(self) -> str:
        """Name where the board tells of a competition."""
        return f"{ROOT}/{self.club}/{COMPETITION}"

    @property
    def board(self) -> str:
        """Name where the board tells whether it is there."""
        return f"{ROOT}/{self.club}/{BOARD}"

    def asked(self, number: str) -> str:
        """Name where the board says an empty word to itself, which nobody keeps; "+": all of them."""
        return f"{self.board}/asked/{number}"


@dataclass(frozen=True)
class Place:
    """Say what a table's topic is about: `what` is status, game or games; `game` the id of a finished one."""

    table: str
    what: str
    game: str | None = None

    @classmethod
    def parse(cls, club: str, topic: str) -> Self | None:
        """Read a table's topic; None where it is none that a table writes."""
        match topic.split("/"):
            case [root, name, table, (("status" | "game") as what)] if (root, name) == (ROOT, club):
                return cls(table, what) if fullmatch(NAME, table) else None
            case [root, name, table, "games", game] if (root, name) == (ROOT, club):
                known = fullmatch(NAME, table) and fullmatch(ID, game)
                return cls(table, GAMES, game) if known else None
        return None
