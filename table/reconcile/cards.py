"""Which lying card is which event of a game of tricks.

Pure: what is known and a game in, the next thing to do out. The host does it and asks again until nothing is
left.
"""

from dataclasses import dataclass, replace

import numpy as np

from games.cards import EDITIONS, copies, neighbours, words
from games.errors import GameError
from games.expectation import Expectation, Tricks
from games.history import Game
from games.laid import TURNED, Laid, Place
from games.protocol import EventDict
from games.record import event_from_dict
from table.command import Answer, CountThrow, ReadStick
from table.reconcile import marks
from table.reconcile.card_tracking import NOT_SEEN, CardTracking
from table.reconcile.finding import Action, Finding
from table.reconcile.stakes import undecided
from table.refusal import no_question, no_throw
from table.snapshot import Question, Shown
from texts import Said, listed, say, spoken
from vision.geometry.quads import mostly, sides
from vision.types import Reading, Seen

BACK = "back"
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
class _Laid:
    """A card that the rules know of in this round."""

    index: int
    name: str
    in_trick: bool
    is_play: bool
    is_swap: bool


@dataclass(frozen=True)
class Cards(CardTracking):
    """Match the cards that are laid one beside another with the rules."""

    def next_action(self, game: Game) -> Finding:
        """Find the next thing to do: put a marked card right, take a card, ask about one, or wait."""
        if game.expected.unread:
            return Finding(replace(self, marks=frozenset()))
        if game.state.stopped:
            # What is marked stays so, should that be taken back; until then nobody is asked about it.
            return Finding(self)
        laid = _laid(game)
        tracking = _find_again(_of_this_round(self, laid), game, laid)
        late = _gathered_late(tracking, _swept_late(tracking, game, laid))
        tracking = _note_as_counted(tracking, late)
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
        new = _awaited([seen for seen in _new(tracking) if seen not in late], tracking, game)
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
            if card is None or card == values["card"]:
                return Action(self.say(asked.id, None))
            return Action(self.settle(question.event), ({**values, "card": card},), question.event)
        if card is None:
            turned = _turned_up(asked, self, _laid(game))
            return Action(self.ignore(asked.id) if turned is None else self.claim(turned, asked.id))
        known = _home(self, game, _laid(game), card)
        if known is not None:
            return Action(self.claim(known, asked.id).settle(known), kept=True)
        if _bears(_laid(game), card) is not None:
            # There is one of it: then the earlier card was another, and the next question is which.
            return Action(self.say(asked.id, card))
        return Action(self.claim(len(game.events), asked.id), (_event(self, game, card),))

    def may_confirm(self, game: Game, finding: Finding) -> bool:
        """Tell whether no card is marked, and the trick is not half swept."""
        return not self.marks and len(finding.missing) in (0, len(game.expected.trick))


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


def _laid(game: Game) -> list[_Laid]:
    """List the cards of this round: the newest events with a card, as many as the rules say were seen.

    What was taken up again is none of them: into a hand, out of a trick or from its place beside the stock.
    """
    expected = game.expected
    found: list[tuple[int, Laid]] = []
    taken: list[str] = []
    for index in range(len(game.events) - 1, -1, -1):
        if len(found) == len(expected.seen):
            break
        card = game.rules.laid(game.events[index])
        if card is None:
            continue
        if card.takes is not None:
            taken.append(card.takes)
            found.append((index, card))
        elif card.place is Place.STOCK and TURNED in taken:
            taken.remove(TURNED)
        elif card.card in taken:
            taken.remove(card.card)
        else:
            found.append((index, card))
    left = len(expected.trick)
    laid = []
    for index, card in found:
        is_play = card.place is not Place.STOCK
        is_swap = is_play and card.takes is not None
        in_trick = is_play and not is_swap and left > 0
        left -= in_trick
        laid.append(_Laid(index, card.card, in_trick, is_play, is_swap))
    return laid[::-1]


def _bears(laid: list[_Laid], name: str) -> int | None:
    """Find the event of this round that bears the name of a number card, which there is once."""
    return next((card.index for card in laid if card.name == name and copies(name) == 1), None)


def _home(tracking: Cards, game: Game, laid: list[_Laid], name: str) -> int | None:
    """Find the event that a card called `name` is, if it is one already known that is not in sight."""
    return next(
        (
            card.index
            for card in laid
            if card.name == name and _homeless(tracking, card) and not _may_be_played(card, tracking, game)
        ),
        None,
    )


