"""What is known of the cards that lie there: which card is which event."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from games.cards import copies
from games.history import Game
from games.protocol import GameEvent
from vision.types import Reading, Seen, Sight, ThrowSight

NOT_SEEN = Reading("", 0.0, True, (), ((0.0, 0.0),) * 4)
"""What is known of a card that was entered by hand, or before a restart."""


@dataclass(frozen=True)
class CardTracking:
    """What is known of the cards that lie there; all by `Seen.id`.

    `claims`: event index -> the card that is this event; a claim outlives its card. `ignored`: somebody said
    that there is no card to play. `doubted`: its event was undone, so it is asked about from then on.
    `moved`: card -> what the claimed cards were called that vanished as it came. `unordered`: cards that lay
    there at the first look, when nobody had seen which came first; `looked`: whether that look was taken.
    `readings`: event index of this round -> how its card was read. `said`: card -> the name that somebody
    gave it although an event bears it already. `marks`: events that were entered as they probably are, and
    nobody has confirmed yet. `typed`: events whose card was entered by hand, since the last restart,
    while nothing was asked. `early`: cards that came before any was to be laid, where only the turned-up one
    should lie; whether each may be turned up in its place. `number`: of the newest throw of an earlier game.
    `resumed`: how many events the game had when the table was started.
    """

    lying: tuple[Seen, ...] = ()
    claims: Mapping[int, int] = field(default_factory=dict)
    ignored: frozenset[int] = frozenset()
    doubted: frozenset[int] = frozenset()
    moved: Mapping[int, frozenset[str]] = field(default_factory=dict)
    unordered: frozenset[int] = frozenset()
    looked: bool = False
    readings: Mapping[int, Reading] = field(default_factory=dict)
    said: Mapping[int, str] = field(default_factory=dict)
    marks: frozenset[int] = frozenset()
    typed: frozenset[int] = frozenset()
    early: Mapping[int, bool] = field(default_factory=dict)
    number: int = 0
    resumed: int = 0

    def look(self, sight: Sight | ThrowSight, *, late: bool = False) -> Self:
        """Let the cards lie there that the eye sees now; a picture that cannot be trusted says nothing."""
        if not isinstance(sight, Sight) or sight.trouble is not None:
            return self
        lying = sight.lying
        before, now = {seen.id for seen in self.lying}, {seen.id for seen in lying}
        claimed = set(self.claims.values())
        gone = frozenset(
            seen.reading.card for seen in self.lying if seen.id in claimed and seen.id not in now
        )
        moved = {seen: names for seen, names in self.moved.items() if seen in now}
        # What is marked is shown as it is read now.
        by_id = {seen.id: seen.reading for seen in lying}
        marked = {
            index: by_id[seen] for index, seen in self.claims.items() if index in self.marks and seen in by_id
        }
        return replace(
            self,
            lying=lying,
            readings={**self.readings, **marked},
            moved={**moved, **dict.fromkeys(now - before, gone)},
            unordered=self.unordered if self.looked else frozenset(now),
            early={seen: may for seen, may in self.early.items() if seen in now},
            looked=True,
        )

    def claim(self, index: int, seen: int, marked: bool = False) -> Self:
        """Let event `index` be this card; `marked`: as it probably is, until that is confirmed."""
        readings = dict(self.readings)
        readings.update((index, each.reading) for each in self.lying if each.id == seen)
        return replace(
            self,
            claims={**self.claims, index: seen},
            readings=readings,
            said={each: name for each, name in self.said.items() if each != seen},
            marks=self.marks | {index} if marked else self.marks,
        )

    def settle(self, index: int) -> Self:
        """Let the card of event `index` be confirmed, if it was marked."""
        return replace(self, marks=self.marks - {index})

    def entered(self, event: GameEvent, game: Game, asked: Seen | None) -> Self:
        """Let somebody enter an event; `asked`: the card that is asked about now.

        A confirmation is one of all that lies there; the awaited event is the answer to the question.
        """
        kind = game.rules.event_to_dict(event)["event"]
        known = replace(self, marks=frozenset()) if kind == "confirm" else self
        if game.expected.unread:
            # What lies there now belongs to a round that nobody reads, and to none that comes.
            return replace(known, ignored=known.ignored | {seen.id for seen in known.lying})
        if asked is None or kind != game.expected.kind:
            new = () if game.rules.laid(event) is None else (len(game.events),)
            return replace(known, typed=known.typed.union(new))
        laid = game.rules.laid(event)
        return known.claim(len(game.events), known.called(laid.card if laid else None, asked).id)

    def called(self, name: str | None, asked: Seen) -> Seen:
        """Find the card that somebody means who calls the one that is asked about so.

        Where a single other one that waits is surely this, it is that one: people name what should have been
        laid first. Of Wizards and Jesters the one that is asked about may be another.
        """
        waiting = [
            seen
            for seen in self.lying
            if not (seen.reading.asks or seen.id in self.ignored or seen.id in self.claims.values())
        ]
        same = [seen for seen in waiting if seen.reading.card == name]
        thought = asked.reading.candidates
        is_asked = name == asked.reading.card or (name in thought and name is not None and copies(name) > 1)
        return asked if is_asked or len(same) != 1 else same[0]

    def say(self, seen: int, name: str | None) -> Self:
        """Let somebody give this card a name that an event bears already, or with None take that back."""
        said = {each: known for each, known in self.said.items() if each != seen}
        return replace(self, said=said if name is None else {**said, seen: name})

    def defer(self, seen: int) -> Self:
        """Let a card that came early be one that is laid once its turn has come."""
        return replace(self, early={**self.early, seen: False}) if seen in self.early else self

    def ignore(self, seen: int) -> Self:
        """Let this card be none, for as long as it lies."""
        return replace(self, ignored=self.ignored | {seen})

    def undone(self, length: int) -> Self:
        """Doubt the cards whose events are gone; `length` events are left."""
        return self.renumbered({index: index for index in range(length)})

    def renumbered(self, places: Mapping[int, int]) -> Self:
        """Let each event stand where a correction put it, as `Game.mended` says; doubt what fell away."""
        lost = frozenset(seen for index, seen in self.claims.items() if index not in places)
        readings = {places[index]: reading for index, reading in self.readings.items() if index in places}
        marks, typed = (
            frozenset(places[index] for index in known if index in places)
            for known in (self.marks, self.typed)
        )
        return replace(
            self,
            claims={places[index]: seen for index, seen in self.claims.items() if index in places},
            doubted=self.doubted | lost,
            readings=readings,
            marks=marks,
            typed=typed,
        )

    @property
    def unfound(self) -> frozenset[int]:
        """Give the marked events of which it is not known which card they are: since a restart."""
        return self.marks - self.claims.keys()

    def lies(self, index: int) -> bool:
        """Tell whether the card of event `index` is known and in sight."""
        return any(seen.id == self.claims.get(index) for seen in self.lying)
