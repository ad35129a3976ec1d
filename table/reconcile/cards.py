"""Which lying card is which event of a game of tricks.

Pure: what is known and a game in, the next thing to do out. The host does it and asks again until nothing is
left.
"""

from dataclasses import dataclass, replace

from games.cards import EDITIONS, neighbours, words
from games.errors import GameError
from games.expectation import Expectation, Tricks
from games.history import Game
from games.laid import Place
from games.protocol import EventDict
from table.command import Answer, CountThrow, ReadStick
from table.reconcile import marks
from table.reconcile.card_tracking import NOT_SEEN, CardTracking
from table.reconcile.finding import Action, Finding
from table.reconcile.known_cards import (
    Known,
    bearing,
    find_again,
    gathered_late,
    home,
    is_turned_up,
    known_cards,
    may_be_known,
    note_as_counted,
    note_early,
    of_this_round,
    replaced,
    swept_late,
    turned_up,
    unsettled,
)
from table.reconcile.stakes import undecided
from table.refusal import no_question, no_throw
from table.view.snapshot import Question, Shown
from texts import Said, capital, listed, say, spoken
from vision.types import Reading, Seen

WHICH = say("Which card is this?")
TAKEN_BACK = say("This card was taken back: which card is it?")
SEVERAL = say("Several cards lay there already: which was next?")
MOVED = say("Is this a new card, or one that was already counted and has moved?")
DISPUTED = 0.2
"""Confidence from which a card that was played already is offered: perhaps that one was misread."""


@dataclass(frozen=True)
class Ask:
    """A card to be asked about."""

    seen: Seen
    question: Question


@dataclass(frozen=True)
class Cards(CardTracking):
    """Match the cards that are laid one beside another with the rules."""

    def next_action(self, game: Game) -> Finding:
        """Find the next thing to do: put a marked card right, take a card, ask about one, or wait."""
        if game.expected.unread or game.state.stopped:
            # What is marked stays so, should that be taken back; until then nobody is asked about it.
            return Finding(self)
        laid = known_cards(game)
        # In a round that begins no card is marked, whatever was in one that nobody read.
        known = self if laid or not self.marks else replace(self, marks=frozenset())
        tracking = find_again(of_this_round(known, laid), game, laid)
        late = gathered_late(tracking, swept_late(tracking, game, laid))
        tracking = note_early(note_as_counted(tracking, late), game, laid)
        missing = tuple(
            card.index
            for card in laid
            if card.in_trick and card.index in tracking.claims and not tracking.lies(card.index)
        )
        found = Finding(
            tracking,
            _recheck(tracking, game),
            missing=missing,
            out_of_step=_out_of_step(game, missing),
            marked=marks.show(tracking, game),
            shown=shown(tracking, game),
        )
        fresh = [seen for seen in unsettled(tracking) if seen not in late]
        new = _awaited(fresh, tracking, game)
        if (instead := _ask_turned_up(fresh, tracking, game, laid)) is not None:
            return replace(found, question=instead.question, asked=instead.seen)
        if not new or game.expected.kind == "none":
            return found
        step = _judge(new, tracking, game, laid)
        if isinstance(step, Ask):
            return replace(found, question=step.question, asked=step.seen)
        # While a card is gone the new one may be that card, misread: it waits, or somebody says what it is.
        return found if missing or found.action is not None else replace(found, action=step)

    def heard(self, said: Answer | ReadStick | CountThrow, game: Game, finding: Finding) -> Action:
        """Say what follows from the answer to a question. Raises Refusal."""
        question, asked = finding.question, finding.asked
        if not isinstance(said, Answer):
            raise no_throw()
        if question is None or asked is None:
            raise no_question()
        card = said.card
        if question.event is not None:
            # The new card, whose name is free then, is taken as it was called.
            values = game.written(question.event)
            stays = card is None or card == values["card"]
            if asked.id not in self.said and (card in question.options or not stays):
                # It is the turned-up card itself, whichever that is.
                turned = self.claim(question.event, asked.id).settle(question.event)
                right = () if stays else ({**values, "card": card},)
                return Action(turned, right, question.event if right else None, kept=stays)
            if stays:
                return Action(self.say(asked.id, None).defer(asked.id))
            return Action(self.settle(question.event), ({**values, "card": card},), question.event)
        if card is None:
            index = turned_up(asked, self, known_cards(game))
            return Action(self.ignore(asked.id) if index is None else self.claim(index, asked.id))
        known = home(self, game, known_cards(game), card)
        if known is not None:
            return Action(self.claim(known, asked.id).settle(known), kept=True)
        if bearing(known_cards(game), card) is not None:
            # There is one of it: then the earlier card was another, and the next question is which.
            return Action(self.say(asked.id, card))
        claimed = self.claim(len(game.events), self.called(card, asked).id)
        return Action(claimed, (_event(self, game, card),))

    def may_confirm(self, game: Game, finding: Finding) -> bool:
        """Tell whether no card that counts is marked, and the trick is not half swept."""
        marked = self.marks and not game.expected.unread
        return not marked and len(finding.missing) in (0, len(game.expected.trick))


