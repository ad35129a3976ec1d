"""Put the pages together: the app, who may send to it, and how it says no."""

import logging
import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from table.host import Host
from table.settings.config import House
from table.view.speech import Speech
from texts import say, spoken
from texts.catalogue import tongue
from texts.languages import LANGUAGES
from web.access import Role, check_route
from web.assets import BARED, OWN, install, load, pack
from web.desk import Desk, SimulatedPanel, note_newest
from web.entrance import entrance
from web.errors import Busy, Forbidden, TooMany, WebError
from web.evenings import evening_pages
from web.hand import hand_pages
from web.help import help_pages
from web.hosts import asked, check_host, own_names
from web.i18n import language, speak
from web.join import phone
from web.keep import keeping
from web.live import HEARTBEAT_S, MAX_STREAMS, PLAYS, Places
from web.lobby import Lobby
from web.magicians import magicians
from web.pages import RETRY_AFTER_S, pages
from web.play import wishes
from web.probe import probe
from web.proxies import HANDED_ON, behind
from web.screens import screens
from web.seats import Seats
from web.security import Security
from web.see import see_pages
from web.site import Shown, Site, site
from web.specials import specials
from web.speech import Switches, open_switches
from web.speech import speech as speech_pages
from web.waiting import keep_place, waiting
from web.wizard import wizard

