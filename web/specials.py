"""Take the wishes that belong to Wizard's special cards: what is said with one, what follows one."""

from flask import Blueprint

from games.book import WIZARD
from texts import say
from web import checks
from web.bids import newest_bid
from web.desk import desk, submit
from web.errors import BadRequest, Missing
from web.join import phone
from web.site import Reply

specials = Blueprint("specials", __name__)

OWN = ("name_suit", "shape", "change_bid", "swap")
"""What whoever's turn it is says or does."""
KEYS = {
    "exchange": ("player",),
    "name_trump": ("player", "suit"),
    "name_suit": ("suit",),
    "shape": ("shape",),
    "change_bid": ("by",),
    "swap": ("card", "take"),
    "pass_on": (),
}


@specials.post("/api/special")
def special() -> Reply:
    """Say what goes with a special card, or that it was done; for one's own seat, or one without a phone."""
    kind = checks.text(checks.body({"event", "player", "suit", "shape", "by", "card", "take"}), "event")
    if kind not in KEYS:
        raise BadRequest(say("{key} must be one of {known}.", key="'event'", known=", ".join(KEYS)))
    data = checks.body({"event", *KEYS[kind]})
    players, view = desk().players(), desk().host.snapshot.public
    if not players or view["game"] != WIZARD:
        raise Missing(say("There is no game of Wizard: set one up first."))
    event: dict[str, object] = {"event": kind}
    seat: int | None
    if "player" in KEYS[kind]:
        seat = checks.whole(data, "player", 0, len(players) - 1)
    else:
        seat = view["turn"] if kind in OWN else None
    if seat is not None:
        desk().check_speaks_for(phone(), seat)
        event["player"] = seat
    for key in KEYS[kind]:
        if key == "by":
            # A bid that lies face down is changed, and nobody says which way.
            hidden = key in data and data[key] is None
            event[key] = None if hidden else checks.whole(data, key, -1, 1)
        elif key == "suit" and kind == "name_trump" and data.get(key) is None:
            event[key] = None
        elif key != "player":
            event[key] = checks.text(data, key)
    if kind == "exchange":
        event["card"] = "werewolf"
    if kind == "change_bid" and seat is None:
        # The rules refuse it: nobody's bid is to be changed now.
        event["player"] = 0
    game = desk().host.snapshot.history
    if kind == "change_bid" and seat is not None and event["by"] is not None and game is not None:
        # Whether it can be changed so would tell what was bid.
        desk().check_knows_bid(phone(), game, newest_bid(game, seat))
    return submit(data, event)
