"""Judge the throw that lies there: whether it is the one that the rules await, and how it counts.

Pure: what is known and a game in, the next thing to do out. The host does it and asks again until nothing is
left.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from games import expectation
from games.errors import GameError
from games.expectation import Expectation
from games.history import Game
from games.moment import Awaits
from games.protocol import EventDict
from games.sticks import COLOR_WORDS, COLORS, KIT, Stick, Table, complete, notches, parse_stick
from games.throws import MISSING, Fall, Landed, SetAside, Void
from table.command import Answer, CountThrow, ReadStick
from table.reconcile.finding import Action, Finding
from table.reconcile.stick_geometry import Lying, may_lie, only_pushed, ways_to_lie
from table.reconcile.throw_tracking import ThrowTracking
from table.refusal import Refusal, no_question, no_throw
from table.view.snapshot import Thrown
from texts import Said, listed, say, say_many, spoken
from vision.types import Lie, StickReading

TAKEN_BACK = say("This throw was taken back: does it count?")
LATE = say("A stick was missing, and now all lie there: were they thrown together?")
PUSHED = say("The sticks show what they showed and lie close to where they lay: were they thrown?")
REPLACES = say("The sticks lie otherwise than they were read: does this throw count instead?")
VOIDED = ("overlap", "leaning", "standing", "off_table", "other")
"""Reasons of the eye's to throw again; what is missing the host says, for it knows what was to be thrown."""


@dataclass(frozen=True)
class Throws(ThrowTracking):
    """Match the sticks that lie there with the throw that the rules await, or that is to be confirmed."""

    def next_action(self, game: Game) -> Finding:
        """Find the next thing to do: take the throw that lies there, show what is wrong with it, or wait."""
        if game.expected.sticks:
            return _awaiting(self, game, game.expected)
        throws = self if self.awaited is None else replace(self, awaited=None)
        index = _to_confirm(game)
        return Finding(throws, thrown=_taken(throws, game)) if index is None else _read(throws, game, index)

    def heard(self, said: Answer | ReadStick | CountThrow, game: Game, finding: Finding) -> Action:
        """Say what follows from what somebody says of a throw. Raises Refusal, GameError."""
        if isinstance(said, Answer):
            raise no_question()
        thrown = finding.thrown
        if thrown is None or thrown.number != said.throw:
            raise no_throw()
        if isinstance(said, CountThrow):
            if thrown.event is not None:
                raise Refusal(say("This throw counts already."), "throw")
            return Action(replace(self, counted=True) if said.count else self.decline(len(game.events)))
        stick = parse_stick(said.stick)
        if stick.color not in thrown.options:
            raise Refusal(
                say("The {color} stick is not one of this throw.", color=COLOR_WORDS[stick.color]), "throw"
            )
        stick = complete(stick, _table(game))
        if thrown.event is None:
            return Action(self.say(stick))
        if thrown.event != _to_confirm(game):
            raise Refusal(say("This throw is confirmed already: correct it in the list of events."), "throw")
        return Action(self, (_reread(game, thrown.event, stick),), thrown.event)

    def may_confirm(self, game: Game, finding: Finding) -> bool:
        """Tell whether no stick is astray, nothing must be said of the throw, and no choice is left."""
        opened = finding.thrown is not None and finding.thrown.open
        return not (finding.out_of_step or opened or _may_choose(game))


def _to_confirm(game: Game) -> int | None:
    """Find the event that is a throw which waits for its confirmation."""
    if not game.events or game.expected.sticks:
        return None
    last = len(game.events) - 1
    return last if _landed(game, last) else None


def _landed(game: Game, index: int) -> tuple[Stick, ...]:
    """Give the sticks of the throw that event `index` is; none where it is another event."""
    fall = game.rules.fall(game.events[index])
    return fall.sticks if isinstance(fall, Landed) else ()


def _reread(game: Game, index: int, stick: Stick) -> EventDict:
    """Write the throw that event `index` is with one stick lying otherwise."""
    sticks = tuple(stick if each.color == stick.color else each for each in _landed(game, index))
    rules = game.rules
    return rules.event_to_dict(rules.thrown(game.states[index], Landed(sticks)))


def _may_choose(game: Game) -> bool:
    """Tell whether a duel's player has a choice, so that a confirmation is not all that is left."""
    chooses = game.rules.moment(game.state).awaits is Awaits.CHOICE
    # What was set aside stays so at most tables: whoever may throw on may throw all the others.
    further = SetAside(tuple(color for color, _ in game.expected.aside))
    return chooses or _refusal(game, (further,)) is None


def _taken(throws: Throws, game: Game) -> Thrown | None:
    """Show the newest throw that is an event, by that event's words."""
    if throws.taken is None or throws.taken[0] >= len(game.events):
        return None
    index, readings = throws.taken
    sticks = []
    for stick in _landed(game, index):
        reading = readings.get(stick.color)
        if reading is not None:
            count, sides = _lie(stick, reading)
            sticks.append(replace(reading, notches=count, sides=sides, asks=False))
    number = throws.claims.get(index, 0)
    return _thrown(number, {stick.color: stick for stick in sticks}, game, event=index) if sticks else None


