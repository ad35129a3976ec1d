"""What a table tells of its game: the scores in a snapshot, and of all else nothing."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

from club.messages import Player, Scores
from table.view.snapshot import Snapshot

OVER = "game_over"


def identity(began: float, number: int) -> str:
    """Name a game for ever: when it began (seconds since 1970) and its number in the journal."""
    return f"{datetime.fromtimestamp(began, UTC):%Y%m%dT%H%M%SZ}-{number}"


def begun(seconds: float, taken: Collection[str]) -> str:
    """Name an evening or a competition by when it is begun, or by a second after it that is not taken yet."""
    while (stamp := identity(seconds, 0)[:16]) in taken:
        seconds += 1
    return stamp


def scores_of(snapshot: Snapshot, table: str, began: float) -> Scores:
    """Take the scores out of what a spectator may see.

    Only points, ranks and rounds: what is awaited, asked or uncovered stays at the table, for a broker keeps
    whatever passes, and the rules of Probe forbid lists of what was asked.
    """
    view = snapshot.public
    if view["game"] is None or snapshot.game_id is None:
        return Scores(table)
    over = view["phase"] == OVER
    number, rounds = _round(view, over)
    return Scores(
        table,
        id=identity(began, snapshot.game_id),
        game=view["game"],
        state="over" if over else "playing",
        began=f"{datetime.fromtimestamp(began, UTC):%Y-%m-%dT%H:%M:%SZ}",
        round=number,
        rounds=rounds,
        players=_players(view),
        winners=tuple(view["winners"]) if over else (),
        stopped=over and view["stopped"] is not None,
        trick=sum(view["tricks"]) if "tricks" in view and not over else None,
    )


def _players(view: Mapping[str, Any]) -> tuple[Player, ...]:
    """Give everybody's score; cards are the points of Les Trois Magiciens."""
    names = view["players"]
    if "ranking" not in view:
        totals = view["totals"]
        ranks = [1 + sum(other > total for other in totals) for total in totals]
        return tuple(map(Player, names, totals, totals, ranks))
    lines = sorted(view["ranking"], key=lambda line: line["seat"])
    points = [line["points"] if "points" in line else len(line["cards"]) for line in lines]
    totals = [line.get("total", count) for line, count in zip(lines, points, strict=True)]
    return tuple(map(Player, names, points, totals, [line["rank"] for line in lines]))


def _round(view: Mapping[str, Any], over: bool) -> tuple[int, int | None]:
    """Give the round and how many there are; in a game without rounds the turn, and None."""
    if "rounds" in view:
        return view["round"], view["rounds"]
    finished = view["last_turn"]["turn"] if view["last_turn"] else 0
    return finished + (not over), None
