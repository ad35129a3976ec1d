"""Take bids from wheels and the trump from a tag: whose each is, what it says, and what must be asked.

A wheel bids what it shows only if it was turned to that in this bidding: what it showed when the bidding
began is the last round's. What is unclear is told in a sentence and never taken; a wheel that is turned after
its bid was taken changes nothing by itself: it is told, and counts once somebody presses the button.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from games.errors import GameError
from games.history import Game
from games.signals import Covered, Number, Signal, Signals, Suit
from table.command import LookAtWheels
from texts import say, sentences, spoken
from vision.wheels.track import WheelReading, WheelSight

CLOSE = 0.4
"""Share of a player's part of the table that two neighbours' wheels are apart at least."""

ASIDE = 0.35
"""Share of a player's part of the table by which all wheels together may lie aside of their places."""

ONE_COLOR = say("Two wheels of one colour lie there: take one away.")
TOO_MANY = say("More wheels lie there than people play: take one away.")
WHOSE = say("Whose wheel is which cannot be told: lay one before each player.")
OLD_TAG = say("A trump tag still lies there: take it up, then lay the one that you choose.")
WHO_LAYS = say("Turn the wheel of whoever lays the tag to any number, and no other one.")
MANY_TAGS = say("Several trump tags lie there: leave the one that you choose.")


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
        return _seated(self.sight, self.turns, count)

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

    def considered(self, game: Game | None) -> Self:
        """Say what follows from what lies there, as the game stands now."""
        if game is None or not (self.sight.wheels or self.sight.tags or self.read or self.known):
            return self if self.about is None else replace(self.begun(), owners=self.owners)
        told = game.signals
        if told.about is None:
            return replace(self.begun(), owners=self.owners)
        found = self._in_step(told)
        seats, whose = found.seated(len(game.header.players))
        # Who has lain there all the time is known by that, though a neighbour's wheel has gone.
        found = replace(
            found, seats=seats or found.seats, signal=None, offer=None, words=None, amiss=frozenset()
        )
        if told.suit:
            found = found._name(game, whose)
        elif told.wanted:
            found = found._number(game, whose)
        else:
            found = found._held_against(game)._upon(game)
        # What is amiss is said alone; else how one goes on.
        return found if found.words or found.signal else replace(found, words=told.how)

    def _in_step(self, told: Signals) -> Self:
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

    def _number(self, game: Game, whose: str | None) -> Self:
        """Take the numbers of those whose are awaited now."""
        if not self.sight.wheels:
            return self
        told, names = game.signals, game.header.players
        if whose is not None:
            return replace(self, words=whose)
        wheels = {self.seats[each.color]: each for each in self.sight.wheels if each.color in self.seats}
        asked = {
            seat: words
            for seat in told.wanted
            if seat in wheels and (words := self._unclear(wheels[seat], names[seat], told)) is not None
        }
        if asked and (told.together or len(told.wanted) == 1):
            shown = [(seat, wheels[seat]) for seat in asked if wheels[seat].color in self.back]
            offers = [Number(seat, each.number) for seat, each in shown if each.number is not None]
            held = self._held_against(game)
            return replace(held, offer=held.offer or next(iter(offers), None))._asking(asked)
        after, signals = game, list[Number | Covered]()
        for seat in told.wanted:
            if seat in asked or (signal := self._told(seat, wheels.get(seat), told)) is None:
                continue
            signals.append(signal)
        if not signals or (told.together and len(signals) < len(told.wanted)):
            return self._held_against(game)._asking(asked)
        for signal in signals if told.together else signals[:1]:
            try:
                after = after.play(after.rules.signalled(after.state, signal))
            except GameError as error:
                return self._asking({signal.seat: spoken(error)})
        return replace(self, signal=signals[0])._asking(asked)

    def _told(self, seat: int, wheel: WheelReading | None, told: Signals) -> Number | Covered | None:
        """Say what a wheel tells that is not asked about; None: nothing yet."""
        if wheel is None:
            return None
        # Only a wheel that was seen in this bidding was laid face down in it, be it from an old number: it is
        # turned unseen, and what it shows in the end counts.
        if told.covers and wheel.state == "hidden" and wheel.color in self.faced:
            return Covered(seat)
        if wheel.color in self.spent or wheel.number in (None, told.numbers[seat]):
            return None
        return Number(seat, wheel.number)

    def _unclear(self, wheel: WheelReading, who: str, told: Signals) -> str | None:
        """Say what keeps a wheel from being read, or that it shows an earlier bid."""
        if told.covers and (wheel.state == "hidden" or wheel.color in self.spent):
            return None
        if told.changing and wheel.state == "rests":
            return None
        match wheel.state:
            case "unclear":
                return say(
                    "{who}'s wheel cannot be read: turn it until one number stands in its window.", who=who
                )
            case "hidden":
                return say("{who}'s wheel is hidden: let it lie face up, with nothing upon it.", who=who)
        if wheel.color in self.back and not self.buttons:
            return say(
                "{who}'s wheel still shows {number}, which was taken back: turn it to another number, "
                "or enter it on a phone if it counts.",
                who=who,
                number=wheel.number,
            )
        if wheel.color in self.back:
            return say(
                "{who}'s wheel still shows {number}, which was taken back: turn it to another number, "
                "or press the button if it counts.",
                who=who,
                number=wheel.number,
            )
        if wheel.color in self.spent:
            return say("{who}'s wheel shows an old number: turn it to ? and then to the bid.", who=who)
        return None

    def _asking(self, asked: Mapping[int, str]) -> Self:
        if not asked:
            return self
        words = sentences(self.words, *asked.values())
        return replace(self, words=words, amiss=self.amiss | asked.keys())

    def _held_against(self, game: Game) -> Self:
        """Tell whose wheel shows another number than was taken from it."""
        if game.signals.secret:
            return self._asking(self._open(game))
        colors = {seat: color for color, seat in self.seats.items()}
        shown = {each.color: each for each in self.sight.wheels}
        found, offers = dict[int, str](), list[Number]()
        for seat in sorted(self.read.keys() - set(game.signals.wanted)):
            wheel, who = shown.get(colors.get(seat, -1)), game.header.players[seat]
            bid = game.signals.numbers[seat]
            if bid is None or wheel is None or wheel.state != "rests" or wheel.number == bid:
                continue
            if wheel.number is None:
                found[seat] = say(
                    "{who}'s wheel shows no bid any more: {bid} was bid. Turn it back, or put the bid right.",
                    who=who,
                    bid=bid,
                )
            elif self.buttons and _fits(game, signal := Number(seat, wheel.number)):
                offers.append(signal)
                found[seat] = say(
                    "{who}'s wheel shows {number}, but {bid} was bid. "
                    "Turn it back, or press the button and {number} counts.",
                    who=who,
                    number=wheel.number,
                    bid=bid,
                )
            else:
                found[seat] = say(
                    "{who}'s wheel shows {number}, but {bid} was bid. Turn it back, or put the bid right.",
                    who=who,
                    number=wheel.number,
                    bid=bid,
                )
        return replace(self, offer=next(iter(offers), None))._asking(found) if found else self

    def _upon(self, game: Game) -> Self:
        """Tell that a card may lie where none is read: upon the wheel of whoever lays one.

        A wheel that is not seen at all is soon none, and what lies there is read.
        """
        seat = game.expected.player
        if game.expected.kind == "none" or seat is None or seat in game.signals.face_down:
            return self
        wheel = next((each for each in self.sight.wheels if self.seats.get(each.color) == seat), None)
        if wheel is None or wheel.state != "unclear":
            return self
        said = say(
            "{who}'s wheel cannot be read: if a card lies upon it, lay that beside, for there none is seen.",
            who=game.header.players[seat],
        )
        return replace(self, words=sentences(self.words, said))

    def _open(self, game: Game) -> dict[int, str]:
        """Say whose wheel lies open that is to stay face down."""
        lying = {self.seats.get(each.color, -1) for each in self.sight.wheels if each.number is not None}
        names = game.header.players
        return {
            seat: say("{who}'s wheel lies open: lay it face down until the round is played.", who=names[seat])
            for seat in sorted(lying.intersection(game.signals.face_down))
        }

    def _name(self, game: Game, whose: str | None) -> Self:
        """Let a tag that was laid now name the suit."""
        laid = sorted(self.sight.tags - self.tags)
        if not self.sight.tags:
            return self
        if not laid:
            return replace(self, words=OLD_TAG)
        if len(laid) > 1:
            return replace(self, words=MANY_TAGS)
        signal = Suit(laid[0])
        if game.signals.whose:
            turned = {each.color for each in self.sight.wheels if each.number is not None}
            seats = [self.seats[color] for color in turned - self.spent.keys() if color in self.seats]
            if whose is not None or len(seats) != 1:
                return replace(self, words=whose or WHO_LAYS)
            signal = replace(signal, seat=seats[0])
        try:
            game.play(game.rules.signalled(game.state, signal))
        except GameError as error:
            return replace(self, words=spoken(error))
        return replace(self, signal=signal)


