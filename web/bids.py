"""Know which phone typed a bid: while the bid lies hidden that phone alone may sit down again where it lies.

Beside the phone at the seat it alone may put the bid right, too: whether a correction changes anything tells
what was bid.

It is known by the bid itself, not by what it says: whoever typed another, which was taken back, would learn
from the seat whether they are the same.
"""

from dataclasses import dataclass, field

from games.book import WIZARD
from games.history import Game
from games.wizard import Bid, ChangeBid, State, secrecy
from table.view.snapshot import Snapshot
from web.join import Phone


@dataclass(frozen=True)
class Bids:
    """Hold who typed the newest bid of each player, by name; after a restart nobody did."""

    typed: dict[str, tuple[Bid, str]] = field(default_factory=dict)

    def note(self, holder: Phone, snapshot: Snapshot, seat: int, tricks: int) -> None:
        """Let `holder` be who typed a seat's bid that was accepted just now."""
        name, bid = _name(snapshot, seat), _newest(snapshot, seat)
        # Another may have been quicker meanwhile.
        if name is not None and bid is not None and bid.tricks == tricks:
            self.typed[name] = bid, holder.key

    def knows(self, holder: Phone, snapshot: Snapshot, name: str) -> bool:
        """Tell whether a phone typed the bid that stands for a player now."""
        bid, key = self.typed.get(name, (None, None))
        players = () if snapshot.history is None else snapshot.history.header.players
        if bid is None or name not in players or key != holder.key:
            return False
        return _newest(snapshot, players.index(name)) is bid


def lies_hidden(game: Game, index: int) -> bool:
    """Tell whether step `index` made or changed a bid that was not shown to everybody since."""
    if game.header.game != WIZARD or not isinstance(game.events[index], Bid | ChangeBid):
        return False
    return secrecy.lies_hidden(game.states_as(State), index)


def newest_bid(game: Game, seat: int) -> int | None:
    """Give the step at which a seat made the bid that stands in this round; None: none does."""
    if game.header.game != WIZARD:
        return None
    bids = game.state_as(State).bids
    # Where it has no such seat it has begun since the wish was read, which the host refuses.
    if seat >= len(bids) or bids[seat] is None:
        return None
    made = (i for i in range(len(game.events) - 1, -1, -1) if isinstance(game.events[i], Bid))
    return next((i for i in made if getattr(game.events[i], "player", None) == seat), None)


def _name(snapshot: Snapshot, seat: int) -> str | None:
    players = () if snapshot.history is None else snapshot.history.header.players
    # Another game may have begun meanwhile, with fewer at the table.
    return players[seat] if seat < len(players) else None


def _newest(snapshot: Snapshot, seat: int) -> Bid | None:
    """Give the bid that a seat made last."""
    events = () if snapshot.history is None else snapshot.history.events
    return next((each for each in reversed(events) if isinstance(each, Bid) and each.player == seat), None)
