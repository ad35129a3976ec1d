"""Tell everybody what an undo or a correction changed: what was, what is, and whose points that moves."""

from games.expectation import Pile, Throws
from games.history import Game
from games.protocol import EventDict, GameEvent
from texts import Said, listed, say, say_many, sentences

MINUS = "\N{MINUS SIGN}"


def taken_back(before: Game, after: Game) -> Said | None:
    """Say what was taken back, and what everybody knows though it lies hidden again."""
    count = len(before.events) - len(after.events)
    what = _bare(before, before.events[-count])
    if count > 1:
        more = say_many("{count} more step", "{count} more steps", count - 1)
        said = say("Taken back: {what} and {more}.", what=what, more=more)
    else:
        said = say("Taken back: {what}.", what=what)
    return sentences(said, before.uncovered(count), _moved(before, after))


def put_right(before: Game, after: Game, index: int) -> Said | None:
    """Say what stands at step `index` now, and what had stood there."""
    now, was = (_bare(game, game.events[index]) for game in (after, before))
    # Of sticks only what lost its sense goes: nobody leads, and nothing changes hands.
    carried = not isinstance(after.lies, Throws)
    later = carried and _later(before, index) != _later(after, index)
    return sentences(
        say("Put right: {what}.", what=now),
        say("Until now it said: {what}.", what=was) if str(was) != str(now) else None,
        say("Who led, and who laid what after it, follows from that.") if later else None,
        _moved(before, after),
    )


def _later(game: Game, index: int) -> list[str]:
    """Describe what players did after a step: that a bid stands against a rule says nothing of who led.

    A trump that is named, or no longer, goes with the card that was turned up, and changes nobody's cards.
    """
    later = (event for event in game.events[index + 1 :] if getattr(event, "player", None) is not None)
    return [_bare(game, event) for event in later]


def keeps(game: Game, event: EventDict) -> bool:
    """Tell whether what was told still stands after this event: cards come by themselves, and quickly."""
    return not isinstance(game.lies, Pile) and event["event"] != "confirm"


def _moved(before: Game, after: Game) -> Said | None:
    """Say whose points or cards are others now; None where nobody's are."""
    standing = before.rules.standing
    pairs = zip(before.header.players, standing(before.state), standing(after.state), strict=True)
    changes = [
        say("{player} {change} ({total})", player=player, change=_signed(now - was), total=_number(now))
        for player, was, now in pairs
        if was != now
    ]
    return say("So the score changes: {changes}.", changes=listed(changes)) if changes else None


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else _number(change)


def _number(points: int) -> str:
    return f"{MINUS}{-points}" if points < 0 else str(points)


def _bare(game: Game, event: GameEvent) -> str:
    """Describe an event as it may be told again."""
    rules = game.rules
    text: str = rules.describe(rules.retold(event), game.header)
    return text
