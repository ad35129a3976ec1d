"""Say aloud what happens: the sentences that every game shares."""

from collections.abc import Sequence
from dataclasses import dataclass

from texts import Said, capital, listed, say


@dataclass(frozen=True)
class Line:
    """A sentence that everybody may hear.

    `wins`: it tells who took, won or leads something for good. `fleeting`: it is for those who hear it as it
    happens, and no list may hold it.
    """

    text: str
    wins: bool = False
    fleeting: bool = False


def lines(*said: str | None) -> list[Line]:
    """Make lines of what there is to say."""
    return [Line(each) for each in said if each is not None]


def sentence(what: str) -> Said:
    """Make a sentence of a few words that say what happened."""
    return capital(say("{what}.", what=what))


def introduction(game: str, players: Sequence[str]) -> Line:
    """Say which game begins, and who sits where."""
    return Line(
        say("{game} begins. Around the table sit, clockwise, {names}.", game=game, names=listed(players))
    )


def turn_of(who: str) -> Said:
    """Say whose turn it is."""
    return say("It is the turn of {who}.", who=who)


def number(value: int) -> Said | int:
    """Say a number so that a voice does not swallow its sign."""
    return say("minus {number}", number=-value) if value < 0 else value


def victory(names: Sequence[str], points: int) -> Line:
    """Say who has won, with how many points."""
    if len(names) == 1:
        return Line(say("{who} wins with {points} points.", who=names[0], points=number(points)), wins=True)
    return Line(
        say("{names} share the victory with {points} points.", names=listed(names), points=number(points)),
        wins=True,
    )
