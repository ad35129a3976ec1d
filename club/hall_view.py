"""What the pages of a competition show: the hall's screen, the organiser's page, a player's phone."""

from collections.abc import Mapping
from typing import Any

from club.competition.outcome import running
from club.competition.ranking import Line
from club.competition.setting import FEWEST, MOST, Scoring
from club.competition.state import State, Table
from club.gather import Club, TableNews
from club.hall import HallSnapshot
from games.book import GAMES
from games.names import same


def view(shown: HallSnapshot, club: Club) -> dict[str, Any] | None:
    """Put together what the hall and its organiser see; None: there is no competition."""
    state = shown.state
    if state is None:
        return None
    setting, last = state.setting, state.round
    return {
        "number": shown.number,
        "id": setting.id,
        "title": setting.title,
        "game": GAMES[setting.game].TITLE,
        "cards": setting.scoring is Scoring.PLACES,
        **_stands(state),
        "stages": list(setting.stages),
        "check_in": setting.check_in,
        "names": list(setting.tables),
        "done": last is not None and last.over,
        "over": state.over,
        "ended": state.ended,
        "ends": ends(state),
        "players": [{"name": each.name, "group": each.group, "here": each.here} for each in state.players],
        "tables": [] if last is None else [_table(state, table, club.tables) for table in last.tables],
        "byes": [] if last is None else list(last.byes),
        "ranking": [_line(line) for line in shown.lines],
        "notes": list(shown.notes),
        "trouble": shown.trouble,
    }


def _stands(state: State) -> dict[str, Any]:
    """Say which round it is."""
    last = state.round
    return {
        "format": state.setting.format,
        "rounds": state.setting.rounds,
        "round": 0 if last is None else last.number,
        "knockout": last is not None and last.knockout,
        "stage": len(state.knockout),
        "final": last is not None and last.knockout and len(last.tables) == 1,
    }


def games() -> dict[str, Any]:
    """Say which games can be played, and how many may sit at a table of each."""
    return {
        name: {"title": rules.TITLE, "sizes": [size for size in rules.SEATS if FEWEST <= size <= MOST]}
        for name, rules in GAMES.items()
    }


def ends(state: State) -> float | None:
    """Say when a round's time is up, in seconds since 1970; None where nobody counts it."""
    last = state.round
    if last is None or last.over or not state.setting.minutes:
        return None
    return last.began + 60 * state.setting.minutes


def _table(state: State, table: Table, news: Mapping[str, TableNews]) -> dict[str, Any]:
    result = table.result
    told = news.get(table.name)
    game = running(state, table, None if told is None else told.current)
    points: Mapping[int, int] = {}
    if result.points is not None:
        points = dict(zip(table.seats, result.points, strict=True))
    elif game is not None:
        by_name = {same(player.name): player.points for player in game.players}
        points = {number: by_name[same(state.players[number].name)] for number in table.seats}
    return {
        "name": table.name,
        "state": "over" if result.points is not None else "waiting" if game is None else "playing",
        "by_hand": result.by_hand,
        "stopped": result.stopped and not result.by_hand,
        "online": None if told is None else told.online,
        "round": 0 if game is None else game.round,
        "rounds": None if game is None else game.rounds,
        "seats": [{"player": number, "points": points.get(number)} for number in table.seats],
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "player": line.player,
        "score": line.score,
        "total": line.total,
        "stage": line.stage,
        "points": list(line.points),
    }


def player_view(shown: HallSnapshot, club: Club, number: int) -> dict[str, Any] | None:
    """Put together what a player's phone shows; None: there is nobody of this number."""
    state = shown.state
    if state is None or not 0 <= number < len(state.players):
        return None
    player, last = state.players[number], state.round
    line = next(each for each in shown.lines if each.player == number)
    table = next((each for each in last.tables if number in each.seats), None) if last else None
    seen = None if table is None else _table(state, table, club.tables)
    mates = () if table is None else state.names(table.seats)
    return {
        "title": state.setting.title,
        "name": player.name,
        "here": player.here,
        "rank": line.rank,
        "of": len(state.players),
        "score": line.score,
        "played": any(points is not None for points in line.points),
        **_stands(state),
        "over": state.over,
        "done": last is not None and last.over,
        "ends": ends(state),
        "table": None if table is None else table.name,
        "seat": None if table is None else table.seats.index(number) + 1,
        "state": None if seen is None else seen["state"],
        "mates": list(mates),
        "points": [] if seen is None else [each["points"] for each in seen["seats"]],
        "bye": last is not None and number in last.byes,
    }
