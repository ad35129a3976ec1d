"""Serve the mirror's pages: the hall's screen, one table's, a widget for other sites, and JSON."""

from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify, make_response, render_template

from club.hall_view import outlook
from club.mirror import Mirror, MirrorSnapshot
from club.page import OWN, table_view
from texts import say
from texts.catalogue import tongue
from web import live
from web.app import POLICY, guarded
from web.errors import Missing
from web.i18n import language
from web.join import phone
from web.live import Shared
from web.security import Security
from web.site import Site
from web.tries import network

pages = Blueprint("mirror", __name__, template_folder="templates")

SHARED = "mirror-shared"
"""Where the running app keeps what it has written for all who watch."""
FRESH_S = 2
"""Seconds for which whoever stands between may give the same answer again."""
OPEN = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")


def create_mirror_app(mirror: Mirror, security: Security | None = None) -> Flask:
    """Make the app around a running mirror: nothing can be changed there, and nobody can be more than watch.

    security: by which names browsers ask for this machine, and who asks for others.
    """
    site = Site(mirror, security=security or Security())
    app = guarded(site, (OWN,), entered=False)
    app.extensions[SHARED] = Shared()
    app.register_blueprint(pages)
    return app


def _here() -> Site[Mirror]:
    running: Site[Mirror] = current_app.extensions["familiar"]
    return running


@pages.get("/")
@pages.get("/hall")
def screen() -> str:
    """Show the competition."""
    return render_template("hall.html", address=None, code=None)


@pages.get("/table/<name>")
def table(name: str) -> str:
    """Show one table. Raises Missing."""
    if name not in _here().host.snapshot.club.tables:
        raise Missing(say("There is no table of this name."))
    return render_template("table.html", address=None, code=None)


@pages.get("/widget")
def widget() -> Response:
    """Show the competition in a few lines, inside another site's page."""
    answer = make_response(render_template("widget.html", address=None, code=None))
    answer.headers["Content-Security-Policy"] = FRAMED
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


@pages.get("/hall.json")
def told() -> Response:
    """Return the competition for programs of other sites."""
    answer = jsonify(_plain(_here().host.snapshot))
    answer.headers.update(OPEN)
    answer.headers["Cache-Control"] = f"public, max-age={FRESH_S}"
    return answer


@pages.get("/state")
def state() -> Response:
    """Return what the pages show, for those that cannot have a stream."""
    return Response(_written(), mimetype="application/json")


@pages.get("/live")
def stream() -> Response:
    """Stream what the pages show. Raises Busy."""
    site = _here()
    give_back = site.places.claim(False, None if phone().near else network(phone().address))
    app, speech = current_app._get_current_object(), language()  # type: ignore[attr-defined]

    def tell() -> str:
        with app.app_context():
            return live.framed(site.host.snapshot.number, _written(speech))

    return live.response(live.events(tell, site.bell, site.heartbeat, live.gone()), give_back)


def _written(speech: str | None = None) -> str:
    """Write the state, once for all of a language."""
    shown, spoken = _here().host.snapshot, speech or language()
    shared: Shared = current_app.extensions[SHARED]
    return shared.get(shown, spoken, lambda: live.written(tongue(spoken).show(seen(shown))))


def seen(shown: MirrorSnapshot) -> dict[str, Any]:
    """Put together what the mirror's pages show."""
    told = shown.competition
    return {
        "number": shown.number,
        "club": shown.club.name,
        "connected": shown.connected,
        "trouble": shown.trouble,
        "competition": None if told is None else outlook(told, shown.club),
        "tables": [table_view(shown.club.tables[name]) for name in sorted(shown.club.tables)],
    }


def _plain(shown: MirrorSnapshot) -> dict[str, Any]:
    """Say with names what the pages show with numbers, in words that stay the same."""
    view = seen(shown)
    told = view["competition"]
    said: dict[str, Any] = {"club": view["club"], "connected": view["connected"], "competition": None}
    if told is None:
        return said
    names = [each["name"] for each in told["players"]]
    ranking = [
        {
            "rank": line["rank"],
            "name": names[line["player"]],
            "score": line["score"],
            "points": line["total"],
            "rounds": line["points"],
        }
        for line in told["ranking"]
    ]
    tables = [
        {
            "name": table["name"],
            "state": table["state"],
            "round": table["round"],
            "rounds": table["rounds"],
            "players": [{"name": names[seat["player"]], "points": seat["points"]} for seat in table["seats"]],
        }
        for table in told["tables"]
    ]
    kept = ("title", "game", "format", "round", "rounds", "knockout", "final", "over", "ends")
    competition = {**{key: told[key] for key in kept}, "tables": tables, "ranking": ranking}
    return {**said, "competition": competition}
