"""What is known of bid wheels and trump tags: what they show, and what of that is old.

A wheel bids what it shows only if it was turned to that in this bidding: what it showed when the bidding
began is the last round's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from games.history import Game
from games.signals import Number, Signal, Signals, Suit
from table.command import LookAtWheels
from table.wheels.seating import seated
from vision.wheels.track import WheelSight


@dataclass(frozen=True)
class Wheels:
    """What is known of the wheels and tags; replaced as a whole.

    `sight` as it was told, `turns` where each colour's wheel lies: degrees clockwise from the first seat's
    place. `known`: colours that were seen in this game. `seats`: by colour. `about`: what the numbers are
    about, `numbers` by seat. `spent`: by colour, the number that is an old one; `back`: those of which it was
    taken back; `faced`: those that lay face up since these numbers are awaited. `tags`: those that lay there
    before one was awaited; `naming`: whether it is; `changing`: whether a number is to be told anew. `read`:
    by seat, the numbers that came from wheels; `owners`: the seat of each colour that told any in this game.
    `signal`: what is certain and to be entered next; `offer`: what counts once somebody presses the button,
    where there are `buttons`. `words`: what to see to; `amiss`: whose wheels it is about.
    """

    sight: WheelSight = WheelSight()
    turns: Mapping[int, float] = field(default_factory=dict)
    known: frozenset[int] = frozenset()
    seats: Mapping[int, int] = field(default_factory=dict)
    about: object | None = None
    numbers: tuple[int | None, ...] = ()
    spent: Mapping[int, int] = field(default_factory=dict)
    back: frozenset[int] = frozenset()
    faced: frozenset[int] = frozenset()
    tags: frozenset[int] = frozenset()
    naming: bool = False
    changing: bool = False
    read: Mapping[int, int] = field(default_factory=dict)
    owners: Mapping[int, int] = field(default_factory=dict)
    signal: Signal | None = field(default=None, repr=False)
    offer: Number | None = field(default=None, repr=False)
    words: str | None = None
    amiss: frozenset[int] = frozenset()
    buttons: bool = True

    def begun(self) -> Self:
        """Keep what lies there for another game, in which nobody has bid."""
        return type(self)(sight=self.sight, turns=self.turns, buttons=self.buttons)

    @classmethod
    def resumed(cls, game: Game, colors: Mapping[int, int]) -> Self:
        """Go on with a game after a restart; colors: of the wheels that told its events, by their index."""
        told, read, owners = game.signals, dict[int, int](), dict[int, int]()
        known = set[int]()
        for index, color in sorted(colors.items()):
            before, after = (game.rules.signals(game.states[each]) for each in (index, index + 1))
            for seat in set(after.face_down).difference(before.face_down):
                owners[color] = seat
                if after.about == told.about and seat in told.face_down:
                    # It has lain there since, so that what it shows in the end is no old number.
                    known.add(color)
            for seat, (one, other) in enumerate(zip(before.numbers, after.numbers, strict=False)):
                if other is None or one == other:
                    continue
                owners[color] = seat
                if after.about == told.about and other == told.numbers[seat]:
                    read[seat] = other
        return cls(
            about=told.about,
            numbers=tuple(told.numbers),
            known=frozenset(known),
            read=read,
            seats=owners,
            owners=owners,
        )

    def seated(self, count: int) -> tuple[dict[int, int], str | None]:
        """Say which of so many seats each colour's wheel lies before, or why that cannot be told."""
        return seated(self.sight, self.turns, count)

    def color_of(self, signal: Signal) -> int | None:
        """Say whose wheel tells it, by its colour; None: no wheel does."""
        if isinstance(signal, Suit):
            return None
        return next((color for color, seat in self.seats.items() if seat == signal.seat), None)

    def look(self, look: LookAtWheels) -> Self:
        """Take in what the eye sees now."""
        now = {each.color: each for each in look.sight.wheels}
        spent = {
            color: number
            for color, number in self.spent.items()
            if color not in now or now[color].state != "rests" or now[color].number == number
        }
        # Nothing at all is told of wheels once they are read no more.
        known = self.known if look.sight.wheels or look.sight.tags else frozenset[int]()
        tags = self.tags & look.sight.tags
        return replace(self, sight=look.sight, turns=look.turns, known=known, spent=spent, tags=tags)

    def in_step(self, told: Signals) -> Self:
        """Take note of what has begun: other numbers, the naming of a suit, one that was taken or undone."""
        shows = {each.color: each.number for each in self.sight.wheels if each.number is not None}
        spent, read, back = dict(self.spent), dict(self.read), self.back
        faced = frozenset(each.color for each in self.sight.wheels if each.state == "rests")
        owners = dict(self.owners)
        if self.about != told.about:
            spent, read, back = dict(shows), {}, frozenset[int]()
        else:
            if told.changing and not self.changing:
                # What a wheel shows before its number is to be changed is no new one.
                spent = dict(shows)
            # A wheel that nobody has seen in this game may show what it showed in the last one.
            spent |= {color: shows[color] for color in shows.keys() - self.known}
            colors = {seat: color for color, seat in self.seats.items()}
            shown = (self.signal, self.offer)
            for seat, (before, now) in enumerate(zip(self.numbers, told.numbers, strict=False)):
                if before == now:
                    continue
                # What is told otherwise counts, and nobody minds that wheel any more.
                read.pop(seat, None)
                if now is not None and Number(seat, now) in shown:
                    read[seat] = now
                    owners |= {color: seat for color, own in self.seats.items() if own == seat}
                if now is None and (color := colors.get(seat)) in shows:
                    spent[color], back = shows[color], back | {color}
        return replace(
            self,
            about=told.about,
            numbers=tuple(told.numbers),
            known=self.known | {each.color for each in self.sight.wheels},
            spent=spent,
            back=back & spent.keys(),
            faced=faced if self.about != told.about else self.faced | faced,
            read=read,
            owners=owners,
            tags=self.sight.tags if told.suit and not self.naming else self.tags,
            naming=told.suit,
            changing=told.changing,
        )
