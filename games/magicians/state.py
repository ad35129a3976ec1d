"""Hold the state of a game of Les Trois Magiciens between two events (docs/rules/magicians.md 10 and 11)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.board import LIFE, MAGIC_PLACES, PLACE, PLACES, SLAB, SYMBOL
from games.chain import EMPTY, Chain
from games.header import Header
from games.magicians.duel import Bout, Duel
from games.magicians.rules import Rules
from games.sticks import COLORS, Stick
from texts import Said

SEATS: Sequence[int] = range(3, 4)
PAIR = 2
"""Cards of a kind."""


class Phase(StrEnum):
    """Say what the game waits for; in a phase that ends in _read a throw lies there, not yet confirmed."""

    OPENING = "opening"
    OPENING_READ = "opening_read"
    THROW = "throw"
    THROW_READ = "throw_read"
    MOVING = "moving"
    MEETING = "meeting"
    DUEL = "duel"
    DUEL_READ = "duel_read"
    REPLAY = "replay"
    SPELL_OFFER = "spell_offer"
    SPELL = "spell"
    SPELL_READ = "spell_read"
    CHOICE = "choice"
    TELEPORT = "teleport"
    GAME_OVER = "game_over"


@dataclass(frozen=True)
class Player:
    """What a player has: figures, Force stone, cards in the order in which they came.

    `magician` is a Place. `apprentice` is a Place, else a square of the board; without a board "symbol" or
    "slab".
    """

    color: str
    magician: str = LIFE
    apprentice: str = LIFE
    stone: bool = False
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gain:
    """A card that changed hands. `source`: who lost it, None the Place; `by`: meeting or duel."""

    player: int
    card: str
    source: int | None
    by: str


@dataclass(frozen=True)
class Fight:
    """A settled duel."""

    place: str
    attacker: int
    defender: int
    bouts: Chain[Bout]
    winner: int


@dataclass(frozen=True)
class Turn:
    """A turn, finished or under way. `jump` and `walk` are from and to; None where the figure stayed.

    `exiled` lists who was sent to the Labyrinth: the seat and "magician" or "apprentice". `course` names the
    other fields in the order in which they came about, "gains" and "exiled" once for each of theirs.
    """

    number: int
    player: int
    extra: bool = False
    sticks: tuple[Stick, ...] = ()
    jump: tuple[str, str] | None = None
    walk: tuple[str, str] | None = None
    gains: tuple[Gain, ...] = ()
    exiled: tuple[tuple[int, str], ...] = ()
    fight: Fight | None = None
    spell: str | None = None
    teleport: str | None = None
    course: tuple[str, ...] = ()


@dataclass(frozen=True)
class Opening:
    """The throws for the start: who still throws in this round, and who threw what."""

    waiting: tuple[int, ...]
    thrown: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class State:
    """A whole game between two events.

    `reading` is the throw that lies on the table; a turn's throw moves to `now.sticks` when it is confirmed.
    `must_leave`: the Magician may not stay on Life this turn. `magician_done`, `apprentice_done`: the figure
    has moved or may not. `meeting`: the Place whose card is offered. `spell_due`: the Apprentice stopped on a
    symbol. `symbols`: among which the player must choose. `extra_due`: another turn of the same player
    follows. `log`: the finished turns; `now`: the current one, the last one when the game is over.
    `stopped`: where it was, before anybody had all seven cards.
    """

    header: Header
    phase: Phase
    seats: tuple[Player, ...]
    opening: Opening | None = None
    now: Turn = Turn(0, 0)
    reading: tuple[Stick, ...] = ()
    must_leave: bool = False
    magician_done: bool = False
    apprentice_done: bool = False
    meeting: str | None = None
    duel: Duel | None = None
    spell_due: bool = False
    symbols: tuple[str, ...] = ()
    extra_due: bool = False
    log: Chain[Turn] = EMPTY
    stopped: Said | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Name the players by seat."""
        return self.header.players

    @property
    def rules(self) -> Rules:
        """Give the settings."""
        rules: Rules = self.header.rules
        return rules

    @property
    def over(self) -> bool:
        """Tell whether somebody has all seven cards, or the game was stopped."""
        return self.phase is Phase.GAME_OVER

    @property
    def active(self) -> int:
        """Name the seat whose turn it is."""
        return self.now.player

    @property
    def order(self) -> tuple[int, ...]:
        """List the seats in the order of the turns, from the active one on."""
        step = 1 if self.rules.turn_order == "clockwise" else -1
        return tuple((self.active + step * place) % len(self.seats) for place in range(len(self.seats)))

    @property
    def turn(self) -> int | None:
        """Say who must throw or decide; None once the game is over."""
        match self.phase:
            case Phase.GAME_OVER:
                return None
            case Phase.OPENING | Phase.OPENING_READ if self.opening:
                return self.opening.waiting[0]
            case Phase.DUEL | Phase.DUEL_READ if self.duel:
                return self.duel.thrower
            case Phase.REPLAY if self.duel:
                return self.duel.second
        return self.active

    @property
    def to_throw(self) -> tuple[str, ...]:
        """List the colours of the sticks that are to be thrown now."""
        if self.phase not in (Phase.OPENING, Phase.THROW, Phase.DUEL, Phase.SPELL):
            return ()
        aside = self.duel.aside if self.phase is Phase.DUEL and self.duel else ()
        lying = {stick.color for stick in (*aside, *self.reading)}
        return tuple(color for color in COLORS if color not in lying)

    @property
    def ranking(self) -> tuple[tuple[int, int], ...]:
        """List seats from the best on, each with its rank: by cards (docs/rules/magicians.md 3)."""
        counts = [len(player.cards) for player in self.seats]
        ordered = sorted(self.order, key=lambda seat: -counts[seat])
        if self.rules.ranking_tie == "turn_order":
            return tuple((seat, rank) for rank, seat in enumerate(ordered, 1))
        return tuple((seat, 1 + sum(count > counts[seat] for count in counts)) for seat in ordered)

    @property
    def winner(self) -> int | None:
        """Name the seat that has all seven cards."""
        full = len(MAGIC_PLACES)
        return next((seat for seat, player in enumerate(self.seats) if len(player.cards) == full), None)

    def lying(self, place: str) -> int:
        """Count the cards that lie on a Magic Place: those of its pair that nobody has."""
        return PAIR - sum(place in player.cards for player in self.seats)

    def owners(self, place: str) -> tuple[int, ...]:
        """List the seats that have the Place's card."""
        return tuple(seat for seat, player in enumerate(self.seats) if place in player.cards)

    def kind(self, square: str) -> str | None:
        """Say what a square of an Apprentice is: "place", "symbol" or "slab"; None where there is none."""
        if self.rules.paths is not None:
            return self.rules.paths.kind(square)
        return PLACE if square in PLACES else square if square in (SYMBOL, SLAB) else None


def is_magic(place: str) -> bool:
    """Tell whether cards, duels and expulsions belong to a Place: not to Life, not to the Labyrinth."""
    return place in MAGIC_PLACES