def _fits(game: Game, signal: Signal) -> bool:
    """Tell whether the rules allow what is shown."""
    try:
        game.play(game.rules.signalled(game.state, signal))
    except GameError:
        return False
    return True


def _seated(sight: WheelSight, turns: Mapping[int, float], count: int) -> tuple[dict[int, int], str | None]:
    """Say which seat each colour's wheel lies before, or why that cannot be told.

    Around the table wheels lie in the order of the seats, though people do not sit evenly. Where some are
    missing each must lie near its seat's even place.
    """
    if sight.doubled:
        return {}, ONE_COLOR
    order = sorted(turns, key=lambda color: turns[color] % 360)
    if len(order) > count:
        return {}, TOO_MANY
    part = 360.0 / count
    if not order:
        return {}, None
    gaps = [
        (turns[after] - turns[before]) % 360
        for before, after in zip(order, [*order[1:], order[0]], strict=True)
    ]
    if len(order) > 1 and min(gaps) < CLOSE * part:
        return {}, WHOSE
    if len(order) < count:
        aside = {color: (turns[color] + part / 2) % part - part / 2 for color in order}
        if any(abs(each) > ASIDE * part for each in aside.values()):
            return {}, WHOSE
        seats = {color: round(turns[color] / part) % count for color in order}
        return (seats, None) if len(set(seats.values())) == len(seats) else ({}, WHOSE)
    best = min(range(count), key=lambda first: abs(_mean_aside(order, turns, first, part)))
    if abs(_mean_aside(order, turns, best, part)) > ASIDE * part:
        return {}, WHOSE
    return {color: (place - best) % count for place, color in enumerate(order)}, None


def _mean_aside(order: list[int], turns: Mapping[int, float], first: int, part: float) -> float:
    """Say by how many degrees wheels lie aside of even places, if the one numbered `first` is the first's."""
    asides = [(turns[color] - (place - first) * part + 180) % 360 - 180 for place, color in enumerate(order)]
    return sum(asides) / len(asides)
