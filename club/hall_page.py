"""Serve a competition's pages: the hall's screen, the organiser's, check-in, players' phones, the plan."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from chronicle import files
from club.arrivals import NEW_MOST, Arrivals
from club.competition.league import unmet
from club.competition.setting import (
    DRAWN_MAX,
    MOST,
    PLAYERS_MAX,
    ROUNDS_MAX,
    TABLES_MAX,
    Format,
    Scoring,
    Setting,
)
from club.competition.state import Round, State
from club.errors import ClubError, Stale
from club.hall import Hall, Shown
from club.hall_view import player_view
from club.messages import POINTS_MAX
from games.book import GAMES
from games.names import spoils_a_line
from texts import capital, say, say_many, spoken
from texts.bidi import isolated
from web import checks
from web.access import Role, least
from web.errors import BadRequest, Forbidden, Missing
from web.i18n import show, tell
from web.join import phone
from web.pages import qr
from web.site import Reply, Site
from web.spreadsheet import delimiter, spreadsheet
from web.tries import network

pages = Blueprint("hall", __name__, template_folder="templates")

HALL = "hall"
"""Where the running app keeps its hall."""
ARRIVALS = "arrivals"
"""Where it keeps who has brought new players."""
MINUTES_MAX = 600
GROUP_MAX = 20


def hall() -> Hall:
    """Return the hall that the running app leads."""
    found: Hall = current_app.extensions[HALL]
    return found


def led() -> Hall | None:
    """Return the hall that the running app leads, None where it leads none."""
    found: Hall | None = current_app.extensions.get(HALL)
    return found


def _site() -> Site[Any]:
    running: Site[Any] = current_app.extensions["familiar"]
    return running


def _road(path: str) -> dict[str, Any]:
    """Give the address of a page, and its sign to scan."""
    where = _site().reached_at()
    there = f"{where.rstrip('/')}/{path}" if where else None
    return {"address": there, "code": qr(there) if there else None}


@pages.get("/hall")
def screen() -> str:
    """Show the competition to the hall."""
    return render_template("hall.html", **_road("checkin"))


@pages.get("/organise")
def organise() -> str:
    """Show the organiser's page."""
    return render_template("organise.html", address=None, code=None)


@pages.get("/checkin")
def check_in_page() -> str:
    """Show where one says that one is here, and finds the own seat."""
    return render_template("checkin.html", address=None, code=None)


@pages.get("/player/<int:number>")
def player(number: int) -> str:
    """Show a player's own page. Raises Missing."""
    if not _is_past():
        _player(number)
    return render_template("player.html", address=None, code=None)


@pages.get("/player/<int:number>/state")
def player_state(number: int) -> Response:
    """Return what a player's page shows. Raises Missing."""
    return jsonify(_player(number))


def _is_past() -> bool:
    """Tell whether a page is asked for that is of another competition (`of`) than the one that is led."""
    of, state = request.args.get("of"), hall().snapshot.state
    return of is not None and (state is None or of != state.setting.id)


def _player(number: int) -> dict[str, Any]:
    if _is_past():
        raise Missing(say("This competition has been put away: check in to the next one."))
    found = player_view(hall().snapshot, _site().host.snapshot.club, number - 1)
    if found is None:
        raise Missing(say("There is no player of this number."))
    return found


@pages.get("/plan/<int:number>")
def plan(number: int) -> str:
    """Show a round's plan, to be printed and led from by hand. Raises Missing."""
    state, found = _round(number)
    return render_template(
        "plan.html",
        address=None,
        code=None,
        state=state,
        round=found,
        names=_by_name(state, found),
        unmet=_by_player(state),
    )


@pages.get("/plan/<int:number>.csv")
def plan_csv(number: int) -> Response:
    """Return a round's plan for a spreadsheet. Raises Missing."""
    state, found = _round(number)
    rows: list[dict[str, Any]] = []
    for table in found.tables:
        points = table.result.points or ("",) * len(table.seats)
        for seat, (mine, scored) in enumerate(zip(table.seats, points, strict=True), 1):
            name = state.players[mine].name
            rows.append({"table": table.name, "seat": seat, "player": name, "points": scored})
    return spreadsheet(files.table(rows, tell, delimiter()), f"round-{found.number}.csv")


def _round(number: int) -> tuple[State, Round]:
    state = hall().snapshot.state
    if state is None or not 1 <= number <= len(state.rounds):
        raise Missing(say("There is no round of this number."))
    return state, state.rounds[number - 1]


def _by_name(state: State, found: Round) -> list[tuple[str, str, int]]:
    """List everybody by name, with table and seat."""
    seats = [
        (state.players[number].name, table.name, seat)
        for table in found.tables
        for seat, number in enumerate(table.seats, 1)
    ]
    return sorted(seats, key=lambda each: each[0].casefold())


