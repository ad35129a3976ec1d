"""Let televisions in: each shows a sign, which a phone at the table scans or types."""

from typing import Any

from flask import Blueprint, Response, jsonify

from texts import say
from web import checks
from web.access import Role, least
from web.desk import desk
from web.errors import Forbidden
from web.join import greet, keep, phone
from web.keyring import plain
from web.pages import join_address, qr
from web.tries import network

screens = Blueprint("screens", __name__, url_prefix="/api")


@screens.post("/screen")
@least(Role.SPECTATOR)
def show_sign() -> Response:
    """Give the sign by which a phone lets this screen in; none where it is in, and its pass for a year."""
    checks.body(())
    access, screen = desk().access, phone()
    if desk().role(screen) < Role.PLAYER:
        sign = access.pairing.sign(screen.key, network(screen.address))
        # The sign stands behind the mark of a fragment: it is sent nowhere before somebody says yes.
        return greet(jsonify(sign=sign, qr=str(qr(f"{join_address()}#pair={sign}"))))
    stamp = access.pairing.stamp(screen.key)
    response = jsonify(sign=None)
    return response if stamp is None else keep(response, access.cookies[0], stamp)


@screens.post("/pair")
def pair() -> dict[str, Any]:
    """Let in the screen that shows a sign: by a phone that sits or waits at the table, or the owner's."""
    holder, here, access = phone(), desk(), desk().access
    # First: with another code that is drawn meanwhile who asks may be at the table no more.
    stamp = access.stamp
    waits = any(key == holder.key for key, _ in here.lobby.guests())
    if here.role(holder) < Role.OWNER and here.seat(holder) is None and not waits:
        raise Forbidden(say("Take a seat first: a phone at the table lets a screen in."), "seat")
    sign = plain(checks.text(checks.body({"sign"}), "sign"))
    if stamp is None or not access.pairing.let_in(sign, stamp):
        raise Forbidden(say("No screen shows this sign now: look at it again."), "sign")
    here.bell.ring()
    return {"number": here.host.snapshot.number}