def _may_be_played(card: _Laid, tracking: Cards, game: Game) -> bool:
    """Tell whether what is called as the turned-up Wizard or Jester, which was typed, may be one played."""
    typed = not card.is_play and card.index in tracking.typed and copies(card.name) > 1
    return typed and (game.expected.kind != "none" or bool(game.expected.trick))


def _is_beside_back(seen: Seen, tracking: Cards) -> bool:
    """Tell whether the middle of a card lies within a card's length of that of one that lies face down."""
    middle = np.mean(seen.reading.corners, 0)
    backs = [np.array(each.reading.corners) for each in tracking.lying if each.reading.card == BACK]
    return any(np.linalg.norm(back.mean(0) - middle) < sides(back).long for back in backs)


def _turned_up(seen: Seen, tracking: Cards, laid: list[_Laid]) -> int | None:
    """Find the turned-up card that was not seen and that this one is, which is said to be no new one.

    It is read so surely, or lies beside the stock: what is unclear elsewhere may be a hand.
    """
    if seen.reading.asks and not _is_beside_back(seen, tracking):
        return None
    name = seen.reading.card
    return next(
        (card.index for card in laid if card.name == name and not card.is_play and _homeless(tracking, card)),
        None,
    )


def _of_this_round(tracking: Cards, laid: list[_Laid]) -> Cards:
    """Let go what the cards of earlier rounds looked like."""
    known = {card.index for card in laid}
    if tracking.readings.keys() <= known:
        return tracking
    kept = {index: reading for index, reading in tracking.readings.items() if index in known}
    return replace(tracking, readings=kept)


def _swept_late(tracking: Cards, game: Game, laid: list[_Laid]) -> frozenset[str]:
    """Name the number cards of a round's last trick, while one of them lies there and none has come since.

    Nobody deals before all are gathered: one that comes into sight now, from beneath the hand that takes them
    up, is no new card.
    """
    cards = {} if laid else _last_trick(game)
    lies = any(tracking.lies(index) for index in cards)
    return frozenset(name for name in cards.values() if copies(name) == 1) if lies else frozenset()


def _last_trick(game: Game) -> dict[int, str]:
    """Name the cards of the trick that was laid last, open or not, by their events."""
    last = len(game.events)
    while last and game.rules.laid(game.events[last - 1]) is None:
        last -= 1
    names: dict[int, str] = {}
    while last and (card := game.rules.laid(game.events[last - 1])) is not None:
        if card.place is not Place.TRICK:
            break
        last -= 1
        names[last] = card.card
    return names


def _gathered_late(tracking: Cards, names: frozenset[str]) -> list[Seen]:
    """List what is surely one of these cards, and none that was settled."""
    return [seen for seen in _new(tracking) if not seen.reading.asks and seen.reading.card in names]


def _note_as_counted(tracking: Cards, late: list[Seen]) -> Cards:
    """Note of such cards that they may have been counted already.

    If one still lies once the others are gone, it may have been turned up while the eye still held one of
    those for lying there: then it is asked about.
    """
    noted = {seen.id: tracking.moved.get(seen.id, frozenset()) | {seen.reading.card} for seen in late}
    if all(tracking.moved.get(id) == names for id, names in noted.items()):
        return tracking
    return replace(tracking, moved={**tracking.moved, **noted})


def _homeless(tracking: Cards, card: _Laid) -> bool:
    """Tell whether this known card may be the one that just came into sight.

    Only what should lie there counts: the current trick, and the turned-up card. That one is passed over when
    it is a Wizard or Jester that was seen before: then a second one may well be a play.
    """
    if tracking.lies(card.index):
        return False
    if card.is_swap:
        return card.index not in tracking.claims
    if card.is_play:
        return card.in_trick
    return card.index not in tracking.claims or copies(card.name) == 1


def _find_again(tracking: Cards, game: Game, laid: list[_Laid]) -> Cards:
    """Claim the lying cards that are surely known ones: entered by hand, seen before a restart, or moved.

    A Wizard or Jester that comes while cards are played may be one of these, though the one that was turned
    up by hand has not been seen: it is asked about, unless it lies where that does, beside the stock.
    """
    for seen in tracking.lying:
        if _settled(tracking, seen) or seen.reading.state == "asks" or seen.id in tracking.doubted:
            continue
        card = next(
            (
                card
                for card in laid
                if card.name == seen.reading.card
                and _homeless(tracking, card)
                and (
                    seen.id in tracking.unordered
                    or not _may_be_played(card, tracking, game)
                    or _is_beside_back(seen, tracking)
                )
                # What was entered as it probably is may be found again as it probably is.
                and (not seen.reading.asks or card.index in tracking.marks)
            ),
            None,
        )
        if card is not None:
            tracking = tracking.claim(card.index, seen.id)
    return tracking


