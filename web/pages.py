"""Serve what is only read: the two pages, the state, the stream and the pictures."""

import io
from collections.abc import Callable
from functools import lru_cache

import segno
from flask import Blueprint, Response, make_response, render_template, request
from markupsafe import Markup

from table.view.snapshot import marked_name
from texts import say
from web import live
from web.access import Role, least
from web.desk import desk, watching
from web.errors import Missing
from web.i18n import language
from web.join import greet, phone, renew
from web.site import site
from web.tries import network

pages = Blueprint("pages", __name__)

RETRY_AFTER_S = 5
BEGINNING = "setup.js"
KEYED = {None: ("board.js", BEGINNING), "wizard": ("wizard.js", "board.js")}
"""What the big screen with keys needs before the first game, and where it is not the script of the phones."""
SCREENS = "screens.js"


@pages.get("/")
@least(Role.SPECTATOR)
def table() -> Response:
    """Show the table to a phone; its cookies are renewed here."""
    return renew(make_response(render_template("page.html", view="phone", needed=needed())))


@pages.get("/board")
@least(Role.SPECTATOR)
def board() -> Response:
    """Show the table on a television, with the code to join; where `keys` are asked for, with all keys."""
    view = "tv" if request.args.get("keys") is None else "board"
    return renew(make_response(render_template("page.html", view=view, needed=needed(view))))


def needed(view: str = "phone") -> tuple[str, ...]:
    """Name the scripts that main.js will ask for, so that the page asks for them at once."""
    history = desk().host.snapshot.history
    game = None if history is None else history.header.game
    alone = BEGINNING if game is None else f"{game}.js"
    match view:
        case "tv":
            return (SCREENS, "tv-none.js") if game is None else (SCREENS, f"{game}.js", f"tv-{game}.js")
        case "board":
            return (SCREENS, *KEYED.get(game, (alone,)))
    return (alone,)


@pages.get("/state")
@least(Role.SPECTATOR)
def state() -> Response:
    """Return what this phone may see, for pages that cannot have a stream."""
    _, said = desk().told(phone(), watching(), language())
    return greet(Response(said, mimetype="application/json"))


@pages.get("/events")
@least(Role.SPECTATOR)
def events() -> Response:
    """Return all that happened in the game, as this phone may see it."""
    return Response(desk().events(phone(), watching(), language()), mimetype="application/json")


@pages.get("/live")
@least(Role.SPECTATOR)
def stream() -> Response:
    """Stream what this phone may see; 503 when every place is taken, and the page asks /state instead.

    Raises Busy.
    """
    here, holder, watch = desk(), phone(), watching()
    watches = here.role(holder) is Role.SPECTATOR
    give_back = here.places.claim(watches, None if holder.near else network(holder.address))
    speech = language()
    told = live.events(
        lambda: live.framed(*here.told(holder, watch, speech)),
        here.bell,
        here.heartbeat,
        live.gone(),
        beside=here.reached_at,
    )
    return greet(live.response(told, give_back))


@pages.get("/picture.jpg")
def picture() -> Response:
    """Return what the camera sees now. Raises Missing."""
    return camera_picture(desk().picture)


@pages.get("/crop/<int:question>.jpg")
def crop(question: int) -> Response:
    """Return the picture of the card that a question is about. Raises Missing."""
    return jpeg(
        desk().host.crop(question), say("There is no picture of this card: its question may be answered.")
    )


@pages.get("/crop/mark-<name>.jpg")
def marked_crop(name: str) -> Response:
    """Return the picture of a marked card, by its `marked_name`. Raises Missing."""
    shown = desk().host.snapshot
    named = {marked_name(each, shown.game_id): each.event for each in shown.marked}
    picture = desk().host.marked_crop(named[name]) if name in named else None
    return jpeg(picture, say("There is no picture of this card: its question may be answered."))


def join_address() -> str:
    """Return what a phone should open to join."""
    return site().reached_at() or request.host_url


@lru_cache(maxsize=16)
def qr(address: str) -> Markup:
    """Draw an address as a QR code: SVG without styles, as the content policy wants it."""
    out = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(out, kind="svg", xmldecl=False, omitsize=True, border=2, svgclass="qr", lineclass=None)
    return Markup(out.getvalue().decode())


def camera_picture(source: Callable[[], bytes | None] | None) -> Response:
    """Return what the camera sees now; None: there is none. Raises Missing."""
    return jpeg(source() if source is not None else None, say("The camera has no picture now."))


def jpeg(data: bytes | None, otherwise: str) -> Response:
    """Return a picture. Raises Missing with the words for where there is none."""
    if data is None:
        raise Missing(otherwise)
    return Response(data, mimetype="image/jpeg")
