"""Serve what every page has that leads a person: itself, its state, its stream, and what the camera sees."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template

from table.command import Outcome, Refused
from table.guides.leading import Pressed
from texts import say
from texts.catalogue import tongue
from web import checks, live
from web.access import Access, Role
from web.app import guarded
from web.entrance import join_link
from web.errors import Missing
from web.i18n import language
from web.join import LED_COOKIE
from web.keyring import Keyring
from web.pages import camera_picture, qr
from web.security import Security
from web.site import Reply, Shown, Site, answered


class Owner(Shown, Protocol):
    """What holds the state that a page leads through."""

    def post(self, event: Pressed, /) -> Future[Outcome]:
        """Take what was pressed; gives a future answer."""
        ...


O_co = TypeVar("O_co", bound=Owner, covariant=True)
O = TypeVar("O", bound=Owner)  # noqa: E741


@dataclass(frozen=True, kw_only=True)
class Led(Site[O_co]):
    """What the app of a page that leads a person stands on; `view` puts together what it shows."""

    view: Callable[[], dict[str, Any]]

    def send(self, pressed: Pressed) -> Reply:
        """Post what was pressed; gives the answer with the fresh state, and an HTTP status. Raises Busy."""
        outcome = answered(self.host.post(pressed))
        said = {"number": outcome.number, "state": self.view()}
        if isinstance(outcome, Refused):
            return said | {"error": outcome.reason, "rule": outcome.rule}, 409 if outcome.stale else 422
        return said, 200


def led() -> Led[Owner]:
    """Return what the running app stands on."""
    running: Led[Owner] = current_app.extensions["familiar"]
    return running


def led_pages(name: str, presses: type[StrEnum]) -> Blueprint:
    """Make the routes of a page whose template is called like it; `presses`: what can be pressed there."""
    pages = Blueprint(name, __name__)

    @pages.get("/")
    def page() -> str:
        """Show the page; a wide screen has the code to open it on a phone."""
        where = led().address and join_link()
        return render_template(f"{name}.html", address=where, code=qr(where) if where else None)

    @pages.get("/state")
    def state() -> Response:
        """Return the state, for pages that cannot have a stream."""
        return jsonify(led().view())

    @pages.get("/live")
    def stream() -> Response:
        """Stream the state. Raises Busy."""
        here = led()
        give_back = here.places.claim()
        speech = tongue(language())
        events = live.events(
            lambda: live.message(speech.show(here.view())), here.bell, here.heartbeat, live.gone()
        )
        return live.response(events, give_back)

    @pages.get("/picture.jpg")
    def picture() -> Response:
        """Return what the camera sees now. Raises Missing."""
        return camera_picture(led().picture)

    @pages.post("/api/<press>")
    def press(press: str) -> Reply:
        """Do what was pressed, unless the page showed a state that is past.

        Raises BadRequest, Missing, Busy.
        """
        data = checks.body(())
        if press not in list(presses):
            raise Missing(say("There is no such button here."))
        return led().send(Pressed(presses(press), checks.seen(data)))

    return pages


def create_led_app(
    pages: Blueprint,
    view: Callable[[O], dict[str, Any]],
    owner: O,
    *,
    picture: Callable[[], bytes | None],
    address: str | None = None,
    security: Security | None = None,
) -> Flask:
    """Make the app around a running `owner`, of which `view` puts together what its page shows.

    `picture` gives what the camera sees as JPEG; `security`: who may open it, None: anybody.
    """
    here = Led(
        host=owner,
        picture=picture,
        address=address,
        security=security or Security(),
        view=lambda: view(owner),
    )
    app = guarded(here)
    app.register_blueprint(pages)
    return app


def led_access() -> Access:
    """Let in whoever has the code that the terminal shows: it is drawn anew each time and makes an owner."""
    return Access(Keyring(None), joined=Role.OWNER, cookies=(LED_COOKIE, LED_COOKIE))
