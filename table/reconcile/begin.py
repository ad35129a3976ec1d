"""Begin to follow what lies on the table in a game."""

from games import expectation
from games.history import Game
from table.reconcile.cards import Cards
from table.reconcile.finding import Tracking
from table.reconcile.pile import Pile
from table.reconcile.throws import Throws

NOTHING = Cards()
"""What is known where there is no game."""


def begin(game: Game, number: int, marks: frozenset[int] = frozenset()) -> Tracking:
    """Give a tracking that knows nothing yet of what lies there.

    number: of the newest throw of the games before; marks: the events that are marked.
    """
    match game.lies:
        case expectation.Tricks():
            return Cards(number=number, marks=marks, resumed=len(game.events))
        case expectation.Pile():
            return Pile(number=number, marks=marks)
        case expectation.Throws():
            return Throws(number=number)
