"""Serve what every page has that leads a person: itself, its state, its stream, and what the camera sees."""

from collections.abc import Callable, Collection
from typing import Any

from flask import Blueprint, Flask, Response, jsonify, render_template

from table.command import Outcome, Refused
from texts import say
from texts.catalogue import tongue
from web import live
from web.access import Access, Role
from web.app import guarded
from web.desk import Desk, desk
from web.entrance import join_link
from web.errors import Busy
from web.i18n import language
from web.join import LED_COOKIE
from web.keyring import Keyring
from web.live import HEARTBEAT_S, MAX_STREAMS, Places
from web.pages import jpeg, qr

View = Callable[[Any], dict[str, Any]]
Said = tuple[dict[str, Any], int]


def led_pages(name: str, view: View) -> Blueprint:
    """Make the routes of a page whose template is called like it; `view` puts together what it shows."""
    pages = Blueprint(name, __name__)

    @pages.get("/")
    def page() -> str:
        """Show the page; a wide screen has the code to open it on a phone."""
        where = desk().address and join_link()
        return render_template(f"{name}.html", address=where, code=qr(where) if where else None)

    @pages.get("/state")
    def state() -> Response:
        """Return the state, for pages that cannot have a stream."""
        return jsonify(view(desk().host))

    @pages.get("/live")
    def stream() -> Response:
        """Stream the state. Raises Busy."""
        here = desk()
        give_back = here.places.take()
        if give_back is None:
            raise Busy(say("Every place for live pages is taken; this page asks again by itself."))
        speech = tongue(language())
        events = live.events(
            lambda: live.message(speech.tell(view(here.host))), here.bell, here.heartbeat, live.gone()
        )
        return live.response(events, give_back)

    @pages.get("/picture.jpg")
    def picture() -> Response:
        """Return what the camera sees now. Raises Missing."""
        source = desk().picture
        return jpeg(source() if source is not None else None, say("The camera has no picture now."))

    return pages


def create_led_app(
    pages: Blueprint,
    owner: Any,
    *,
    picture: Callable[[], bytes | None],
    secret: str | bytes | None = None,
    address: str | None = None,
    heartbeat: float = HEARTBEAT_S,
    streams: int = MAX_STREAMS,
    access: Access | None = None,
    hosts: Collection[str] = (),
    proxies: Collection[str] = (),
) -> Flask:
    """Make the app around a running `owner`; `picture` gives what the camera sees as JPEG.

    `access`: who may open it; None: anybody. `hosts`: names by which phones ask for this machine;
    `proxies`: addresses of those who ask for others.
    """
    here = Desk(owner, None, picture, address, heartbeat, places=Places(streams), access=access or Access())
    app = guarded(here, secret, hosts, proxies=proxies)
    app.register_blueprint(pages)
    return app


def led_access() -> Access:
    """Let in whoever has the code that the terminal shows: it is drawn anew each time and makes an owner."""
    return Access(Keyring(None), joined=Role.OWNER, cookies=(LED_COOKIE, LED_COOKIE))


def answer(outcome: Outcome, view: View) -> Said:
    """Turn the owner's answer into JSON, the fresh state with it, and an HTTP status."""
    said = {"number": outcome.number, "state": view(desk().host)}
    if isinstance(outcome, Refused):
        return said | {"error": outcome.reason, "rule": outcome.rule}, 409 if outcome.stale else 422
    return said, 200
