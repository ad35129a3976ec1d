"""Serve "what I see": the camera's picture, what was read in it, what is awaited, and why it asks."""

from flask import Blueprint, Response, jsonify, render_template

from texts import say
from web.desk import desk
from web.errors import Missing

see_pages = Blueprint("see", __name__)

BLIND = say("No camera looks at this table.")


@see_pages.get("/see")
def page() -> str:
    """Show what is seen; the page asks for it as long as somebody looks. Raises Missing."""
    if desk().see is None:
        raise Missing(BLIND)
    return render_template("see.html")


@see_pages.get("/see.json")
def seen() -> Response:
    """Return what is seen now. Raises Missing."""
    see = desk().see
    if see is None:
        raise Missing(BLIND)
    return jsonify(see())
