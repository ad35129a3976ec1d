"""Serve the page that tells newcomers how table, phones and lamps work together, and the rules in brief."""

from flask import Blueprint, render_template

from games.cards import words
from web.access import Role, least
from web.desk import desk

help_pages = Blueprint("help", __name__)


@help_pages.get("/help")
@least(Role.SPECTATOR)
def page() -> str:
    """Show the page, opened at the game that is played, in the words of its edition; it needs no script.

    It speaks of a camera and of lamps and buttons only where there are some.
    """
    here = desk()
    history = here.host.snapshot.history
    header = None if history is None else history.header
    game = here.house.game if header is None else header.game
    edition = header.rules.edition if header and game == "wizard" else here.house.rules.get("edition", "us")
    return render_template(
        "help.html",
        game=None if header is None else game,
        special={"wizard": words("W", edition), "jester": words("J", edition)},
        camera=here.picture is not None,
        panel=here.buttons,
    )
