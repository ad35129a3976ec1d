"""Which lying card is which event: the reconciliation of what the eye sees with what the rules know.

Pure: a ledger and a game in, the next thing to do out. The host does it and asks again until nothing is left.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from games.cards import EDITIONS, copies, neighbours, words
from games.errors import GameError
from games.expectation import Expectation, Tricks
from games.history import Game
from games.record import event_from_dict
from table.reconcile.stakes import undecided
from texts import Said, say, spoken
from vision.types import Reading, Seen

BACK = "back"
WHICH = say("Which card is this?")
TAKEN_BACK = say("This card was taken back: which card is it?")
SEVERAL = say("Several cards lay there already: which was next?")
NOT_SEEN = Reading("", 0.0, True, (), ((0.0, 0.0),) * 4)
"""What is known of a card that was entered by hand, or before a restart."""
MOVED = say("Is this a new card, or one that was already counted and has moved?")
DISPUTED = 0.2
"""Confidence from which a card that was played already is offered: perhaps that one was misread."""


@dataclass(frozen=True)
class Ledger:
    """What is known of the cards that lie there; all by `Seen.id`.

    `claims`: event index -> the card that is this event; a claim outlives its card. `ignored`: somebody said
    that there is no card to play. `doubted`: its event was undone, so it is asked about from then on.
    `moved`: card -> what the claimed cards were called that vanished as it came. `unordered`: cards that lay
    there at the first look, when nobody had seen which came first; `looked`: whether that look was taken.
    `readings`: event index of this round -> how its card was read. `said`: card -> the name that somebody
    gave it although an event bears it already. `marks`: events that were entered as they probably are, and
    nobody has confirmed yet.
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

    def look(self, lying: tuple[Seen, ...]) -> Self:
        """Let these cards lie there now."""
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

    def confirmed(self) -> Self:
        """Let all that lies there be confirmed."""
        return replace(self, marks=frozenset())

    def say(self, seen: int, name: str | None) -> Self:
        """Let somebody give this card a name that an event bears already, or with None take that back."""
        said = {each: known for each, known in self.said.items() if each != seen}
        return replace(self, said=said if name is None else {**said, seen: name})

    def ignore(self, seen: int) -> Self:
        """Let this card be none, for as long as it lies."""
        return replace(self, ignored=self.ignored | {seen})

    def undone(self, length: int) -> Self:
        """Doubt the cards whose events are gone; `length` events are left."""
        lost = frozenset(seen for index, seen in self.claims.items() if index >= length)
        kept = {index: seen for index, seen in self.claims.items() if index < length}
        readings = {index: reading for index, reading in self.readings.items() if index < length}
        marks = frozenset(index for index in self.marks if index < length)
        return replace(self, claims=kept, doubted=self.doubted | lost, readings=readings, marks=marks)

    def shifted(self, start: int, by: int) -> Self:
        """Let the events from `start` on stand `by` places later, for one came or went before them."""

        def move(known: Mapping[int, Any]) -> dict[int, Any]:
            return {index if index < start else index + by: value for index, value in known.items()}

        marks = frozenset(move(dict.fromkeys(self.marks)))
        return replace(self, claims=move(self.claims), readings=move(self.readings), marks=marks)

    @property
    def unfound(self) -> frozenset[int]:
        """Give the marked events of which it is not known which card they are: since a restart."""
        return self.marks - self.claims.keys()

    def lies(self, index: int) -> bool:
        """Tell whether the card of event `index` is known and in sight."""
        return any(seen.id == self.claims.get(index) for seen in self.lying)


@dataclass(frozen=True)
class Take:
    """A card to be taken as it is read, as this event; `marked`: until somebody confirms it."""

    seen: Seen
    event: dict[str, Any]
    marked: bool = False


@dataclass(frozen=True)
class Ask:
    """A card to be asked about; `options` likeliest first, `near` what is easily mistaken for them.

    `event`: the earlier event that is asked about because `seen` is said to be its card; `reading`: what it
    looked like. `sure`: there is no doubt of it, and yet it waits for a confirmation.
    """

    seen: Seen
    options: tuple[str, ...]
    why: str
    reading: Reading
    event: int | None = None
    sure: bool = False
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """The ledger with all cards that were found again, what to do next, and the events whose card is gone."""

    ledger: Ledger
    step: Take | Ask | None = None
    missing: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Laid:
    """A card that the rules know of in this round."""

    index: int
    name: str
    in_trick: bool
    is_play: bool


