"""Take the wishes of the phones: each becomes one command, and the host decides."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, jsonify

from games.history import Game, narrowed
from games.protocol import EventDict
from games.stop import STOP
from games.wizard import State
from games.wizard.bids import is_out_of_turn
from table.command import Answer, Correct, NewGame, Submit, Undo
from texts import say
from web import checks
from web.access import Role, check_owner
from web.bids import newest_bid
from web.desk import CHANGED, answer, changed, desk, watching
from web.errors import BadRequest, Busy, Forbidden, Missing, Stale
from web.evenings import of_another_evening
from web.join import phone, remember
from web.site import Reply
from web.steps import reach

wishes = Blueprint("wishes", __name__, url_prefix="/api")

SEATS_MAX = 12
COUNT_MAX = 60
GAMES = ("wizard", "magicians", "probe")
"""The games that have pages."""
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

CHOICES = ("duel_read", "replay")
"""Phases in which to confirm is to choose: to stop in a duel, to begin the next bout."""


@wishes.post("/seat")
def take_seat() -> Response | Reply:
    """Give the phone a seat that no other phone holds."""
    data = checks.body({"seat"})
    if stale := _of_another_game(data):
        return stale
    players = _players()
    name = players[checks.whole(data, "seat", 0, len(players) - 1)]
    # Nobody bids there for a player without a phone in between: whoever sits down would see it.
    with desk().seats.kept_still():
        # Who typed the bid that lies hidden there may come back to it.
        if not desk().seats.held(name) and not desk().bids.knows(phone(), desk().host.snapshot, name):
            _check_nothing_hidden(name)
        if not desk().seats.take(phone(), name):
            said = say("Another phone plays for {name}: free the seat there first.", name=name)
            raise Forbidden(said, "seat")
    desk().bell.ring()
    return remember(jsonify(you=desk().seat(phone())), phone())


@wishes.post("/leave")
def leave_seat() -> Response:
    """Let the phone only watch from now on."""
    checks.body(())
    desk().seats.leave(phone())
    desk().bell.ring()
    return remember(jsonify(you=None), phone())


@wishes.post("/free")
def free_seat() -> Reply:
    """Take a seat from a phone that is gone, so that another may sit there: the owner's to do."""
    check_owner()
    data = checks.body({"seat"})
    if stale := _of_another_game(data):
        return stale
    players = _players()
    name = players[checks.whole(data, "seat", 0, len(players) - 1)]
    _check_nothing_hidden(name)
    desk().seats.free(name)
    desk().bell.ring()
    return {"number": desk().host.snapshot.number}, 200


@wishes.post("/game")
def new_game() -> Reply:
    """Begin a game with these players and rules; the one before stays in the journal.

    While one is played, that is the owner's to do; one of which nothing was ever played anybody may leave, a
    few times in a row. Who begins the first game of an evening leads it.
    """
    before, owns = desk().host.snapshot, desk().role(phone()) is Role.OWNER
    if before.playing and (before.touched or desk().unplayed.enough):
        _check_leads()
    data = checks.body({"game", "players", "dealer", "rules"})
    game = data.get("game", GAMES[0])
    if game not in GAMES:
        raise BadRequest(say("{key} must be one of {known}.", key="'game'", known=", ".join(GAMES)))
    players = data.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise BadRequest(say("{key} must be a list of names in seat order.", key="'players'"))
    names = checks.names(players, SEATS_MAX)
    rules = data.get("rules", {})
    if not isinstance(rules, dict):
        raise BadRequest(say("{key} must be an object of settings.", key="'rules'"))
    header = {
        "record": "familiar/1",
        "game": game,
        "players": names,
        "dealer": checks.whole(data, "dealer", 0, len(names) - 1),
        # What lies on the table settles some of them, whatever the phone thought.
        "rules": {**rules, **desk().house.fixed.get(game, {})},
    }
    wish = NewGame(header, seen=checks.seen(data))
    # Whoever waited under his own name has his seat at once, before anybody else can sit down there.
    with desk().seats.kept_still():
        said = answer(desk().send(wish))
        if said[1] == 200:
            _seat_who_waited(names)
    if said[1] == 200:
        desk().unplayed.note(before.playing and not before.touched and not owns)
        desk().access.begin_evening(phone())
        desk().bell.ring()
    return said


def _seat_who_waited(names: Sequence[str]) -> None:
    seats, guests = desk().seats, desk().lobby.seat(names)
    try:
        seats.take_all(guests)
    except Busy:
        # The game has begun: of whom it cannot be written down, that is said once he sits down himself.
        for guest, name in guests:
            with suppress(Busy):
                seats.take(guest, name)


