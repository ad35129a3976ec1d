"""Which lying card is the activity card that was drawn: a proposal, until somebody confirms it.

Pure. Drawn cards are thrown on a pile and may be swept at any time, so none
is ever missed; the newest card is the one that counts, and the same card may come again and again.
"""

from dataclasses import dataclass, replace

from games.history import Game
from table.reconcile.cards import MOVED, TAKEN_BACK, WHICH, Cards, event_of, shown
from table.reconcile.finding import Finding
from table.reconcile.known_cards import BACK
from table.view.snapshot import Question
from texts import say
from vision.types import Reading, Seen

DRAWN = say("Is this the activity card that was drawn?")
LAY_THERE = say("This card lay there already: is it the one that was drawn?")
BY_HAND = say("Is this a new card, or the one before, which was entered by hand?")


@dataclass(frozen=True)
class Pile(Cards):
    """Match the cards that are drawn and thrown on a pile with the rules."""

    def next_action(self, game: Game) -> Finding:
        """Find the card that is to be confirmed, or wait."""
        expected, before = game.expected, _newest(game)
        tracking = self if expected.kind != "none" else _of_before(self, before)
        found = Finding(tracking, shown=shown(tracking, game))
        new = _new(tracking)
        if not new or expected.kind == "none":
            return found
        seen = new[-1]
        why = _doubt(seen, tracking, before)
        options = _options(seen.reading, game)
        sure = why is None and seen.reading.card in options
        why = why or (DRAWN if sure else WHICH)
        question = Question(0, expected.player, seen.reading, options, why, sure=sure)
        return replace(found, question=question, asked=seen)

    def called(self, name: str | None, asked: Seen) -> Seen:
        """Take the newest card for the one that is meant: what lies beneath it is an older one."""
        return asked

    def may_confirm(self, game: Game, finding: Finding) -> bool:
        """Leave a final score to people: how the words are spelt is for them to see."""
        return False


def _newest(game: Game) -> tuple[int, str] | None:
    """Give the event with which the newest card was drawn, and that card."""
    for index in range(len(game.events) - 1, -1, -1):
        drawn = game.rules.laid(game.events[index])
        if drawn is not None:
            return index, drawn.card
    return None


def _of_before(tracking: Pile, before: tuple[int, str] | None) -> Pile:
    """Settle the cards that came before the next is awaited.

    One that was entered by hand, or drawn before a restart, is found again; what lay there at the first look
    is an older one. Any other may be drawn early: it waits for its turn.
    """
    new = _new(tracking)
    if before is not None and before[0] not in tracking.claims:
        same = [
            seen
            for seen in new
            if seen.reading.card == before[1] and not seen.reading.asks and seen.id not in tracking.doubted
        ]
        if same:
            tracking = tracking.claim(before[0], same[-1].id)
    for seen in new:
        if seen.id in tracking.unordered and seen.id not in tracking.claims.values():
            tracking = tracking.ignore(seen.id)
    readings = {
        index: reading for index, reading in tracking.readings.items() if before and index == before[0]
    }
    return replace(tracking, readings=readings)


def _new(tracking: Pile) -> list[Seen]:
    """List the cards that came after the last one that was settled; a face-down card is none."""
    last = _last_settled(tracking)
    return [
        seen
        for seen in tracking.lying
        if seen.id > last and not (seen.reading.card == BACK and not seen.reading.asks)
    ]


def _last_settled(tracking: Pile) -> int:
    return max(tracking.ignored | frozenset(tracking.claims.values()), default=-1)


def _lies(tracking: Pile, seen: int) -> bool:
    return any(each.id == seen for each in tracking.lying)


def _doubt(seen: Seen, tracking: Pile, before: tuple[int, str] | None) -> str | None:
    """Say why a confirmation alone is not enough, or None."""
    reading = seen.reading
    if seen.id in tracking.doubted:
        return TAKEN_BACK
    if reading.asks:
        return reading.doubt or WHICH
    if seen.id in tracking.unordered:
        return LAY_THERE
    if reading.card in tracking.moved.get(seen.id, ()) and not _lies(tracking, _last_settled(tracking)):
        return MOVED
    if before is not None and before[1] == reading.card and before[0] not in tracking.claims:
        return BY_HAND
    return None


def _options(reading: Reading, game: Game) -> tuple[str, ...]:
    """List what the eye thinks of and the rules know, likeliest first."""
    return tuple(name for name in reading.candidates if not game.refusal(event_of(game.expected, name)))
