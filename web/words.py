"""Know which phone typed which word: a word is shown to that phone alone, whoever sits on the seat by now.

A phone that typed a word keeps a digest of it in its signed cookie, so that it knows its word after a restart
of the table; a digest holds the phone's own random key, so no other phone can make one.
"""

from dataclasses import dataclass, field
from hashlib import sha256

from games.book import PROBE
from games.history import Game
from games.probe import Ready, State, Word
from web.join import Phone

DIGITS = 32


@dataclass(frozen=True)
class Keepers:
    """Hold the digests of the words that were typed; every change is one operation of one set.

    `digests`: of those since this program began; a phone brings those of before in its cookie.
    `lent`: words that no player typed but a simulated table, by game and seat, for who sits there.
    """

    digests: set[str] = field(default_factory=set)
    lent: set[tuple[int | None, int, str]] = field(default_factory=set)

    def note(self, holder: Phone, game_id: int | None, game: Game | None, word: Word) -> Phone:
        """Let `holder` be who typed a word that was accepted just now; returns the phone that knows it."""
        steps = [index for index, other in _words(game, word.player) if other.side == word.side]
        fresh = _digest(holder, game_id, steps[-1] if steps else -1, word)
        self.digests.add(fresh)
        return holder.knowing((fresh,))

    def sees(self, holder: Phone, game_id: int | None, game: Game | None, seat: int | None) -> bool:
        """Tell whether the phone at `seat` may see all that its player knows: it typed each of his words."""
        if seat is None:
            return True
        # By its step, too: else whoever typed a guess there would learn from an undo whether it is the word.
        return all(
            self._knows(holder, _digest(holder, game_id, *step)) or (game_id, seat, step[1].word) in self.lent
            for step in _words(game, seat)
        )

    def _knows(self, holder: Phone, digest: str) -> bool:
        return digest in self.digests or digest in holder.words


def typed(game: Game | None, seat: int) -> bool:
    """Tell whether a player typed a word of which something is still hidden."""
    if game is None or not isinstance(game.state, State):
        return False
    return any(tray.typed and tray.hidden for tray in game.state.seats[seat].trays)


def _digest(holder: Phone, game_id: int | None, index: int, word: Word) -> str:
    """Give the digest that a phone has of the word that was typed in step `index`."""
    return sha256(f"{holder.key}/{game_id}/{index}/{word.first}/{word.word}".encode()).hexdigest()[:DIGITS]


def _words(game: Game | None, seat: int) -> list[tuple[int, Word]]:
    """List the words of a seat that stand as they were typed, each with the index of its event."""
    if game is None or game.header.game != PROBE:
        return []
    newest = {
        event.side: (index, event)
        for index, event in enumerate(game.events)
        if isinstance(event, Word | Ready) and event.player == seat
    }
    return [(index, event) for index, event in newest.values() if isinstance(event, Word)]
