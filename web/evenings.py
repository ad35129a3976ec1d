"""Tell past games: evenings, each game's sheet, chart, statistics and files. Nothing is changed here."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import lru_cache

from flask import Blueprint, Response, current_app, jsonify, render_template
from flask.blueprints import BlueprintSetupState

from chronicle import story as stories
from chronicle.archive import Archive
from chronicle.chart import chart
from chronicle.figures import Series
from chronicle.files import as_csv, table
from chronicle.story import CHRONICLES, Story, evenings
from games.book import GAMES
from games.errors import GameError
from games.history import Game
from table.errors import JournalBusy, JournalError
from table.journal import Entry
from texts import say, sentences, spoken
from web.access import Role, least
from web.desk import desk
from web.errors import Busy, Forbidden, Missing
from web.i18n import language, show, tell
from web.join import phone
from web.pages import join_address, qr
from web.spreadsheet import delimiter, file, spreadsheet
from web.stories import awards, brief, moment, together, unsettled, whole

evening_pages = Blueprint("evenings", __name__)

SHOWN = 8
"""Evenings on one page of the list."""
PATIENCE_S = 1.0
"""Seconds for which games are settled that nobody has asked for before."""


@evening_pages.record
def open_archive(setup: BlueprintSetupState) -> None:
    """Let the app know the past of its host."""
    setup.app.extensions["familiar.archive"] = Archive(setup.app.extensions["familiar"].host)


def archive() -> Archive:
    """Return the past games of the running app's host."""
    found: Archive = current_app.extensions["familiar.archive"]
    return found


def of_another_evening(number: int | None) -> bool:
    """Tell whether a game was begun on an evening before this one. Raises Busy.

    By a clock that is behind its beginning, as after a start without the time, nobody can tell.
    """
    began = next((entry.began for entry in _entries() if entry.id == number), None)
    return began is not None and stories.evening(began) < stories.evening(time.time())


@evening_pages.get("/chart.svg")
@least(Role.SPECTATOR)
def running_chart() -> Response:
    """Draw the totals of the game that is shown, after each finished round or turn. Raises Missing."""
    return drawn(_shown())


@evening_pages.get("/awards")
@least(Role.SPECTATOR)
def running_awards() -> Response:
    """Say who stood out in the game that is shown, so far. Raises Missing."""
    return jsonify(awards=awards([stories.tell(0, 0.0, _shown())]))


@evening_pages.get("/evenings")
@evening_pages.get("/evenings/players")
@evening_pages.get("/evenings/<int:number>")
@evening_pages.get("/evenings/<string(length=10):day>")
def page(**_: object) -> str:
    """Show the page, which asks for what it is about."""
    return render_template("evenings.html")


@evening_pages.get("/evenings.json")
@evening_pages.get("/evenings/before/<int:number>.json")
def listing(number: int | None = None) -> Response:
    """List the newest evenings, or those before a game, each with its games. Raises Busy."""
    entries = [entry for entry in _played() if number is None or entry.id < number]
    some = _newest(entries)
    told = evenings(_stories(some)[0])
    found = [{"day": day.isoformat(), "games": _briefs(each)} for day, each in told.items()]
    return jsonify(evenings=found, before=some[-1].id if len(some) < len(entries) else None)


@evening_pages.get("/evenings/<string(length=10):day>.json")
def evening(day: str) -> Response:
    """Tell one evening: its games, and what everybody did. Raises Missing, Busy."""
    entries = {found.isoformat(): each for found, each in evenings(_played()).items()}.get(day)
    if entries is None:
        raise Missing(say("Nothing was played on that evening."))
    played, _ = _stories(entries)
    return jsonify(day=day, games=_briefs(played), **together(played))


@evening_pages.get("/evenings/players.json")
def everybody() -> Response:
    """Tell what everybody did in all games; `left` are not settled yet: ask again. Raises Busy."""
    played, left = _stories(_played(), PATIENCE_S)
    return jsonify(evenings=len(evenings(played)), games=len(played), left=left, **together(played))


@evening_pages.get("/evenings/<int:number>.json")
def game(number: int) -> Response:
    """Tell one game: sheet, figures, awards and every round. Raises Missing, Busy."""
    entry = _entry(number)
    stories, _ = _stories([entry])
    if not stories:
        raise Missing(unsettled(number))
    (story,) = stories
    more = {} if story.faults else whole(story, _settled(number))
    return jsonify(**brief(story, _running(number)), **more)


@evening_pages.get("/evenings/<int:number>/chart.svg")
def past_chart(number: int) -> Response:
    """Draw the totals of a game. Raises Missing, Busy."""
    return drawn(_settled(number))


