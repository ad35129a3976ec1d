"""Wheels and tags before the players, and games that come to where they are needed."""

from games.wizard.rules import SWITCHES
from table.command import LookAtWheels, Press
from vision.wheels.printed import COVERED
from vision.wheels.track import WheelReading, WheelSight

UNEVEN = (10.0, 100.0, 260.0)


class Laid:
    """Wheels before the players, and what a camera tells of them."""

    def __init__(self, game, places=UNEVEN, colors=(3, 0, 5)):
        self._game = game
        self.colors = list(colors)
        self.places = dict(zip(colors, places, strict=True))
        self.shows = dict.fromkeys(colors, COVERED)
        self.tags, self.doubled = frozenset(), frozenset()

    def turn(self, **places):
        """Turn wheels, by seat: s0=3; "unclear" and "hidden" are states; then look."""
        self.shows |= {self.colors[int(seat[1:])]: place for seat, place in places.items()}
        self.look()

    def look(self):
        wheels = tuple(
            WheelReading(color, place, None, (0.5, 0.5))
            if isinstance(place, str)
            else WheelReading(color, "rests", place, (0.5, 0.5))
            for color, place in sorted(self.shows.items())
        )
        places = {color: self.places[color] for color in self.shows}
        self._game.do(LookAtWheels(WheelSight(wheels, self.tags, self.doubled), places))


def begin(game, wheels, turned="2H", **rules):
    """Begin a game of three with covered wheels; Bo, seat 1, bids first."""
    wheels.look()
    game.new(**rules)
    wheels.look()
    game.lay(turned)


def next_round(game):
    """Play the one trick of round 1 and turn a card up; Cy, seat 2, bids first."""
    for card in ("7S", "8S", "9S"):
        game.lay(card)
    game.submit("confirm")
    game.take()
    game.lay("3H")


def special(game, wheels, *steps, turned="1R", bids=(0, 0, 0), **rules):
    """Begin with special cards, bid on wheels (of Bo, Cy and Ann), and let cards be laid."""
    begin(game, wheels, turned, edition="amigo", **(dict.fromkeys(SWITCHES, True) | rules))
    for seat, bid in zip((1, 2, 0), bids, strict=True):
        wheels.turn(**{f"s{seat}": bid})
    for card in steps:
        game.lay(card)


def cloud(game, wheels, bids=(0, 0, 0), **rules):
    """Let Bo win a trick with the Cloud in it, and confirm it."""
    special(game, wheels, "W", bids=bids, **rules)
    game.lay("5B")
    game.lay("cloud")
    game.submit("name_suit", suit="B")
    game.do(Press("confirm"))
    assert game.phase == "change_bid"
