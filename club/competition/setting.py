"""What was agreed before the first round of a competition."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from re import fullmatch

from club.errors import ClubError
from club.plan import STAMP
from games.book import GAMES
from games.nearest import quote
from table.settings.club import NAME
from texts import say

FEWEST, MOST = 3, 6
"""Players at a table of a competition."""
ROUNDS_MAX = 60
DRAWN_MAX = 2 * ROUNDS_MAX
"""Rounds that are drawn, a knock-out's with them, or a free evening's."""
TABLES_MAX = 256
PLAYERS_MAX = 1024
SEED_MAX = 2**53


class Format(StrEnum):
    """How players come to their tables."""

    DRAWN = "drawn"
    """At random, without meeting again as far as numbers allow."""
    SWISS = "swiss"
    """With those who have about as many points, else as drawn."""
    LEAGUE = "league"
    """Within groups that stay, over weeks, each against each."""
    FREE = "free"
    """As drawn, for as many rounds as people like, and without a knock-out."""


class Scoring(StrEnum):
    """What a game is worth in the ranking."""

    PLACES = "places"
    """120 for a table's first, 0 for its last, evenly between: tables of all sizes are worth the same."""
    POINTS = "points"
    """The points of the game."""


@dataclass(frozen=True)
class Setting:
    """Say how a competition is played.

    `id`: when it was begun. `tables`: their names, in the order in which they are filled. `wish`: how many
    players a table should have, from `fewest` to `most`. `finalists`: how many of the best play the knock-out
    after the rounds, 0 none; of each table there the best `advance` go on, and the last is of `wish`.
    `minutes`: a round's time, for the countdown in the hall, 0 none. `check_in`: whether only those are
    seated who have said that they are here. `seed`: what draws depend on beside the players. `before`:
    games, as TABLE/ID, that were over by then.
    """

    id: str
    title: str
    format: Format
    game: str
    tables: tuple[str, ...]
    rounds: int = 3
    scoring: Scoring = Scoring.PLACES
    fewest: int = FEWEST
    most: int = 5
    wish: int = 4
    finalists: int = 0
    advance: int = 2
    minutes: int = 0
    check_in: bool = False
    seed: int = 0
    before: frozenset[str] = frozenset()

    @property
    def stages(self) -> tuple[int, ...]:
        """Count the players of each round of the knock-out, from the first to the last table."""
        found, players = list[int](), self.finalists
        while players >= self.wish:
            found.append(players)
            players = 0 if players == self.wish else players // self.wish * self.advance
        return tuple(found)


def check(setting: Setting) -> None:
    """Refuse what cannot be played. Raises ClubError."""
    checks: tuple[Callable[[Setting], None], ...] = (_check_names, _check_sizes, _check_knockout)
    for each in checks:
        each(setting)


def _check_names(setting: Setting) -> None:
    if not fullmatch(STAMP, setting.id):
        raise ClubError(say("{id} is no time at which a competition was begun.", id=quote(setting.id)))
    if not 0 < len(setting.title.strip()) <= len(setting.title) <= 60:
        raise ClubError(say("A competition needs a title of 1 to {most} characters.", most=60))
    if setting.game not in GAMES:
        known = ", ".join(GAMES)
        raise ClubError(say("{game} is none of the games: {known}.", game=quote(setting.game), known=known))
    if not 1 <= len(setting.tables) <= TABLES_MAX or not all(fullmatch(NAME, at) for at in setting.tables):
        raise ClubError(
            say(
                "A competition needs 1 to {most} tables, each with a name of letters, digits, - and _.",
                most=TABLES_MAX,
            )
        )
    if len(set(setting.tables)) < len(setting.tables):
        raise ClubError(say("Two tables have the same name: every table needs its own."))
    if not 1 <= setting.rounds <= ROUNDS_MAX:
        raise ClubError(say("A competition has 1 to {most} rounds.", most=ROUNDS_MAX))


def _check_sizes(setting: Setting) -> None:
    seats = GAMES[setting.game].SEATS
    fewest, most = max(FEWEST, min(seats)), min(MOST, max(seats))
    if not fewest <= setting.fewest <= setting.wish <= setting.most <= most:
        raise ClubError(
            say(
                "{game} has {fewest} to {most} players at a table, and the size that you wish lies between.",
                game=GAMES[setting.game].TITLE,
                fewest=fewest,
                most=most,
            )
        )


def _check_knockout(setting: Setting) -> None:
    if not setting.finalists:
        return
    if setting.format is Format.FREE:
        raise ClubError(say("A free evening has no knock-out."))
    if not 1 <= setting.advance < setting.wish:
        raise ClubError(say("Of a table of the knock-out at least one goes on, and at least one does not."))
    stages = setting.stages
    even = all(players % setting.wish == 0 for players in stages)
    if (
        not stages
        or stages[-1] != setting.wish
        or not even
        or stages[0] // setting.wish > len(setting.tables)
    ):
        raise ClubError(
            say(
                "{count} players cannot play a knock-out down to one table of {size}, where {advance} of "
                "each table go on.",
                count=setting.finalists,
                size=setting.wish,
                advance=setting.advance,
            )
        )