def survey(ledger: Ledger, game: Game) -> Finding:
    """Find the next thing to do: take a card, ask about one, or wait."""
    expected = game.expected
    laid = _laid(game, expected)
    ledger = _find_again(_of_this_round(ledger, laid), laid)
    missing = tuple(
        card.index
        for card in laid
        if card.in_trick and card.index in ledger.claims and not ledger.lies(card.index)
    )
    new = _new(ledger)
    if not new or expected.kind == "none":
        return Finding(ledger, None, missing)
    step = _judge(new, ledger, game, expected, laid)
    # While a card is gone the new one may be that card, misread: it waits, or somebody says what it is.
    return Finding(ledger, None if missing and isinstance(step, Take) else step, missing)


def home(ledger: Ledger, game: Game, name: str) -> int | None:
    """Find the event that a card called `name` would be, if it is one already known that is not in sight."""
    expected = game.expected
    return next(
        (card.index for card in _laid(game, expected) if card.name == name and _homeless(ledger, card)), None
    )


def played(game: Game, name: str) -> int | None:
    """Find the event of this round that bears the name of a number card, which there is once."""
    expected = game.expected
    return _bears(_laid(game, expected), name)


def called(game: Game, name: str) -> Said:
    """Call a card as people do and as the phones' keys do: "the 10 of hearts (10H)"."""
    edition = game.lies.edition if isinstance(game.lies, Tricks) else EDITIONS[0]
    return say("{card} ({name})", card=words(name, edition), name=name)


def event_of(expected: Expectation, name: str) -> dict[str, Any]:
    """Write the awaited event with this card, as in a record."""
    player = {} if expected.player is None else {"player": expected.player}
    return {"event": expected.kind, **player, "card": name}


def _laid(game: Game, expected: Expectation) -> list[_Laid]:
    """List the cards of this round: the newest events with a card, as many as the rules say were seen."""
    found: list[tuple[int, dict[str, Any]]] = []
    for index in range(len(game.events) - 1, -1, -1):
        if len(found) == len(expected.seen):
            break
        values = game.written(index)
        if "card" in values:
            found.append((index, values))
    in_trick = len(expected.trick)
    return [
        _Laid(index, values["card"], place < in_trick, values["event"] != "turn_up")
        for place, (index, values) in enumerate(found)
    ][::-1]


def _bears(laid: list[_Laid], name: str) -> int | None:
    return next((card.index for card in laid if card.name == name and copies(name) == 1), None)


def _of_this_round(ledger: Ledger, laid: list[_Laid]) -> Ledger:
    """Let go what the cards of earlier rounds looked like."""
    known = {card.index for card in laid}
    if ledger.readings.keys() <= known:
        return ledger
    kept = {index: reading for index, reading in ledger.readings.items() if index in known}
    return replace(ledger, readings=kept)


def _homeless(ledger: Ledger, card: _Laid) -> bool:
    """Tell whether this known card may be the one that just came into sight.

    Only what should lie there counts: the current trick, and the turned-up card. That one is passed over when
    it is a Wizard or Jester that was seen before: then a second one may well be a play.
    """
    if ledger.lies(card.index):
        return False
    if card.is_play:
        return card.in_trick
    return card.index not in ledger.claims or copies(card.name) == 1


def _find_again(ledger: Ledger, laid: list[_Laid]) -> Ledger:
    """Claim the lying cards that are surely known ones: entered by hand, seen before a restart, or moved."""
    for seen in ledger.lying:
        if _settled(ledger, seen) or seen.reading.state == "asks" or seen.id in ledger.doubted:
            continue
        card = next(
            (
                card
                for card in laid
                if card.name == seen.reading.card
                and _homeless(ledger, card)
                # What was entered as it probably is may be found again as it probably is.
                and (not seen.reading.asks or card.index in ledger.marks)
            ),
            None,
        )
        if card is not None:
            ledger = ledger.claim(card.index, seen.id)
    return ledger


