"""Let people in: the code that makes a player, the PIN that makes an owner, the sign to scan."""

from typing import Any

from flask import Blueprint, Response, jsonify, redirect

from texts import say, sentences
from web import checks
from web.access import Role, check_route, least
from web.errors import Busy, Forbidden
from web.join import Answer, forget, keep, phone
from web.keyring import KeyringError
from web.pages import join_address, qr
from web.site import site

entrance = Blueprint("entrance", __name__)


@entrance.get("/join/<code>")
@least(Role.SPECTATOR)
def follow(code: str) -> Any:
    """Join by the address in the QR code, and go to the table. Raises Forbidden, TooMany."""
    response = redirect("/", 303)
    return response if site().role(phone()) >= Role.PLAYER else _enter(response, code, link=True)


@entrance.post("/api/join")
@least(Role.SPECTATOR)
def join() -> Response:
    """Join by the code that was typed. Raises Forbidden, TooMany."""
    code = checks.text(checks.body({"code"}), "code")
    return _enter(jsonify(number=site().host.snapshot.number), code)


@entrance.post("/api/owner")
def own() -> Response:
    """Become the owner by the PIN. Raises Forbidden, TooMany."""
    stamp = check_pin(checks.text(checks.body({"pin"}), "pin"))
    response = jsonify(number=site().host.snapshot.number)
    return response if stamp is None else keep(response, site().access.cookies[1], stamp)


def check_pin(pin: str) -> str | None:
    """Return the stamp of the owner's pass for the PIN; None where no PIN is needed.

    Raises Forbidden, TooMany.
    """
    access = site().access
    stamp = access.own(pin, phone())
    if stamp is None and access.keyring is not None:
        raise Forbidden(
            say("This is not the owner's PIN: “familiar pin” prints it on the table's machine."), "pin"
        )
    return stamp


@entrance.post("/api/owner/leave")
def disown() -> Response:
    """Be the owner no more on this phone."""
    checks.body(())
    site().access.lead.leave(phone().key)
    return forget(jsonify(number=site().host.snapshot.number), site().access.cookies[1])


@entrance.post("/api/code")
@least(Role.OWNER)
def renew_code() -> Any:
    """Draw another code; whoever came in by the former one joins anew. Raises Busy."""
    checks.body(())
    access = site().access
    if access.keyring is None or access.code is None:
        raise Forbidden(say("Nobody needs a code at this table."), "code")
    try:
        keys = access.keyring.renew_code()
    except KeyringError as error:
        unwritten = say("The new code cannot be written down: see to the machine's disk.")
        why = None if error.found is None else error.found.sentence
        raise Busy(sentences(unwritten, why)) from None
    site().bell.ring()
    # The owner's phone need not join anew should it give the PIN up.
    return keep(jsonify(code=keys.code), access.cookies[0], keys.code_stamp)


@entrance.get("/join.svg")
def sign() -> Response:
    """Draw the QR code that leads to the table, with the code in it where one is needed."""
    return Response(str(qr(join_link())), mimetype="image/svg+xml")


def join_link() -> str:
    """Return the address that makes a phone a player. Raises Forbidden."""
    code = site().access.code
    # Another may have been drawn since this was let through: who came by the former one plays no more.
    check_route()
    return join_address() if code is None else f"{join_address()}join/{code}"


def _enter(response: Answer, code: str, *, link: bool = False) -> Answer:
    access = site().access
    stamp = access.enter(code, phone(), link=link)
    if stamp is None and access.keyring is not None:
        raise Forbidden(say("This is not the table's code, or not any more: look at its screen."), "code")
    return response if stamp is None else keep(response, access.cookies[0], stamp)
