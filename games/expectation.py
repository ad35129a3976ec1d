"""Say what the camera should look for next."""

from dataclasses import dataclass

from games.sticks import Table


@dataclass(frozen=True)
class Tricks:
    """Cards that are laid one beside another; `edition`: by which names people know them.

    `specials`: the special cards that are among them.
    """

    edition: str
    specials: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pile:
    """Cards that are drawn and thrown on a pile."""


@dataclass(frozen=True)
class Throws:
    """Sticks that are thrown; `table`: how notches and sides are tied on them, None: not at all."""

    table: Table | None


Lies = Tricks | Pile | Throws
"""What lies on the table in a game."""


@dataclass(frozen=True)
class Expectation:
    """What the rules expect to see. Cards are names, sticks are colours.

    `kind`: the awaited event as a record names it, with its "card" or its sticks; "none": nothing is to be
    seen. `player`: the seat that acts, where there is one.
    `seen`: every card seen so far in this round, the turned-up card first; number cards among them cannot
    come again, "W" and "J" at most four times each. `trick`: what lies in the current trick, or lies there
    for the first deal, in order.
    `only`: the cards that alone may come, empty: any. `taken`: the cards one of which is taken up for it, as
    the event's "take" says.
    `decides`: whether something hangs on the card at once, so that nobody goes on while it is uncertain.
    `sticks`: those that are to be thrown. `aside`: those set aside in a duel, each with the notches that it
    keeps; they lie still. `unread`: no card counts, whatever lies there.
    """

    kind: str
    player: int | None
    seen: tuple[str, ...] = ()
    trick: tuple[str, ...] = ()
    sticks: tuple[str, ...] = ()
    aside: tuple[tuple[str, int], ...] = ()
    only: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    decides: bool = True
    unread: bool = False


UNREAD = Expectation("none", None, unread=True)
"""Where nobody enters cards: whatever lies there is not looked at."""
