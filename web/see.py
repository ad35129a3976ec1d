"""Serve "what I see": the camera's picture, what was read in it, what is awaited, and why it asks."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template

from texts import say
from web.errors import Missing

see_pages = Blueprint("see", __name__)

See = Callable[[], dict[str, Any]]
"""Tell what is seen now, ready for JSON."""
KEY = "familiar.see"
BLIND = say("No camera looks at this table.")


def open_seeing(app: Flask, see: See) -> None:
    """Let the phones of this app see what the eye of a camera sees."""
    app.extensions[KEY] = see


def _see() -> See:
    """Give what tells what is seen. Raises Missing where no camera looks."""
    found: See | None = current_app.extensions.get(KEY)
    if found is None:
        raise Missing(BLIND)
    return found


@see_pages.get("/see")
def page() -> str:
    """Show what is seen; the page asks for it as long as somebody looks. Raises Missing."""
    _see()
    return render_template("see.html")


@see_pages.get("/see.json")
def seen() -> Response:
    """Return what is seen now. Raises Missing."""
    return jsonify(_see()())
