"""Say aloud what happens: the sentences that every game shares."""

from collections.abc import Sequence
from dataclasses import dataclass

from texts import Said, capital, listed, say, say_many


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


def points_of(players: Sequence[str], points: Sequence[int]) -> Said:
    """Say how many points everybody has: "Ann 20 and Bo minus 10"."""
    return listed(
        say("{who} {points}", who=who, points=number(count))
        for who, count in zip(players, points, strict=True)
    )


def ending(players: Sequence[str], points: Sequence[int], winners: Sequence[int]) -> list[Line]:
    """Say that the game is over, and who has won it; where nobody has, how it stands."""
    over = Line(say("The game is over."))
    if not winners:
        return [over, Line(say("The points: {points}.", points=points_of(players, points)))]
    return [over, _victory([players[seat] for seat in winners], points[winners[0]])]


def _victory(names: Sequence[str], points: int) -> Line:
    count, said = abs(points), number(points)
    if len(names) == 1:
        text = say_many(
            "{who} wins with {points} point.",
            "{who} wins with {points} points.",
            count,
            who=names[0],
            points=said,
        )
    else:
        text = say_many(
            "{names} share the victory with {points} point.",
            "{names} share the victory with {points} points.",
            count,
            names=listed(names),
            points=said,
        )
    return Line(text, wins=True)
