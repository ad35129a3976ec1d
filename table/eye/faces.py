"""What the cards of the game that is played looked like, by the names that its events bear now."""

from collections.abc import Mapping

import numpy as np

from games.cards import copies
from games.expectation import Tricks
from games.history import Game
from games.laid import Place
from table.view.snapshot import Snapshot

MOST = 5
"""Pictures remembered of each card that exists, the newest: in a game of 15 rounds each is seen some 8 times.

A picture takes 41 kB, sixty cards with five of each 12 MB.
"""


class Faces:
    """Remembers how the cards of one game looked, in memory alone; another game begins anew.

    A card that was corrected is remembered by its right name, one that was undone is forgotten.
    """

    def __init__(self) -> None:
        self._id: int | None = None
        self._game: Game | None = None
        self._crops: dict[int, np.ndarray] = {}

    def hear(self, snapshot: Snapshot) -> None:
        """Take in the next snapshot; none may be left out."""
        game = snapshot.history
        laid = game is not None and isinstance(game.lies, Tricks)
        if not laid or snapshot.game_id != self._id:
            self._id, self._game, self._crops = snapshot.game_id, None, {}
        if game is None or not laid:
            return
        if self._game is not None and game is not self._game:
            self._crops = _carried(self._crops, self._game, game)
        self._game = game
        fresh = {each.event: each.crop for each in snapshot.shown if _card(game, each.event) == each.card}
        if fresh.keys() - self._crops.keys():
            self._crops = _newest({**self._crops, **fresh}, game)
        else:
            self._crops |= fresh

    def named(self) -> Mapping[str, tuple[np.ndarray, ...]]:
        """Give the crops of each card of the confirmed tricks, uint8 (144, 96, 3) BGR, the oldest first."""
        found: dict[str, tuple[np.ndarray, ...]] = {}
        if self._game is None:
            return found
        newest_first = range(len(self._game.events) - 1, -1, -1)
        confirmed = next((k for k in newest_first if self._game.written(k)["event"] == "confirm"), 0)
        for index, crop in sorted(self._crops.items()):
            name = _card(self._game, index)
            if name is not None and index < confirmed:
                found[name] = (*found.get(name, ()), crop)
        return found


def _card(game: Game, index: int) -> str | None:
    """Give the card that was laid with an event; None: none was."""
    laid = game.rules.laid(game.events[index]) if index < len(game.events) else None
    return laid.card if laid is not None and laid.place is Place.TRICK and laid.takes is None else None


def _carried(crops: Mapping[int, np.ndarray], before: Game, after: Game) -> dict[int, np.ndarray]:
    """Find the events again in a game that went on, went back or was put right."""
    was, now = before.events, after.events
    if now[: len(was)] == was:
        return dict(crops)
    # Of what lay in tricks a correction changes at most the one card that is put right: the others stay as
    # many and in their order, whatever comes or goes between them.
    places = dict(zip(_laid(before), _laid(after), strict=False))
    return {places[index]: crop for index, crop in crops.items() if index in places}


def _laid(game: Game) -> list[int]:
    """List the events with which cards were laid in tricks."""
    return [index for index in range(len(game.events)) if _card(game, index) is not None]


def _newest(crops: Mapping[int, np.ndarray], game: Game) -> dict[int, np.ndarray]:
    """Keep the newest pictures of each card."""
    counts: dict[str, int] = {}
    kept = {}
    for index in sorted(crops, reverse=True):
        name = _card(game, index)
        if name is not None and counts.get(name, 0) < MOST * copies(name):
            counts[name] = counts.get(name, 0) + 1
            kept[index] = crops[index]
    return kept