def _settled(tracking: Cards, seen: Seen) -> bool:
    return seen.id in tracking.ignored or seen.id in tracking.claims.values()


def _new(tracking: Cards) -> list[Seen]:
    """List the cards that are still to be settled, oldest first; a face-down card never is."""
    return [
        seen
        for seen in tracking.lying
        if not (seen.reading.card == BACK and not seen.reading.asks) and not _settled(tracking, seen)
    ]


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


def _judge(new: list[Seen], tracking: Cards, game: Game, laid: list[_Laid]) -> Action | Ask:
    """Decide about the oldest new card."""
    seen, reading, expected = new[0], new[0].reading, game.expected
    if (name := tracking.said.get(seen.id)) is not None:
        index = _bears(laid, name)
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
        if likely >= DISPUTED and _bears(laid, name) is not None and _home(tracking, game, laid, name) is None
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
    elif _may_be_known(seen, tracking, game, laid) or _is_turned_up(seen, tracking, laid):
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
    header = game.header
    thought = [reading.card, *(other for other, _ in reading.alternatives)]
    options = []
    for other in dict.fromkeys(thought):
        values = {**game.written(index), "card": other}
        try:
            game.mend(index, event_from_dict(values, header))
        except GameError:
            continue
        options.append(other)
    what = game.rules.describe(game.events[index], header)
    why = say(
        "The new card is said to be {card}, but so far: {what}. Which card was that one?",
        card=called(game, name),
        what=what,
    )
    others = tuple(option for option in options if option != name)
    return Ask(seen, Question(0, game.written(index).get("player"), reading, others, why, index))


def _may_be_known(seen: Seen, tracking: Cards, game: Game, laid: list[_Laid]) -> bool:
    """Tell whether a card may be one that is known already.

    That is one that moved, the turned-up one when it left its place, one entered by hand that is seen after
    its trick, or any that was marked before a restart and has not been found again. What went as it came may
    be left of the round before, but only until this round's first card shows that all were dealt anew. So may
    the one that was turned up in it, which a hand hid: seldom is it turned up twice in a row. And what is
    called as a card of the last trick may be that one, as long as the trick is being gathered.
    """
    name = seen.reading.card
    of_now = not laid or any(card.name == name for card in laid)
    if (name in tracking.moved.get(seen.id, ()) and of_now) or tracking.unfound:
        return True
    if not laid and name == _last_turned_up(game):
        return True
    gathered = {} if game.expected.trick else _last_trick(game)
    if name in gathered.values() and any(tracking.lies(index) for index in gathered):
        return True
    return any(
        card.name == name
        and not tracking.lies(card.index)
        and (not card.is_play or card.index not in tracking.claims)
        for card in laid
    )


def _last_turned_up(game: Game) -> str | None:
    """Name the card that was turned up last, of whichever round; None: none was."""
    cards = (game.rules.laid(event) for event in reversed(game.events))
    return next((card.card for card in cards if card is not None and card.place is Place.STOCK), None)


def _is_turned_up(seen: Seen, tracking: Cards, laid: list[_Laid]) -> bool:
    """Tell whether a card lies upon the turned-up one and is called as that: it was found a second time.

    A Wizard or Jester may be laid while another is turned up, but nobody lays it upon the stock. A hand that
    rests there hides a part, and what is left may be found as a card of its own.
    """
    turned = {tracking.claims.get(card.index) for card in laid if not card.is_play}
    return any(
        each.id in turned
        and each.reading.card == seen.reading.card
        and mostly(np.array(each.reading.corners), np.array(seen.reading.corners))
        for each in tracking.lying
    )


def _options(
    thought: list[str], disputed: list[str], tracking: Cards, game: Game, laid: list[_Laid]
) -> tuple[str, ...]:
    """List what the table allows of these cards or may allow once an earlier one is corrected, each once."""
    return tuple(
        name
        for name in dict.fromkeys(thought)
        if name in disputed
        or _home(tracking, game, laid, name) is not None
        or _refusal(tracking, game, name) is None
    )


def _refusal(tracking: Cards, game: Game, name: str) -> GameError | None:
    """Say why the rules would not take this card now, or None."""
    try:
        game.play(event_from_dict(_event(tracking, game, name), game.header))
    except GameError as error:
        return error
    return None


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
