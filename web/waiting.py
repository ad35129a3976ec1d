"""Take the wishes of phones that wait for a game: who they are, and where at the table they sit."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request

from texts import say
from web import checks
from web.access import Role, check
from web.desk import desk
from web.errors import BadRequest, Forbidden
from web.join import phone
from web.lobby import COLOURS, NAME_MAX, PLACES, SIGNS, Guest
from web.site import Reply

waiting = Blueprint("waiting", __name__, url_prefix="/api/lobby")


@waiting.post("")
def enter() -> Reply:
    """Wait for a game under one's own name, or take another name, sign or place."""
    data = checks.body({"name", "colour", "sign", "place"})
    if desk().host.snapshot.playing:
        raise Forbidden(say("A game is under way: take a seat in it, or wait until it is over."), "lobby")
    name = checks.text(data, "name")
    if not 0 < len(name.strip()) <= NAME_MAX:
        raise BadRequest(say("Every player needs a name of 1 to {most} characters.", most=NAME_MAX))
    place = None if data.get("place") is None else checks.whole(data, "place", 0, PLACES - 1)
    guest = Guest(name, _one_of(data, "colour", COLOURS), _one_of(data, "sign", SIGNS), place)
    stamp = desk().access.ends_with(phone())
    # The code may have become another since this request was let through.
    check(Role.PLAYER)
    desk().lobby.enter(phone().key, guest, stamp)
    desk().bell.ring()
    return {"number": desk().host.snapshot.number}, 200


@waiting.post("/leave")
def leave() -> Reply:
    """Wait no more."""
    checks.body(())
    desk().lobby.leave(phone().key)
    desk().bell.ring()
    return {"number": desk().host.snapshot.number}, 200


def keep_place(response: Response) -> Response:
    """Note by which code alone the phone that asked may play now: it may wait as long as that is good."""
    here = desk()
    if request.endpoint != "static":
        stamp = here.access.ends_with(phone())
        # Only who may play by the code that is good now stays with it: it may have become another in between.
        if here.role(phone()) >= Role.PLAYER:
            here.lobby.may(phone().key, stamp)
    return response


def _one_of(data: dict[str, Any], key: str, known: Sequence[str]) -> str:
    value = checks.text(data, key)
    if value not in known:
        raise BadRequest(say("{key} must be one of {known}.", key=repr(key), known=", ".join(known)))
    return value