def _awaiting(throws: Throws, game: Game, expected: Expectation) -> Finding:
    """Judge what lies there while a throw is awaited."""
    if throws.awaited != len(game.events):
        throws = replace(
            throws, awaited=len(game.events), stale=throws.number, void=None, counted=False, said={}
        )
    astray = None if throws.counted or not throws.looked else _astray(throws, expected)
    seen = {color: throws.lying[color] for color in expected.sticks if color in throws.lying}
    lacking = tuple(color for color in expected.sticks if color not in seen)
    old, fresh = throws.number <= throws.stale, throws.moved & seen.keys()
    if throws.settled(len(game.events)) or throws.taken_up or not fresh or (old and lacking):
        return Finding(throws, out_of_step=astray)
    again = None if throws.counted else _again(throws, lacking, game)
    doubt = None if throws.counted else astray or _doubt(throws, game, expected, fresh)
    if again and not old:
        throws = replace(throws, void=(throws.number, again))
    asks = _asks(throws, seen, lacking if throws.counted else (), game)
    if not (again or doubt or asks):
        falls = _bill(throws, game, expected.sticks)
        doubt = _refusal(game, falls)
        if doubt is None:
            return Finding(throws, _count(throws, game, falls, seen), out_of_step=astray)
    thrown = _thrown(throws.number, seen, game, lacking, again, asks, doubt)
    return Finding(throws, thrown=thrown, out_of_step=astray)


def _read(throws: Throws, game: Game, index: int) -> Finding:
    """Judge what lies there while a throw waits for its confirmation: it should be that throw."""
    sticks = {stick.color: stick for stick in _landed(game, index)}
    seen = {color: throws.lying[color] for color in sticks if color in throws.lying}
    if not throws.looked or throws.settled(len(game.events)) or throws.taken_up or len(seen) < len(sticks):
        return Finding(throws, thrown=_taken(throws, game))
    left = tuple(color for color in COLORS if color not in throws.moved)
    fresh = {color: reading for color, reading in throws.lying.items() if color not in left}
    keep = SetAside(left)
    # Only in a duel may the same player throw on; else what lies otherwise stands for what was read.
    further = bool(fresh) and _refusal(game, (keep, _as_said(throws, fresh, game))) is None
    same = all(_shows(seen[color], stick) for color, stick in sticks.items())
    if same and not (further and index in throws.claims):
        # Entered by hand, read before a restart, or moved since.
        throws = throws.claim_anew(index, seen)
        return Finding(throws, thrown=_taken(throws, game))
    if _again(throws, (), game) and not throws.counted:
        return Finding(throws, thrown=_taken(throws, game))
    seen = fresh if further else seen
    asks = _asks(throws, seen, (), game)
    if not throws.counted:
        doubt = _next(_who(game), left) if further else REPLACES
        return Finding(throws, thrown=_thrown(throws.number, seen, game, asks=asks, doubt=doubt))
    if asks:
        return Finding(throws, thrown=_thrown(throws.number, seen, game, asks=asks))
    fall = _as_said(throws, seen, game)
    if further:
        return Finding(throws, _count(throws, game, (keep, fall), seen))
    return Finding(throws, Action(throws.claim_anew(index, seen), _written(game, (fall,)), index))


def _count(throws: Throws, game: Game, falls: tuple[Fall, ...], as_read: Lying) -> Action:
    """Enter what the sticks tell, at last the throw that lies there, void or as it was read."""
    index = len(game.events) + len(falls) - 1
    known = throws.claim(index, as_read=as_read if isinstance(falls[-1], Landed) else None)
    return Action(known, _written(game, falls))


def _written(game: Game, falls: tuple[Fall, ...]) -> tuple[EventDict, ...]:
    """Write what the sticks tell now, as in a record."""
    rules = game.rules
    return tuple(rules.event_to_dict(rules.thrown(game.state, fall)) for fall in falls)


def _again(throws: Throws, lacking: tuple[str, ...], game: Game) -> str | None:
    """Say why the sticks must be thrown again, or None."""
    if lacking:
        return MISSING
    if throws.again not in VOIDED or _refusal(game, (Void(throws.again),)) is not None:
        return None
    return throws.again


def _doubt(throws: Throws, game: Game, expected: Expectation, fresh: frozenset[str]) -> str | None:
    """Say why a throw that can be read may not be the awaited one, or None."""
    if throws.number <= throws.stale:
        return TAKEN_BACK if throws.doubted == throws.number else lay_there(_who(game))
    if throws.void == (throws.number, MISSING):
        return LATE
    still = [color for color in expected.sticks if color in throws.lying and color not in fresh]
    if still:
        return say_many(
            "The {colors} stick has not moved since they last lay still: "
            "was all thrown that is to be thrown?",
            "The {colors} sticks have not moved since they last lay still: "
            "was all thrown that is to be thrown?",
            len(still),
            colors=_colors(still),
        )
    seen = {color: throws.lying[color] for color in expected.sticks if color in throws.lying}
    return PUSHED if only_pushed(throws.before, seen) else None