def called(game: Game, name: str) -> Said:
    """Call a card as people do and as the phones' keys do: "the 10 of hearts (10H)"."""
    edition = game.lies.edition if isinstance(game.lies, Tricks) else EDITIONS[0]
    return say("{card} ({name})", card=words(name, edition), name=name)


def event_of(expected: Expectation, name: str) -> EventDict:
    """Write the awaited event with this card, as in a record."""
    player = {} if expected.player is None else {"player": expected.player}
    return {"event": expected.kind, **player, "card": name}


def _event(tracking: Cards, game: Game, name: str) -> EventDict:
    """Write the awaited event with this card, and with the one that went as it came where one is taken up."""
    values = event_of(game.expected, name)
    return values | {"take": _taken(tracking, game)} if game.expected.taken else values


def _taken(tracking: Cards, game: Game) -> str | None:
    """Find the card that was taken up for another: the only one of those that may be that is gone."""
    may = list(game.expected.taken)
    claimed = [
        (game.written(index)["card"], tracking.lies(index))
        for index in sorted(tracking.claims, reverse=True)
        if index < len(game.events) and "card" in game.written(index)
    ]
    there = dict(claimed[::-1])
    gone = [name for name in may if there.get(name) is False]
    return gone[0] if len(gone) == 1 and all(name in there for name in may) else None


def _awaited(new: list[Seen], tracking: Cards, game: Game) -> list[Seen]:
    """List which new cards may be what is awaited; the others wait, for their turn may come."""
    expected = game.expected
    if expected.taken and _taken(tracking, game) is None:
        return []
    if not expected.only:
        return new
    return [seen for seen in new if tracking.said.get(seen.id, seen.reading.card) in expected.only]


def _recheck(tracking: Cards, game: Game) -> Action | None:
    """Hold what is marked against how its card is read now; None where nothing follows from that.

    The eye may be sure now that an event bears the right card; or it takes the card for another.
    """
    for index in sorted(tracking.marks):
        reading = next(
            (each.reading for each in tracking.lying if each.id == tracking.claims.get(index)), None
        )
        if reading is None or reading.state == "asks":
            continue
        values, sure, quiet = game.written(index), not reading.asks, not marks.opened(game, index)
        if reading.card == values["card"]:
            if sure:
                return Action(tracking.settle(index))
        elif (sure or quiet) and marks.allowed(game, index, reading.card):
            known = tracking.settle(index) if sure else tracking
            return Action(known, ({**values, "card": reading.card},), index, quiet)
    return None


def _judge(new: list[Seen], tracking: Cards, game: Game, laid: list[Known]) -> Action | Ask:
    """Decide about the oldest new card."""
    seen, reading, expected = new[0], new[0].reading, game.expected
    if (name := tracking.said.get(seen.id)) is not None:
        index = bearing(laid, name)
        if index is not None:
            return _ask_earlier(seen, name, index, tracking, game)
        if _refusal(tracking, game, name) is None:
            return _take(seen, name, tracking, game)
    others = [each.reading.card for each in new[1:] if {seen.id, each.id} <= tracking.unordered]
    unfound = [card.name for card in laid if card.index in tracking.unfound]
    thought = [(reading.card, 1.0), *reading.alternatives, *((name, 0.0) for name in (*others, *unfound))]
    disputed = [
        name
        for name, likely in thought
        if likely >= DISPUTED and bearing(laid, name) is not None and home(tracking, game, laid, name) is None
    ]
    refusal = _refusal(tracking, game, (disputed or [reading.card])[0])
    if seen.id in tracking.doubted:
        why: str = TAKEN_BACK
    elif refusal and (disputed or not reading.asks):
        why = spoken(refusal)
    elif reading.state == "asks" or (reading.asks and (refusal or disputed or undecided(expected, reading))):
        why = reading.doubt or WHICH
    elif others:
        why = SEVERAL
    elif may_be_known(seen, tracking, game, laid) or is_turned_up(seen, tracking, laid):
        why = MOVED
    else:
        return _take(seen, reading.card, tracking, game, marked=reading.asks)
    options = _options([name for name, _ in thought], disputed, tracking, game, laid)
    near = _options(_near(reading, options), [], tracking, game, laid)
    return Ask(seen, Question(0, expected.player, reading, options, why, near=near))


