"""Serve the club's page: all tables, the ranking, and the form that begins an evening."""

import threading
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, render_template

from club import hall_page, hall_view
from club.arrivals import Arrivals
from club.board import Board, BoardSnapshot
from club.errors import ClubError
from club.evening import GAMES_MAX, PLAYED, Evening, Match, matches, moving
from club.gather import TableNews
from club.hall import Hall, HallSnapshot
from club.messages import POINTS_MAX
from games.book import GAMES
from games.names import same
from games.progressive import PLAYERS, TABLES
from texts import capital, say, spoken
from texts.catalogue import tongue
from web import checks, live
from web.access import Role, least
from web.app import guarded
from web.errors import BadRequest
from web.i18n import language
from web.join import phone
from web.live import Shared
from web.pages import qr
from web.security import Security
from web.site import Reply, Site
from web.tries import network

pages = Blueprint("club", __name__, template_folder="templates")
OWN = ("club/", Path(__file__).with_name("static"))
WRITTEN = "club-written"
"""Where the running app keeps what it has written for all screens."""


def create_club_app(
    board: Board,
    *,
    address: str | None = None,
    security: Security | None = None,
    hall: Hall | None = None,
) -> Flask:
    """Make the app around a running board.

    `security`: who leads the evening, None: anybody. `hall`: what leads a competition.
    """
    site = Site(board, address=address, security=security or Security())
    app = guarded(site, (OWN,))
    app.extensions[WRITTEN] = Written()
    app.register_blueprint(pages)
    if hall is not None:
        app.extensions[hall_page.HALL] = hall
        app.extensions[hall_page.ARRIVALS] = Arrivals()
        app.register_blueprint(hall_page.pages)
        hall.listeners.append(site.bell.ring)
    return app


def here() -> Site[Board]:
    """Return what the running app stands on."""
    running: Site[Board] = current_app.extensions["familiar"]
    return running


@pages.get("/")
def page() -> str:
    """Show the club."""
    where = here().reached_at()
    return render_template("club.html", address=where, code=qr(where) if where else None)


class Written:
    """Keep the club as it was written last, for all screens of a language."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._shared = Shared()
        self._of: tuple[BoardSnapshot, HallSnapshot | None] | None = None

    def get(self, board: Board, hall: Hall | None, speech: str) -> tuple[int, str]:
        """Give the number of the state, and the state as JSON."""
        now = board.snapshot, None if hall is None else hall.snapshot
        with self._gate:
            if self._of is None or self._of[0] is not now[0] or self._of[1] is not now[1]:
                self._of = now
            of = self._of
        made = self._shared.get(of, speech, lambda: live.written(tongue(speech).show(seen(*of))))
        return of[0].number, made


@pages.get("/state")
def state() -> Response:
    """Return the club, for pages that cannot have a stream."""
    _, said = _written().get(here().host, hall_page.led(), language())
    return Response(said, mimetype="application/json")


@pages.get("/live")
def stream() -> Response:
    """Stream the club. Raises Busy."""
    site, hall, written, speech = here(), hall_page.led(), _written(), language()
    give_back = site.places.claim(False, None if phone().near else network(phone().address))

    def tell() -> str:
        return live.framed(*written.get(site.host, hall, speech))

    events = live.events(tell, site.bell, site.heartbeat, live.gone())
    return live.response(events, give_back)


@pages.post("/api/evening")
@least(Role.OWNER)
def begin() -> Reply:
    """Begin an evening, in place of the one that the page shows. Raises BadRequest."""
    data = checks.body({"instead", "game", "games", "tables", "players"})
    fours = [[_name(name) for name in _list(four, PLAYERS)] for four in _list(data.get("players"), TABLES)]
    names = iter(checks.names([name for four in fours for name in four], PLAYERS * TABLES))
    tables = [_name(table) for table in _list(data.get("tables"), TABLES)]
    games = checks.whole(data, "games", 1, GAMES_MAX)
    if stale := _stale(data):
        return stale
    try:
        seats = tuple(tuple(islice(names, PLAYERS)) for _ in range(TABLES))
        here().host.begin(tables, seats, game=checks.text(data, "game"), games=games)
    except ClubError as error:
        return _refused(error)
    return _done()


@pages.post("/api/points")
@least(Role.OWNER)
def points() -> Reply:
    """Enter the points of a table's newest game by hand; null takes them back. Raises BadRequest."""
    data = checks.body({"instead", "round", "table", "points"})
    number, table = checks.whole(data, "round", 1, GAMES_MAX), checks.text(data, "table")
    given = data.get("points")
    if given is not None:
        values = [{"points": value} for value in _list(given, PLAYERS)]
        given = [checks.whole(value, "points", -POINTS_MAX, POINTS_MAX) for value in values]
    if stale := _stale(data):
        return stale
    try:
        here().host.enter(number, table, given)
    except ClubError as error:
        return _refused(error)
    return _done()