@wishes.post("/bid")
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
    return _typed(_submit(data, {"event": "bid", "player": seat, "tricks": tricks}), seat, tricks)


@wishes.post("/trump")
def name_trump() -> Reply:
    """Name the trump as the dealer, or for a dealer without a phone."""
    data = checks.body({"suit"})
    suit = checks.text(data, "suit")
    _players()
    dealer = desk().host.snapshot.public["dealer"]
    if dealer is not None:
        desk().check_speaks_for(phone(), dealer)
    return _submit(data, {"event": "name_trump", "suit": suit})


@wishes.post("/card")
def card() -> Reply:
    """Enter by hand the card that lies there: the turned-up one after the deal, else one that was played.

    Before the first deal it is one of those that say who deals.
    """
    data = checks.body({"card", "player"})
    name = checks.text(data, "card")
    players = _players()
    phase = desk().host.snapshot.public["phase"]
    event: dict[str, object] = {"event": "lot" if phase == "lots" else "play", "card": name}
    if phase in ("deal", "next_card"):
        event = {"event": "turn_up", "card": name}
    elif data.get("player") is not None:
        event["player"] = checks.whole(data, "player", 0, len(players) - 1)
    return _submit(data, event)


@wishes.post("/took")
def took() -> Reply:
    """Say who took the next trick of a round whose cards nobody enters."""
    data = checks.body({"player"})
    return _submit(data, {"event": "took", "player": checks.whole(data, "player", 0, len(_players()) - 1)})


@wishes.post("/tricks")
def count_tricks() -> Reply:
    """Say how many tricks one's own seat took in this round, or a player without a phone."""
    data = checks.body({"player", "tricks"})
    seat = _seat(data)
    desk().check_speaks_for(phone(), seat)
    return _submit(
        data, {"event": "tricks", "player": seat, "tricks": checks.whole(data, "tricks", 0, COUNT_MAX)}
    )


@wishes.post("/cards")
def leave_cards() -> Reply:
    """Count only tricks from now on, "none", or enter every card again, "laid"."""
    data = checks.body({"cards"})
    _players()
    return _submit(data, {"event": "cards", "cards": checks.text(data, "cards")})


@wishes.post("/confirm")
def confirm() -> Reply:
    """Confirm what lies on the table; what is a player's own choice, by his phone only."""
    data = checks.body(())
    if desk().players():
        view = desk().host.snapshot.public
        if view["phase"] in CHOICES:
            desk().check_speaks_for(phone(), view["turn"])
    return _submit(data, {"event": "confirm"})


@wishes.post("/stop")
def stop() -> Reply:
    """End the game as it stands."""
    _check_leads()
    data = checks.body(())
    _players()
    return _submit(data, {"event": STOP})


@wishes.post("/undo")
def undo() -> Reply:
    """Take the last event back, or the last `count` of them; beyond a round or turn that is the owner's."""
    data = checks.body({"count"})
    count = checks.whole(data, "count", 1, checks.INDEX_MAX) if "count" in data else 1
    _check_takes_back(count)
    return answer(desk().send(Undo(count, seen=checks.seen(data))))


@wishes.post("/correct")
def correct() -> Reply:
    """Put another card, bid or suit into an earlier event; everything after it is settled again.

    With a card that was turned up after all comes the suit that the dealer names, and with a special card
    that was played what is said with it.
    """
    data = checks.body({"index", "card", "tricks", "suit", "player", "shape", "by"})
    index = checks.whole(data, "index", 0, checks.INDEX_MAX)
    players, game = _players(), desk().host.snapshot.history
    listed = {event["index"]: event for event in desk().host.snapshot.events(None)}
    if index not in listed or game is None:
        raise Missing(say("This game has no event number {index} to correct.", index=index))
    old = listed[index]
    kind = old["event"]
    then: EventDict | None = None
    key = WHAT_CHANGES.get(kind)
    if key is None:
        raise BadRequest(say("There is nothing to choose in this event: undo it instead."))
    if key in ("tricks", "by"):
        desk().check_speaks_for(phone(), old["player"])
        desk().check_knows_bid(phone(), game, index)
    bounds = {"tricks": (0, COUNT_MAX), "player": (0, len(players) - 1), "by": (-1, 1)}
    new = checks.whole(data, key, *bounds[key]) if key in bounds else checks.text(data, key)
    event = {name: value for name, value in old.items() if name in ("event", "player")} | {key: new}
    if kind == "bid" and is_out_of_turn(narrowed(game.states[index], State), old["player"]):
        # It was made in turn, before another was to deal: that stays so, whatever number it is.
        event["stands"] = True
    if data.get("suit") is not None or data.get("shape") is not None:
        # With the card comes what is said with it: the choice of the same player.
        _check_chose(game, index, old)
    if kind == "turn_up" and data.get("suit") is not None:
        then = {"event": "name_trump", "suit": checks.text(data, "suit")}
    if kind == "play" and data.get("suit") is not None:
        then = {"event": "name_suit", "suit": checks.text(data, "suit")}
    elif kind == "play" and data.get("shape") is not None:
        then = {"event": "shape", "shape": checks.text(data, "shape")}
    said = answer(desk().send(Correct(index, event, then, seen=checks.seen(data))))
    return _typed(said, old["player"], new) if kind == "bid" else said