@evening_pages.get("/evenings/<int:number>/sign.svg")
@least(Role.SPECTATOR)
def sign(number: int) -> Response:
    """Draw the QR code that leads to a game's page, where everything of it can be taken along.

    Whoever only watches has it of the game that is shown. Raises Missing, Busy.
    """
    if number != desk().host.snapshot.game_id:
        # For a stranger nobody looks into the journal.
        if desk().role(phone()) < Role.PLAYER:
            raise _no_such(number)
        _entry(number)
    return Response(str(qr(f"{join_address()}evenings/{number}")), mimetype="image/svg+xml")


@evening_pages.get("/evenings/<int:number>.csv")
def sheet(number: int) -> Response:
    """Give a game's finished rounds or turns as a table. Raises Missing, Busy."""
    return spreadsheet(as_csv(_settled(number), tell, delimiter()), _name(_entry(number), "csv"))


@evening_pages.get("/evenings/<int:number>.jsonl")
def record(number: int) -> Response:
    """Give a game's record. Raises Missing, Forbidden while it holds secrets, Busy."""
    entry = _entry(number)
    if _running(number):
        raise Forbidden(
            say("The record of a running game holds what is still hidden: wait until the game is over."),
            "secret",
        )
    if any(story.secret for story in _stories([entry])[0]):
        raise Forbidden(
            say(
                "The record of this game holds what was never shown, for it was left before its end: "
                "“familiar export” gives it on the table's machine."
            ),
            "secret",
        )
    with _read():
        lines = archive().record(entry.id)
    return file(lines, "application/jsonl", _name(entry, "jsonl"))


@evening_pages.get("/evenings.csv")
def all_games() -> Response:
    """Give every game as a table, a line for each of its players. Raises Busy."""
    rows = (
        {
            "game": story.id,
            "began": moment(story.began),
            "title": GAMES[story.header.game].TITLE,
            "over": story.over,
            "stopped": story.stopped is not None,
            "player": name,
            "rank": dict(story.ranking)[seat],
            "total": story.totals[seat],
        }
        for story in _stories(_played())[0]
        if not story.faults
        for seat, name in enumerate(story.header.players)
    )
    return spreadsheet(table(rows, tell, delimiter()), "familiar.csv")


def drawn(game: Game) -> Response:
    """Draw a game's chart in the reader's language."""
    return Response(_drawing(CHRONICLES[game.header.game].series(game), language()), mimetype="image/svg+xml")


# Every phone at the table asks for the same drawing at the same moment.
@lru_cache(maxsize=16)
def _drawing(series: Series, spoken: str) -> str:
    """Draw a chart; `spoken` is the language of this request."""
    found = chart(series)
    order = sorted(found.lines, key=lambda line: -line.total)
    stand = sentences(*(say("{name}: {total}.", name=line.name, total=line.total) for line in order))
    words = {"title": show(series.title), "text": show(stand), "step": show(series.step)}
    return render_template("chart.svg", chart=found, **words)


@contextmanager
def _read() -> Iterator[None]:
    """Say in people's words that the journal cannot be read. Raises Busy."""
    try:
        yield
    except JournalBusy as error:
        raise Busy(spoken(error)) from None
    except JournalError:
        # Its own words name files.
        raise Busy(say("The journal cannot be read at this moment; the table's log says why.")) from None


def _shown() -> Game:
    found: Game | None = desk().host.snapshot.history
    if found is None:
        raise Missing(say("There is no game yet: begin one first."))
    return found


def _running(number: int) -> bool:
    """Tell whether a game is still played, so that its events are not for everybody."""
    shown = desk().host.snapshot
    if number != shown.game_id or shown.history is None:
        return False
    return not shown.history.state.over


def _entries() -> Sequence[Entry]:
    with _read():
        return archive().entries()


def _played() -> Sequence[Entry]:
    with _read():
        return archive().played()


def _entry(number: int) -> Entry:
    for entry in _entries():
        if entry.id == number:
            return entry
    raise _no_such(number)


def _no_such(number: int) -> Missing:
    return Missing(say("There is no game {number} in this table's journal.", number=number))


def _settled(number: int) -> Game:
    entry = _entry(number)
    try:
        with _read():
            return archive().game(entry.id)
    except GameError:
        raise Missing(unsettled(number)) from None


def _stories(entries: Iterable[Entry], within: float | None = None) -> tuple[list[Story], int]:
    with _read():
        return archive().stories(entries, within)


def _newest(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Take as many of the newest games as make a page of evenings.

    One after the other, so that none is left out where a clock that was wrong tells of a day long past.
    """
    days: set[date] = set()
    for place, entry in enumerate(entries):
        days.add(stories.evening(entry.began))
        if len(days) > SHOWN:
            return entries[:place]
    return entries


def _briefs(played: Iterable[Story]) -> list[dict[str, object]]:
    return [brief(story, _running(story.id)) for story in played]


def _name(entry: Entry, kind: str) -> str:
    day: date = stories.evening(entry.began)
    return f"familiar-{day.isoformat()}-{entry.id}.{kind}"