def _settled(ledger: Ledger, seen: Seen) -> bool:
    return seen.id in ledger.ignored or seen.id in ledger.claims.values()


def _new(ledger: Ledger) -> list[Seen]:
    """List the cards that are still to be settled, oldest first; a face-down card never is."""
    return [
        seen
        for seen in ledger.lying
        if not (seen.reading.card == BACK and not seen.reading.asks) and not _settled(ledger, seen)
    ]


def _judge(
    new: list[Seen], ledger: Ledger, game: Game, expected: Expectation, laid: list[_Laid]
) -> Take | Ask:
    """Decide about the oldest new card."""
    seen, reading = new[0], new[0].reading
    if (name := ledger.said.get(seen.id)) is not None:
        index = _bears(laid, name)
        if index is not None:
            return _ask_earlier(seen, name, index, ledger, game)
        if _refusal(game, expected, name) is None:
            return Take(seen, event_of(expected, name))
    others = [each.reading.card for each in new[1:] if {seen.id, each.id} <= ledger.unordered]
    unfound = [card.name for card in laid if card.index in ledger.unfound]
    thought = [(reading.card, 1.0), *reading.alternatives, *((name, 0.0) for name in (*others, *unfound))]
    disputed = [
        name
        for name, likely in thought
        if likely >= DISPUTED and _bears(laid, name) is not None and home(ledger, game, name) is None
    ]
    refusal = _refusal(game, expected, (disputed or [reading.card])[0])
    if seen.id in ledger.doubted:
        why: str = TAKEN_BACK
    elif refusal and (disputed or not reading.asks):
        why = spoken(refusal)
    elif reading.state == "asks" or (reading.asks and (refusal or disputed or undecided(expected, reading))):
        why = WHICH
    elif others:
        why = SEVERAL
    elif _may_be_known(seen, ledger, laid):
        why = MOVED
    else:
        return Take(seen, event_of(expected, reading.card), marked=reading.asks)
    options = _options([name for name, _ in thought], disputed, ledger, game, expected)
    near = _options(_near(reading, options), [], ledger, game, expected)
    return Ask(seen, options, why, reading, near=near)


def _near(reading: Reading, options: tuple[str, ...]) -> list[str]:
    """List the neighbours of the card that was read, and of the likeliest that it may be."""
    likely = dict.fromkeys((reading.card, *options[:1]))
    return [near for name in likely for near in neighbours(name) if near not in options]


def _ask_earlier(seen: Seen, name: str, index: int, ledger: Ledger, game: Game) -> Ask:
    """Ask what the earlier card was, now that another is said to bear its name."""
    lies = next((each.reading for each in ledger.lying if each.id == ledger.claims.get(index)), None)
    reading = lies or ledger.readings.get(index) or replace(NOT_SEEN, card=name)
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
    return Ask(seen, tuple(option for option in options if option != name), why, reading, index)


def _may_be_known(seen: Seen, ledger: Ledger, laid: list[_Laid]) -> bool:
    """Tell whether a card may be one that is known already.

    That is one that moved, the turned-up one when it left its place, one entered by hand that is seen after
    its trick, or any that was marked before a restart and has not been found again. What went as it came may
    be left of the round before, but only until this round's first card shows that all were dealt anew.
    """
    name = seen.reading.card
    of_now = not laid or any(card.name == name for card in laid)
    if (name in ledger.moved.get(seen.id, ()) and of_now) or ledger.unfound:
        return True
    return any(
        card.name == name
        and not ledger.lies(card.index)
        and (not card.is_play or card.index not in ledger.claims)
        for card in laid
    )


def _options(
    thought: list[str], disputed: list[str], ledger: Ledger, game: Game, expected: Expectation
) -> tuple[str, ...]:
    """List what the table allows of these cards or may allow once an earlier one is corrected, each once."""
    return tuple(
        name
        for name in dict.fromkeys(thought)
        if name in disputed or home(ledger, game, name) is not None or _refusal(game, expected, name) is None
    )


def _refusal(game: Game, expected: Expectation, name: str) -> GameError | None:
    """Say why the rules would not take this card now, or None."""
    try:
        game.play(event_from_dict(event_of(expected, name), game.header))
    except GameError as error:
        return error
    return None