@wishes.post("/answer")
def answer_question() -> Reply:
    """Say which card a question is about; null: there is no card."""
    data = checks.body({"question", "card"})
    question = checks.whole(data, "question", 0, checks.ID_MAX)
    if "card" not in data:
        raise BadRequest(say("{key} must be a card's name, or null when there is no card.", key="'card'"))
    name = None if data["card"] is None else checks.text(data, "card")
    return answer(desk().send(Answer(question, name, seen=checks.seen(data))))


@wishes.post("/press")
def press() -> Reply:
    """Press a button of the simulated panel; it goes the way of a real one."""
    data = checks.body({"button"})
    panel = desk().panel
    if panel is None:
        raise Missing(say("This table has real buttons: press them there."))
    button = checks.text(data, "button")
    if button not in ("confirm", "undo"):
        raise BadRequest(say("The panel has two buttons, 'confirm' and 'undo'."))
    if button == "undo":
        # A real one everybody sees pressed.
        _check_takes_back(1)
    panel.press(button)
    return {"number": desk().host.snapshot.number}, 200


def _of_another_game(data: dict[str, Any]) -> Reply | None:
    """Refuse a seat that was chosen while another game was shown: others may sit there in this one."""
    if "seen" not in data or checks.seen(data) >= desk().game_start.number:
        return None
    return answer(changed())


def _check_chose(game: Game, index: int, old: EventDict) -> None:
    """Refuse to put right what the dealer, or whoever laid a special card, chose on a phone of his own."""
    before = narrowed(game.states[index], State)
    owner = before.dealer if old["event"] == "turn_up" else old.get("player", before.turn)
    if owner is not None:
        desk().check_speaks_for(phone(), owner)


def _check_leads() -> None:
    """Refuse whoever may not end the game that is played: that is the owner's to do.

    One that was left over from another evening anybody may end, while nobody leads this one. Raises
    Forbidden.
    """
    if desk().access.led or not of_another_evening(desk().host.snapshot.game_id):
        check_owner()


def _check_takes_back(count: int) -> None:
    """Refuse whoever may not take so many steps back: beyond a round, or what everybody has seen by then.

    Whoever saw the others' hidden bids could make his own anew. Raises Forbidden.
    """
    game = desk().host.snapshot.history
    if game is not None and (count > reach(game) or game.uncovered(count) is not None):
        _check_leads()


def _players() -> tuple[str, ...]:
    players = desk().players()
    if not players:
        raise Missing(say("There is no game yet: set one up first."))
    return players


def _seat(data: dict[str, Any]) -> int:
    players = _players()
    if data.get("player") is not None:
        return checks.whole(data, "player", 0, len(players) - 1)
    own = None if watching() else desk().seat(phone())
    if own is None:
        raise Forbidden(say("This phone has no seat: take one, or say whose bid it is."), "seat")
    return own


def _submit(data: dict[str, Any], event: dict[str, object]) -> Reply:
    return answer(desk().send(Submit(event, seen=checks.seen(data))))


def _typed(said: Reply, seat: int, tricks: Any) -> Reply:
    """Remember which phone typed a bid that was taken."""
    if said[1] == 200:
        desk().bids.note(phone(), desk().host.snapshot, seat, tricks)
    return said


def _check_nothing_hidden(name: str) -> None:
    """Refuse to change the phone of a seat whose bid lies hidden: the next one would see it.

    Nobody sees one on a wheel that lies face down. Raises Forbidden, Stale.
    """
    snapshot = desk().host.snapshot
    view, history = snapshot.public, snapshot.history
    if name not in view["players"]:
        raise Stale(CHANGED, "stale")
    seat = view["players"].index(name)
    if history is not None and seat in history.signals.face_down:
        return
    if view["game"] == "wizard" and view["bid_made"][seat] and view["bids"][seat] is None:
        raise Forbidden(
            say("{name}'s bid lies hidden: this seat can change phones once it is shown.", name=name),
            "hidden",
        )
