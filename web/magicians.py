"""Take the wishes that belong to Les Trois Magiciens: a throw by hand, a player's choices, corrections."""

from typing import Any

from flask import Blueprint, Response, jsonify

from games.book import MAGICIANS
from games.history import Game, narrowed
from games.magicians import State
from games.magicians import view as view_of
from table.command import Correct, CountThrow, ReadStick
from texts import say
from web import checks
from web.desk import answer, desk, running, submit
from web.errors import BadRequest, Missing
from web.join import phone
from web.pages import jpeg
from web.play import CHOICES
from web.site import Reply

magicians = Blueprint("magicians", __name__)

STICKS_MAX = 3
DECISIONS = frozenset(
    ("jump", "walk", "stay", "take", "decline", "keep", "replay", "cast", "choose", "teleport")
)
"""Events that are a player's own choice; what lies on the table anybody may enter."""


@magicians.post("/api/throw")
def throw() -> Reply:
    """Enter by hand how the sticks lie."""
    data = checks.body({"sticks"})
    running(MAGICIANS)
    return submit(data, {"event": "throw", "sticks": _sticks(data)})


@magicians.post("/api/again")
def again() -> Reply:
    """Void the throw that lies there; it is thrown again."""
    data = checks.body({"reason"})
    running(MAGICIANS)
    return submit(data, {"event": "again", "reason": checks.text(data, "reason")})


@magicians.post("/api/stick")
def stick() -> Reply:
    """Say how a stick of the throw that the camera saw lies: an unclear one, or one that was read wrongly."""
    data = checks.body({"throw", "stick"})
    running(MAGICIANS)
    number, lies = checks.whole(data, "throw", 0, checks.ID_MAX), data.get("stick")
    if not isinstance(lies, dict):
        raise BadRequest(
            say("{key} must be an object with a color, its notches and its sides.", key="'stick'")
        )
    return answer(desk().send(ReadStick(number, lies, seen=checks.seen(data))))


@magicians.post("/api/count")
def count() -> Reply:
    """Say of a throw that the camera would not take whether it counts all the same."""
    data = checks.body({"throw", "count"})
    running(MAGICIANS)
    number, counts = checks.whole(data, "throw", 0, checks.ID_MAX), checks.switch(data, "count")
    return answer(desk().send(CountThrow(number, counts, seen=checks.seen(data))))


@magicians.post("/api/decide")
def decide() -> Reply:
    """Move, take, cast and whatever else is a player's choice: by his own phone, if he has one."""
    data = checks.body({"event"})
    game, event = running(MAGICIANS), _event(data)
    if event.get("event") not in DECISIONS:
        raise BadRequest(
            say(
                "{key} must be one of a player's choices: a move, a card, a duel's or a spell's.",
                key="'event'",
            )
        )
    turn = game.state_as(State).turn
    if turn is not None:
        desk().check_speaks_for(phone(), turn)
    return submit(data, event)


@magicians.post("/api/amend")
def amend() -> Reply:
    """Put another event where an earlier one stands; everything after it is settled again."""
    data = checks.body({"index", "event"})
    game, event = running(MAGICIANS), _event(data)
    before = _before(game, checks.whole(data, "index", 0, checks.INDEX_MAX))
    kind = event.get("event")
    chooses = kind in DECISIONS or (kind == "confirm" and before.phase in CHOICES)
    if chooses and before.turn is not None:
        desk().check_speaks_for(phone(), before.turn)
    return answer(desk().send(Correct(data["index"], event, seen=checks.seen(data))))


@magicians.get("/crop/stick-<int:number>-<any(red, black, white):color>.jpg")
def crop(number: int, color: str) -> Response:
    """Return the picture of a stick of the throw that is shown. Raises Missing."""
    return jpeg(
        desk().host.stick(number, color), say("There is no picture of this stick: its throw may be over.")
    )


@magicians.get("/before/<int:index>")
def before(index: int) -> Response:
    """Return the game as it stood before an earlier event: what could be chosen there. Raises Missing."""
    return jsonify(view_of(_before(running(MAGICIANS), index), None))


def _before(game: Game, index: int) -> State:
    if index >= len(game.events):
        raise Missing(say("This game has no event number {index} to correct.", index=index))
    return narrowed(game.states[index], State)


def _event(data: dict[str, Any]) -> dict[str, Any]:
    event = data.get("event")
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        raise BadRequest(
            say("""{key} must be an object that says what happens under "event".""", key="'event'")
        )
    return event


def _sticks(data: dict[str, Any]) -> list[Any]:
    sticks = data.get("sticks")
    if not isinstance(sticks, list) or not 0 < len(sticks) <= STICKS_MAX:
        raise BadRequest(say("{key} must list the sticks that lie there, three at most.", key="'sticks'"))
    return sticks
