"""Serve the page that leads through the calibration: what the camera sees, what is amiss, what to press."""

import math
from collections.abc import Callable
from typing import Any, Protocol

from flask import Blueprint, Flask, Response, jsonify, render_template

from table.calibrating import Press, Setting, Tapped, drawn, offers
from table.command import Outcome, Refused
from table.guide import Pressed
from web import checks, live
from web.app import guarded
from web.desk import Desk, desk
from web.errors import BadRequest, Busy, Missing
from web.live import HEARTBEAT_S, MAX_STREAMS, Places
from web.pages import jpeg, qr

calibration_pages = Blueprint("calibration", __name__)

CORNERS = (3, 12)
"""How many corners a table may be tapped to have."""

Said = tuple[dict[str, Any], int]


class Owner(Protocol):
    """Be what holds the setting."""

    listeners: list[Callable[[Setting], object]]

    @property
    def snapshot(self) -> Setting:
        """Give the setting as it is now."""
        ...

    def post(self, event: Pressed) -> Any:
        """Take a press; gives a future outcome."""
        ...


def create_calibration_app(
    owner: Owner,
    *,
    picture: Callable[[], bytes | None],
    secret: str | bytes | None = None,
    address: str | None = None,
    heartbeat: float = HEARTBEAT_S,
    streams: int = MAX_STREAMS,
) -> Flask:
    """Make the app around a running `owner`; `picture` gives what the camera sees as JPEG."""
    app = guarded(Desk(owner, None, picture, address, heartbeat, places=Places(streams)), secret)
    app.register_blueprint(calibration_pages)
    return app


@calibration_pages.get("/")
def page() -> str:
    """Show the page; a wide screen has the code to open it on a phone."""
    where = desk().address
    return render_template("calibrate.html", address=where, code=qr(where) if where else None)


@calibration_pages.get("/state")
def state() -> Response:
    """Return the setting, for pages that cannot have a stream."""
    return jsonify(view(desk().host.snapshot))


@calibration_pages.get("/live")
def stream() -> Response:
    """Stream the setting. Raises Busy."""
    here = desk()
    give_back = here.places.take()
    if give_back is None:
        raise Busy("Every place for live pages is taken; this page asks again by itself.")
    events = live.events(lambda: view(here.host.snapshot), here.bell, here.heartbeat)
    response = Response(events, mimetype="text/event-stream")
    response.call_on_close(give_back)
    return response


@calibration_pages.get("/picture.jpg")
def picture() -> Response:
    """Return what the camera sees now. Raises Missing."""
    source = desk().picture
    return jpeg(source() if source is not None else None, "The camera has no picture now.")


@calibration_pages.post("/api/area")
def area() -> Said:
    """Take the table's corners as they were tapped. Raises BadRequest, Busy."""
    data = checks.body(("corners",))
    corners = data.get("corners")
    if not isinstance(corners, list) or not CORNERS[0] <= len(corners) <= CORNERS[1]:
        raise BadRequest(f"'corners' must be a list of {CORNERS[0]} to {CORNERS[1]} corners.")
    if not all(isinstance(each, list) and len(each) == 2 and all(map(_share, each)) for each in corners):
        raise BadRequest("A corner must be two shares of the picture from 0 to 1.")
    points = tuple((float(x), float(y)) for x, y in corners)
    return _send(Pressed(Tapped(points), checks.seen(data)))  # type: ignore[arg-type]


@calibration_pages.post("/api/<press>")
def press(press: str) -> Said:
    """Do what was pressed, unless the page showed a state that is past. Raises BadRequest, Missing, Busy."""
    data = checks.body(())
    if press not in list(Press):
        raise Missing("There is no such button here.")
    return _send(Pressed(Press(press), checks.seen(data)))  # type: ignore[arg-type]


def _send(pressed: Pressed) -> Said:
    outcome: Outcome = desk().send(pressed)  # type: ignore[arg-type]
    said = {"number": outcome.number, "state": view(desk().host.snapshot)}
    if isinstance(outcome, Refused):
        return said | {"error": outcome.reason, "rule": outcome.rule}, 409 if outcome.stale else 422
    return said, 200


def _share(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and 0 <= value <= 1


def view(setting: Setting) -> dict[str, Any]:
    """Put together what the page shows."""
    survey, kept = setting.survey, setting.kept
    return {
        "number": setting.number,
        "phase": setting.phase,
        "by": setting.by,
        "drawn": drawn(setting),
        "level": None if survey is None else survey.level,
        "findings": []
        if survey is None
        else [
            {"name": each.name, "level": each.level, "said": each.said, "remedy": each.remedy}
            for each in survey.findings
        ],
        "offers": offers(setting),
        "trouble": setting.trouble,
        "refused": setting.refused,
        "kept": None
        if kept is None
        else {"camera": kept.camera, "marked": kept.marked, "locked": kept.settings is not None},
    }
