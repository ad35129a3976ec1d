"""Take the wishes that belong to Wizard: bids, the trump, cards by hand, counted tricks, corrections."""

from typing import Any

from flask import Blueprint

from games.history import Game, narrowed
from games.protocol import EventDict
from games.wizard import State
from games.wizard.bids import is_out_of_turn
from table.command import Correct
from texts import say
from web import checks
from web.bids import newest_bid
from web.desk import answer, desk, players, submit, watching
from web.errors import BadRequest, Forbidden, Missing
from web.join import phone
from web.site import Reply

wizard = Blueprint("wizard", __name__, url_prefix="/api")

COUNT_MAX = 60
"""Tricks that a phone may name; how many there are in a round the rules know."""
WHAT_CHANGES = {
    "lot": "card",
    "turn_up": "card",
    "play": "card",
    "bid": "tricks",
    "name_trump": "suit",
    "took": "player",
    "tricks": "tricks",
    "name_suit": "suit",
    "shape": "shape",
    "change_bid": "by",
}
"""What of an event may be put right, by its kind."""


@wizard.post("/bid")
def bid() -> Reply:
    """Bid for one's own seat, or for a player without a phone."""
    data = checks.body({"player", "tricks"})
    seat = _seat(data)
    if desk().seats.held(desk().name(seat)):
        return _bid(data, seat)
    # Nobody sits down in between, who would see what was bid there before.
    with desk().seats.kept_still():
        return _bid(data, seat)


def _bid(data: dict[str, Any], seat: int) -> Reply:
    desk().check_speaks_for(phone(), seat)
    game = desk().host.snapshot.history
    if game is not None:
        # That the same bid is refused would tell what was bid.
        desk().check_knows_bid(phone(), game, newest_bid(game, seat))
    tricks = checks.whole(data, "tricks", 0, COUNT_MAX)
    return _typed(submit(data, {"event": "bid", "player": seat, "tricks": tricks}), seat, tricks)


@wizard.post("/trump")
def name_trump() -> Reply:
    """Name the trump as the dealer, or for a dealer without a phone."""
    data = checks.body({"suit"})
    suit = checks.text(data, "suit")
    players()
    dealer = desk().host.snapshot.public["dealer"]
    if dealer is not None:
        desk().check_speaks_for(phone(), dealer)
    return submit(data, {"event": "name_trump", "suit": suit})


@wizard.post("/card")
def card() -> Reply:
    """Enter by hand the card that lies there: the turned-up one after the deal, else one that was played.

    Before the first deal it is one of those that say who deals.
    """
    data = checks.body({"card", "player"})
    name = checks.text(data, "card")
    seats = players()
    phase = desk().host.snapshot.public["phase"]
    event: dict[str, object] = {"event": "lot" if phase == "lots" else "play", "card": name}
    if phase in ("deal", "next_card"):
        event = {"event": "turn_up", "card": name}
    elif data.get("player") is not None:
        event["player"] = checks.whole(data, "player", 0, len(seats) - 1)
    return submit(data, event)


@wizard.post("/took")
def took() -> Reply:
    """Say who took the next trick of a round whose cards nobody enters."""
    data = checks.body({"player"})
    return submit(data, {"event": "took", "player": checks.whole(data, "player", 0, len(players()) - 1)})


@wizard.post("/tricks")
def count_tricks() -> Reply:
    """Say how many tricks one's own seat took in this round, or a player without a phone."""
    data = checks.body({"player", "tricks"})
    seat = _seat(data)
    desk().check_speaks_for(phone(), seat)
    return submit(
        data, {"event": "tricks", "player": seat, "tricks": checks.whole(data, "tricks", 0, COUNT_MAX)}
    )


@wizard.post("/cards")
def leave_cards() -> Reply:
    """Count only tricks from now on, "none", or enter every card again, "laid"."""
    data = checks.body({"cards"})
    players()
    return submit(data, {"event": "cards", "cards": checks.text(data, "cards")})


@wizard.post("/correct")
def correct() -> Reply:
    """Put another card, bid or suit into an earlier event; everything after it is settled again.

    With a card that was turned up after all comes the suit that the dealer names, and with a special card
    that was played what is said with it.
    """
    data = checks.body({"index", "card", "tricks", "suit", "player", "shape", "by"})
    index = checks.whole(data, "index", 0, checks.INDEX_MAX)
    seats, game = players(), desk().host.snapshot.history
    listed = {event["index"]: event for event in desk().host.snapshot.events(None)}
    if index not in listed or game is None:
        raise Missing(say("This game has no event number {index} to correct.", index=index))
    old = listed[index]
    kind = old["event"]
    key = WHAT_CHANGES.get(kind)
    if key is None:
        raise BadRequest(say("There is nothing to choose in this event: undo it instead."))
    if key in ("tricks", "by"):
        desk().check_speaks_for(phone(), old["player"])
        desk().check_knows_bid(phone(), game, index)
    bounds = {"tricks": (0, COUNT_MAX), "player": (0, len(seats) - 1), "by": (-1, 1)}
    new = checks.whole(data, key, *bounds[key]) if key in bounds else checks.text(data, key)
    event = {name: value for name, value in old.items() if name in ("event", "player")} | {key: new}
    if kind == "bid" and is_out_of_turn(narrowed(game.states[index], State), old["player"]):
        # It was made in turn, before another was to deal: that stays so, whatever number it is.
        event["stands"] = True
    if data.get("suit") is not None or data.get("shape") is not None:
        # With the card comes what is said with it: the choice of the same player.
        _check_chose(game, index, old)
    then = _said_with(kind, data)
    said = answer(desk().send(Correct(index, event, then, seen=checks.seen(data))))
    return _typed(said, old["player"], new) if kind == "bid" else said


def _said_with(kind: str, data: dict[str, Any]) -> EventDict | None:
    """Read what is said with a card that is put right: the trump, or what a special card asks for."""
    if kind in ("turn_up", "play") and data.get("suit") is not None:
        event = "name_trump" if kind == "turn_up" else "name_suit"
        return {"event": event, "suit": checks.text(data, "suit")}
    if kind == "play" and data.get("shape") is not None:
        return {"event": "shape", "shape": checks.text(data, "shape")}
    return None


def _check_chose(game: Game, index: int, old: EventDict) -> None:
    """Refuse to put right what the dealer, or whoever laid a special card, chose on a phone of his own."""
    before = narrowed(game.states[index], State)
    owner = before.dealer if old["event"] == "turn_up" else old.get("player", before.turn)
    if owner is not None:
        desk().check_speaks_for(phone(), owner)


def _seat(data: dict[str, Any]) -> int:
    seats = players()
    if data.get("player") is not None:
        return checks.whole(data, "player", 0, len(seats) - 1)
    own = None if watching() else desk().seat(phone())
    if own is None:
        raise Forbidden(say("This phone has no seat: take one, or say whose bid it is."), "seat")
    return own


def _typed(said: Reply, seat: int, tricks: Any) -> Reply:
    """Remember which phone typed a bid that was taken."""
    if said[1] == 200:
        desk().bids.note(phone(), desk().host.snapshot, seat, tricks)
    return said
