"""Which lying card is the activity card that was drawn: a proposal, until somebody confirms it.

Pure, as the ledger is that it goes by. Drawn cards are thrown on a pile and may be swept at any time, so none
is ever missed; the newest card is the one that counts, and the same card may come again and again.
"""

from dataclasses import replace

from games.errors import GameError
from games.expectation import Expectation, Pile
from games.history import Game
from games.record import event_from_dict
from table.reconcile.cards import BACK, MOVED, TAKEN_BACK, WHICH, Ask, Finding, Ledger, event_of
from texts import say
from vision.types import Reading, Seen

DRAWN = say("Is this the activity card that was drawn?")
LAY_THERE = say("This card lay there already: is it the one that was drawn?")
BY_HAND = say("Is this a new card, or the one before, which was entered by hand?")


def drawn(game: Game) -> bool:
    """Tell whether the cards of this game are drawn, not played."""
    return isinstance(game.lies, Pile)


def survey(ledger: Ledger, game: Game) -> Finding:
    """Find the card that is to be confirmed, or wait."""
    expected = game.expected
    before = _last_draw(game)
    if expected.kind != "draw":
        return Finding(_of_before(ledger, before))
    new = _new(ledger)
    if not new:
        return Finding(ledger)
    seen = new[-1]
    why = _doubt(seen, ledger, before)
    options = _options(seen.reading, game, expected)
    sure = why is None and seen.reading.card in options
    return Finding(ledger, Ask(seen, options, why or (DRAWN if sure else WHICH), seen.reading, sure=sure))


def _last_draw(game: Game) -> tuple[int, str] | None:
    """Give the index and the card of the newest draw."""
    for index in range(len(game.events) - 1, -1, -1):
        values = game.written(index)
        if values["event"] == "draw":
            return index, values["card"]
    return None


def _of_before(ledger: Ledger, before: tuple[int, str] | None) -> Ledger:
    """Settle the cards that came before the next is awaited.

    One that was entered by hand, or drawn before a restart, is found again; what lay there at the first look
    is an older one. Any other may be drawn early: it waits for its turn.
    """
    new = _new(ledger)
    if before is not None and before[0] not in ledger.claims:
        same = [
            seen
            for seen in new
            if seen.reading.card == before[1] and not seen.reading.asks and seen.id not in ledger.doubted
        ]
        if same:
            ledger = ledger.claim(before[0], same[-1].id)
    for seen in new:
        if seen.id in ledger.unordered and seen.id not in ledger.claims.values():
            ledger = ledger.ignore(seen.id)
    readings = {index: reading for index, reading in ledger.readings.items() if before and index == before[0]}
    return replace(ledger, readings=readings)


def _new(ledger: Ledger) -> list[Seen]:
    """List the cards that came after the last one that was settled; a face-down card is none."""
    last = _last_settled(ledger)
    return [
        seen
        for seen in ledger.lying
        if seen.id > last and not (seen.reading.card == BACK and not seen.reading.asks)
    ]


def _last_settled(ledger: Ledger) -> int:
    return max(ledger.ignored | frozenset(ledger.claims.values()), default=-1)


def _lies(ledger: Ledger, seen: int) -> bool:
    return any(each.id == seen for each in ledger.lying)


def _doubt(seen: Seen, ledger: Ledger, before: tuple[int, str] | None) -> str | None:
    """Say why a confirmation alone is not enough, or None."""
    reading = seen.reading
    if seen.id in ledger.doubted:
        return TAKEN_BACK
    if reading.asks:
        return WHICH
    if seen.id in ledger.unordered:
        return LAY_THERE
    if reading.card in ledger.moved.get(seen.id, ()) and not _lies(ledger, _last_settled(ledger)):
        return MOVED
    if before is not None and before[1] == reading.card and before[0] not in ledger.claims:
        return BY_HAND
    return None


def _options(reading: Reading, game: Game, expected: Expectation) -> tuple[str, ...]:
    """List what the eye thinks of and the rules know, likeliest first."""
    thought = dict.fromkeys((reading.card, *(name for name, _ in reading.alternatives)))
    return tuple(name for name in thought if _allowed(game, expected, name))


def _allowed(game: Game, expected: Expectation, name: str) -> bool:
    try:
        game.play(event_from_dict(event_of(expected, name), game.header))
    except GameError:
        return False
    return True
