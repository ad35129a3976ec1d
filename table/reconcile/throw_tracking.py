"""What is known of the sticks that lie there: which throw it is, and which event is that throw.

Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from games.history import Game
from games.protocol import GameEvent
from games.sticks import Stick
from games.throws import Landed, Void
from table.reconcile.stick_geometry import Lying, by_color, moved, only_pushed
from vision.types import Seen, Sight, ThrowSight


@dataclass(frozen=True)
class ThrowTracking:
    """What is known of the sticks, by colour.

    `number` counts the throws that came to rest, `looked`: whether the eye has told of any; `tracks`: the
    eye's identities of the newest one's sticks. `colors` lay there as it came to rest, of which `moved` had
    lain otherwise or nowhere; `lying` do now; `before`: where each lay before it, `rests`: where each was
    seen last. `again`: what the eye says against it.

    `awaited`: how many events there were as the present throw became awaited, None: none is; `stale` the
    number that lay there then. `claims`: event index -> the number that is this event. `doubted`: the number
    whose event was undone. `declined`: a number that somebody said does not count, and how many events there
    were. `counted`: somebody said that it counts; `said`: how sticks of it lie, as somebody said. `void`: the
    number and reason of a throw that was to be thrown again. `taken`: how the newest throw that is an event
    was read, and that event's index.
    """

    number: int = 0
    looked: bool = False
    tracks: frozenset[int] = frozenset()
    colors: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    lying: Lying = field(default_factory=dict)
    before: Lying = field(default_factory=dict)
    rests: Lying = field(default_factory=dict)
    again: str | None = None
    awaited: int | None = None
    stale: int = 0
    claims: Mapping[int, int] = field(default_factory=dict)
    doubted: int | None = None
    declined: tuple[int, int] | None = None
    counted: bool = False
    said: Mapping[str, Stick] = field(default_factory=dict)
    void: tuple[int, str] | None = None
    taken: tuple[int, Lying] | None = None

    @property
    def marks(self) -> frozenset[int]:
        """List the events that are marked: no throw ever is."""
        return frozenset()

    def look(self, sight: Sight | ThrowSight, *, late: bool = False) -> Self:
        """Let the sticks lie so; `late`: the picture is older than the game's last change.

        A new throw is one with a stick that the eye did not follow from before, and in which one has moved:
        not a better look, and not sticks that are taken up.
        """
        # A picture that cannot be trusted says nothing about what lies there. To the eye a stick is a trouble
        # too that was turned after it had been set aside; but that is what lies there.
        if not isinstance(sight, ThrowSight) or (sight.trouble is not None and not sight.aside):
            return self
        lying = by_color((*sight.throw.sticks, *sight.aside))
        rests, again = {**self.rests, **lying}, sight.throw.again
        if self.looked and sight.tracks <= self.tracks:
            late_found = moved(self.before, lying) - self.colors
            return replace(
                self,
                colors=self.colors | lying.keys(),
                moved=self.moved | late_found,
                lying=lying,
                rests=rests,
                again=again,
            )
        fresh = moved(self.rests, lying)
        if self.looked and not fresh:
            return replace(self, tracks=sight.tracks, lying=lying, rests=rests, again=again)
        number = self.number + 1
        claims = self.claims
        if self.awaited is None and only_pushed(self.rests, lying):
            claims = {index: number if each == self.number else each for index, each in claims.items()}
        return replace(
            self,
            claims=claims,
            number=number,
            looked=True,
            tracks=sight.tracks,
            colors=frozenset(lying),
            moved=fresh,
            lying=lying,
            before=self.rests,
            rests=rests,
            again=again,
            stale=number if late or not self.looked else self.stale,
            counted=False,
            said={},
        )

    @property
    def taken_up(self) -> bool:
        """Tell whether some of the throw's sticks are not where they came to rest."""
        return not self.colors <= self.lying.keys()

    def claim(self, index: int, *, as_read: Lying | None = None) -> Self:
        """Let event `index` be the throw that lies there, unless an earlier event is.

        as_read: how its sticks were read, None where it was void.
        """
        if not self.looked or self.number in self.claims.values():
            return self if as_read is None else replace(self, taken=(index, {}))
        taken = self.taken if as_read is None else (index, as_read)
        return replace(self, claims={**self.claims, index: self.number}, taken=taken)

    def entered(self, event: GameEvent, game: Game, asked: Seen | None) -> Self:
        """Let somebody enter an event: the awaited throw is what lies there."""
        fall = game.rules.fall(event)
        if not game.expected.sticks or not isinstance(fall, Landed | Void):
            return self
        return self.claim(len(game.events), as_read=self.lying if isinstance(fall, Landed) else None)

    def settle(self, index: int) -> Self:
        """Leave it as it is: a throw is confirmed by an event."""
        return self

    def renumbered(self, places: Mapping[int, int]) -> Self:
        """Let each event stand where a correction put it, as `Game.mended` says; doubt what fell away."""
        taken, declined = self.taken, self.declined
        lost = {number for index, number in self.claims.items() if index not in places}
        return replace(
            self,
            claims={places[index]: number for index, number in self.claims.items() if index in places},
            doubted=self.number if self.number in lost else self.doubted,
            taken=(places[taken[0]], taken[1]) if taken and taken[0] in places else None,
            awaited=None if self.awaited is None else places.get(self.awaited),
            declined=(declined[0], places[declined[1]]) if declined and declined[1] in places else None,
        )

    def claim_anew(self, index: int, as_read: Lying) -> Self:
        """Let event `index` be what lies there now instead of what it was."""
        return replace(self, claims={**self.claims, index: self.number}, taken=(index, as_read))

    def decline(self, events: int) -> Self:
        """Let what lies there not count, as long as there are so many events."""
        return replace(self, declined=(self.number, events))

    def undone(self, length: int) -> Self:
        """Doubt the throw whose event is gone; `length` events are left."""
        left = self.renumbered({index: index for index in range(length)})
        # What was said not to count does not, either, once there are as many events again.
        return replace(left, declined=self.declined, counted=False, said={})

    def say(self, stick: Stick) -> Self:
        """Let somebody say how a stick lies."""
        return replace(self, said={**self.said, stick.color: stick})

    def settled(self, events: int) -> bool:
        """Tell whether nothing is to be done about what lies there, after so many events."""
        return self.number in self.claims.values() or self.declined == (self.number, events)