def _by_player(state: State) -> list[tuple[str, list[str], list[tuple[str, str]]]]:
    """Say for each group of a league what is left, and list by name whom somebody has not met."""
    groups = []
    for each in unmet(state):
        others: dict[int, list[int]] = {}
        for one, other in each.pairs:
            others.setdefault(one, []).append(other)
            others.setdefault(other, []).append(one)
        lines = [
            (
                state.players[number].name,
                ", ".join(map(isolated, sorted(state.names(some), key=str.casefold))),
            )
            for number, some in others.items()
        ]
        said = [say_many("{count} pair has not met yet", "{count} pairs have not met yet", len(each.pairs))]
        if each.rounds:
            said.append(say_many("at least {count} more round", "at least {count} more rounds", each.rounds))
        groups.append((each.group, show(said), sorted(lines, key=lambda line: line[0].casefold())))
    return groups


@pages.post("/api/competition")
@least(Role.OWNER)
def begin() -> Reply:
    """Begin a competition. Raises BadRequest."""
    known = {"title", "format", "game", "tables", "rounds", "scoring", "fewest", "most", "wish"}
    data = checks.body({*known, "finalists", "advance", "minutes", "check_in", "players"})
    title, game = _line(checks.text(data, "title"), "title"), checks.text(data, "game")
    tables = tuple(str(each) for each in _list(data, "tables", TABLES_MAX))
    form, scoring = _kind(data, "format", Format), _kind(data, "scoring", Scoring)
    if game not in GAMES:
        raise BadRequest(say("There is no such game."))
    fewest, most, wish = (checks.whole(data, key, 1, MOST) for key in ("fewest", "most", "wish"))
    rounds = checks.whole(data, "rounds", 1, ROUNDS_MAX)
    finalists = checks.whole(data, "finalists", 0, PLAYERS_MAX)
    advance = checks.whole(data, "advance", 1, MOST)
    minutes, check_in = checks.whole(data, "minutes", 0, MINUTES_MAX), checks.switch(data, "check_in")
    names = _names(data)

    def make(id: str, seed: int, before: frozenset[str]) -> Setting:
        return Setting(
            id=id,
            title=title,
            format=form,
            game=game,
            tables=tables,
            rounds=rounds,
            scoring=scoring,
            fewest=fewest,
            most=most,
            wish=wish,
            finalists=finalists,
            advance=advance,
            minutes=minutes,
            check_in=check_in,
            seed=seed,
            before=before,
        )

    return _done(lambda: hall().begin(make, names))


def _kind(data: dict[str, Any], key: str, kinds: type[Any]) -> Any:
    try:
        return kinds(data.get(key))
    except ValueError:
        known = ", ".join(str(each) for each in kinds)
        raise BadRequest(say("{key} must be one of {known}.", key=repr(key), known=known)) from None


def _names(data: dict[str, Any]) -> list[tuple[str, str]]:
    """Read the players, each a name or a name and a group. Raises BadRequest."""
    given = [each if isinstance(each, list) else [each, ""] for each in _list(data, "players", PLAYERS_MAX)]
    if not all(len(each) == 2 and all(isinstance(part, str) for part in each) for each in given):
        raise BadRequest(say("A player is a name, or a name and a group."))
    if not given:
        return []
    names = checks.names([name for name, _ in given], PLAYERS_MAX)
    return [(name, _group(group)) for name, (_, group) in zip(names, given, strict=True)]


def _group(value: str) -> str:
    """Read a group of the league, or "". Raises BadRequest."""
    return _line(value, "group")[:GROUP_MAX].rstrip()


def _line(value: str, key: str) -> str:
    """Read a text as one line, with single spaces. Raises BadRequest for signs that are none."""
    line = " ".join(value.split())
    if spoils_a_line(line):
        raise BadRequest(say("{key} must be one line of visible characters.", key=repr(key)))
    return line


@pages.post("/api/competition/do")
@least(Role.OWNER)
def do() -> Reply:
    """Seat a round, take one back, end the competition, or put it away. Raises BadRequest."""
    data = checks.body({"act", "id", "round"})
    shown = Shown(data.get("id"), data.get("round"))
    # A draw takes seconds, in which tables go on telling: it looks by itself.
    draws = {"draw": lambda: hall().draw(shown), "anew": lambda: hall().draw_anew(shown)}
    acts = {"undraw": hall().undraw, "end": hall().end, "away": hall().put_away}
    match checks.text(data, "act"):
        case act if act in draws:
            return _done(draws[act])
        case act if act in acts:
            return _done(acts[act], shown)
    known = ", ".join([*draws, *acts])
    raise BadRequest(say("{key} must be one of {known}.", key="'act'", known=known))


