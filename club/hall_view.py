"""What the pages of a competition show: the hall's screen, the organiser's page, a player's phone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from club.competition.league import unmet
from club.competition.outcome import running
from club.competition.setting import FEWEST, MOST, Scoring
from club.competition.state import Table
from club.competition.summary import BY_HAND, STOPPED, Seated, Summary
from club.gather import Club, TableNews
from club.hall import HallSnapshot
from club.messages import Scores
from games.book import GAMES
from games.names import same

PAIRS_MOST = 60
Playing = Callable[[Seated, Scores | None], Scores | None]
"""Gives the game that is played at a table of the round, where its newest one is that."""


def view(shown: HallSnapshot, club: Club) -> dict[str, Any] | None:
    """Put together what the hall and its organiser see; None: there is no competition."""
    state, told = shown.state, shown.told
    if state is None or told is None:
        return None
    return {
        **outlook(told, club, _playing(shown)),
        "number": shown.number,
        "check_in": state.setting.check_in,
        "names": list(state.setting.tables),
        "ended": state.ended,
        "unmet": [
            {"group": each.group, "count": len(each.pairs), "rounds": each.rounds, "pairs": _few(each.pairs)}
            for each in unmet(state)
        ],
        "notes": list(shown.notes),
        "trouble": shown.trouble,
    }


def _few(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Give pairs where a page can name them all; the plan for paper has as many as there are."""
    return list(pairs) if len(pairs) <= PAIRS_MOST else []


def outlook(told: Summary, club: Club, playing: Playing | None = None) -> dict[str, Any]:
    """Put together what the hall sees, also from afar, where nothing is known but what was told."""
    playing = playing or _told_to_play(told)
    return {
        **_stands(told),
        "id": told.id,
        "title": told.title,
        "game": GAMES[told.game].TITLE,
        "cards": told.scoring is Scoring.PLACES,
        "stages": list(told.stages),
        "done": bool(told.tables) and all(table.points is not None for table in told.tables),
        "over": told.over,
        "ends": told.ends,
        "players": [dict(vars(each)) for each in told.players],
        "tables": [_table(told, table, club.tables.get(table.name), playing) for table in told.tables],
        "byes": list(told.byes),
        "ranking": [{**vars(line), "points": list(line.points)} for line in told.ranking],
    }


def _playing(shown: HallSnapshot) -> Playing:
    """Know more than was told: which games were over before the competition began."""
    state = shown.state
    assert state is not None
    return lambda table, game: running(state, Table(table.name, table.seats), game)


def _told_to_play(told: Summary) -> Playing:
    def playing(table: Seated, game: Scores | None) -> Scores | None:
        if game is None or game.state != "playing":
            return None
        return game if told.plays(table, game.game, game.names) else None

    return playing


def _stands(told: Summary) -> dict[str, Any]:
    """Say which round it is."""
    return {
        "format": told.format,
        "rounds": told.rounds,
        "round": told.round,
        "knockout": told.stage > 0,
        "stage": told.stage,
        "final": told.stage > 0 and len(told.tables) == 1,
    }


def games() -> dict[str, Any]:
    """Say which games can be played, and how many may sit at a table of each."""
    return {
        name: {"title": rules.TITLE, "sizes": [size for size in rules.SEATS if FEWEST <= size <= MOST]}
        for name, rules in GAMES.items()
    }


def _table(told: Summary, table: Seated, news: TableNews | None, playing: Playing) -> dict[str, Any]:
    game = None if news is None or table.points is not None else playing(table, news.current)
    points: Mapping[int, int] = {}
    if table.points is not None:
        points = dict(zip(table.seats, table.points, strict=True))
    elif game is not None:
        by_name = {same(player.name): player.points for player in game.players}
        points = {number: by_name[same(told.players[number].name)] for number in table.seats}
    return {
        "name": table.name,
        "state": "over" if table.points is not None else "waiting" if game is None else "playing",
        "by_hand": table.how == BY_HAND,
        "stopped": table.how == STOPPED,
        "online": None if news is None else news.online,
        "round": 0 if game is None else game.round,
        "rounds": None if game is None else game.rounds,
        "seats": [{"player": number, "points": points.get(number)} for number in table.seats],
    }


def player_view(shown: HallSnapshot, club: Club, number: int) -> dict[str, Any] | None:
    """Put together what a player's phone shows; None: there is nobody of this number."""
    told = shown.told
    if told is None or not 0 <= number < len(told.players):
        return None
    line = next(each for each in told.ranking if each.player == number)
    table = next((each for each in told.tables if number in each.seats), None)
    seen = None if table is None else _table(told, table, club.tables.get(table.name), _playing(shown))
    return {
        **_stands(told),
        "title": told.title,
        "name": told.players[number].name,
        "here": told.players[number].here,
        "rank": line.rank,
        "of": len(told.players),
        "score": line.score,
        "played": any(points is not None for points in line.points),
        "over": told.over,
        "done": bool(told.tables) and all(each.points is not None for each in told.tables),
        "ends": told.ends,
        "table": None if table is None else table.name,
        "seat": None if table is None else table.seats.index(number) + 1,
        "state": None if seen is None else seen["state"],
        "mates": [] if table is None else list(told.names(table)),
        "points": [] if seen is None else [each["points"] for each in seen["seats"]],
        "bye": number in told.byes,
    }
