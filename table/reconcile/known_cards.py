"""Which lying card is one that the rules know of already: laid before, entered by hand, moved or turned up.

Pure: what is known, a game and what the rules know of in, what follows for what is known out.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from games.cards import copies
from games.history import Game
from games.laid import TURNED, Laid, Place
from table.reconcile.card_tracking import CardTracking
from vision.geometry.quads import mostly, sides
from vision.types import Seen

BACK = "back"

Tracking = TypeVar("Tracking", bound=CardTracking)


@dataclass(frozen=True)
class Known:
    """A card that the rules know of in this round."""

    index: int
    name: str
    in_trick: bool
    is_play: bool
    is_swap: bool


def known_cards(game: Game) -> list[Known]:
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
        laid.append(Known(index, card.card, in_trick, is_play, is_swap))
    return laid[::-1]


def bearing(laid: list[Known], name: str) -> int | None:
    """Find the event of this round that bears the name of a number card, which there is once."""
    return next((card.index for card in laid if card.name == name and copies(name) == 1), None)


def home(tracking: CardTracking, game: Game, laid: list[Known], name: str) -> int | None:
    """Find the event that a card called `name` is, if it is one already known that is not in sight."""
    return next(
        (
            card.index
            for card in laid
            if card.name == name and _homeless(tracking, card) and not may_be_played(card, tracking, game)
        ),
        None,
    )


def may_be_played(card: Known, tracking: CardTracking, game: Game) -> bool:
    """Tell whether what is called as the turned-up Wizard or Jester may be one played.

    That one was not seen and may lie outside of the picture: it was typed, or turned up before a restart
    since which the game has gone on. Until then whatever comes into sight has lain there.
    """
    unseen = card.index in tracking.typed or (
        card.index not in tracking.claims and len(game.events) > tracking.resumed
    )
    special = not card.is_play and copies(card.name) > 1
    return special and unseen and (game.expected.kind != "none" or bool(game.expected.trick))


def _is_beside_back(seen: Seen, tracking: CardTracking) -> bool:
    """Tell whether the middle of a card lies within a card's length of that of one that lies face down."""
    middle = np.mean(seen.reading.corners, 0)
    backs = [np.array(each.reading.corners) for each in tracking.lying if each.reading.card == BACK]
    return any(np.linalg.norm(back.mean(0) - middle) < sides(back).long for back in backs)


def turned_up(seen: Seen, tracking: CardTracking, laid: list[Known]) -> int | None:
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


def note_early(tracking: Tracking, game: Game, laid: list[Known]) -> Tracking:
    """Note which cards came before any was to be laid: only the turned-up one should lie there then."""
    only = game.expected.only
    if not laid or any(card.is_play for card in laid) or not (only or game.expected.kind == "none"):
        return tracking
    new = [seen.id for seen in unsettled(tracking) if seen.reading.card not in only]
    came = dict.fromkeys(new, True) | dict(tracking.early)
    return tracking if came == tracking.early else replace(tracking, early=came)


def replaced(seen: Seen, tracking: CardTracking, laid: list[Known]) -> int | None:
    """Find the turned-up card in whose place this one may be turned up: it came early, and that one is gone.

    All were dealt anew, or somebody turned up the wrong one. A turned-up card that was typed and never seen
    may lie outside of the picture, and whoever leads early is seen alone.
    """
    if not tracking.early.get(seen.id) or seen.reading.state == "asks":
        return None
    turned = next((card.index for card in reversed(laid) if not card.is_play), None)
    if turned is None or tracking.lies(turned):
        return None
    return turned if turned in tracking.claims or turned not in tracking.typed else None


def of_this_round(tracking: Tracking, laid: list[Known]) -> Tracking:
    """Let go what the cards of earlier rounds looked like."""
    known = {card.index for card in laid}
    if tracking.readings.keys() <= known:
        return tracking
    kept = {index: reading for index, reading in tracking.readings.items() if index in known}
    return replace(tracking, readings=kept)


def swept_late(tracking: CardTracking, game: Game, laid: list[Known]) -> frozenset[str]:
    """Name the number cards of the trick that is being gathered, while one of them lies there.

    One that comes into sight now, from beneath the hand that takes them up or pushed by it, is no new card:
    of a round's last trick any, for nobody deals before all are gathered. Within a round only one that is
    gone from where it lay: who leads early may show that another of the trick was misread.
    """
    cards = {} if game.expected.trick else _last_trick(game)
    lying = {index for index in cards if tracking.lies(index)}
    meant = cards.keys() - lying if laid else cards.keys()
    return frozenset(cards[index] for index in meant if copies(cards[index]) == 1) if lying else frozenset()


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


def gathered_late(tracking: CardTracking, names: frozenset[str]) -> list[Seen]:
    """List what is surely one of these cards, and none that was settled."""
    return [seen for seen in unsettled(tracking) if not seen.reading.asks and seen.reading.card in names]


def note_as_counted(tracking: Tracking, late: list[Seen]) -> Tracking:
    """Note of such cards that they may have been counted already.

    If one still lies once the others are gone, it may have been turned up while the eye still held one of
    those for lying there: then it is asked about.
    """
    noted = {seen.id: tracking.moved.get(seen.id, frozenset()) | {seen.reading.card} for seen in late}
    if all(tracking.moved.get(id) == names for id, names in noted.items()):
        return tracking
    return replace(tracking, moved={**tracking.moved, **noted})


def _homeless(tracking: CardTracking, card: Known) -> bool:
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


def find_again(tracking: Tracking, game: Game, laid: list[Known]) -> Tracking:
    """Claim the lying cards that are surely known ones: entered by hand, seen before a restart, or moved.

    A Wizard or Jester that comes while cards are played may be one of these, though the one that was turned
    up has not been seen, by hand or before a restart: it is asked about, unless it lies where that does,
    beside the stock.
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
                    or not may_be_played(card, tracking, game)
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


def _settled(tracking: CardTracking, seen: Seen) -> bool:
    return seen.id in tracking.ignored or seen.id in tracking.claims.values()


def unsettled(tracking: CardTracking) -> list[Seen]:
    """List the cards that are still to be settled, oldest first; a face-down card never is."""
    return [
        seen
        for seen in tracking.lying
        if not (seen.reading.card == BACK and not seen.reading.asks) and not _settled(tracking, seen)
    ]


def may_be_known(seen: Seen, tracking: CardTracking, game: Game, laid: list[Known]) -> bool:
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


def is_turned_up(seen: Seen, tracking: CardTracking, laid: list[Known]) -> bool:
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