@pages.post("/api/end")
@least(Role.OWNER)
def end() -> Reply:
    """Put the evening away that the page shows. Raises BadRequest."""
    data = checks.body({"instead"})
    if stale := _stale(data):
        return stale
    try:
        here().host.end()
    except ClubError as error:
        return _refused(error)
    return _done()


def _stale(data: dict[str, Any]) -> Reply | None:
    """Refuse what was meant for another evening than the one that is on."""
    shown = here().host.snapshot
    if data.get("instead") == (shown.evening.id if shown.evening else None):
        return None
    text = say("Another evening was begun or ended in the meantime: look again.")
    return {"error": text, "rule": "stale", "number": shown.number, "state": view(shown)}, 409


def _refused(error: ClubError) -> Reply:
    return {"error": capital(spoken(error)), "rule": None, "number": here().host.snapshot.number}, 422


def _done() -> Reply:
    return {"number": here().host.snapshot.number}, 200


def _list(value: object, count: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != count:
        raise BadRequest(
            say(
                "These are lists: {tables} tables, {players} players or points at each.",
                tables=TABLES,
                players=PLAYERS,
            )
        )
    return value


def _name(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= checks.TEXT_MAX:
        raise BadRequest(say("Every player needs a name of 1 to {most} characters.", most=checks.TEXT_MAX))
    return " ".join(value.split())


def _written() -> Written:
    kept: Written = current_app.extensions[WRITTEN]
    return kept


def seen(shown: BoardSnapshot, hall: HallSnapshot | None) -> dict[str, Any]:
    """Put together the club and its competition, None where there is none."""
    led = None if hall is None else hall_view.view(hall, shown.club)
    return {**view(shown), "competition": led, "halls_games": None if hall is None else hall_view.games()}


def view(shown: BoardSnapshot) -> dict[str, Any]:
    """Put together what the page shows."""
    club = shown.club
    return {
        "number": shown.number,
        "club": club.name,
        "connected": shown.connected,
        "trouble": shown.trouble,
        "tables": [table_view(club.tables[name]) for name in sorted(club.tables)],
        "evening": None if shown.evening is None else _evening(shown.evening, shown),
        "ranking": [asdict(line) for line in shown.ranking],
        "notes": list(shown.notes),
        "ignored": list(shown.ignored),
        "games": {name: GAMES[name].TITLE for name in PLAYED},
        "most_games": GAMES_MAX,
    }


def table_view(table: TableNews) -> dict[str, Any]:
    """Put together what pages show of a table: its newest game, or that it plays nothing."""
    game = table.current
    played = None if game is None else game.game
    return {
        "name": table.name,
        "online": table.online,
        "game": played,
        "title": None if played is None else GAMES[played].TITLE,
        "state": "idle" if game is None else game.state,
        "stopped": game is not None and game.stopped,
        "round": 0 if game is None else game.round,
        "rounds": None if game is None else game.rounds,
        "trick": None if game is None else game.trick,
        "players": [] if game is None else [asdict(player) for player in game.players],
    }


def _evening(evening: Evening, shown: BoardSnapshot) -> dict[str, Any]:
    told = shown.club.told
    found = matches(evening, told)[-1]
    return {
        "id": evening.id,
        "title": GAMES[evening.game].TITLE,
        "games": evening.games,
        "round": len(evening.rounds),
        "over": shown.over,
        "tables": [
            _seats(table, match, evening.rounds[-1][place], moving(evening, told, place))
            for place, (table, match) in enumerate(zip(evening.tables, found, strict=True))
        ],
    }


def _seats(table: str, match: Match, seats: tuple[str, ...], movers: tuple[str, ...]) -> dict[str, Any]:
    game = match.finished or match.running
    points = {} if game is None else {same(player.name): player.points for player in game.players}
    players = [{"name": name, "points": points.get(same(name)), "moves": name in movers} for name in seats]
    return {
        "name": table,
        "state": match.state,
        "stopped": game is not None and game.stopped,
        "by_hand": match.by_hand,
        "players": players,
    }
