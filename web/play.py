"""Take the wishes that phones have in any game: each becomes one command, and the host decides."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, jsonify

from games.stop import STOP
from table.command import Answer, NewGame, Undo
from texts import say
from web import checks
from web.access import Role, check_owner
from web.desk import CHANGED, answer, changed, desk, players, submit
from web.errors import BadRequest, Busy, Forbidden, Missing, Stale
from web.evenings import of_another_evening
from web.join import phone, remember
from web.site import Reply
from web.steps import reach

wishes = Blueprint("wishes", __name__, url_prefix="/api")

SEATS_MAX = 12
GAMES = ("wizard", "magicians", "probe")
"""The games that have pages."""
CHOICES = ("duel_read", "replay")
"""Phases in which to confirm is to choose: to stop in a duel, to begin the next bout."""


@wishes.post("/seat")
def take_seat() -> Response | Reply:
    """Give the phone a seat that no other phone holds."""
    data = checks.body({"seat"})
    if stale := _of_another_game(data):
        return stale
    names = players()
    name = names[checks.whole(data, "seat", 0, len(names) - 1)]
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
    names = players()
    name = names[checks.whole(data, "seat", 0, len(names) - 1)]
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
    given = data.get("players")
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise BadRequest(say("{key} must be a list of names in seat order.", key="'players'"))
    names = checks.names(given, SEATS_MAX)
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


@wishes.post("/confirm")
def confirm() -> Reply:
    """Confirm what lies on the table; what is a player's own choice, by his phone only."""
    data = checks.body(())
    if desk().players():
        view = desk().host.snapshot.public
        if view["phase"] in CHOICES:
            desk().check_speaks_for(phone(), view["turn"])
    return submit(data, {"event": "confirm"})


@wishes.post("/stop")
def stop() -> Reply:
    """End the game as it stands."""
    _check_leads()
    data = checks.body(())
    players()
    return submit(data, {"event": STOP})


@wishes.post("/undo")
def undo() -> Reply:
    """Take the last event back, or the last `count` of them; beyond a round or turn that is the owner's."""
    data = checks.body({"count"})
    count = checks.whole(data, "count", 1, checks.INDEX_MAX) if "count" in data else 1
    _check_takes_back(count)
    return answer(desk().send(Undo(count, seen=checks.seen(data))))


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