def _take(seen: Seen, name: str, tracking: Cards, game: Game, *, marked: bool = False) -> Action:
    """Take a card as the awaited event; `marked`: until somebody confirms it."""
    return Action(tracking.claim(len(game.events), seen.id, marked), (_event(tracking, game, name),))


def _near(reading: Reading, options: tuple[str, ...]) -> list[str]:
    """List the neighbours of the card that was read, and of the likeliest that it may be."""
    likely = dict.fromkeys((reading.card, *options[:1]))
    return [near for name in likely for near in neighbours(name) if near not in options]


def _ask_earlier(seen: Seen, name: str, index: int, tracking: Cards, game: Game) -> Ask:
    """Ask what the earlier card was, now that another is said to bear its name."""
    lies = next((each.reading for each in tracking.lying if each.id == tracking.claims.get(index)), None)
    reading = lies or tracking.readings.get(index) or replace(NOT_SEEN, card=name)
    options = tuple(
        other for other in reading.candidates if other != name and marks.allowed(game, index, other)
    )
    what = game.rules.describe(game.events[index], game.header)
    why = say(
        "The new card is said to be {card}, but so far: {what}. Which card was that one?",
        card=called(game, name),
        what=what,
    )
    return Ask(seen, Question(0, game.written(index).get("player"), reading, options, why, index))


def _ask_turned_up(fresh: list[Seen], tracking: Cards, game: Game, laid: list[Known]) -> Ask | None:
    """Ask whether the oldest new card was turned up in the place of the one that was, and that is gone."""
    index = replaced(fresh[0], tracking, laid) if fresh else None
    if index is None:
        return None
    seen, reading = fresh[0], fresh[0].reading
    options = tuple(name for name in reading.candidates if marks.allowed(game, index, name))
    why = say(
        "{card} was turned up, and is not in sight: was this one turned up in its place?",
        card=capital(called(game, game.written(index)["card"])),
    )
    return Ask(seen, Question(0, None, reading, options, why, index))


def _options(
    thought: list[str], disputed: list[str], tracking: Cards, game: Game, laid: list[Known]
) -> tuple[str, ...]:
    """List what the table allows of these cards or may allow once an earlier one is corrected, each once."""
    return tuple(
        name
        for name in dict.fromkeys(thought)
        if name in disputed
        or home(tracking, game, laid, name) is not None
        or _refusal(tracking, game, name) is None
    )


def _refusal(tracking: Cards, game: Game, name: str) -> GameError | None:
    """Say why the rules would not take this card now, or None."""
    return game.refusal(_event(tracking, game, name))


def shown(tracking: CardTracking, game: Game) -> tuple[Shown, ...]:
    """List what the cards of this round looked like, by the names that their events bear now.

    Not what is marked: who learns from it would learn a guess. Not what lay upon a wheel, which hides a part.
    Not the one turned up: it lies upon the stock, whose edges are taken for its own. 17 of 18 such cards of a
    drawn game were cut out more than 6 % askew, and one of 521 that were laid.
    """
    found = []
    for index, reading in sorted(tracking.readings.items()):
        if reading.crop is None or reading.doubt is not None:
            continue
        if index >= len(game.events) or index in tracking.marks:
            continue
        laid = game.rules.laid(game.events[index])
        if laid is not None and (laid.place is not Place.STOCK or laid.takes is not None):
            found.append(Shown(index, laid.card, reading.crop))
    return tuple(found)


def _out_of_step(game: Game, missing: tuple[int, ...]) -> Said | None:
    """Say what the table should show and does not, and what to do about it."""
    if not missing:
        return None
    rules = game.expected
    gone = [laid for index in missing if (laid := game.rules.laid(game.events[index])) is not None]
    if rules.kind == "none" and len(missing) == len(rules.trick):
        if gone[0].place is Place.DEAL:
            return say("The cards were taken up before they were confirmed: confirm them, or lay them back.")
        return say("The trick has been taken up before it was confirmed: confirm it, or lay it back.")
    names = [laid.card for laid in gone]
    cards = listed(called(game, name) for name in names)
    if len(names) == 1:
        return say("Out of step: the table should show {cards}. Lay it back, or undo.", cards=cards)
    return say("Out of step: the table should show {cards}. Lay them back, or undo.", cards=cards)