def _astray(throws: Throws, expected: Expectation) -> str | None:
    """Say which stick that was set aside does not lie as it should, or None."""
    aside = dict(expected.aside)
    for color, kept in expected.aside:
        reading = throws.lying.get(color)
        here, thrown = color in throws.moved, throws.moved - aside.keys()
        said = {"color": COLOR_WORDS[color], "kept": notches(kept)}
        if reading is None:
            if color in throws.rests:
                return say(
                    "Out of step: the {color} stick, set aside with {kept}, is not in sight. "
                    "Lay it back, or undo.",
                    **said,
                )
        elif not reading.asks and reading.notches != kept:
            return say(
                "Out of step: the {color} stick was set aside with {kept} and shows {now}. Turn it, or undo.",
                now=notches(reading.notches),
                **said,
            )
        # Moved by itself it was set aside just now; with the others it may have been thrown or hit.
        elif here and thrown and throws.number > throws.stale:
            return say(
                "Out of step: the {color} stick, set aside with {kept}, moved as the others were thrown.",
                **said,
            )
    return None


def _asks(throws: Throws, seen: Lying, lacking: tuple[str, ...], game: Game) -> tuple[str, ...]:
    """List the colours that somebody must say: unclear, not in sight, or lying as that stick cannot."""
    table = _table(game)
    unclear = {
        color
        for color, each in seen.items()
        if each.asks or not may_lie(Stick(color, each.notches, each.sides), table)
    }
    return tuple(
        color for color in COLORS if color not in throws.said and (color in unclear or color in lacking)
    )


def _bill(throws: Throws, game: Game, wanted: tuple[str, ...]) -> tuple[Fall, ...]:
    """List what a throw that counts tells, before it the void one that costs a throw at this table."""
    fall = _as_said(throws, {color: throws.lying.get(color) for color in wanted}, game)
    if throws.void is None or throws.void[0] >= throws.number:
        return (fall,)
    void = Void(throws.void[1])
    after = game.play(game.rules.thrown(game.state, void))
    if after.state == game.state:
        return (fall,)
    return (void, fall) if after.expected.sticks else (void,)


def _as_said(throws: Throws, seen: Mapping[str, StickReading | None], game: Game) -> Landed:
    """Give the throw of these sticks: as somebody said, else as they were read."""
    table = _table(game)
    sticks = []
    for color in COLORS:
        if color in throws.said:
            sticks.append(throws.said[color])
        elif color in seen:
            sticks.append(Stick(color, *ways_to_lie(color, seen[color], table)[0]))
    return Landed(tuple(stick for stick in sticks if stick.color in seen))


def _refusal(game: Game, falls: tuple[Fall, ...]) -> str | None:
    """Say why the rules would not take now what the sticks tell, or None."""
    try:
        for fall in falls:
            game = game.play(game.rules.thrown(game.state, fall))
    except GameError as error:
        return spoken(error)
    return None


def _lie(stick: Stick, reading: StickReading) -> Lie:
    """Give how a stick lies, where nobody said it as it was read."""
    count = reading.notches if stick.notches is None else stick.notches
    return count, reading.sides if stick.sides is None else (stick.sides[0], stick.sides[1])


def _shows(reading: StickReading, stick: Stick) -> bool:
    """Tell whether a stick shows what an event says, as far as it was read with certainty."""
    return reading.asks or _lie(stick, reading) == (reading.notches, reading.sides)


def _table(game: Game) -> Table | None:
    """Give how notches and sides are tied on these sticks."""
    return game.lies.table if isinstance(game.lies, expectation.Throws) else KIT


def _who(game: Game) -> str:
    player = game.expected.player
    return say("nobody") if player is None else game.header.players[player]


def lay_there(who: str) -> Said:
    """Ask whether sticks that came too early count."""
    return say("These sticks came to lie before {who}'s throw was awaited: do they count as it?", who=who)


def _next(who: str, left: tuple[str, ...]) -> Said:
    if not left:
        return say("{who} threw on and left none lying: does this count as the next throw?", who=who)
    return say_many(
        "{who} threw on and left the {colors} stick lying: does this count as the next throw?",
        "{who} threw on and left the {colors} sticks lying: does this count as the next throw?",
        len(left),
        who=who,
        colors=_colors(left),
    )


def _colors(colors: Iterable[str]) -> Said:
    """Name colours of sticks for a sentence."""
    return listed(COLOR_WORDS[color] for color in colors)


def _thrown(
    number: int,
    seen: Lying,
    game: Game,
    lacking: tuple[str, ...] = (),
    again: str | None = None,
    asks: tuple[str, ...] = (),
    doubt: str | None = None,
    event: int | None = None,
) -> Thrown:
    table = _table(game)
    colors = [color for color in COLORS if color in seen or color in lacking]
    options = {color: ways_to_lie(color, seen.get(color), table) for color in colors}
    sticks = tuple(seen[color] for color in colors if color in seen)
    return Thrown(number, sticks, again, asks, doubt, event, lacking, options)