BODY_MAX = 64 * 1024
FORMS = ("application/json", "text/html")
"""How a refusal is told; a browser that opens a page wants the second."""
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
NO_PAGE = {"X-Content-Type-Options": HEADERS["X-Content-Type-Options"]}
PAGES = (
    *(pages, wishes, waiting, screens, keeping, wizard, specials, magicians, probe),
    *(see_pages, hand_pages, help_pages, speech_pages, evening_pages),
)
"""What is served, beside the entrance that every app has."""
PLAIN = {
    404: say("There is no such page at this table."),
    405: say("This cannot be asked in this way."),
    413: say("That is too much: a request may have {kib} KiB at most.", kib=BODY_MAX // 1024),
}
UNREAD = {
    413: PLAIN[413],
    431: say(
        "This browser sends more than the table can read: delete the cookies of this address and try again."
    ),
    500: say("Something went wrong at the table; the game is unharmed."),
}
"""Of what the server itself could not read, and no app has seen."""

log = logging.getLogger(__name__)


def create_app(
    host: Host,
    *,
    panel: Any = None,
    picture: Callable[[], bytes | None] | None = None,
    address: str | None = None,
    security: Security | None = None,
    house: House | None = None,
    seats: Seats | None = None,
    heartbeat: float = HEARTBEAT_S,
    streams: int = MAX_STREAMS,
) -> Flask:
    """Make the app around a running `host`.

    `panel`: the table's panel; the page draws it where it is a simulated one (has `lights` and `press`).
    `picture`: gives what the camera sees as JPEG. `address`: what the QR code says, for example
    "http://familiar.local/". `security`: who may do what, and by which names the page is asked for; None:
    whoever comes may do everything. `house`: what is offered to play. `seats` keeps who sits where: the same
    ones, with the same `Security.secret`, bring every phone back to its seat after a restart; None: new ones.
    `heartbeat`: seconds of silence after which a stream says that it is alive. `streams`: how many phones are
    served live; the others ask for the state again and again.

    What only some tables have is opened on the app by the pages that need it: `web.see.open_seeing`,
    `web.speech.open_switches`, `web.hand.open_hands`, `web.wifi.open_wifi`.
    """
    drawn: SimulatedPanel | None = panel if hasattr(panel, "lights") and hasattr(panel, "press") else None
    speech = Speech(host.snapshot)
    host.listeners.append(speech.hear)
    seats, security = seats or Seats(), security or Security()
    access = security.access
    lobby = Lobby(seats, lambda: access.stamp)
    host.listeners.append(lobby.hear)
    lobby.hear(host.snapshot)
    here = Desk(
        host=host,
        picture=picture,
        address=address,
        heartbeat=heartbeat,
        panel=drawn,
        buttons=panel is not None and panel.wired,
        places=Places(streams),
        security=security,
        house=house or House(),
        seats=seats,
        lobby=lobby,
        version=load(OWN).version,
        speech=speech,
    )
    host.listeners.append(here.game_start.hear)
    here.game_start.hear(host.snapshot)
    seats.listeners.append(here.bell.ring)
    app = guarded(here)
    app.before_request(note_newest)
    app.after_request(keep_place)
    open_switches(app, Switches())
    for each in PAGES:
        app.register_blueprint(each)
    return app


def guarded(here: Site[Shown], folders: tuple[tuple[str, Path], ...] = (), *, entered: bool = True) -> Flask:
    """Make an app without pages that knows what it stands on, hears its host, and keeps strangers out.

    folders: where its pages' scripts and styles lie, beside those of this room, each under a prefix. entered:
    whether anybody can become more than he is, by a code or a PIN.
    """
    security = here.security
    assets = load(OWN, *folders)
    app = Flask(__name__, static_url_path=f"/static/{assets.version}")
    # Flask's own way to put something before an app: its method is replaced.
    app.wsgi_app = behind(app.wsgi_app, security.proxies)  # type: ignore[assignment, method-assign]
    app.secret_key = security.secret or secrets.token_bytes(32)
    app.config.update(MAX_CONTENT_LENGTH=BODY_MAX)
    known = {*map(str.lower, security.hosts), *own_names(), asked(urlsplit(here.address or "").netloc)}
    app.config["NAMES"] = frozenset(name for name in known if name)
    app.extensions["familiar"] = here
    speak(app)
    install(app, assets)
    if entered:
        app.register_blueprint(entrance)
    here.host.listeners.append(here.bell.ring)
    app.before_request(check_host)
    app.before_request(check_sender)
    app.before_request(check_route)
    app.after_request(note)
    app.after_request(protect)
    app.after_request(pack)
    app.register_error_handler(WebError, refuse)
    app.register_error_handler(HTTPException, explain)
    app.register_error_handler(Exception, hide)
    return app


def close(app: Flask) -> None:
    """End the app's streams; twice is harmless."""
    here: Site[Shown] = app.extensions["familiar"]
    here.close()


def _site(origin: str) -> tuple[str, str] | None:
    """Split an address into its scheme and host; None: it is no address."""
    try:
        return urlsplit(origin)[:2]
    except ValueError:
        return None


def check_sender() -> None:
    """Let a changing request come from our own page only: no other site can send this header or this Origin.

    Raises Forbidden.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if request.headers.get("X-Familiar") != "1":
        raise Forbidden(say("This request does not come from the table's own page."), "origin")
    origin = request.headers.get("Origin")
    # A proxy with TLS says by which scheme it was asked; no other site's page can send that header either.
    scheme = request.headers.get("X-Forwarded-Proto", request.scheme)
    if origin is not None and _site(origin) != (scheme, request.host):
        raise Forbidden(say("This request comes from another site's page."), "origin")


def note(response: Response) -> Response:
    """Tell the server whether a player or a proxy asks, who keeps the connection where many come."""
    if request.endpoint != "static":
        plays = site().role(phone()) >= Role.PLAYER
        request.environ[PLAYS] = plays or bool(request.environ.get(HANDED_ON))
    return response


def protect(response: Response) -> Response:
    """Put the headers on that keep other sites, and stale copies, out."""
    if request.endpoint == "static" and response.mimetype in BARED:
        # A script or a style is no page: what guards pages would be a third of the weight of a small one.
        response.headers.update(NO_PAGE)
    else:
        # What is made for other sites says so itself.
        framed = "Content-Security-Policy" in response.headers
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if framed:
            del response.headers["X-Frame-Options"]
    # What bears its version in its path says itself that it may be kept.
    if "Access-Control-Allow-Origin" in response.headers:
        return response
    if request.endpoint != "static" or response.status_code != 200:
        response.headers["Cache-Control"] = "no-store"
    return response


def refuse(error: WebError) -> Response:
    """Tell a phone why not."""
    response = _say(spoken(error), error.status, error.rule)
    if isinstance(error, Busy):
        response.headers["Retry-After"] = str(RETRY_AFTER_S)
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(math.ceil(error.after))
    return response


def explain(error: HTTPException) -> Response:
    """Tell in our own words what HTTP refuses."""
    code = error.code or 500
    return _say(PLAIN.get(code, say("This did not work ({name}).", name=error.name)), code)


def hide(error: Exception) -> Response:
    """Keep what went wrong inside the log."""
    log.error("A page failed: %s %s", request.method, request.path, exc_info=error)
    return _say(UNREAD[500], 500)


def unread(app: Flask, status: int, method: str, headers: Mapping[str, str]) -> Response:
    """Tell in our own words, with a page's guards, of a request that the server could not read.

    method, headers: what it said of who reads the answer, as far as that is known. Where it is not,
    the answer is given in every language.
    """
    asked = {"Accept": "text/html", **headers}
    with app.test_request_context(method="GET" if method in ("GET", "HEAD") else "POST", headers=asked):
        text = UNREAD.get(status, say("The table cannot read what this browser asks."))
        return protect(_say(text, status, tongues=(language(),) if headers else LANGUAGES))


def _say(text: str, status: int, rule: str | None = None, tongues: Sequence[str] = ()) -> Response:
    told = {each: tongue(each).show(text) for each in tongues or (language(),)}
    wants_page = request.method == "GET" and request.accept_mimetypes.best_match(FORMS) == "text/html"
    if wants_page:
        response = make_response(render_template("error.html", told=told))
    else:
        response = jsonify(error=" ".join(told.values()), rule=rule, number=site().host.snapshot.number)
    response.status_code = status
    return response