@pages.post("/api/competition/player")
@least(Role.OWNER)
def change_player() -> Reply:
    """Add a player, put a name right, or say that somebody is here or is not. Raises BadRequest."""
    data = checks.body({"act", "id", "player", "name", "group"})
    shown = Shown(data.get("id"))
    match checks.text(data, "act"):
        case "join":
            name, group = _name(data), _group(str(data.get("group") or ""))
            return _done(lambda: hall().join(name, group), shown)
        case "rename":
            name, number = _name(data), checks.whole(data, "player", 0, PLAYERS_MAX)
            return _done(lambda: hall().rename(number, name), shown)
        case "here" | "gone" as act:
            number = checks.whole(data, "player", 0, PLAYERS_MAX)
            return _done(lambda: hall().set_here(number, act == "here"), shown)
    raise BadRequest(say("{key} must be one of {known}.", key="'act'", known="join, rename, here, gone"))


@pages.post("/api/competition/points")
@least(Role.OWNER)
def points() -> Reply:
    """Enter the points of a table by hand, or take them back. Raises BadRequest."""
    data = checks.body({"id", "number", "table", "seats", "points"})
    number, table = checks.whole(data, "number", 1, DRAWN_MAX), checks.text(data, "table")
    # Whoever was shown others at that table would give them these points.
    shown = Shown(data.get("id"), table=(number, table, data.get("seats")))
    given = data.get("points")
    if given is not None:
        values = _list(data, "points", MOST)
        given = [checks.whole({"points": each}, "points", -POINTS_MAX, POINTS_MAX) for each in values]
    return _done(lambda: hall().enter(number, table, given), shown)


@pages.post("/api/competition/seats")
@least(Role.OWNER)
def seats() -> Reply:
    """Seat the last round by hand. Raises BadRequest."""
    data = checks.body({"id", "round", "seats"})
    shown = Shown(data.get("id"), data.get("round"))
    given: list[tuple[str, tuple[int, ...]]] = []
    for each in _list(data, "seats", TABLES_MAX):
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[1], list):
            raise BadRequest(say("A table is its name and the numbers of its players."))
        numbers = [checks.whole({"player": one}, "player", 0, PLAYERS_MAX) for one in each[1]]
        given.append((checks.text({"table": each[0]}, "table"), tuple(numbers)))
    return _done(lambda: hall().seat(given), shown)


@pages.post("/api/checkin")
def check_in() -> Reply:
    """Let a phone say that its player is here; give his number and the competition.

    `of`: the competition that its page names. Raises BadRequest, Forbidden.
    """
    data = checks.body({"name", "of"})
    name = _name(data)
    give_back = _check_brings(name)
    came: dict[str, Any] = {}

    def join() -> None:
        with hall().held(Shown(data.get("of", ...))) as state:
            came.update(player=hall().join(name, here=True) + 1, competition=state and state.setting.id)

    said, status = _done(join)
    if status != 200:
        give_back()
    return {**said, **came}, status


def _check_brings(name: str) -> Callable[[], None]:
    """Refuse whoever only plays and has brought many new players already. Raises Forbidden.

    The board's own machine may stand at the door, where all write their names. Returns what counts this one
    for none, should he not come in.
    """
    state, holder = hall().snapshot.state, phone()
    if state is None or state.find(name) is not None:
        return lambda: None
    if holder.near or _site().role(holder) >= Role.OWNER:
        return lambda: None
    arrivals: Arrivals = current_app.extensions[ARRIVALS]
    who = state.setting.id, network(holder.address)
    if not arrivals.let_in(*who):
        text = say("{count} new players came by this phone: the organiser writes down more.", count=NEW_MOST)
        raise Forbidden(text, "many")
    return lambda: arrivals.give_back(*who)


def _done(act: Callable[[], object], shown: Shown | None = None) -> Reply:
    """Do what was wished for; shown: as the competition must still be, and stays meanwhile."""
    try:
        if shown is None:
            act()
        else:
            with hall().held(shown):
                act()
    except ClubError as error:
        stale = isinstance(error, Stale)
        said = {"error": capital(spoken(error)), "rule": "stale" if stale else None}
        return {**said, "number": hall().snapshot.number}, 409 if stale else 422
    return {"number": hall().snapshot.number}, 200


def _name(data: dict[str, Any]) -> str:
    (name,) = checks.names([checks.text(data, "name")], 1)
    return name


def _list(data: dict[str, Any], key: str, most: int) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list) or len(value) > most:
        raise BadRequest(say("{key} must be a list of at most {most}.", key=repr(key), most=most))
    return value
