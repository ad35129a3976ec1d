"""Show the cards of a seat to its phone, where a simulated table has dealt them; nobody else knows a hand."""

from collections.abc import Callable, Sequence

from flask import Blueprint, Flask, Response, current_app, jsonify

from web.desk import desk
from web.join import phone

hand_pages = Blueprint("hand", __name__)

Hand = Callable[[int | None, int], Sequence[str]]
"""Give the cards that a seat holds in a game, by the game's number."""
KEY = "familiar.hand"


def open_hands(app: Flask, hand: Hand) -> None:
    """Let the phones of this app see the hands that are dealt to their seats."""
    app.extensions[KEY] = hand


@hand_pages.get("/hand")
def hand() -> Response:
    """Return the cards of the phone's own seat; none where it has no seat, or cards are dealt by people."""
    found: Hand | None = current_app.extensions.get(KEY)
    seat = desk().seat(phone())
    cards = () if found is None or seat is None else found(desk().host.snapshot.game_id, seat)
    return jsonify(cards=list(cards))
